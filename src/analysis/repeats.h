/* What the runs of a program gave, array by array: each run is compared with one reference, the
 * first run or what was expected.
 *
 * Only figures are kept, not the values of the runs. */
#ifndef FPC_ANALYSIS_REPEATS_H
#define FPC_ANALYSIS_REPEATS_H

#include "analysis/comparison.h"
#include "analysis/fingerprint.h"

/* One array over all runs that were compared. */
struct fpc_repeat {
    uint64_t differing_runs;   /* with any difference */
    uint64_t failing_runs;     /* with one that the rule does not excuse */
    uint64_t first_run;        /* the first that differs; of those that fail, if any does */
    struct fpc_compared first; /* that run against the reference; if none differs, the last run;
                                  owned */
    uint64_t most_differing;   /* elements of one run; of runs that could be compared, like all
                                  below */
    bool has_distance;         /* some run has a finite value at a distance */
    uint64_t max_ulp, max_ulp_run, max_ulp_at;
    struct fpc_figure max_vermv; /* unknown if that of a run is */
    double max_vc;
};

/* A zeroed struct has seen no run. The caller clears. */
struct fpc_repeats {
    uint64_t runs;            /* that were compared with the reference */
    struct fpc_repeat *items; /* owned */
    size_t count;
};

/* Takes what comparing a run with the reference (A) gave; `comparison` is left empty. */
void fpc_repeats_add(struct fpc_repeats *repeats, uint64_t run, struct fpc_comparison *comparison);
void fpc_repeats_clear(struct fpc_repeats *repeats);

/* The first array that fails the rule, or NULL. */
const struct fpc_repeat *fpc_repeats_first_failing(const struct fpc_repeats *repeats);

/* The array with the largest distance, or NULL if there is none. */
const struct fpc_repeat *fpc_repeats_farthest(const struct fpc_repeats *repeats);

/* One of the different results: the arrays of a run as a whole. */
struct fpc_outcome {
    uint8_t fingerprint[FPC_FINGERPRINT_SIZE];
    uint64_t count, first_run;
};

/* A zeroed struct has seen no run. The caller clears. */
struct fpc_outcomes {
    struct fpc_outcome *items; /* by first appearance; owned */
    size_t count;
    size_t *of_run; /* for each run the index of its outcome; owned */
    uint64_t runs;
};

/* Adds the next run. */
void fpc_outcomes_add(struct fpc_outcomes *outcomes,
                      const uint8_t fingerprint[FPC_FINGERPRINT_SIZE]);
void fpc_outcomes_clear(struct fpc_outcomes *outcomes);

#endif
