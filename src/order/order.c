#include "order/order.h"

#include "base/memory.h"
#include "base/text.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static uint64_t at_most(uint64_t a, uint64_t limit)
{
    return a < limit ? a : limit;
}

struct fpc_order fpc_order_bind(const struct fpc_order *order, struct fpc_shape shape,
                                uint32_t jobs)
{
    struct fpc_order bound = *order;
    for (unsigned i = 0; i < FPC_ORDER_STAGES; i++) {
        struct fpc_stage *stage = &bound.stages[i];
        if (stage->kind == FPC_STAGE_GRID_STRIDE && stage->blocks == FPC_FROM_SHAPE)
            stage->blocks = shape.blocks;
        if (stage->kind == FPC_STAGE_GRID_STRIDE && stage->threads == FPC_FROM_SHAPE)
            stage->threads = shape.threads;
        if (stage->kind == FPC_STAGE_CHUNKS && stage->blocks == FPC_FROM_JOBS)
            stage->blocks = jobs;
    }
    return bound;
}

bool fpc_order_uses_shape(const struct fpc_order *order)
{
    for (unsigned i = 0; i < FPC_ORDER_STAGES; i++) {
        const struct fpc_stage *stage = &order->stages[i];
        if (stage->kind == FPC_STAGE_GRID_STRIDE &&
            (stage->blocks == FPC_FROM_SHAPE || stage->threads == FPC_FROM_SHAPE))
            return true;
    }
    return false;
}

static bool has_stage(const struct fpc_order *order, enum fpc_stage_kind kind)
{
    for (unsigned i = 0; i < FPC_ORDER_STAGES; i++)
        if (order->stages[i].kind == kind)
            return true;
    return false;
}

bool fpc_order_has_arrival(const struct fpc_order *order)
{
    return has_stage(order, FPC_STAGE_ARRIVAL);
}

bool fpc_order_is_compensated(const struct fpc_order *order)
{
    return has_stage(order, FPC_STAGE_KAHAN) || has_stage(order, FPC_STAGE_NEUMAIER);
}

struct fpc_shape fpc_order_shape(const struct fpc_order *order)
{
    return (struct fpc_shape){order->stages[0].blocks, order->stages[0].threads};
}

unsigned fpc_order_grid_part(const struct fpc_order *order)
{
    unsigned i = 1;
    while (i < FPC_ORDER_STAGES && order->stages[i].kind == FPC_STAGE_FOLD_HALVES)
        i++;
    return i;
}

/* Values as the stages see them: blocks of equally many slots. */
struct extent {
    uint64_t blocks, slots;
    unsigned grids; /* stages of lanes so far */
};

static const char *check_lanes(const struct fpc_stage *stage, struct extent *extent)
{
    if (extent->slots != 1)
        return "a grid stage begins before each block has one value";
    if (stage->blocks < 1 || stage->blocks > FPC_MAX_BLOCKS || stage->threads < 1 ||
        stage->threads > FPC_MAX_THREADS)
        return "blocks or threads are out of range";
    if (stage->kind != FPC_STAGE_GRID_STRIDE && stage->threads != 1)
        return "a chunk has one thread";
    if (stage->kind != FPC_STAGE_GRID_STRIDE && stage->kind != FPC_STAGE_CHUNKS &&
        stage->blocks != 1)
        return "a sum of all values has one block";
    *extent = (struct extent){stage->blocks, stage->threads, extent->grids + 1};
    return NULL;
}

static const char *check_stage(const struct fpc_stage *stage, struct extent *extent)
{
    switch (stage->kind) {
    case FPC_STAGE_FOLD_HALVES:
        if (stage->width < 2 || (stage->width & (stage->width - 1)) != 0)
            return "the width of a fold is no power of two";
        extent->slots = divide_up(extent->slots, stage->width);
        return NULL;
    case FPC_STAGE_ARRIVAL:
        if (extent->slots != 1)
            return "blocks arrive before each has one value";
        if (extent->grids != 1)
            return "blocks arrive behind a second grid stage";
        extent->blocks = 1;
        return NULL;
    default:
        return check_lanes(stage, extent);
    }
}

const char *fpc_order_check(const struct fpc_order *order)
{
    struct extent extent = {.blocks = 1, .slots = 1};
    const char *wrong = NULL;
    if (order->stages[0].kind == FPC_STAGE_END || order->stages[0].kind == FPC_STAGE_FOLD_HALVES ||
        order->stages[0].kind == FPC_STAGE_ARRIVAL)
        return "the first stage does not say which lane adds which values";
    for (unsigned i = 0; i < FPC_ORDER_STAGES && order->stages[i].kind != FPC_STAGE_END; i++)
        if ((wrong = check_stage(&order->stages[i], &extent)) != NULL)
            return wrong;
    if (extent.blocks != 1 || extent.slots != 1)
        return "more than one value is left at the end";
    return NULL;
}

