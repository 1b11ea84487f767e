/* The host device: the blocks of a kernel, run by a pool of CPU threads. */
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/random.h"
#include "run/arrival.h"
#include "run/device.h"
#include "run/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The host counts as an H100 or H200, so that default shapes are those of such a GPU. */
#define FPC_HOST_SMS 132

/* Neighbouring blocks are walked together, which reads memory in longer pieces, while their lanes
 * fit well into the second-level cache; but each thread gets at least this many pieces, so that
 * threads stay busy and blocks race. */
#define FPC_HOST_TILE_BYTES       262144
#define FPC_HOST_TILES_PER_THREAD 8

/* One request at work. */
struct host_run {
    const struct fpc_run_request *request;
    uint32_t blocks;
    uint32_t tile; /* blocks walked together: one task */
    bool races;    /* partials go to `sum` as they come */
    void *partials;
    char *scratch; /* scratch_size bytes for each thread */
    size_t scratch_size;
    struct fpc_arrival_sum sum;
    uint32_t *order; /* of arrival */
};

static void run_tile(void *context, unsigned worker, uint64_t task)
{
    struct host_run *run = context;
    const struct fpc_walk *walk = &run->request->walk;
    uint32_t first = (uint32_t)task * run->tile, left = run->blocks - first;
    uint32_t count = left < run->tile ? left : run->tile;
    fpc_walk_blocks(walk, first, count, run->scratch + worker * run->scratch_size, run->partials);
    for (uint32_t b = first; run->races && b < first + count; b++)
        fpc_arrival_add(&run->sum, b, fpc_bits_load(walk->accumulator, run->partials, b));
}

/* The simulated order of arrival of one run. */
static void simulate_arrival(struct host_run *run, uint64_t number)
{
    enum fpc_arrival arrival = run->request->arrival;
    for (uint32_t i = 0; i < run->blocks; i++)
        run->order[i] = arrival == FPC_ARRIVAL_REVERSE ? run->blocks - 1 - i : i;
    if (arrival == FPC_ARRIVAL_RANDOM) {
        struct fpc_random random = {.seed = fpc_random_at(run->request->seed, number)};
        fpc_random_shuffle(&random, run->order, run->blocks);
    }
}

static uint64_t hash_order(const uint32_t *order, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash = fpc_random_at(hash, order[i]);
    return hash;
}

/* A NaN's payload may depend on which operand the compiler put first; all NaN are one class. */
static bool same_value(enum fpc_format format, uint64_t a, uint64_t b)
{
    return a == b || (fpc_bits_class(format, a) == FPC_NAN && fpc_bits_class(format, b) == FPC_NAN);
}

/* Everything a run gave must follow from its block partials and its order of arrival, and the
 * partials, whose order is fixed, must be the first run's. */
static void control_run(struct host_run *run, struct fpc_samples *samples, uint64_t bits)
{
    size_t size = run->blocks * fpc_format_traits(samples->accumulator)->size;
    if (samples->runs == 0)
        memcpy(samples->partials, run->partials, size);
    bool same_partials = memcmp(samples->partials, run->partials, size) == 0;
    uint64_t replayed =
        run->races ? fpc_walk_grid(&run->request->walk, run->partials, run->order) : bits;
    if (!same_partials || !same_value(samples->accumulator, replayed, bits))
        fpc_samples_control_failed(samples);
}

static void keep_run(struct host_run *run, struct fpc_samples *samples, uint64_t bits)
{
    samples->accumulators[samples->runs] = bits;
    samples->results[samples->runs] = fpc_bits_convert(samples->accumulator, bits, samples->format);
    if (samples->has_arrival)
        samples->arrivals[samples->runs] = hash_order(run->order, run->blocks);
    samples->runs++;
}

/* One run. False if an interrupt kept it from being finished. */
static bool run_once(struct fpc_device *device, struct host_run *run, struct fpc_samples *samples)
{
    uint64_t tiles = (run->blocks + run->tile - 1) / run->tile, bits;
    if (run->races)
        fpc_arrival_reset(&run->sum);
    else if (samples->has_arrival)
        simulate_arrival(run, samples->runs);
    fpc_pool_run(device->pool, run_tile, run, tiles);
    if (fpc_interrupt_signal() != 0)
        return false;
    bits = run->races ? fpc_arrival_finish(&run->sum, run->order)
                      : fpc_walk_grid(&run->request->walk, run->partials, run->order);
    control_run(run, samples, bits);
    keep_run(run, samples, bits);
    return true;
}

