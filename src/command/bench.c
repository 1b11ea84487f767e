/* fpcheck bench [OPTION]... [INPUT]: how fast the kernels are, and what a fixed order costs. */
#include "analysis/bench.h"
#include "base/interrupt.h"
#include "base/memory.h"
#include "base/output.h"
#include "base/text.h"
#include "command/bench_options.h"
#include "command/command.h"
#include "command/standard_streams.h"
#include "report/bench.h"
#include "run/timing.h"

#include <stdlib.h>
#include <string.h>

/* Values that are made where no input is named: 1 GiB of f32 on a GPU, 64 MiB on the host. */
#define FPC_GPU_VALUES  (UINT64_C(1) << 28)
#define FPC_HOST_VALUES (UINT64_C(1) << 24)

/* What a benchmark owns; a zeroed struct is empty. */
struct benchmark {
    struct fpc_bench_options options;
    struct fpc_output json;
    struct fpc_device device;
    struct fpc_inputs inputs;
    const struct fpc_input *input; /* the one that is timed; borrowed */
    struct fpc_bench bench;
    double seconds[FPC_TIMING_ROUNDS];
};

/* Uniform values of both signs, by the generator that cases have. */
static enum fpc_status make_input(struct benchmark *benchmark, struct fpc_error *error)
{
    bool gpu = strcmp(benchmark->device.backend, "cuda") == 0;
    struct fpc_input_options options = {.kind = FPC_INPUT_CASE};
    enum fpc_format format =
        benchmark->options.run.input.format_given ? benchmark->options.run.input.format : FPC_F32;
    uint64_t count = benchmark->options.count;
    if (count == 0)
        count = gpu ? FPC_GPU_VALUES : FPC_HOST_VALUES;
    char *text = fpc_text("format %s\ndata\ngenerate uniform %llu 1 -1 1\n",
                          fpc_format_traits(format)->name, (unsigned long long)count);
    struct fpc_bytes bytes = {(uint8_t *)text, strlen(text), 0};
    return fpc_inputs_add_bytes(&benchmark->inputs, "uniform(-1, 1)", bytes, &options, error);
}

static enum fpc_status prepare(struct benchmark *benchmark, struct fpc_error *error)
{
    const struct fpc_run_options *run = &benchmark->options.run;
    enum fpc_status status = FPC_OK;
    if (benchmark->options.json && run->input_count > 0 &&
        strcmp(benchmark->options.json, "-") != 0 &&
        fpc_output_is_same_file(benchmark->options.json, run->inputs[0]))
        return fpc_error_set(error, FPC_USAGE, "%s is an input; it would be overwritten",
                             benchmark->options.json);
    if (benchmark->options.json)
        status = fpc_output_open(&benchmark->json, benchmark->options.json, error);
    if (status == FPC_OK && run->input_count > 0)
        status = fpc_inputs_add(&benchmark->inputs, run->inputs[0], &run->input, error);
    if (status == FPC_OK)
        status = fpc_device_open(&benchmark->device, run->device, run->gpu, run->jobs, error);
    if (status == FPC_OK && run->input_count == 0)
        status = make_input(benchmark, error);
    if (status != FPC_OK)
        return status;
    for (size_t i = 0; i < benchmark->inputs.note_count; i++)
        fprintf(stderr, "fpcheck: note: %s\n", benchmark->inputs.notes[i]);
    if (benchmark->inputs.count > 1)
        return fpc_error_set(error, FPC_USAGE, "%s holds %zu tensors: name one with --tensor",
                             run->inputs[0], benchmark->inputs.count);
    benchmark->input = &benchmark->inputs.items[0];
    return fpc_device_load(
        &benchmark->device, benchmark->input->values,
        benchmark->input->count * fpc_format_traits(benchmark->input->format)->size, error);
}

