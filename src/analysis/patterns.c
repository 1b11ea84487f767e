#include "analysis/patterns.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

struct occurrence {
    uint64_t bits, index;
};

static int by_bits_then_index(const void *a, const void *b)
{
    const struct occurrence *x = a, *y = b;
    if (x->bits != y->bits)
        return x->bits < y->bits ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static int by_first(const void *a, const void *b)
{
    const struct fpc_pattern *x = a, *y = b;
    return (x->first > y->first) - (x->first < y->first);
}

static struct occurrence *sorted_occurrences(enum fpc_format format, const uint64_t *bits,
                                             uint64_t count)
{
    struct occurrence *all = fpc_alloc(count, sizeof *all);
    for (uint64_t i = 0; i < count; i++) {
        bool nan = fpc_bits_class(format, bits[i]) == FPC_NAN;
        all[i] = (struct occurrence){nan ? fpc_bits_nan(format) : bits[i], i};
    }
    qsort(all, count, sizeof *all, by_bits_then_index);
    return all;
}

static struct fpc_distance spread_of(enum fpc_format format, const struct fpc_patterns *patterns)
{
    struct fpc_distance spread = {.known = true};
    uint64_t lowest = patterns->items[0].bits, highest = lowest;
    if (patterns->count == 1)
        return spread;
    for (size_t i = 0; i < patterns->count; i++) {
        uint64_t bits = patterns->items[i].bits;
        if (fpc_bits_class(format, bits) == FPC_NAN)
            return (struct fpc_distance){.known = false};
        if (fpc_bits_ordinal(format, bits) < fpc_bits_ordinal(format, lowest))
            lowest = bits;
        if (fpc_bits_ordinal(format, bits) > fpc_bits_ordinal(format, highest))
            highest = bits;
    }
    spread.ulps = fpc_bits_distance(format, lowest, highest);
    return spread;
}

struct fpc_patterns fpc_patterns_of(enum fpc_format format, const uint64_t *bits, uint64_t count)
{
    struct fpc_patterns patterns = {0};
    struct occurrence *all = sorted_occurrences(format, bits, count);
    for (uint64_t begin = 0, end; begin < count; begin = end) {
        for (end = begin; end < count && all[end].bits == all[begin].bits; end++)
            ;
        patterns.items = fpc_realloc(patterns.items, patterns.count + 1, sizeof *patterns.items);
        patterns.items[patterns.count++] = (struct fpc_pattern){
            .bits = all[begin].bits, .count = end - begin, .first = all[begin].index};
    }
    free(all);
    qsort(patterns.items, patterns.count, sizeof *patterns.items, by_first);
    patterns.spread = spread_of(format, &patterns);
    return patterns;
}

static int by_number(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

size_t fpc_patterns_distinct(const uint64_t *numbers, uint64_t count)
{
    if (count == 0)
        return 0;
    uint64_t *sorted = fpc_alloc(count, sizeof *sorted);
    size_t distinct = 1;
    memcpy(sorted, numbers, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, by_number);
    for (uint64_t i = 1; i < count; i++)
        distinct += sorted[i] != sorted[i - 1];
    free(sorted);
    return distinct;
}
