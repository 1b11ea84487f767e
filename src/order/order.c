#include "order/order.h"

#include <string.h>

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

/* The smallest power of two that is at least `n` and at least 2. */
static uint64_t power_of_two(uint64_t n)
{
    uint64_t power = 2;
    while (power < n && power < UINT64_C(1) << 62)
        power *= 2;
    return power;
}

/* What does not fit becomes a number that fpc_order_check() refuses. */
static uint32_t as_number(uint64_t value)
{
    return value < UINT32_MAX ? (uint32_t)value : UINT32_MAX;
}

static uint32_t bind_blocks(const struct fpc_stage *stage, const struct fpc_binding *binding)
{
    switch (stage->blocks) {
    case FPC_FROM_SHAPE:
        return binding->shape.blocks;
    case FPC_FROM_JOBS:
        return binding->jobs;
    case FPC_FROM_COUNT:
        return as_number(binding->count);
    case FPC_FROM_SEGMENTS:
        return as_number(divide_up(binding->count, (uint64_t)stage->coarsen * stage->threads));
    default:
        return stage->blocks;
    }
}

/* Of threads and of the width of a fold. */
static uint32_t bind_lanes(uint32_t number, const struct fpc_binding *binding, bool fold)
{
    uint32_t half;
    switch (number) {
    case FPC_FROM_SHAPE:
        return fold ? as_number(power_of_two(binding->shape.threads)) : binding->shape.threads;
    case FPC_FROM_COUNT:
        return as_number(power_of_two(binding->count));
    case FPC_FROM_HALF:
        half = as_number(power_of_two(binding->count) / 2);
        if (half > FPC_MAX_THREADS)
            return as_number(power_of_two(binding->count)); /* more than FPC_MAX_LANES: refused */
        return fold && half < 2 ? 2 : half;
    default:
        return number;
    }
}

static bool is_lanes(enum fpc_stage_kind kind)
{
    return kind >= FPC_STAGE_GRID_STRIDE && kind <= FPC_STAGE_NEUMAIER;
}

static bool is_fold(enum fpc_stage_kind kind)
{
    return kind == FPC_STAGE_FOLD_HALVES || kind == FPC_STAGE_FOLD_NEIGHBOURS;
}

struct fpc_order fpc_order_bind(const struct fpc_order *order, const struct fpc_binding *binding)
{
    struct fpc_order bound = *order;
    if (fpc_order_is_unknown(order)) {
        bound.stages[0].blocks = binding->shape.blocks;
        bound.stages[0].threads = binding->shape.threads;
    }
    for (unsigned i = 0; i < FPC_ORDER_STAGES; i++) {
        struct fpc_stage *stage = &bound.stages[i];
        if (is_fold(stage->kind))
            stage->width = bind_lanes(stage->width, binding, true);
        if (!is_lanes(stage->kind))
            continue;
        stage->threads = bind_lanes(stage->threads, binding, false);
        stage->blocks = bind_blocks(stage, binding);
        if (stage->vector == FPC_FROM_FORMAT)
            stage->vector = (uint32_t)binding->vector;
    }
    return bound;
}

bool fpc_order_is_unknown(const struct fpc_order *order)
{
    return order->stages[0].kind == FPC_STAGE_END || fpc_order_is_exact(order);
}

bool fpc_order_is_exact(const struct fpc_order *order)
{
    return order->stages[0].kind == FPC_STAGE_EXACT;
}

bool fpc_order_uses_shape(const struct fpc_order *order)
{
    for (unsigned i = 0; i < FPC_ORDER_STAGES; i++) {
        const struct fpc_stage *stage = &order->stages[i];
        if ((is_lanes(stage->kind) || stage->kind == FPC_STAGE_EXACT) &&
            (stage->blocks == FPC_FROM_SHAPE || stage->threads == FPC_FROM_SHAPE))
            return true;
    }
    return false;
}

bool fpc_order_uses_jobs(const struct fpc_order *order)
{
    for (unsigned i = 0; i < FPC_ORDER_STAGES; i++)
        if (is_lanes(order->stages[i].kind) && order->stages[i].blocks == FPC_FROM_JOBS)
            return true;
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
    return has_stage(order, FPC_STAGE_KAHAN) || has_stage(order, FPC_STAGE_NEUMAIER) ||
           has_stage(order, FPC_STAGE_GRID_KAHAN);
}

struct fpc_shape fpc_order_shape(const struct fpc_order *order)
{
    return (struct fpc_shape){order->stages[0].blocks, order->stages[0].threads};
}

