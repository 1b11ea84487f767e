#include "command/exec_options.h"

#include "base/memory.h"
#include "command/option_values.h"
#include "command/run_option_parsers.h"
#include "command/version.h"

#include <argp.h>
#include <stdlib.h>
#include <string.h>

#define FPC_MOST_RUNS    10000000u
#define FPC_LONGEST_TIME 1e8 /* seconds */

enum {
    KEY_COLUMN = 3000,
    KEY_REGEX,
    KEY_COLLECT,
    KEY_EXPECT,
    KEY_NAN_BITS,
    KEY_ENV,
    KEY_TIMEOUT,
    KEY_MAX_OUTPUT,
    KEY_EXEC_JSON
};

static const struct argp_option option_table[] = {
    {0, 0, 0, 0, "What is run:", 1},
    {"runs", 'r', "N", 0, "Run the command N times (10)", 0},
    {"env", KEY_ENV, "NAME=LIST", 0,
     "Give a variable of the environment each of these values, separated by commas, N runs each; "
     "several: all combinations",
     0},
    {"timeout", KEY_TIMEOUT, "SECONDS", 0, "Kill a run that takes longer, which is an error", 0},
    {"max-output", KEY_MAX_OUTPUT, "MIB", 0, "More standard output is an error (1024)", 0},
    {0, 0, 0, 0, "What is compared:", 2},
    {"column", KEY_COLUMN, "N", 0,
     "Of standard output the numbers that are word N of their line, from 1", 0},
    {"regex", KEY_REGEX, "RE", 0,
     "Of standard output what this extended regular expression matches, or its first group", 0},
    {"collect", KEY_COLLECT, "FILE", 0,
     "The values of this file, which each run must write, and not standard output; may be given "
     "several times",
     0},
    {"dtype", 't', "FORMAT", 0,
     "Number format of text and raw values: f64, f32, f16, bf16 (of standard output f64)", 0},
    {"input-format", KEY_INPUT_FORMAT, "KIND", 0,
     "Of files: raw, npy, npz, safetensors, text or case (by content, then by name, then raw)", 0},
    {"tensor", KEY_TENSOR, "NAME", 0, "Of files with several tensors only this one", 0},
    {"byte-order", KEY_BYTE_ORDER, "ORDER", 0, "Of raw values: little or big (little)", 0},
    {"nan-bits", KEY_NAN_BITS, 0, 0, "NaNs of other bits are a difference", 0},
    {0, 0, 0, 0, "What is expected:", 3},
    {"expect", KEY_EXPECT, "FILE", 0, "Compare each run with the values of this file as well", 0},
    {"max-ulp", KEY_MAX_ULP, "X", 0, "Fail if a value is more than X ulp from what --expect says",
     0},
    {0, 0, 0, 0, "What is printed:", 4},
    {"json", KEY_EXEC_JSON, "FILE", 0, "Write everything as JSON to FILE; - is standard output", 0},
    {"quiet", 'q', 0, 0, "The first line only", 0},
    {0, 0, 0, 0, "Help:", -1},
    {0},
};

static void parse_regex(struct argp_state *state, struct fpc_exec_options *options,
                        const char *text)
{
    char reason[256];
    if (options->numbers.regex)
        argp_error(state, "--regex can be given once");
    const int wrong = regcomp(&options->regex, text, REG_EXTENDED);
    if (wrong != 0) {
        regerror(wrong, &options->regex, reason, sizeof reason);
        argp_error(state, "--regex: '%s': %s", text, reason);
    }
    options->numbers.regex = &options->regex;
}

static void parse_env(struct argp_state *state, struct fpc_exec_options *options, const char *text)
{
    const char *wrong = fpc_sweep_add(&options->sweep, text);
    if (wrong != NULL)
        argp_error(state, "--env: '%s' %s", text, wrong);
}

static void parse_timeout(struct argp_state *state, struct fpc_exec_options *options,
                          const char *text)
{
    bool given;
    options->timeout = fpc_option_limit(state, "--timeout", text, &given);
    if (options->timeout <= 0 || options->timeout > FPC_LONGEST_TIME)
        argp_error(state, "--timeout: '%s' is not a number above 0 and at most 1e8", text);
}

static void add_collect(struct argp_state *state, struct fpc_exec_options *options,
                        const char *path)
{
    if (strcmp(path, "-") == 0)
        argp_error(state, "--collect: '-' is no file; standard output is taken without it");
    options->collect =
        fpc_realloc(options->collect, options->collect_count + 1, sizeof *options->collect);
    options->collect[options->collect_count++] = path;
}

