/* The order of arrival, rebuilt from what atomic additions returned.
 *
 * An atomic addition returns the running value before it. With the block's partial that is one
 * step, from the old value to old + partial; all steps of a run form a path from the start value to
 * the result that takes each step once (an Eulerian path, found in linear time by Hierholzer's
 * method). If a running value occurs twice there can be several such paths, all equally legal. */
#ifndef FPC_ORDER_REBUILD_H
#define FPC_ORDER_REBUILD_H

#include "number/format.h"

#include <stdint.h>

enum fpc_rebuilt {
    FPC_REBUILT_IMPOSSIBLE,    /* no order of these additions gives these old values and result */
    FPC_REBUILT_UNIQUE,        /* this is the order */
    FPC_REBUILT_ONE_OF_SEVERAL /* this is one of several legal orders */
};

/* partials and old_values are arrays of `blocks` accumulators; the run began at +0 and ended with
 * the bits `result`. Fills order[0..blocks) with a legal order of arrival, unless it is impossible.
 */
enum fpc_rebuilt fpc_rebuild_arrival(enum fpc_format accumulator, const void *partials,
                                     const void *old_values, uint32_t blocks, uint64_t result,
                                     uint32_t *order);

#endif
