#include "command/run_options.h"

#include "base/memory.h"
#include "base/text.h"
#include "command/option_values.h"
#include "command/version.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#define FPC_MAX_RUNS   10000000u
#define FPC_MAX_ORDERS 10000000u
#define FPC_MAX_JOBS   1024u

/* Launch shapes: the one that the literature uses, and the fast one. */
#define FPC_DEFAULT_BLOCKS_PER_SM 4u
#define FPC_AUTO_BLOCKS_PER_SM    32u
#define FPC_DEFAULT_THREADS       256u

/* Keys of options without a letter. */
enum {
    KEY_INPUT_FORMAT = 1000,
    KEY_BYTE_ORDER,
    KEY_ARRIVAL,
    KEY_ORDERS,
    KEY_SEED,
    KEY_REQUIRE,
    KEY_MAX_ULP,
    KEY_MAX_RATIO,
    KEY_MAX_SPREAD,
    KEY_FAIL_ON,
    KEY_JSON,
    KEY_COLOR,
    KEY_PROGRESS
};

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "What is measured:", 1},
    {"runs", 'r', "N", 0, "Run each kernel N times (100)", 0},
    {"kernel", 'k', "LIST", 0, "Kernels, separated by commas, or all (atomic,two_pass)", 0},
    {"device", 'd', "DEVICE", 0, "auto, host (CPU threads), cuda or cuda:I (auto)", 0},
    {"blocks", 'b', "N", 0,
     "Blocks: a number, default (enough for the data, at most 4 a multiprocessor) or auto (at most "
     "32 a multiprocessor)",
     0},
    {"threads", 'T', "N", 0, "Threads a block, 1 to 1024 (256)", 0},
    {"jobs", 'j', "N", 0, "CPU threads (one a processor)", 0},
    {"arrival", KEY_ARRIVAL, "HOW", 0,
     "Order in which blocks arrive: real, or simulated: index, reverse, random (real)", 0},
    {"orders", KEY_ORDERS, "N", 0,
     "Random block orders to try when there are too many to try all; 0: none (1000)", 0},
    {"seed", KEY_SEED, "N", 0, "Seed of everything random (1)", 0},
    {0, 0, 0, 0, "What the input is:", 2},
    {"dtype", 't', "FORMAT", 0, "Number format: f64, f32, f16, bf16", 0},
    {"input-format", KEY_INPUT_FORMAT, "KIND", 0,
     "raw, npy or case (by content, then by name, then raw)", 0},
    {"byte-order", KEY_BYTE_ORDER, "ORDER", 0, "Of raw values: little or big (little)", 0},
    {0, 0, 0, 0, "What fails (exit status 1):", 3},
    {"require", KEY_REQUIRE, "LEVEL", 0,
     "Fail unless every kernel shows this level of determinism: run-to-run, shape-invariant, "
     "order-invariant, correctly-rounded",
     0},
    {"max-ulp", KEY_MAX_ULP, "X", 0, "Fail if a result is off by more than X ulp of the exact sum",
     0},
    {"max-ratio", KEY_MAX_RATIO, "X", 0,
     "Fail if an error exceeds X times u sum|x|, u the accumulator's unit roundoff", 0},
    {"max-spread", KEY_MAX_SPREAD, "X", 0, "Fail if runs differ by more than X ulp", 0},
    {"fail-on", KEY_FAIL_ON, "LIST", 0,
     "Of promise, bug, unexplained, flushed, overflow, non-finite, varies, blind (promise,bug)", 0},
    {0, 0, 0, 0, "What is printed:", 4},
    {"json", KEY_JSON, "FILE", 0, "Write everything as JSON to FILE; - is standard output", 0},
    {"quiet", 'q', 0, 0, "The first line only", 0},
    {"verbose", 'v', 0, 0, "The evidence for each verdict as well", 0},
    {"color", KEY_COLOR, "WHEN", 0, "auto, always or never (auto)", 0},
    {"progress", KEY_PROGRESS, "WHEN", 0, "auto, always or never (auto)", 0},
    {0, 0, 0, 0, "Help:", -1},
    {0},
};

static void unknown_kernel(struct argp_state *state, const char *name)
{
    char *known = fpc_strdup("all");
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++) {
        char *longer = fpc_text("%s, %s", known, entry->kernel->name);
        free(known);
        known = longer;
    }
    argp_error(state, "--kernel: there is no kernel '%s'; there are %s", name, known);
    free(known);
}

