#include "command/run_options.h"

#include "base/memory.h"
#include "command/run_option_parsers.h"
#include "command/version.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "What is measured:", 1},
    {"runs", 'r', "N", 0, "Run each kernel N times (100)", 0},
    {"kernel", 'k', "LIST", 0, "Kernels, separated by commas, or all (atomic,two_pass)", 0},
    {"device", 'd', "DEVICE", 0, "auto, host (CPU threads), cuda or cuda:I (auto)", 0},
    {"blocks", 'b', "LIST", 0,
     "Blocks, separated by commas: numbers, default (enough for the data, at most 4 a "
     "multiprocessor) or auto (at most 32)",
     0},
    {"threads", 'T', "LIST", 0, "Threads a block, separated by commas, 1 to 1024 (256)", 0},
    {"accumulate", KEY_ACCUMULATE, "HOW", 0,
     "Sums of f16 and bf16 values: default (in f32) or native (in the format itself)", 0},
    {"jobs", 'j', "N", 0, "CPU threads (one a processor)", 0},
    {"arrival", KEY_ARRIVAL, "HOW", 0,
     "Order in which blocks arrive: real, or simulated: index, reverse, random (real)", 0},
    {"orders", KEY_ORDERS, "N", 0,
     "Random block orders to try when there are too many to try all; 0: none (1000)", 0},
    {"exact-by", KEY_EXACT_BY, "HOW", 0,
     "The exact sum: cpu, gpu, mpfr, both (cpu and mpfr, which must agree), or none, and then "
     "nothing is said of errors (both up to 2^20 values, else where the kernels run)",
     0},
    {"seed", KEY_SEED, "N", 0, "Seed of everything random (1)", 0},
    {0, 0, 0, 0, "What the input is:", 2},
    {"dtype", 't', "FORMAT", 0, "Number format: f64, f32, f16, bf16", 0},
    {"input-format", KEY_INPUT_FORMAT, "KIND", 0,
     "raw, npy, npz, safetensors, text or case (by content, then by name, then raw)", 0},
    {"tensor", KEY_TENSOR, "NAME", 0, "Of a file with several tensors only this one", 0},
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
    {"quiet", 'q', 0, 0, "The first line only", 0},
    {"verbose", 'v', 0, 0, "The evidence for each verdict as well", 0},
    {"color", KEY_COLOR, "WHEN", 0, "auto, always or never (auto)", 0},
    {"progress", KEY_PROGRESS, "WHEN", 0, "auto, always or never (auto)", 0},
    {0, 0, 0, 0, "Help:", -1},
    {0},
};

void fpc_run_options_add_input(struct fpc_run_options *options, const char *path)
{
    options->inputs =
        fpc_realloc(options->inputs, options->input_count + 1, sizeof *options->inputs);
    options->inputs[options->input_count++] = path;
}

/* An option for each report format, made from their table. */
#define FPC_MAX_FORMATS 16
static struct argp_option format_options[FPC_MAX_FORMATS];

static error_t parse_format_option(int key, char *text, struct argp_state *state)
{
    struct fpc_run_options *options = state->input;
    if (key < KEY_FORMATS || key >= KEY_FORMATS + FPC_MAX_FORMATS)
        return ARGP_ERR_UNKNOWN;
    options->outputs =
        fpc_realloc(options->outputs, options->output_count + 1, sizeof *options->outputs);
    options->outputs[options->output_count++] =
        (struct fpc_run_output){fpc_report_formats[key - KEY_FORMATS], text};
    return 0;
}

static void make_format_options(void)
{
    for (int i = 0; fpc_report_formats[i] && i < FPC_MAX_FORMATS - 1; i++)
        format_options[i] = (struct argp_option){.name = fpc_report_formats[i]->name,
                                                 .key = KEY_FORMATS + i,
                                                 .arg = "FILE",
                                                 .doc = fpc_report_formats[i]->help,
                                                 .group = 4};
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = state->input;
    else if (key == ARGP_KEY_ARG)
        fpc_run_options_add_input(state->input, text);
    else if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "no input: name a file, - for standard input, or case:NAME "
                          "('fpcheck list cases' shows them)");
    else if (!fpc_run_options_measuring(key, text, state) &&
             !fpc_run_options_describing(key, text, state) &&
             !fpc_run_options_gating(key, text, state) &&
             !fpc_run_options_printing(key, text, state))
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static const char documentation[] =
    "Run reductions again and again and tell whether they give the same bits every time, how far "
    "they are from the exact sum, and what another block order could give.\v"
    "INPUT is a file of raw values, a .npy, .npz, .safetensors, .txt or .case file, - for standard "
    "input, or case:NAME for a built-in case. Raw values are f64, f32, f16 or bf16 if the name "
    "ends in f64.bin and so on, "
    "else f32 unless --dtype says otherwise.\n\n"
    "Other commands: fpcheck list [cases|kernels], fpcheck bench [INPUT], "
    "fpcheck baseline update|show, fpcheck compare A B, fpcheck exec COMMAND.\n\n"
    "Exit status: 0 all held; 1 a finding; 2 wrong command line; 3 unusable input or baseline; 4 "
    "an output, "
    "the device or memory failed; 77 no GPU though one was demanded; 128+n signal n.";