static uint32_t tile_blocks(const struct fpc_walk *walk, uint32_t blocks, unsigned workers)
{
    uint64_t by_cache = FPC_HOST_TILE_BYTES / fpc_walk_scratch_size(walk, 1);
    uint64_t by_threads = blocks / ((uint64_t)workers * FPC_HOST_TILES_PER_THREAD);
    uint64_t tile = workers > 1 && by_threads < by_cache ? by_threads : by_cache;
    return tile < 1 ? 1 : (uint32_t)(tile < blocks ? tile : blocks);
}

static void clear_run(struct host_run *run)
{
    fpc_arrival_clear(&run->sum);
    free(run->order);
    free(run->scratch);
    free(run->partials);
}

static enum fpc_status prepare_run(struct host_run *run, struct fpc_device *device,
                                   const struct fpc_run_request *request,
                                   const struct fpc_samples *samples, struct fpc_error *error)
{
    unsigned workers = fpc_pool_threads(device->pool);
    void *partials = NULL, *scratch = NULL, *order = NULL;
    *run = (struct host_run){.request = request, .blocks = samples->blocks};
    run->tile = tile_blocks(&request->walk, run->blocks, workers);
    run->races = samples->has_arrival && request->arrival == FPC_ARRIVAL_REAL;
    run->scratch_size = fpc_walk_scratch_size(&request->walk, run->tile);
    enum fpc_status status =
        fpc_alloc_large(run->blocks, fpc_format_traits(samples->accumulator)->size,
                        "the block partials of a run", &partials, error);
    if (status == FPC_OK)
        status = fpc_alloc_large(workers, run->scratch_size, "the lanes", &scratch, error);
    if (status == FPC_OK && samples->has_arrival)
        status =
            fpc_alloc_large(run->blocks, sizeof(uint32_t), "the order of arrival", &order, error);
    if (status == FPC_OK && run->races)
        status = fpc_arrival_init(&run->sum, samples->accumulator, run->blocks, error);
    run->partials = partials;
    run->scratch = scratch;
    run->order = order;
    if (status != FPC_OK)
        clear_run(run);
    return status;
}

static enum fpc_status host_run(struct fpc_device *device, const struct fpc_run_request *request,
                                struct fpc_samples *samples, struct fpc_error *error)
{
    struct host_run run;
    enum fpc_status status = prepare_run(&run, device, request, samples, error);
    if (status != FPC_OK)
        return status;
    samples->simulated = samples->has_arrival && !run.races;
    while (samples->runs < request->runs && run_once(device, &run, samples))
        if (request->progress)
            request->progress(request->progress_context, samples->runs);
    clear_run(&run);
    return FPC_OK;
}

/* The processor's name as the kernel gives it, or a plain word. */
static char *processor_name(void)
{
    char line[256], *name = NULL;
    FILE *file = fopen("/proc/cpuinfo", "re");
    while (file && !name && fgets(line, sizeof line, file)) {
        char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || colon == NULL)
            continue;
        line[strcspn(line, "\n")] = '\0';
        name = fpc_strdup(colon + 1 + (colon[1] == ' '));
    }
    if (file)
        fclose(file);
    return name ? name : fpc_strdup("CPU");
}

enum fpc_status fpc_host_open(struct fpc_device *device, unsigned threads, struct fpc_error *error)
{
    struct fpc_pool *pool;
    enum fpc_status status = fpc_pool_open(&pool, threads, error);
    if (status != FPC_OK)
        return status;
    *device = (struct fpc_device){.backend = "host",
                                  .name = processor_name(),
                                  .key = fpc_strdup("host"),
                                  .sms = FPC_HOST_SMS,
                                  .pool = pool,
                                  .run = host_run,
                                  .time = fpc_host_time,
                                  .read_limit = fpc_host_read_limit,
                                  .empty = fpc_host_empty};
    return FPC_OK;
}
