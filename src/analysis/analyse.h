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
    const struct fpc_walk *walk; /* what was run: bound order, values */
    const struct fpc_exact_sum *exact;
    const struct fpc_samples *samples; /* at least one run */
    uint64_t orders;                   /* block orders to try; 0: none */
    uint64_t seed;
};

/* Fills the part of *out that follows from samples. Everything in `analysis` is borrowed. */
void fpc_analyse_kernel(const struct fpc_analysis *analysis, struct fpc_kernel_findings *out);

/* Fills the part of *out that follows from the exact sum. */
void fpc_analyse_exact(const struct fpc_exact_sum *exact, struct fpc_input_findings *out);

#endif