void fpc_run_options_init(struct fpc_run_options *options)
{
    *options = (struct fpc_run_options){.runs = 100,
                                        .orders = 1000,
                                        .seed = 1,
                                        .jobs = fpc_pool_processors(),
                                        .policy = {.fail_on = FPC_FAIL_DEFAULT}};
    options->blocks = fpc_alloc(1, sizeof *options->blocks);
    options->blocks[0] = (struct fpc_blocks_choice){0, FPC_DEFAULT_BLOCKS_PER_SM};
    options->threads = fpc_alloc(1, sizeof *options->threads);
    options->threads[0] = FPC_DEFAULT_THREADS;
    options->blocks_count = options->threads_count = 1;
}

/* The baseline that a run is held to. */
static const struct argp_option baseline_options[] = {
    {"baseline", KEY_BASELINE, "FILE", 0,
     "Fail unless everything is as FILE has it; see fpcheck baseline", 3},
    {"strict", KEY_STRICT, 0, 0, "With --baseline: what is new or was not compared fails too", 3},
    {0},
};

static error_t parse_baseline_option(int key, char *text, struct argp_state *state)
{
    struct fpc_run_options *options = state->input;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = options;
    else if (key == KEY_BASELINE && strcmp(text, "-") == 0)
        argp_error(state, "--baseline: name a file");
    else if (key == KEY_BASELINE)
        options->baseline = text;
    else if (key == KEY_STRICT)
        options->strict = true;
    else if (key == ARGP_KEY_END && options->strict && !options->baseline)
        argp_error(state, "--strict needs --baseline");
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

/* What the parser of an update fills in. */
struct update {
    struct fpc_run_options *options;
    bool *force;
};

static const struct argp_option update_options[] = {
    {"force", KEY_FORCE, 0, 0,
     "Write although CI is set in the environment, and although something failed", 4},
    {0},
};

/* FILE stands in front of the inputs. */
static error_t parse_update_option(int key, char *text, struct argp_state *state)
{
    struct update *update = state->input;
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = update->options;
    else if (key == ARGP_KEY_NO_ARGS)
        argp_error(state, "baseline update: name the file to write, then the inputs");
    else if (key == ARGP_KEY_ARG && strcmp(text, "-") == 0 && !update->options->baseline)
        argp_error(state, "baseline update: name a file, not standard output");
    else if (key == ARGP_KEY_ARG && !update->options->baseline)
        update->options->baseline = text;
    else if (key == KEY_FORCE)
        *update->force = true;
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

/* A limit on errors cannot be checked without the exact sum. */
static void refuse_limits_without_exact(const struct fpc_run_options *options)
{
    const char *option = options->policy.has_max_ulp                   ? "--max-ulp"
                         : options->policy.has_max_ratio               ? "--max-ratio"
                         : options->policy.fail_on & FPC_FAIL_VERDICTS ? "--fail-on with a verdict"
                                                                       : NULL;
    if (options->exact_by != FPC_EXACT_BY_NONE || option == NULL)
        return;
    fprintf(stderr, "fpcheck: %s needs the exact sum, which --exact-by none leaves out\n", option);
    exit(FPC_USAGE);
}

/* What a measurement takes, as the child of a command's own parser. */
static const struct argp format_parser = {.options = format_options, .parser = parse_format_option};
static const struct argp_child formats[] = {{.argp = &format_parser, .group = 4}, {0}};
static const struct argp measurement_parser = {
    .options = option_table, .parser = parse_option, .args_doc = "INPUT...", .children = formats};
static const struct argp_child measurement[] = {{.argp = &measurement_parser}, {0}};

static void parse(struct fpc_run_options *options, const struct argp *parser, void *input, int argc,
                  char **argv)
{
    fpc_run_options_init(options);
    fpc_run_options_add_kernel(options, fpc_kernel_find("atomic"));
    fpc_run_options_add_kernel(options, fpc_kernel_find("two_pass"));
    make_format_options();
    fpc_version_set_up_argp();
    argp_parse(parser, argc, argv, 0, NULL, input);
    refuse_limits_without_exact(options);
}

void fpc_run_options_parse(struct fpc_run_options *options, int argc, char **argv)
{
    static const struct argp parser = {.options = baseline_options,
                                       .parser = parse_baseline_option,
                                       .doc = documentation,
                                       .children = measurement};
    parse(options, &parser, options, argc, argv);
}

void fpc_run_options_parse_update(struct fpc_run_options *options, bool *force, int argc,
                                  char **argv)
{
    static const struct argp parser = {
        .options = update_options,
        .parser = parse_update_option,
        .args_doc = "baseline update FILE",
        .doc = "Measure as fpcheck run does, and record in FILE what this device gave; print what "
               "that changes. Nothing is written if something fails.",
        .children = measurement};
    struct update update = {options, force};
    *force = false;
    parse(options, &parser, &update, argc, argv);
}

void fpc_run_options_clear(struct fpc_run_options *options)
{
    free(options->inputs);
    free(options->outputs);
    free(options->threads);
    free(options->blocks);
    free(options->kernels);
    *options = (struct fpc_run_options){0};
}
