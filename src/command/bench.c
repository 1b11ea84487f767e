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
struct session {
    struct fpc_bench_options options;
    struct fpc_output json;
    struct fpc_device device;
    struct fpc_inputs inputs;
    const struct fpc_input *input; /* the one that is timed; borrowed */
    struct fpc_bench bench;
    double seconds[FPC_TIMING_ROUNDS];
};

/* Uniform values of both signs, by the generator that cases have. */
static enum fpc_status make_input(struct session *session, struct fpc_error *error)
{
    bool gpu = strcmp(session->device.backend, "cuda") == 0;
    struct fpc_input_options options = {.kind = FPC_INPUT_CASE};
    enum fpc_format format =
        session->options.run.input.format_given ? session->options.run.input.format : FPC_F32;
    uint64_t count = session->options.count;
    if (count == 0)
        count = gpu ? FPC_GPU_VALUES : FPC_HOST_VALUES;
    char *text = fpc_text("format %s\ndata\ngenerate uniform %llu 1 -1 1\n",
                          fpc_format_traits(format)->name, (unsigned long long)count);
    struct fpc_bytes bytes = {(uint8_t *)text, strlen(text), 0};
    return fpc_inputs_add_bytes(&session->inputs, "uniform(-1, 1)", bytes, &options, error);
}

static enum fpc_status prepare(struct session *session, struct fpc_error *error)
{
    const struct fpc_run_options *run = &session->options.run;
    enum fpc_status status = FPC_OK;
    if (session->options.json)
        status = fpc_output_open(&session->json, session->options.json, error);
    if (status == FPC_OK && run->input_count > 0)
        status = fpc_inputs_add(&session->inputs, run->inputs[0], &run->input, error);
    if (status == FPC_OK)
        status = fpc_device_open(&session->device, run->device, run->gpu, run->jobs, error);
    if (status == FPC_OK && run->input_count == 0)
        status = make_input(session, error);
    if (status != FPC_OK)
        return status;
    for (size_t i = 0; i < session->inputs.note_count; i++)
        fprintf(stderr, "fpcheck: note: %s\n", session->inputs.notes[i]);
    if (session->inputs.count > 1)
        return fpc_error_set(error, FPC_USAGE, "%s holds %zu tensors: name one with --tensor",
                             run->inputs[0], session->inputs.count);
    session->input = &session->inputs.items[0];
    return fpc_device_load(&session->device, session->input->values,
                           session->input->count * fpc_format_traits(session->input->format)->size,
                           error);
}

static struct fpc_run_request request_of(const struct session *session,
                                         const struct fpc_kernel_entry *entry,
                                         const struct fpc_order *order)
{
    const struct fpc_input *input = session->input;
    return (struct fpc_run_request){
        .entry = entry,
        .walk = {.order = *order,
                 .format = input->format,
                 .accumulator = fpc_format_traits(input->format)->accumulator,
                 .values = input->values,
                 .count = input->count},
        .runs = session->options.rounds};
}

static enum fpc_status time_order(struct session *session, const struct fpc_kernel_entry *entry,
                                  const struct fpc_order *order, struct fpc_bench_time *time,
                                  struct fpc_error *error)
{
    struct fpc_run_request request = request_of(session, entry, order);
    enum fpc_status status = fpc_timing_runs(&session->device, &request, session->seconds, error);
    if (status == FPC_OK)
        *time = fpc_bench_time_of(session->seconds, session->options.rounds);
    return status;
}

static enum fpc_status time_limits(struct session *session, struct fpc_error *error)
{
    struct fpc_bench *bench = &session->bench;
    uint64_t rounds = session->options.rounds;
    enum fpc_status status = fpc_timing_read(&session->device, session->input->values, bench->bytes,
                                             rounds, session->seconds, error);
    if (status != FPC_OK)
        return status;
    bench->read = fpc_bench_time_of(session->seconds, rounds);
    status = fpc_timing_empty(&session->device, rounds, session->seconds, error);
    if (status == FPC_OK)
        bench->empty = fpc_bench_time_of(session->seconds, rounds);
    return status;
}

static enum fpc_status time_kernel(struct session *session, const struct fpc_kernel_entry *entry,
                                   const struct fpc_blocks_choice *blocks, uint32_t threads,
                                   struct fpc_error *error)
{
    struct fpc_bench *bench = &session->bench;
    struct fpc_order order =
        fpc_device_order(&session->device, entry->kernel, session->input->format,
                         session->input->count, blocks->blocks, blocks->per_sm, threads);
    bench->rows = fpc_realloc(bench->rows, bench->row_count + 1, sizeof *bench->rows);
    struct fpc_bench_row *row = &bench->rows[bench->row_count++];
    *row = (struct fpc_bench_row){.kernel = entry->kernel->name,
                                  .shape = fpc_order_shape(&order),
                                  .reason = fpc_device_refuses(&session->device, entry, &order)};
    return row->reason ? FPC_OK : time_order(session, entry, &order, &row->time, error);
}