/* False if the key is none of these. */
static bool parse_running(int key, char *text, struct argp_state *state)
{
    struct fpc_exec_options *options = state->hook;
    switch (key) {
    case 'r':
        options->runs = fpc_option_number(state, "--runs", text, 1, FPC_MOST_RUNS);
        return true;
    case KEY_ENV:
        parse_env(state, options, text);
        return true;
    case KEY_TIMEOUT:
        parse_timeout(state, options, text);
        return true;
    case KEY_MAX_OUTPUT:
        options->max_output = fpc_option_number(state, "--max-output", text, 1, 1048576);
        return true;
    case KEY_EXEC_JSON:
        options->json = text;
        return true;
    case 'q':
        options->quiet = true;
        return true;
    default:
        return false;
    }
}

static bool parse_comparing(int key, char *text, struct argp_state *state)
{
    struct fpc_exec_options *options = state->hook;
    switch (key) {
    case KEY_COLUMN:
        options->numbers.column = fpc_option_number(state, "--column", text, 1, 1000000);
        return true;
    case KEY_REGEX:
        parse_regex(state, options, text);
        return true;
    case KEY_COLLECT:
        add_collect(state, options, text);
        return true;
    case KEY_EXPECT:
        options->expect = text;
        return true;
    case KEY_MAX_ULP:
        options->max_ulp = fpc_option_ulps(state, "--max-ulp", text, &options->has_max_ulp);
        return true;
    case KEY_NAN_BITS:
        options->nan_bits = true;
        return true;
    default:
        return fpc_run_options_describing(key, text, state);
    }
}

static bool describes_files(const struct fpc_input_options *input)
{
    return input->kind != FPC_INPUT_GUESS || input->tensor || input->byte_order != FPC_ORDER_UNSAID;
}

/* What only the whole command line shows. */
static void check(struct argp_state *state, const struct fpc_exec_options *options)
{
    const uint64_t combinations = fpc_sweep_combinations(&options->sweep);
    if (options->command == NULL)
        argp_error(state, "exec: no command to run");
    if (options->numbers.column && options->numbers.regex)
        argp_error(state, "--column and --regex cannot be given both");
    if (options->has_max_ulp && options->expect == NULL)
        argp_error(state, "--max-ulp needs --expect: between runs every difference counts");
    if (combinations > FPC_MOST_RUNS / options->runs)
        argp_error(state, "--runs and --env ask for more than %u runs", FPC_MOST_RUNS);
    if (options->runs * combinations == 1 && options->expect == NULL)
        argp_error(state, "--runs: one run compares nothing; ask for more, or give --expect");
    if (options->collect_count == 0 && options->expect == NULL &&
        describes_files(&options->run.input))
        argp_error(state, "--input-format, --tensor and --byte-order are for files: give --collect "
                          "or --expect");
    if (options->expect && options->collect_count + options->from_stdout > 1)
        argp_error(state, "--expect is for one source of values: standard output or one --collect");
}

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct fpc_exec_options *options = state->hook;
    if (key == ARGP_KEY_ARG) { /* the command; all that follows is its own */
        options->command = &state->argv[state->next - 1];
        state->next = state->argc;
    } else if (key == ARGP_KEY_END) {
        options->from_stdout =
            options->collect_count == 0 || options->numbers.column || options->numbers.regex;
        if (options->run.input.format_given)
            options->numbers.format = options->run.input.format;
        check(state, options);
    } else if (!parse_running(key, text, state) && !parse_comparing(key, text, state)) {
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

/* The parsers of `fpcheck run` find their struct in state->input, this one its own in state->hook.
 * What they do with the list of arguments is passed on. */
static error_t parse(int key, char *text, struct argp_state *state)
{
    struct fpc_exec_options *options = state->input;
    struct argp_state inner = *state;
    inner.input = &options->run;
    inner.hook = options;
    const error_t result = parse_option(key, text, &inner);
    state->next = inner.next;
    return result;
}

void fpc_exec_options_parse(struct fpc_exec_options *options, int argc, char **argv)
{
    static const struct argp parser = {
        .options = option_table,
        .parser = parse,
        .args_doc = "exec [--] COMMAND [ARG...]",
        .doc = "Run a program of your own many times, each time as a new process, and tell whether "
               "the numbers that it gives are the same bits every time.\v"
               "Without --column, --regex and --collect every word of standard output that is a "
               "number is compared. FPCHECK_RUN in the environment is the number of the run, from "
               "0. Put options of fpcheck before the command."};
    *options = (struct fpc_exec_options){.runs = 10, .max_output = 1024};
    options->numbers.format = FPC_F64;
    fpc_run_options_init(&options->run);
    fpc_version_set_up_argp();
    argp_parse(&parser, argc, argv, ARGP_IN_ORDER, NULL, options);
}

void fpc_exec_options_clear(struct fpc_exec_options *options)
{
    if (options->numbers.regex)
        regfree(&options->regex);
    free(options->collect);
    fpc_sweep_clear(&options->sweep);
    fpc_run_options_clear(&options->run);
}
