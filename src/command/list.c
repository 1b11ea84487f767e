/* fpcheck list [cases|kernels]: what is built in. */
#include "base/memory.h"
#include "base/text.h"
#include "command/command.h"
#include "command/standard_streams.h"
#include "command/version.h"
#include "input/embedded.h"
#include "input/input.h"
#include "kernels/kernel.h"
#include "report/table.h"

#include <argp.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct list_options {
    bool cases, kernels;
};

static error_t parse_option(int key, char *text, struct argp_state *state)
{
    struct list_options *options = state->input;
    if (key == ARGP_KEY_NO_ARGS)
        options->cases = options->kernels = true;
    else if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    else if (strcmp(text, "cases") == 0)
        options->cases = true;
    else if (strcmp(text, "kernels") == 0)
        options->kernels = true;
    else
        argp_error(state, "list: '%s' is not one of cases, kernels", text);
    return 0;
}

static void list_kernels(void)
{
    static const char *const titles[] = {"KERNEL", "PROMISE", "WHAT IT DOES", "SUMMATION ORDER"};
    static const bool right[] = {false, false, false, false};
    struct fpc_table table;
    fpc_table_init(&table, titles, 4);
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++) {
        const struct fpc_kernel *kernel = entry->kernel;
        char *cells[] = {fpc_strdup(kernel->name), fpc_strdup(fpc_level_name(kernel->promise)),
                         fpc_strdup(kernel->summary), fpc_order_describe(&kernel->order)};
        fpc_table_add(&table, cells);
    }
    fpc_table_print(stdout, &table, right);
    fpc_table_clear(&table);
}

static enum fpc_status add_case(struct fpc_table *table, const char *name, struct fpc_error *error)
{
    struct fpc_inputs inputs = {0};
    struct fpc_input_options options = {0};
    char *path = fpc_text("case:%s", name);
    enum fpc_status status = fpc_inputs_add(&inputs, path, &options, error);
    for (size_t i = 0; i < inputs.count; i++) {
        const struct fpc_input *input = &inputs.items[i];
        char *cells[] = {fpc_strdup(path), fpc_strdup(fpc_format_traits(input->format)->name),
                         fpc_text("%zu", input->count),
                         fpc_strdup(input->claim.why ? input->claim.why : "")};
        fpc_table_add(table, cells);
    }
    fpc_inputs_clear(&inputs);
    free(path);
    return status;
}

static enum fpc_status list_cases(struct fpc_error *error)
{
    static const char *const titles[] = {"CASE", "FORMAT", "VALUES", "WHY"};
    static const bool right[] = {false, false, true, false};
    struct fpc_table table;
    enum fpc_status status = FPC_OK;
    fpc_table_init(&table, titles, 4);
    for (const struct fpc_embedded_case *one = fpc_embedded_cases; one->name; one++)
        if (status == FPC_OK)
            status = add_case(&table, one->name, error);
    if (status == FPC_OK)
        fpc_table_print(stdout, &table, right);
    fpc_table_clear(&table);
    return status;
}

static int list_main(int argc, char **argv)
{
    static const struct argp parser = {.parser = parse_option,
                                       .args_doc = "list [cases|kernels]",
                                       .doc = "Show the built-in cases, each an input named "
                                              "case:NAME, and the kernels."};
    struct list_options options = {0};
    struct fpc_error error;
    enum fpc_status status = FPC_OK;
    fpc_version_set_up_argp();
    argp_parse(&parser, argc, argv, 0, NULL, &options);
    if (options.cases)
        status = list_cases(&error);
    if (status != FPC_OK)
        return fpc_standard_streams_complain(status, &error);
    if (options.cases && options.kernels)
        putchar('\n');
    if (options.kernels)
        list_kernels();
    return FPC_OK;
}

const struct fpc_command fpc_command_list = {"list", "show the built-in cases and kernels",
                                             list_main};