static enum fpc_status time_kernels(struct session *session, struct fpc_error *error)
{
    const struct fpc_run_options *run = &session->options.run;
    enum fpc_status status = FPC_OK;
    for (size_t k = 0; k < run->kernel_count; k++)
        for (size_t b = 0; b < run->blocks_count; b++)
            for (size_t t = 0; t < run->threads_count; t++)
                if (status == FPC_OK && fpc_interrupt_signal() == 0)
                    status = time_kernel(session, run->kernels[k], &run->blocks[b], run->threads[t],
                                         error);
    return status;
}

static enum fpc_status time_price(struct session *session, uint32_t blocks, struct fpc_error *error)
{
    static const char *const names[] = {"atomic", "two_pass"};
    struct fpc_bench *bench = &session->bench;
    struct fpc_bench_time times[2];
    for (int i = 0; i < 2; i++) {
        const struct fpc_kernel_entry *entry = fpc_kernel_find(names[i]);
        struct fpc_order order =
            fpc_device_order(&session->device, entry->kernel, session->input->format,
                             session->input->count, blocks, 0, bench->price_threads);
        enum fpc_status status = time_order(session, entry, &order, &times[i], error);
        if (status != FPC_OK)
            return status;
    }
    bench->prices = fpc_realloc(bench->prices, bench->price_count + 1, sizeof *bench->prices);
    bench->prices[bench->price_count++] =
        (struct fpc_bench_price){blocks, times[0].median, times[1].median};
    return FPC_OK;
}

/* 8, 16, 32, ... blocks, up to 32 a multiprocessor or what the data fill. */
static enum fpc_status time_prices(struct session *session, struct fpc_error *error)
{
    struct fpc_bench *bench = &session->bench;
    enum fpc_status status = FPC_OK;
    bench->price_threads = session->options.run.threads[0];
    uint64_t most = bench->count / bench->price_threads + 1;
    if (most > 32ull * session->device.sms)
        most = 32ull * session->device.sms;
    for (uint32_t blocks = 8; blocks <= most && status == FPC_OK; blocks *= 2)
        if (fpc_interrupt_signal() == 0)
            status = time_price(session, blocks, error);
    return status;
}

static enum fpc_status measure(struct session *session, struct fpc_error *error)
{
    struct fpc_bench *bench = &session->bench;
    const struct fpc_input *input = session->input;
    bench->path = input->path;
    bench->format = input->format;
    bench->count = input->count;
    bench->bytes = input->count * fpc_format_traits(input->format)->size;
    bench->backend = session->device.backend;
    bench->device_name = session->device.name;
    bench->cpu_threads = fpc_pool_threads(session->device.pool);
    bench->rounds = session->options.rounds;
    enum fpc_status status = time_limits(session, error);
    if (status == FPC_OK)
        status = time_kernels(session, error);
    bool timed = false;
    for (size_t i = 0; i < bench->row_count; i++)
        timed = timed || bench->rows[i].reason == NULL;
    if (status == FPC_OK && !timed && fpc_interrupt_signal() == 0)
        return fpc_error_set(error, FPC_UNUSABLE, "no kernel applies; %s: %s",
                             bench->rows[0].kernel, bench->rows[0].reason);
    if (status == FPC_OK)
        status = time_prices(session, error);
    return status;
}

static enum fpc_status report(struct session *session, struct fpc_error *error)
{
    bool to_stdout = session->options.json && strcmp(session->options.json, "-") == 0;
    if (session->options.json) {
        fpc_report_bench_json(session->json.stream, &session->bench);
        enum fpc_status status = fpc_output_commit(&session->json, error);
        if (status != FPC_OK)
            return status;
    }
    if (!to_stdout)
        fpc_report_bench_text(stdout, &session->bench);
    return FPC_OK;
}

static int bench_main(int argc, char **argv)
{
    struct session *session = fpc_alloc(1, sizeof *session);
    struct fpc_error error;
    fpc_bench_options_parse(&session->options, argc, argv);
    enum fpc_status status = prepare(session, &error);
    if (status == FPC_OK)
        status = measure(session, &error);
    int exit_status = status;
    if (fpc_interrupt_signal() != 0)
        exit_status = FPC_SIGNALLED + fpc_interrupt_signal();
    else if (status == FPC_OK)
        exit_status = status = report(session, &error);
    if (status != FPC_OK)
        fpc_standard_streams_complain(status, &error);
    fpc_bench_clear(&session->bench);
    fpc_device_clear(&session->device);
    fpc_inputs_clear(&session->inputs);
    fpc_output_clear(&session->json);
    fpc_bench_options_clear(&session->options);
    free(session);
    return exit_status;
}

const struct fpc_command fpc_command_bench = {
    "bench", "time the kernels beside the limits of the device", bench_main};
