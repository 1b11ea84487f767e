/* An order in words. */
#include "base/memory.h"
#include "base/text.h"
#include "order/order.h"

#include <stdlib.h>

static char *describe_strides(const struct fpc_stage *stage)
{
    const char *pieces = stage->vector == FPC_FROM_FORMAT ? " in pieces of 16 bytes" : "";
    if (stage->blocks == 1 && stage->threads == 1)
        return fpc_text("left to right");
    if (stage->blocks == FPC_FROM_SHAPE)
        return fpc_text("grid-stride over blocks x threads%s", pieces);
    if (stage->blocks == 1 && stage->threads == FPC_FROM_SHAPE)
        return fpc_text("grid-stride over the threads of one block%s", pieces);
    if (stage->threads == FPC_FROM_COUNT)
        return fpc_text("a lane for each value");
    if (stage->threads == FPC_FROM_HALF)
        return fpc_text("a lane for each two values");
    return fpc_text("grid-stride over %u x %u lanes%s", stage->blocks, stage->threads, pieces);
}

static char *describe_lanes(const struct fpc_stage *stage)
{
    switch (stage->kind) {
    case FPC_STAGE_GRID_STRIDE:
        return describe_strides(stage);
    case FPC_STAGE_GRID_KAHAN:
        return fpc_text("grid-stride over blocks x threads with Kahan's compensation in each");
    case FPC_STAGE_SEGMENTS:
        return stage->coarsen == 1 ? fpc_text("a block for each value")
                                   : fpc_text("segments of %u values a thread", stage->coarsen);
    case FPC_STAGE_CHUNKS:
        return stage->blocks == FPC_FROM_JOBS
                   ? fpc_text("a chunk for each CPU thread, left to right")
                   : fpc_text("%u chunks, left to right", stage->blocks);
    case FPC_STAGE_PAIRWISE:
        return fpc_text("pairwise from leaves of %u in 8 running sums", FPC_PAIRWISE_LEAF);
    case FPC_STAGE_KAHAN:
        return fpc_text("left to right with Kahan's compensation");
    default:
        return fpc_text("left to right with Neumaier's compensation");
    }
}

static char *describe_fold(const struct fpc_stage *stage)
{
    const char *how = stage->kind == FPC_STAGE_FOLD_HALVES ? "by halves" : "by neighbours";
    if (stage->width == FPC_FROM_SHAPE || stage->width == FPC_FROM_COUNT ||
        stage->width == FPC_FROM_HALF)
        return fpc_text("fold the block %s", how);
    return fpc_text("fold %u %s", stage->width, how);
}

static char *describe_stage(const struct fpc_stage *stage)
{
    switch (stage->kind) {
    case FPC_STAGE_FOLD_HALVES:
    case FPC_STAGE_FOLD_NEIGHBOURS:
        return describe_fold(stage);
    case FPC_STAGE_ARRIVAL:
        return fpc_text("blocks as they arrive");
    case FPC_STAGE_AGAIN:
        return fpc_text("again until one value is left");
    default:
        return describe_lanes(stage);
    }
}

char *fpc_order_describe(const struct fpc_order *order)
{
    if (fpc_order_is_exact(order))
        return fpc_strdup("none: the sum is exact");
    char *text = fpc_strdup(fpc_order_is_unknown(order) ? "the library's own" : "");
    for (unsigned i = 0; i < FPC_ORDER_STAGES && order->stages[i].kind != FPC_STAGE_END; i++) {
        char *stage = describe_stage(&order->stages[i]);
        char *longer = fpc_text("%s%s%s", text, i ? ", " : "", stage);
        free(stage);
        free(text);
        text = longer;
    }
    return text;
}