static struct fpc_run_request request_of(const struct benchmark *benchmark,
                                         const struct fpc_kernel_entry *entry,
                                         const struct fpc_order *order)
{
    const struct fpc_input *input = benchmark->input;
    return (struct fpc_run_request){
        .entry = entry,
        .walk = {.order = *order,
                 .format = input->format,
                 .accumulator = fpc_format_traits(input->format)->accumulator,
                 .values = input->values,
                 .count = input->count},
        .runs = benchmark->options.rounds};
}

static enum fpc_status time_order(struct benchmark *benchmark, const struct fpc_kernel_entry *entry,
                                  const struct fpc_order *order, struct fpc_bench_time *time,
                                  struct fpc_error *error)
{
    struct fpc_run_request request = request_of(benchmark, entry, order);
    enum fpc_status status =
        fpc_timing_runs(&benchmark->device, &request, benchmark->seconds, error);
    if (status == FPC_OK)
        *time = fpc_bench_time_of(benchmark->seconds, benchmark->options.rounds);
    return status;
}

static enum fpc_status time_limits(struct benchmark *benchmark, struct fpc_error *error)
{
    struct fpc_bench *bench = &benchmark->bench;
    uint64_t rounds = benchmark->options.rounds;
    enum fpc_status status = fpc_timing_read(&benchmark->device, benchmark->input->values,
                                             bench->bytes, rounds, benchmark->seconds, error);
    if (status != FPC_OK)
        return status;
    bench->read = fpc_bench_time_of(benchmark->seconds, rounds);
    status = fpc_timing_empty(&benchmark->device, rounds, benchmark->seconds, error);
    if (status == FPC_OK)
        bench->empty = fpc_bench_time_of(benchmark->seconds, rounds);
    return status;
}

static enum fpc_status time_kernel(struct benchmark *benchmark,
                                   const struct fpc_kernel_entry *entry,
                                   const struct fpc_blocks_choice *blocks, uint32_t threads,
                                   struct fpc_error *error)
{
    struct fpc_bench *bench = &benchmark->bench;
    struct fpc_order order =
        fpc_device_order(&benchmark->device, entry->kernel, benchmark->input->format,
                         benchmark->input->count, blocks->blocks, blocks->per_sm, threads);
    bench->rows = fpc_realloc(bench->rows, bench->row_count + 1, sizeof *bench->rows);
    struct fpc_bench_row *row = &bench->rows[bench->row_count++];
    *row = (struct fpc_bench_row){.kernel = entry->kernel->name,
                                  .shape = fpc_order_shape(&order),
                                  .reason = fpc_device_refuses(&benchmark->device, entry, &order)};
    return row->reason ? FPC_OK : time_order(benchmark, entry, &order, &row->time, error);
}

static enum fpc_status time_kernels(struct benchmark *benchmark, struct fpc_error *error)
{
    const struct fpc_run_options *run = &benchmark->options.run;
    enum fpc_status status = FPC_OK;
    for (size_t k = 0; k < run->kernel_count; k++)
        for (size_t b = 0; b < run->blocks_count; b++)
            for (size_t t = 0; t < run->threads_count; t++)
                if (status == FPC_OK && fpc_interrupt_signal() == 0)
                    status = time_kernel(benchmark, run->kernels[k], &run->blocks[b],
                                         run->threads[t], error);
    return status;
}

static enum fpc_status time_price(struct benchmark *benchmark, uint32_t blocks,
                                  struct fpc_error *error)
{
    static const char *const names[] = {"atomic", "two_pass"};
    struct fpc_bench *bench = &benchmark->bench;
    struct fpc_bench_time times[2];
    for (int i = 0; i < 2; i++) {
        const struct fpc_kernel_entry *entry = fpc_kernel_find(names[i]);
        struct fpc_order order =
            fpc_device_order(&benchmark->device, entry->kernel, benchmark->input->format,
                             benchmark->input->count, blocks, 0, bench->price_threads);
        enum fpc_status status = time_order(benchmark, entry, &order, &times[i], error);
        if (status != FPC_OK)
            return status;
    }
    bench->prices = fpc_realloc(bench->prices, bench->price_count + 1, sizeof *bench->prices);
    bench->prices[bench->price_count++] =
        (struct fpc_bench_price){blocks, times[0].median, times[1].median};
    return FPC_OK;
}

