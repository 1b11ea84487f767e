/* Holding one kernel of a run to what was recorded of it; see analysis/baseline_gate.h. */
#ifndef FPC_ANALYSIS_BASELINE_ENTRY_H
#define FPC_ANALYSIS_BASELINE_ENTRY_H

#include "analysis/baseline.h"

/* A kernel of the run, what was recorded of it, and where findings go. All borrowed. */
struct fpc_baseline_gate {
    struct fpc_findings *findings;
    bool strict;
    const char *repeat; /* the command line of this run */
    bool *compared;     /* set once bits, errors or a verdict were compared */
    size_t input, kernel;
    const struct fpc_kernel_findings *now;
    const struct fpc_baseline_entry *then;
    const char *elsewhere; /* the other device that `then` is of, or NULL */
};

bool fpc_baseline_same_shape(struct fpc_shape a, struct fpc_shape b);

/* The weaker of the promises then and now. */
enum fpc_level fpc_baseline_common_promise(const struct fpc_baseline_gate *gate);

/* "two_pass at 64 x 256"; 0 x 0 is left out. The caller frees. */
char *fpc_baseline_kernel_label(const char *kernel, struct fpc_shape shape);

/* Adds a finding of the kernel at hand, or of one that is absent, or a notice, which is a finding
 * if the gate is strict; takes over the texts. A finding says how to repeat it. */
void fpc_baseline_add(const struct fpc_baseline_gate *gate, bool notice, char *absent_input,
                      char *absent_kernel, char *message);

/* The kernel's bits beside the recorded ones, if there are any. */
void fpc_baseline_check_bits(const struct fpc_baseline_gate *gate);

/* Everything that can be compared between the two. */
void fpc_baseline_check_entry(const struct fpc_baseline_gate *gate);

#endif