/* Within a block that holds data in its first `filled` slots, the tree over the first group is the
 * highest. At offset o a slot below o takes data only if more than o slots are filled. */
static uint64_t fold_height(uint64_t filled, uint32_t width)
{
    uint64_t height = 0;
    for (uint32_t offset = width / 2; offset > 0; offset /= 2) {
        if (filled > offset) {
            filled = offset;
            height++;
        }
    }
    return height;
}

/* Up to a leaf: eight running sums, three additions to join them, then what is left over. */
static uint64_t pairwise_height(uint64_t n)
{
    if (n < 8)
        return n - 1;
    if (n <= FPC_PAIRWISE_LEAF)
        return n / 8 - 1 + 3 + n % 8;
    uint64_t half = n / 2 - n / 2 % 8;
    uint64_t left = pairwise_height(half), right = pairwise_height(n - half);
    return 1 + (left > right ? left : right);
}

/* What holds data: blocks, and slots of the fullest block. */
static uint64_t lanes_height(const struct fpc_stage *stage, struct extent *data)
{
    uint64_t count = data->blocks;
    *data = (struct extent){.blocks = 1, .slots = 1};
    switch (stage->kind) {
    case FPC_STAGE_GRID_STRIDE:
        data->slots = at_most(count, stage->threads);
        data->blocks = at_most(divide_up(count, stage->threads), stage->blocks);
        return divide_up(count, (uint64_t)stage->blocks * stage->threads) - 1;
    case FPC_STAGE_CHUNKS:
        data->blocks = at_most(count, stage->blocks);
        return divide_up(count, stage->blocks) - 1;
    case FPC_STAGE_PAIRWISE:
        return pairwise_height(count);
    default:
        return count - 1;
    }
}

uint64_t fpc_order_height(const struct fpc_order *order, uint64_t n)
{
    uint64_t height = 0;
    struct extent data = {.blocks = n, .slots = 1};
    for (unsigned i = 0; i < FPC_ORDER_STAGES && data.blocks > 0; i++) {
        const struct fpc_stage *stage = &order->stages[i];
        switch (stage->kind) {
        case FPC_STAGE_END:
            return height;
        case FPC_STAGE_FOLD_HALVES:
            height += fold_height(at_most(data.slots, stage->width), stage->width);
            data.slots = divide_up(data.slots, stage->width);
            break;
        case FPC_STAGE_ARRIVAL:
            height += data.blocks - 1;
            data.blocks = 1;
            break;
        default:
            height += lanes_height(stage, &data);
            break;
        }
    }
    return height;
}

static char *describe_stage(const struct fpc_stage *stage)
{
    switch (stage->kind) {
    case FPC_STAGE_GRID_STRIDE:
        if (stage->blocks == 1 && stage->threads == 1)
            return fpc_text("left to right");
        if (stage->blocks == FPC_FROM_SHAPE)
            return fpc_text("grid-stride over blocks x threads");
        if (stage->threads == FPC_FROM_SHAPE)
            return fpc_text("grid-stride over the threads of %u block%s", stage->blocks,
                            stage->blocks == 1 ? "" : "s");
        return fpc_text("grid-stride over %u x %u lanes", stage->blocks, stage->threads);
    case FPC_STAGE_FOLD_HALVES:
        return fpc_text("fold %u by halves", stage->width);
    case FPC_STAGE_CHUNKS:
        return stage->blocks == FPC_FROM_JOBS
                   ? fpc_text("a chunk for each CPU thread, left to right")
                   : fpc_text("%u chunks, left to right", stage->blocks);
    case FPC_STAGE_PAIRWISE:
        return fpc_text("pairwise from leaves of %u in 8 running sums", FPC_PAIRWISE_LEAF);
    case FPC_STAGE_KAHAN:
        return fpc_text("left to right with Kahan's compensation");
    case FPC_STAGE_NEUMAIER:
        return fpc_text("left to right with Neumaier's compensation");
    default:
        return fpc_text("blocks as they arrive");
    }
}

char *fpc_order_describe(const struct fpc_order *order)
{
    char *text = fpc_strdup("");
    for (unsigned i = 0; i < FPC_ORDER_STAGES && order->stages[i].kind != FPC_STAGE_END; i++) {
        char *stage = describe_stage(&order->stages[i]);
        char *longer = fpc_text("%s%s%s", text, i ? ", " : "", stage);
        free(stage);
        free(text);
        text = longer;
    }
    return text;
}