/* 8, 16, 32, ... blocks, up to 32 a multiprocessor or what the data fill. */
static enum fpc_status time_prices(struct benchmark *benchmark, struct fpc_error *error)
{
    struct fpc_bench *bench = &benchmark->bench;
    enum fpc_status status = FPC_OK;
    bench->price_threads = benchmark->options.run.threads[0];
    uint64_t most = bench->count / bench->price_threads + 1;
    if (most > 32ull * benchmark->device.sms)
        most = 32ull * benchmark->device.sms;
    for (uint32_t blocks = 8; blocks <= most && status == FPC_OK; blocks *= 2)
        if (fpc_interrupt_signal() == 0)
            status = time_price(benchmark, blocks, error);
    return status;
}

static enum fpc_status measure(struct benchmark *benchmark, struct fpc_error *error)
{
    struct fpc_bench *bench = &benchmark->bench;
    const struct fpc_input *input = benchmark->input;
    bench->path = input->path;
    bench->format = input->format;
    bench->count = input->count;
    bench->bytes = input->count * fpc_format_traits(input->format)->size;
    bench->backend = benchmark->device.backend;
    bench->device_name = benchmark->device.name;
    bench->cpu_threads = fpc_pool_threads(benchmark->device.pool);
    bench->rounds = benchmark->options.rounds;
    enum fpc_status status = time_limits(benchmark, error);
    if (status == FPC_OK)
        status = time_kernels(benchmark, error);
    bool timed = false;
    for (size_t i = 0; i < bench->row_count; i++)
        timed = timed || bench->rows[i].reason == NULL;
    if (status == FPC_OK && !timed && fpc_interrupt_signal() == 0)
        return fpc_error_set(error, FPC_UNUSABLE, "no kernel applies; %s: %s",
                             bench->rows[0].kernel, bench->rows[0].reason);
    if (status == FPC_OK)
        status = time_prices(benchmark, error);
    return status;
}

static enum fpc_status report(struct benchmark *benchmark, struct fpc_error *error)
{
    bool to_stdout = benchmark->options.json && strcmp(benchmark->options.json, "-") == 0;
    if (benchmark->options.json) {
        fpc_report_bench_json(benchmark->json.stream, &benchmark->bench);
        enum fpc_status status = fpc_output_commit(&benchmark->json, error);
        if (status != FPC_OK)
            return status;
    }
    if (!to_stdout)
        fpc_report_bench_text(stdout, &benchmark->bench);
    return FPC_OK;
}

static enum fpc_status finish(struct benchmark *benchmark, struct fpc_error *error)
{
    fpc_interrupt_block();
    return report(benchmark, error);
}

static int bench_main(int argc, char **argv)
{
    struct benchmark *benchmark = fpc_alloc(1, sizeof *benchmark);
    struct fpc_error error;
    fpc_bench_options_parse(&benchmark->options, argc, argv);
    enum fpc_status status = prepare(benchmark, &error);
    if (status == FPC_OK)
        status = measure(benchmark, &error);
    int exit_status = status;
    if (fpc_interrupt_signal() != 0)
        exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    else if (status == FPC_OK)
        exit_status = status = finish(benchmark, &error);
    if (status != FPC_OK)
        fpc_standard_streams_complain(status, &error);
    fpc_bench_clear(&benchmark->bench);
    fpc_device_clear(&benchmark->device);
    fpc_inputs_clear(&benchmark->inputs);
    fpc_output_clear(&benchmark->json);
    fpc_bench_options_clear(&benchmark->options);
    free(benchmark);
    return exit_status;
}

const struct fpc_command fpc_command_bench = {
    "bench", "time the kernels beside the limits of the device", bench_main};
