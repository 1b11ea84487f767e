/* The height of an order's tree. */
#include "order/order.h"

static uint64_t divide_up(uint64_t a, uint64_t b)
{
    return a / b + (a % b != 0);
}

static uint64_t at_most(uint64_t a, uint64_t limit)
{
    return a < limit ? a : limit;
}

/* What holds data: blocks, and slots of the fullest block. */
struct data {
    uint64_t blocks, slots;
};

/* In the first group of a block that holds data in its first `filled` slots the tree is the
 * highest. Halves: at offset o a slot below o takes data only if more than o slots are filled.
 * Neighbours: a value takes data at stride s if one at least s further is filled: the same count.
 */
static uint64_t halves_height(uint64_t filled, uint32_t width)
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

static uint64_t neighbours_height(uint64_t filled)
{
    uint64_t height = 0;
    for (; filled > 1; filled = divide_up(filled, 2))
        height++;
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

/* Lane 0 has the most values: its pieces 0, lanes, 2 lanes, ..., of which the last may be cut. */
static uint64_t stride_height(const struct fpc_stage *stage, uint64_t count)
{
    uint64_t vector = stage->vector ? stage->vector : 1;
    uint64_t round = (uint64_t)stage->blocks * stage->threads * vector;
    uint64_t left = count % round;
    return count / round * vector + at_most(left, vector) - 1;
}

static uint64_t lanes_height(const struct fpc_stage *stage, struct data *data)
{
    uint64_t count = data->blocks, vector = stage->vector ? stage->vector : 1;
    uint64_t pieces = divide_up(count, vector);
    *data = (struct data){1, 1};
    switch (stage->kind) {
    case FPC_STAGE_GRID_STRIDE:
    case FPC_STAGE_GRID_KAHAN:
        data->slots = at_most(pieces, stage->threads);
        data->blocks = at_most(divide_up(pieces, stage->threads), stage->blocks);
        return stride_height(stage, count);
    case FPC_STAGE_SEGMENTS:
        data->slots = at_most(count, stage->threads);
        data->blocks = divide_up(count, (uint64_t)stage->coarsen * stage->threads);
        return at_most(divide_up(count, stage->threads), stage->coarsen) - 1;
    case FPC_STAGE_CHUNKS:
        data->blocks = at_most(count, stage->blocks);
        return divide_up(count, stage->blocks) - 1;
    case FPC_STAGE_PAIRWISE:
        return pairwise_height(count);
    default:
        return count - 1;
    }
}

static uint64_t combination_height(const struct fpc_stage *stage, struct data *data)
{
    uint64_t filled = at_most(data->slots, stage->width), blocks = data->blocks;
    if (stage->kind == FPC_STAGE_ARRIVAL) {
        data->blocks = 1;
        return blocks - 1;
    }
    data->slots = divide_up(data->slots, stage->width);
    return stage->kind == FPC_STAGE_FOLD_NEIGHBOURS ? neighbours_height(filled)
                                                    : halves_height(filled, stage->width);
}

uint64_t fpc_order_height(const struct fpc_order *order, uint64_t n)
{
    uint64_t height = 0;
    struct data data = {n, 1};
    if (fpc_order_is_exact(order))
        return 0;
    if (n == 0 || fpc_order_is_unknown(order))
        return n == 0 ? 0 : n - 1;
    for (unsigned i = 0; i < FPC_ORDER_STAGES && order->stages[i].kind != FPC_STAGE_END; i++) {
        const struct fpc_stage *stage = &order->stages[i];
        if (stage->kind == FPC_STAGE_AGAIN) {
            struct fpc_order rest = fpc_order_rest(order);
            return rest.stages[0].kind == FPC_STAGE_END
                       ? height
                       : height + fpc_order_height(&rest, data.blocks);
        }
        height += stage->kind <= FPC_STAGE_NEUMAIER ? lanes_height(stage, &data)
                                                    : combination_height(stage, &data);
    }
    return height;
}
