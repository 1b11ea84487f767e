/* Samples: what N runs of one kernel on one input gave, run by run.
 *
 * Plain data between the devices, which fill it, and the analysis, which only reads it. */
#ifndef FPC_RUN_SAMPLES_H
#define FPC_RUN_SAMPLES_H

#include "base/status.h"
#include "number/format.h"

#include <stdbool.h>
#include <stdint.h>

struct fpc_samples {
    enum fpc_format format;      /* of the results: the input's */
    enum fpc_format accumulator; /* of accumulators and partials */
    uint64_t runs;               /* completed */
    uint64_t *accumulators;      /* runs bit patterns before the last rounding; owned */
    uint64_t *results;           /* the same rounded to `format`; owned */
    uint32_t blocks;
    void *partials;   /* one accumulator a block, of the first run or of one made for them; owned */
    bool has_arrival; /* the order in which blocks arrive matters */
    bool simulated;   /* that order was made up, not observed */
    uint64_t *arrivals;      /* runs hashes of the order of arrival; owned, NULL if not known */
    uint64_t flushing;       /* additions in a run that may flush subnormals to zero */
    uint64_t control_failed; /* runs whose bits do not follow from their own block partials and
                                arrival order, or whose partials differ from the first run's */
    uint64_t control_run;    /* the first of these */
};

/* Room for `runs` runs of `blocks` blocks. Errors: FPC_FAILED for memory; *samples is empty then.
 * The caller clears. */
enum fpc_status fpc_samples_init(struct fpc_samples *samples, enum fpc_format format,
                                 enum fpc_format accumulator, uint64_t runs, uint32_t blocks,
                                 bool has_arrival, struct fpc_error *error);
void fpc_samples_clear(struct fpc_samples *samples);

/* Notes that the run that has just been made failed its control. */
void fpc_samples_control_failed(struct fpc_samples *samples);

#endif