unsigned fpc_order_grid_part(const struct fpc_order *order)
{
    unsigned i = 1;
    while (i < FPC_ORDER_STAGES && is_fold(order->stages[i].kind))
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
    enum fpc_stage_kind kind = stage->kind;
    bool grid = kind == FPC_STAGE_GRID_STRIDE || kind == FPC_STAGE_GRID_KAHAN;
    uint32_t most = stage->blocks == 1 ? FPC_MAX_LANES : FPC_MAX_THREADS;
    if (extent->slots != 1)
        return "a grid stage begins before each block has one value";
    if (stage->blocks < 1 || stage->blocks > FPC_MAX_BLOCKS)
        return "it would need more than 2^24 blocks";
    if (stage->threads < 1 || stage->threads > most)
        return "one block takes at most 2048 values";
    if (kind == FPC_STAGE_SEGMENTS && stage->coarsen < 1)
        return "a segment has no values";
    if (!grid && kind != FPC_STAGE_SEGMENTS && stage->threads != 1)
        return "a chunk has one thread";
    if (!grid && kind != FPC_STAGE_SEGMENTS && kind != FPC_STAGE_CHUNKS && stage->blocks != 1)
        return "a sum of all values has one block";
    *extent = (struct extent){stage->blocks, stage->threads, extent->grids + 1};
    return NULL;
}

static const char *check_combination(const struct fpc_stage *stage, struct extent *extent)
{
    if (is_fold(stage->kind)) {
        if (stage->width < 2 || (stage->width & (stage->width - 1)) != 0)
            return "the width of a fold is no power of two";
        extent->slots = divide_up(extent->slots, stage->width);
        return NULL;
    }
    if (extent->slots != 1)
        return "blocks arrive before each has one value";
    if (extent->grids != 1)
        return "blocks arrive behind a second grid stage";
    extent->blocks = 1;
    return NULL;
}

/* What is done again must leave fewer values than it takes. */
static const char *check_again(const struct fpc_order *order, struct extent *extent)
{
    if (extent->slots != 1 || extent->grids != 1 || order->stages[0].threads < 2)
        return "what is done again leaves as many values as it takes";
    extent->blocks = 1;
    return NULL;
}

const char *fpc_order_check(const struct fpc_order *order)
{
    struct extent extent = {.blocks = 1, .slots = 1};
    const char *wrong = NULL;
    if (fpc_order_is_exact(order))
        return "it runs on a GPU only: on the CPU it would be the sum that results are compared "
               "with";
    if (fpc_order_is_unknown(order))
        return "its order is a library's own and cannot be walked";
    if (!is_lanes(order->stages[0].kind))
        return "the first stage does not say which lane adds which values";
    for (unsigned i = 0; i < FPC_ORDER_STAGES && !wrong; i++) {
        const struct fpc_stage *stage = &order->stages[i];
        if (stage->kind == FPC_STAGE_END)
            break;
        wrong = is_lanes(stage->kind)            ? check_lanes(stage, &extent)
                : stage->kind == FPC_STAGE_EXACT ? "an exact sum is not alone"
                : stage->kind == FPC_STAGE_AGAIN ? check_again(order, &extent)
                : stage->kind > FPC_STAGE_AGAIN  ? "a stage is of no known kind"
                                                 : check_combination(stage, &extent);
    }
    if (!wrong && (extent.blocks != 1 || extent.slots != 1))
        return "more than one value is left at the end";
    return wrong;
}

/* The block part again; a single block ends it. */
static struct fpc_order again(const struct fpc_order *order)
{
    struct fpc_order rest = *order;
    uint64_t blocks = divide_up(order->stages[0].blocks, order->stages[0].threads);
    rest.stages[0].blocks = (uint32_t)blocks;
    if (blocks == 1)
        rest.stages[fpc_order_grid_part(order)].kind = FPC_STAGE_END;
    return rest;
}

struct fpc_order fpc_order_rest(const struct fpc_order *order)
{
    unsigned done = fpc_order_grid_part(order);
    struct fpc_order rest = {{{.kind = FPC_STAGE_END}}};
    if (done == FPC_ORDER_STAGES)
        return rest;
    if (order->stages[done].kind != FPC_STAGE_AGAIN)
        memcpy(rest.stages, order->stages + done,
               (FPC_ORDER_STAGES - done) * sizeof rest.stages[0]);
    else if (order->stages[0].blocks > 1)
        rest = again(order);
    return rest;
}
