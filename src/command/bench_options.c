#include "command/bench_options.h"

#include "base/memory.h"
#include "command/option_values.h"
#include "command/run_option_parsers.h"
#include "command/version.h"
#include "run/timing.h"

#include <argp.h>

#define FPC_LEAST_ROUNDS 15
#define FPC_MOST_VALUES  (UINT64_C(1) << 32)

enum { KEY_ROUNDS = 3000, KEY_COUNT, KEY_BENCH_JSON };

static const struct argp_option option_table[] = {
    {"kernel", 'k', "LIST", 0, "Kernels, separated by commas, or all (all)", 0},
    {"device", 'd', "DEVICE", 0, "auto, host (CPU threads), cuda or cuda:I (auto)", 0},
    {"blocks", 'b', "LIST", 0, "Blocks: numbers, default or auto (auto)", 0},
    {"threads", 'T', "LIST", 0, "Threads a block, separated by commas (256)", 0},
    {"jobs", 'j', "N", 0, "CPU threads (one a processor)", 0},
    {"rounds", KEY_ROUNDS, "N", 0, "Rounds of which medians are taken, at least 15 (25)", 0},
    {"count", KEY_COUNT, "N", 0, "Values to make where no input is named (2^28, on the host 2^24)",
     0},
    {"dtype", 't', "FORMAT", 0, "Number format: f64, f32, f16, bf16 (f32)", 0},
    {"input-format", KEY_INPUT_FORMAT, "KIND", 0, "raw, npy, npz, safetensors, text or case", 0},
    {"tensor", KEY_TENSOR, "NAME", 0, "Of a file with several tensors this one", 0},
    {"byte-order", KEY_BYTE_ORDER, "ORDER", 0, "Of raw values: little or big", 0},
    {"json", KEY_BENCH_JSON, "FILE", 0, "Write everything as JSON to FILE; - is standard output",
     0},
    {0},
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct fpc_bench_options *options = state->hook;
    switch (key) {
    case KEY_ROUNDS:
        options->rounds =
            fpc_option_number(state, "--rounds", text, FPC_LEAST_ROUNDS, FPC_TIMING_ROUNDS);
        return 0;
    case KEY_COUNT:
        options->count = fpc_option_number(state, "--count", text, 1, FPC_MOST_VALUES);
        return 0;
    case KEY_BENCH_JSON:
        options->json = text;
        return 0;
    case ARGP_KEY_ARG:
        if (options->run.input_count > 0)
            argp_error(state, "bench: one input is enough");
        fpc_run_options_add_input(&options->run, text);
        return 0;
    default:
        return fpc_run_options_measuring(key, text, state) ||
                       fpc_run_options_describing(key, text, state)
                   ? 0
                   : ARGP_ERR_UNKNOWN;
    }
}

/* The parsers of `fpcheck run` find their struct in state->input, this one its own in state->hook.
 */
static error_t parse(int key, char *text, struct argp_state *state)
{
    struct fpc_bench_options *options = state->input;
    struct argp_state inner = *state;
    inner.input = &options->run;
    inner.hook = options;
    return parse_option(key, text, &inner);
}

void fpc_bench_options_parse(struct fpc_bench_options *options, int argc, char **argv)
{
    static const struct argp parser = {
        .options = option_table,
        .parser = parse,
        .args_doc = "bench [INPUT]",
        .doc = "Time the kernels beside the read limit and an empty launch of the same device, and "
               "say what a fixed order costs, by the number of blocks."};
    *options = (struct fpc_bench_options){.rounds = 25};
    fpc_run_options_init(&options->run);
    options->run.blocks[0].per_sm = FPC_AUTO_BLOCKS_PER_SM;
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++)
        fpc_run_options_add_kernel(&options->run, entry);
    fpc_version_set_up_argp();
    argp_parse(&parser, argc, argv, 0, NULL, options);
}

void fpc_bench_options_clear(struct fpc_bench_options *options)
{
    fpc_run_options_clear(&options->run);
}
