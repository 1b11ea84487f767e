#include "exact/block.h"

#include "base/memory.h"

#include <math.h>

static enum fpc_format format_of(const struct fpc_block *block)
{
    return block->single ? FPC_F32 : FPC_F64;
}

static double value_of(const struct fpc_block *block, const void *stream, size_t i)
{
    return fpc_bits_value(format_of(block), fpc_bits_load(format_of(block), stream, i));
}

struct fpc_block fpc_block_in(void **room, bool single, size_t count)
{
    size_t size = single ? sizeof(float) : sizeof(double);
    if (*room == NULL)
        *room = fpc_alloc(2 * FPC_BLOCK_MOST, sizeof(double));
    return (struct fpc_block){single, *room, (char *)*room + count * size, count};
}

static void copy_finite(const struct fpc_block *from, const void *stream, void *to)
{
    for (size_t i = 0; i < from->count; i++) {
        bool finite = isfinite(value_of(from, stream, i)) != 0;
        fpc_bits_store(format_of(from), to, i,
                       finite ? fpc_bits_load(format_of(from), stream, i) : 0);
    }
}

struct fpc_block fpc_block_finite_part(const struct fpc_block *block, void **room)
{
    struct fpc_block finite = fpc_block_in(room, block->single, block->count);
    copy_finite(block, block->first, (void *)finite.first);
    copy_finite(block, block->second, (void *)finite.second);
    return finite;
}

void fpc_block_note_special(double value, struct fpc_exact_counts *counts)
{
    counts->nans += isnan(value) != 0;
    counts->positive_infinities += value == HUGE_VAL;
    counts->negative_infinities += value == -HUGE_VAL;
}

void fpc_block_note(const struct fpc_block *block, const struct fpc_block_counts *counted,
                    struct fpc_exact_counts *counts)
{
    counts->zeros += counted->zeros;
    counts->negative_zeros += counted->negative_zeros;
    counts->subnormals += counted->low - counted->zeros;
    if (counted->low > counted->zeros)
        fpc_exact_counts_field(counts, 1);
    for (size_t i = 0; counted->not_finite > 0 && i < block->count; i++) {
        fpc_block_note_special(value_of(block, block->first, i), counts);
        fpc_block_note_special(value_of(block, block->second, i), counts);
    }
}
