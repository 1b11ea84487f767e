#include "command/exec_runs.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"
#include "run/fresh.h"
#include "run/process.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define RUN_VARIABLE    "FPCHECK_RUN"
#define NO_ERRORS       UINT64_MAX /* a limit that every distance keeps */
#define LONGEST_SETTING 1024       /* characters of it in a message, so that the reason has room */

extern char **environ;

/* One run at a time. */
struct making {
    const struct fpc_exec_options *options;
    const struct fpc_inputs *expected; /* or NULL */
    struct fpc_exec_runs *runs;
    struct fpc_inputs first; /* what run 0 gave; owned */
    struct fpc_digits digits;
    uint64_t run;
    struct fpc_error *error;
};

/* True if NAME=VALUE of the environment is of a variable that is set anew. */
static bool is_replaced(const struct fpc_sweep *sweep, const char *entry)
{
    const size_t length = strcspn(entry, "=");
    if (length == strlen(RUN_VARIABLE) && strncmp(entry, RUN_VARIABLE, length) == 0)
        return true;
    for (size_t i = 0; i < sweep->count; i++) {
        const char *name = sweep->variables[i].name;
        if (strlen(name) == length && strncmp(entry, name, length) == 0)
            return true;
    }
    return false;
}

/* The environment of a run: an array that ends with NULL, of which the first `owned` entries are to
 * be freed. */
static char **make_environment(const struct making *making, size_t *owned)
{
    const struct fpc_sweep *sweep = &making->options->sweep;
    const uint64_t combination = making->run / making->options->runs;
    size_t count = 0, inherited = 0;
    while (environ[inherited])
        inherited++;
    char **entries = fpc_alloc(inherited + sweep->count + 2, sizeof *entries);
    entries[count++] = fpc_text(RUN_VARIABLE "=%" PRIu64, making->run);
    for (size_t i = 0; i < sweep->count; i++) {
        const struct fpc_sweep_variable *variable = &sweep->variables[i];
        entries[count++] = fpc_text("%s=%s", variable->name,
                                    variable->values[fpc_sweep_value(sweep, i, combination)]);
    }
    *owned = count;
    for (size_t i = 0; i < inherited; i++)
        if (!is_replaced(sweep, environ[i]))
            entries[count++] = environ[i];
    return entries;
}

/* Puts the run in front of a message: "run 3 with A=1: ...". */
static enum fpc_status name_run(const struct making *making, enum fpc_status status)
{
    const struct fpc_sweep *sweep = &making->options->sweep;
    char *with = fpc_sweep_text(sweep, making->run / making->options->runs);
    char *message = fpc_strdup(making->error->text);
    fpc_error_set(making->error, status, "run %" PRIu64 "%s%.*s%s: %s", making->run,
                  *with ? " with " : "", LONGEST_SETTING, with,
                  strlen(with) > LONGEST_SETTING ? "..." : "", message);
    free(message);
    free(with);
    return status;
}

/* FPC_OK if the process ended well. */
static enum fpc_status judge_end(const struct making *making, const struct fpc_process *process)
{
    const char *name = making->options->command[0];
    const char *words = process->last_words ? process->last_words : "";
    const char *colon = *words ? ": " : "";
    struct fpc_error *error = making->error;
    switch (process->end) {
    case FPC_PROCESS_EXITED:
        return process->code == 0
                   ? FPC_OK
                   : fpc_error_set(error, FPC_FAILED, "'%s' ended with exit status %d%s%s", name,
                                   process->code, colon, words);
    case FPC_PROCESS_SIGNALLED:
        return fpc_error_set(error, FPC_FAILED, "'%s' was ended by signal %d (%s)%s%s", name,
                             process->code, strsignal(process->code), colon, words);
    case FPC_PROCESS_TIMED_OUT:
        return fpc_error_set(error, FPC_FAILED, "'%s' did not end within %g s and was killed%s%s",
                             name, making->options->timeout, colon, words);
    case FPC_PROCESS_TOO_LOUD:
        return fpc_error_set(error, FPC_FAILED,
                             "'%s' wrote more than %" PRIu64 " MiB to standard output; see "
                             "--max-output",
                             name, making->options->max_output);
    default:
        return fpc_error_set(error, FPC_FAILED, "interrupted");
    }
}

/* Reads a file into memory: a later run may write over it while its values are still needed. */
static enum fpc_status read_copy(const char *path, struct fpc_bytes *copy, struct fpc_error *error)
{
    struct fpc_bytes bytes = {0};
    void *memory = NULL;
    enum fpc_status status = fpc_bytes_open(&bytes, path, error);
    if (status != FPC_OK)
        return status;
    status = fpc_alloc_large(bytes.size, 1, path, &memory, error);
    if (status == FPC_OK) {
        memcpy(memory, bytes.data, bytes.size);
        *copy = (struct fpc_bytes){memory, bytes.size, 0};
    }
    fpc_bytes_clear(&bytes);
    return status;
}

static enum fpc_status collect_file(const struct making *making, const struct fpc_fresh *fresh,
                                    struct fpc_inputs *values)
{
    struct fpc_bytes copy;
    enum fpc_status status = fpc_fresh_check(fresh, making->error);
    if (status == FPC_OK)
        status = read_copy(fresh->path, &copy, making->error);
    return status == FPC_OK ? fpc_inputs_add_bytes(values, fresh->path, copy,
                                                   &making->options->run.input, making->error)
                            : status;
}