static void add_kernel(struct fpc_run_options *options, const struct fpc_kernel_entry *entry)
{
    for (size_t i = 0; i < options->kernel_count; i++)
        if (options->kernels[i] == entry)
            return;
    options->kernels =
        fpc_realloc(options->kernels, options->kernel_count + 1, sizeof *options->kernels);
    options->kernels[options->kernel_count++] = entry;
}

static void parse_kernels(struct argp_state *state, struct fpc_run_options *options,
                          const char *list)
{
    char name[64];
    options->kernel_count = 0;
    while (fpc_text_next_piece(&list, name, sizeof name)) {
        const struct fpc_kernel_entry *entry = fpc_kernel_find(name);
        if (strcmp(name, "all") == 0)
            for (entry = fpc_kernel_registry; entry->kernel; entry++)
                add_kernel(options, entry);
        else if (entry)
            add_kernel(options, entry);
        else
            unknown_kernel(state, name);
    }
}

static void parse_device(struct argp_state *state, struct fpc_run_options *options,
                         const char *text)
{
    static const char *const words[] = {"auto", "host", "cuda", NULL};
    if (strncmp(text, "cuda:", 5) == 0) {
        options->device = FPC_DEVICE_CUDA;
        options->gpu = (unsigned)fpc_option_number(state, "--device cuda:I", text + 5, 0, 255);
        return;
    }
    options->device = (enum fpc_device_choice)fpc_option_word(state, "--device", text, words);
}

static void parse_blocks(struct argp_state *state, struct fpc_run_options *options,
                         const char *text)
{
    options->blocks = 0;
    options->blocks_per_sm = FPC_DEFAULT_BLOCKS_PER_SM;
    if (strcmp(text, "auto") == 0)
        options->blocks_per_sm = FPC_AUTO_BLOCKS_PER_SM;
    else if (strcmp(text, "default") != 0)
        options->blocks = (uint32_t)fpc_option_number(state, "--blocks", text, 1, FPC_MAX_BLOCKS);
}

static void parse_fail_on(struct argp_state *state, struct fpc_policy *policy, const char *list)
{
    char piece[64];
    if (!fpc_policy_parse_fail_on(list, &policy->fail_on, piece, sizeof piece))
        argp_error(state,
                   "--fail-on: '%s' is not one of promise, bug, unexplained, flushed, overflow, "
                   "non-finite, varies, blind",
                   piece);
}

static void add_output(struct fpc_run_options *options, const struct fpc_report_format *format,
                       const char *path)
{
    options->outputs =
        fpc_realloc(options->outputs, options->output_count + 1, sizeof *options->outputs);
    options->outputs[options->output_count++] = (struct fpc_run_output){format, path};
}

static void add_input(struct fpc_run_options *options, const char *path)
{
    options->inputs =
        fpc_realloc(options->inputs, options->input_count + 1, sizeof *options->inputs);
    options->inputs[options->input_count++] = path;
}

/* Options that say what is measured, and how. False if the key is none of them. */
static bool parse_measuring(int key, char *text, struct argp_state *state)
{
    static const char *const arrivals[] = {"real", "index", "reverse", "random", NULL};
    struct fpc_run_options *options = state->input;
    switch (key) {
    case 'r':
        options->runs = fpc_option_number(state, "--runs", text, 1, FPC_MAX_RUNS);
        return true;
    case 'k':
        parse_kernels(state, options, text);
        return true;
    case 'd':
        parse_device(state, options, text);
        return true;
    case 'b':
        parse_blocks(state, options, text);
        return true;
    case 'T':
        options->threads =
            (uint32_t)fpc_option_number(state, "--threads", text, 1, FPC_MAX_THREADS);
        return true;
    case 'j':
        options->jobs = (unsigned)fpc_option_number(state, "--jobs", text, 1, FPC_MAX_JOBS);
        return true;
    case KEY_ARRIVAL:
        options->arrival = (enum fpc_arrival)fpc_option_word(state, "--arrival", text, arrivals);
        return true;
    case KEY_ORDERS:
        options->orders = fpc_option_number(state, "--orders", text, 0, FPC_MAX_ORDERS);
        return true;
    case KEY_SEED:
        options->seed = fpc_option_number(state, "--seed", text, 0, UINT64_MAX);
        return true;
    default:
        return false;
    }
}

