#include "command/compare_options.h"

#include "command/option_values.h"
#include "command/run_option_parsers.h"
#include "command/version.h"

#include <argp.h>

enum { KEY_NAN_BITS = 3000, KEY_COMPARE_JSON };

static const struct argp_option option_table[] = {
    {"max-ulp", KEY_MAX_ULP, "X", 0, "Values up to X ulp apart are no difference", 0},
    {"nan-bits", KEY_NAN_BITS, 0, 0, "NaNs of other bits are a difference", 0},
    {"dtype", 't', "FORMAT", 0, "Number format: f64, f32, f16, bf16", 0},
    {"input-format", KEY_INPUT_FORMAT, "KIND", 0,
     "raw, npy, npz, safetensors, text or case (by content, then by name, then raw)", 0},
    {"tensor", KEY_TENSOR, "NAME", 0, "Of files with several tensors only this one", 0},
    {"byte-order", KEY_BYTE_ORDER, "ORDER", 0, "Of raw values: little or big (little)", 0},
    {"json", KEY_COMPARE_JSON, "FILE", 0, "Write everything as JSON to FILE; - is standard output",
     0},
    {"quiet", 'q', 0, 0, "The first line only", 0},
    {0},
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct fpc_compare_options *options = state->hook;
    switch (key) {
    case KEY_MAX_ULP:
        options->rule.max_ulp = fpc_option_ulps(state, "--max-ulp", text, &options->rule.limited);
        return 0;
    case KEY_NAN_BITS:
        options->rule.nan_bits = true;
        return 0;
    case KEY_COMPARE_JSON:
        options->json = text;
        return 0;
    case 'q':
        options->quiet = true;
        return 0;
    case ARGP_KEY_ARG:
        if (options->run.input_count == 2)
            argp_error(state, "compare: '%s' is one file too many; two are compared", text);
        fpc_run_options_add_input(&options->run, text);
        return 0;
    case ARGP_KEY_END:
        if (options->run.input_count != 2)
            argp_error(state, "compare: two files are needed");
        return 0;
    default:
        return fpc_run_options_describing(key, text, state) ? 0 : ARGP_ERR_UNKNOWN;
    }
}

/* The parsers of `fpcheck run` find their struct in state->input, this one its own in state->hook.
 */
static error_t parse(int key, char *text, struct argp_state *state)
{
    struct fpc_compare_options *options = state->input;
    struct argp_state inner = *state;
    inner.input = &options->run;
    inner.hook = options;
    return parse_option(key, text, &inner);
}

void fpc_compare_options_parse(struct fpc_compare_options *options, int argc, char **argv)
{
    static const struct argp parser = {
        .options = option_table,
        .parser = parse,
        .args_doc = "compare A B",
        .doc = "Compare two files tensor by tensor, bit for bit: the exit status is 0 if they are "
               "identical and 1 if they differ.\v"
               "A and B are files that fpcheck reads, in any of its formats; one of them may be - "
               "for standard input."};
    *options = (struct fpc_compare_options){.quiet = false};
    fpc_run_options_init(&options->run);
    fpc_version_set_up_argp();
    argp_parse(&parser, argc, argv, 0, NULL, options);
}

void fpc_compare_options_clear(struct fpc_compare_options *options)
{
    fpc_run_options_clear(&options->run);
}
