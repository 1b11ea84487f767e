#include "tests/gpu/golden.h"

#include "base/memory.h"
#include "base/random.h"
#include "order/mix.h"
#include "order/rebuild.h"
#include "order/walk.h"
#include "order/walk_mix.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SEED      20130u
#define MOST_LINE 8192

uint64_t golden_value(enum fpc_format format, uint64_t i)
{
    uint64_t random = fpc_random_at(SEED, i);
    double fraction = (double)(int64_t)random * 0x1p-63;
    return fpc_bits_round(format, ldexp(fraction, (int)(random % 13) - 6));
}

bool golden_order(const struct golden *golden, struct fpc_order *order)
{
    const struct fpc_kernel_entry *entry = fpc_kernel_find(golden->kernel);
    struct fpc_binding binding = {.shape = {golden->blocks, golden->threads},
                                  .jobs = 1,
                                  .count = golden->count,
                                  .vector = 16 / fpc_format_traits(golden->format)->size};
    if (entry == NULL)
        return false;
    *order = fpc_order_bind(&entry->kernel->order, &binding);
    return fpc_order_check(order) == NULL;
}

uint64_t golden_chain(enum fpc_format accumulator, const void *partials, uint64_t count)
{
    uint64_t chain = 1;
    for (uint64_t i = 0; i < count; i++)
        chain = fpc_mix(chain, fpc_mix_leaf(fpc_bits_load(accumulator, partials, i)));
    return chain;
}

uint64_t golden_chain_words(const uint64_t *words, uint64_t count)
{
    uint64_t chain = 1;
    for (uint64_t i = 0; i < count; i++)
        chain = fpc_mix(chain, words[i] ^ 1);
    return chain;
}

bool golden_from_host(struct golden *golden, const void *values, bool sums_only)
{
    struct fpc_walk walk = {.format = golden->format,
                            .accumulator = fpc_format_traits(golden->format)->accumulator,
                            .values = values,
                            .count = golden->count};
    if (!golden_order(golden, &walk.order))
        return false;
    uint32_t blocks = fpc_order_shape(&walk.order).blocks;
    bool arrives = fpc_order_has_arrival(&walk.order);
    uint64_t *words = fpc_alloc(blocks, sizeof *words);
    void *partials = fpc_alloc(blocks, sizeof(double));
    void *scratch = fpc_alloc(fpc_walk_scratch_size(&walk, blocks), 1);
    if (!sums_only)
        fpc_walk_mix_blocks(&walk.order, golden->count, words);
    fpc_walk_blocks(&walk, 0, blocks, scratch, partials);
    if (!sums_only)
        golden->mixed_partials = golden_chain_words(words, blocks);
    golden->mixed_result = 0;
    if (!sums_only && !arrives)
        golden->mixed_result = fpc_walk_mix_grid(&walk.order, words, NULL);
    golden->partials = golden_chain(walk.accumulator, partials, blocks);
    golden->result = arrives ? 0 : fpc_walk_grid(&walk, partials, NULL);
    free(scratch);
    free(partials);
    free(words);
    return true;
}

void golden_write(FILE *file, const struct golden *golden)
{
    fprintf(file,
            "%s %s %" PRIu64 " %u %u %016" PRIx64 " %016" PRIx64 " %016" PRIx64 " %016" PRIx64,
            golden->kernel, fpc_format_traits(golden->format)->name, golden->count, golden->blocks,
            golden->threads, golden->mixed_partials, golden->mixed_result, golden->partials,
            golden->result);
    fputc('\n', file);
}

bool golden_read(FILE *file, struct golden *golden)
{
    char line[MOST_LINE], format[8];
    do {
        if (!fgets(line, sizeof line, file))
            return false;
    } while (line[0] == '#' || strncmp(line, "old ", 4) == 0);
    *golden = (struct golden){.count = 0};
    int read =
        sscanf(line, "%31s %7s %" SCNu64 " %u %u %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64,
               golden->kernel, format, &golden->count, &golden->blocks, &golden->threads,
               &golden->mixed_partials, &golden->mixed_result, &golden->partials, &golden->result);
    return read == 9 && fpc_format_parse(format, &golden->format);
}

bool golden_arrival_holds(const struct golden_arrival *arrival, const void *values)
{
    const struct golden *run = &arrival->run;
    struct fpc_walk walk = {.format = run->format,
                            .accumulator = fpc_format_traits(run->format)->accumulator,
                            .values = values,
                            .count = run->count};
    uint32_t order[GOLDEN_OLD_VALUES];
    double partials[GOLDEN_OLD_VALUES], old_values[GOLDEN_OLD_VALUES];
    if (!golden_order(run, &walk.order) || fpc_order_shape(&walk.order).blocks != arrival->blocks)
        return false;
    void *scratch = fpc_alloc(fpc_walk_scratch_size(&walk, arrival->blocks), 1);
    fpc_walk_blocks(&walk, 0, arrival->blocks, scratch, partials);
    free(scratch);
    for (uint32_t b = 0; b < arrival->blocks; b++)
        fpc_bits_store(walk.accumulator, old_values, b, arrival->old_values[b]);
    return fpc_rebuild_arrival(walk.accumulator, partials, old_values, arrival->blocks, run->result,
                               order) != FPC_REBUILT_IMPOSSIBLE &&
           fpc_walk_sequence(walk.accumulator, partials, order, arrival->blocks) == run->result;
}

void golden_write_arrival(FILE *file, const struct golden_arrival *arrival)
{
    const struct golden *run = &arrival->run;
    fprintf(file, "old %s %s %" PRIu64 " %u %u %" PRIx64 " %u", run->kernel,
            fpc_format_traits(run->format)->name, run->count, run->blocks, run->threads,
            run->result, arrival->blocks);
    for (uint32_t b = 0; b < arrival->blocks; b++)
        fprintf(file, " %" PRIx64, arrival->old_values[b]);
    fputc('\n', file);
}

static bool read_old_values(struct golden_arrival *arrival, char *rest)
{
    for (uint32_t b = 0; b < arrival->blocks; b++) {
        char *end;
        arrival->old_values[b] = strtoull(rest, &end, 16);
        if (end == rest)
            return false;
        rest = end;
    }
    return *rest == '\n';
}

bool golden_read_arrival(FILE *file, struct golden_arrival *arrival)
{
    char line[MOST_LINE], format[8];
    struct golden *run = &arrival->run;
    int begin = 0;
    do {
        if (!fgets(line, sizeof line, file))
            return false;
    } while (strncmp(line, "old ", 4) != 0);
    *arrival = (struct golden_arrival){.blocks = 0};
    int read =
        sscanf(line, "old %31s %7s %" SCNu64 " %u %u %" SCNx64 " %u%n", run->kernel, format,
               &run->count, &run->blocks, &run->threads, &run->result, &arrival->blocks, &begin);
    return read == 7 && fpc_format_parse(format, &run->format) && arrival->blocks >= 1 &&
           arrival->blocks <= GOLDEN_OLD_VALUES && read_old_values(arrival, line + begin);
}