static bool parse_describing(int key, char *text, struct argp_state *state)
{
    static const char *const formats[] = {"f64", "f32", "f16", "bf16", NULL};
    static const char *const byte_orders[] = {"little", "big", NULL};
    struct fpc_input_options *input = &((struct fpc_run_options *)state->input)->input;
    switch (key) {
    case 't':
        input->format_given = true;
        input->format = (enum fpc_format)fpc_option_word(state, "--dtype", text, formats);
        return true;
    case KEY_INPUT_FORMAT:
        if (!fpc_input_kind_parse(text, &input->kind))
            argp_error(state, "--input-format: '%s' is not one of raw, npy, case", text);
        return true;
    case KEY_BYTE_ORDER:
        input->byte_order = fpc_option_word(state, "--byte-order", text, byte_orders)
                                ? FPC_ORDER_BIG
                                : FPC_ORDER_LITTLE;
        return true;
    default:
        return false;
    }
}

static bool parse_gating(int key, char *text, struct argp_state *state)
{
    struct fpc_policy *policy = &((struct fpc_run_options *)state->input)->policy;
    switch (key) {
    case KEY_REQUIRE:
        if (!fpc_level_parse(text, &policy->require) || policy->require == FPC_LEVEL_NOT_GUARANTEED)
            argp_error(state,
                       "--require: '%s' is not one of run-to-run, shape-invariant, "
                       "order-invariant, correctly-rounded",
                       text);
        return true;
    case KEY_MAX_ULP:
        policy->max_ulp = fpc_option_limit(state, "--max-ulp", text, &policy->has_max_ulp);
        return true;
    case KEY_MAX_RATIO:
        policy->max_ratio = fpc_option_limit(state, "--max-ratio", text, &policy->has_max_ratio);
        return true;
    case KEY_MAX_SPREAD:
        policy->max_spread = fpc_option_limit(state, "--max-spread", text, &policy->has_max_spread);
        return true;
    case KEY_FAIL_ON:
        parse_fail_on(state, policy, text);
        return true;
    default:
        return false;
    }
}

static bool parse_printing(int key, char *text, struct argp_state *state)
{
    static const char *const whens[] = {"auto", "always", "never", NULL};
    struct fpc_run_options *options = state->input;
    switch (key) {
    case KEY_JSON:
        add_output(options, &fpc_report_json, text);
        return true;
    case 'q':
        options->quiet = true;
        return true;
    case 'v':
        options->verbose = true;
        return true;
    case KEY_COLOR:
        options->color = (enum fpc_when)fpc_option_word(state, "--color", text, whens);
        return true;
    case KEY_PROGRESS:
        options->progress = (enum fpc_when)fpc_option_word(state, "--progress", text, whens);
        return true;
    default:
        return false;
    }
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    if (key == ARGP_KEY_ARG)
        add_input(state->input, text);
    else if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "no input: name a file, - for standard input, or case:NAME "
                          "('fpcheck list cases' shows them)");
    else if (!parse_measuring(key, text, state) && !parse_describing(key, text, state) &&
             !parse_gating(key, text, state) && !parse_printing(key, text, state))
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static const char documentation[] =
    "Run reductions again and again and tell whether they give the same bits every time, how far "
    "they are from the exact sum, and what another block order could give.\v"
    "INPUT is a file of raw values, a .npy or .case file, - for standard input, or case:NAME for a "
    "built-in case. Raw values are f64, f32, f16 or bf16 if the name ends in f64.bin and so on, "
    "else f32 unless --dtype says otherwise.\n\n"
    "Other commands: fpcheck list [cases|kernels].\n\n"
    "Exit status: 0 all held; 1 a finding; 2 wrong command line; 3 unusable input; 4 an output, "
    "the device or memory failed; 77 no GPU though one was demanded; 128+n signal n.";

void fpc_run_options_parse(struct fpc_run_options *options, int argc, char **argv)
{
    static const struct argp parser = {.options = option_table,
                                       .parser = parse_option,
                                       .args_doc = "INPUT...",
                                       .doc = documentation};
    *options = (struct fpc_run_options){.runs = 100,
                                        .orders = 1000,
                                        .seed = 1,
                                        .blocks_per_sm = FPC_DEFAULT_BLOCKS_PER_SM,
                                        .threads = FPC_DEFAULT_THREADS,
                                        .jobs = fpc_pool_processors(),
                                        .policy = {.fail_on = FPC_FAIL_DEFAULT}};
    add_kernel(options, fpc_kernel_find("atomic"));
    add_kernel(options, fpc_kernel_find("two_pass"));
    fpc_version_set_up_argp();
    argp_parse(&parser, argc, argv, 0, NULL, options);
}

void fpc_run_options_clear(struct fpc_run_options *options)
{
    free(options->inputs);
    free(options->outputs);
    free(options->kernels);
    *options = (struct fpc_run_options){0};
}
