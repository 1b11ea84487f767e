/* The analysis: samples and the exact sum in, findings out. Pure: no files, no terminal. */
#ifndef FPC_ANALYSIS_ANALYSE_H
#define FPC_ANALYSIS_ANALYSE_H

#include "analysis/findings.h"
#include "exact/exact.h"
#include "kernels/kernel.h"
#include "order/walk.h"
#include "run/samples.h"

struct fpc_analysis {
    const struct fpc_kernel *kernel;
    const struct fpc_walk *walk;       /* what was run: bound order, values */
    const struct fpc_exact_sum *exact; /* NULL: nothing is judged by it */
    const struct fpc_samples *samples; /* at least one run */
    uint64_t orders;                   /* block orders to try; 0: none */
    uint64_t seed;
};

/* Fills the part of *out that follows from samples. Everything in `analysis` is borrowed. */
void fpc_analyse_kernel(const struct fpc_analysis *analysis, struct fpc_kernel_findings *out);

/* Fills the part of *out that follows from the exact sum; sums are kept in `accumulator`. */
void fpc_analyse_exact(const struct fpc_exact_sum *exact, enum fpc_format accumulator,
                       struct fpc_input_findings *out);

/* Once a kernel was run with every launch shape: compares kernels [first, kernel_count) of *input,
 * which are that kernel's. If at least two shapes gave the same bits in every run, the level is
 * shape-invariant, unless the kernel ignores the shape or the input cannot show it. */
void fpc_analyse_shapes(struct fpc_input_findings *input, size_t first);

#endif
