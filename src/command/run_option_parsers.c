#include "command/run_option_parsers.h"

#include "base/memory.h"
#include "base/text.h"
#include "command/option_values.h"

#include <stdlib.h>
#include <string.h>

#define FPC_MAX_RUNS   10000000u
#define FPC_MAX_ORDERS 10000000u
#define FPC_MAX_JOBS   1024u

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

void fpc_run_options_add_kernel(struct fpc_run_options *options,
                                const struct fpc_kernel_entry *entry)
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
                fpc_run_options_add_kernel(options, entry);
        else if (entry)
            fpc_run_options_add_kernel(options, entry);
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

static struct fpc_blocks_choice blocks_choice(struct argp_state *state, const char *text)
{
    struct fpc_blocks_choice choice = {0, FPC_DEFAULT_BLOCKS_PER_SM};
    if (strcmp(text, "auto") == 0)
        choice.per_sm = FPC_AUTO_BLOCKS_PER_SM;
    else if (strcmp(text, "default") != 0)
        choice.blocks = (uint32_t)fpc_option_number(state, "--blocks", text, 1, FPC_MAX_BLOCKS);
    return choice;
}

static void parse_blocks(struct argp_state *state, struct fpc_run_options *options,
                         const char *list)
{
    char piece[64];
    options->blocks_count = 0;
    while (fpc_text_next_piece(&list, piece, sizeof piece)) {
        options->blocks =
            fpc_realloc(options->blocks, options->blocks_count + 1, sizeof *options->blocks);
        options->blocks[options->blocks_count++] = blocks_choice(state, piece);
    }
}

static void parse_threads(struct argp_state *state, struct fpc_run_options *options,
                          const char *list)
{
    char piece[64];
    options->threads_count = 0;
    while (fpc_text_next_piece(&list, piece, sizeof piece)) {
        options->threads =
            fpc_realloc(options->threads, options->threads_count + 1, sizeof *options->threads);
        options->threads[options->threads_count++] =
            (uint32_t)fpc_option_number(state, "--threads", piece, 1, FPC_MAX_THREADS);
    }
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

bool fpc_run_options_measuring(int key, char *text, struct argp_state *state)
{
    static const char *const accumulations[] = {"default", "native", NULL};
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
        parse_threads(state, options, text);
        return true;
    case KEY_EXACT_BY:
        options->exact_by = (enum fpc_exact_by)(
            FPC_EXACT_BY_CPU + fpc_option_word(state, "--exact-by", text, fpc_exact_by_words));
        return true;
    case KEY_ACCUMULATE:
        options->accumulate_native =
            fpc_option_word(state, "--accumulate", text, accumulations) == 1;
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

bool fpc_run_options_describing(int key, char *text, struct argp_state *state)
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
            argp_error(state,
                       "--input-format: '%s' is not one of raw, npy, npz, safetensors, text, case",
                       text);
        return true;
    case KEY_TENSOR:
        input->tensor = text;
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

bool fpc_run_options_gating(int key, char *text, struct argp_state *state)
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

bool fpc_run_options_printing(int key, char *text, struct argp_state *state)
{
    static const char *const whens[] = {"auto", "always", "never", NULL};
    struct fpc_run_options *options = state->input;
    switch (key) {
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