/* What a run that ended well gave. */
static enum fpc_status collect(struct making *making, const struct fpc_process *process,
                               const struct fpc_fresh *fresh, struct fpc_inputs *values)
{
    const struct fpc_exec_options *options = making->options;
    enum fpc_status status = FPC_OK;
    if (options->from_stdout)
        status = fpc_numbers_add(values, "standard output", process->output, process->size,
                                 &options->numbers, making->run == 0 ? &making->digits : NULL,
                                 making->error);
    for (size_t i = 0; status == FPC_OK && i < options->collect_count; i++)
        status = collect_file(making, &fresh[i], values);
    return status;
}

/* Runs the program and collects what it gave. */
static enum fpc_status run_once(struct making *making, const struct fpc_fresh *fresh,
                                struct fpc_inputs *values)
{
    const struct fpc_exec_options *options = making->options;
    size_t owned = 0;
    char **environment = make_environment(making, &owned);
    struct fpc_process process = {0};
    const struct fpc_process_request request = {.argv = options->command,
                                                .environment = environment,
                                                .timeout = options->timeout,
                                                .max_output = (size_t)options->max_output << 20};
    enum fpc_status status = fpc_process_run(&request, &process, making->error);
    if (status == FPC_OK)
        status = judge_end(making, &process);
    if (status == FPC_OK)
        status = collect(making, &process, fresh, values);
    if (status != FPC_OK)
        status = name_run(making, status);
    fpc_process_clear(&process);
    for (size_t i = 0; i < owned; i++)
        free(environment[i]);
    free(environment);
    return status;
}

/* The same with the files marked that the run must write. */
static enum fpc_status run_marked(struct making *making, struct fpc_inputs *values)
{
    const size_t count = making->options->collect_count;
    struct fpc_fresh *fresh = fpc_alloc(count, sizeof *fresh);
    enum fpc_status status = FPC_OK;
    size_t marked = 0;
    while (status == FPC_OK && marked < count) {
        status = fpc_fresh_mark(&fresh[marked], making->options->collect[marked], making->error);
        marked += status == FPC_OK;
    }
    if (status == FPC_OK)
        status = run_once(making, fresh, values);
    for (size_t i = 0; i < marked; i++)
        fpc_fresh_restore(&fresh[i]);
    free(fresh);
    return status;
}

/* False if a signal came. */
static bool compare(struct making *making, const struct fpc_inputs *reference,
                    const struct fpc_inputs *values, enum fpc_naming naming,
                    const struct fpc_difference_rule *rule, struct fpc_repeats *repeats)
{
    struct fpc_comparison comparison;
    fpc_comparison_make(&comparison, reference, values, naming, rule);
    const bool complete = comparison.complete;
    if (complete)
        fpc_repeats_add(repeats, making->run, &comparison);
    fpc_comparison_clear(&comparison);
    return complete;
}

static void note_first(struct making *making, const struct fpc_inputs *values)
{
    making->runs->tensors = values->count;
    for (size_t i = 0; i < values->count; i++)
        making->runs->values += values->items[i].count;
    for (size_t i = 0; i < values->note_count; i++)
        fprintf(stderr, "fpcheck: note: %s\n", values->notes[i]);
    const enum fpc_format format = making->options->numbers.format;
    const struct fpc_format_traits *traits = fpc_format_traits(format);
    if (fpc_digits_are_few(&making->digits, format))
        making->runs->warning = fpc_text(
            "the numbers of standard output have at most %" PRIu64 " digits; %d tell all %s values "
            "apart (%%.%dg), and smaller differences are not seen",
            making->digits.most, traits->digits, traits->name, traits->digits);
}

/* Compares a run with the first and with what is expected; run 0 is kept. False if a signal came.
 */
static bool take(struct making *making, struct fpc_inputs *values)
{
    const struct fpc_exec_options *options = making->options;
    const struct fpc_difference_rule bits = {.nan_bits = options->nan_bits};
    const struct fpc_difference_rule limit = {.nan_bits = options->nan_bits,
                                              .limited = true,
                                              .max_ulp = options->has_max_ulp ? options->max_ulp
                                                                              : NO_ERRORS};
    uint8_t fingerprint[FPC_FINGERPRINT_SIZE];
    if (making->expected && !compare(making, making->expected, values, FPC_NAMED_BY_MEMBER, &limit,
                                     &making->runs->expected))
        return false;
    if (making->run == 0) {
        note_first(making, values);
        making->first = *values;
        *values = (struct fpc_inputs){0};
        values = &making->first;
    } else if (!compare(making, &making->first, values, FPC_NAMED_BY_PATH, &bits,
                        &making->runs->between)) {
        return false;
    }
    fpc_fingerprint(values, options->nan_bits, fingerprint);
    fpc_outcomes_add(&making->runs->outcomes, fingerprint);
    return true;
}

enum fpc_status fpc_exec_runs_make(struct fpc_exec_runs *runs,
                                   const struct fpc_exec_options *options,
                                   const struct fpc_inputs *expected, struct fpc_error *error)
{
    struct making making = {.options = options, .expected = expected, .runs = runs, .error = error};
    const uint64_t wanted = options->runs * fpc_sweep_combinations(&options->sweep);
    enum fpc_status status = FPC_OK;
    runs->complete = true;
    while (status == FPC_OK && runs->complete && making.run < wanted) {
        struct fpc_inputs values = {0};
        status = run_marked(&making, &values);
        if (fpc_interrupt_signal() != 0) {
            status = FPC_OK;
            runs->complete = false;
        } else if (status == FPC_OK) {
            runs->complete = take(&making, &values);
            making.run++;
        }
        fpc_inputs_clear(&values);
    }
    fpc_inputs_clear(&making.first);
    return status;
}

void fpc_exec_runs_clear(struct fpc_exec_runs *runs)
{
    fpc_outcomes_clear(&runs->outcomes);
    fpc_repeats_clear(&runs->between);
    fpc_repeats_clear(&runs->expected);
    free(runs->warning);
    *runs = (struct fpc_exec_runs){0};
}
