#include "command/outputs.h"

#include "base/memory.h"
#include "base/output.h"

#include <stdlib.h>
#include <string.h>

struct fpc_outputs {
    const struct fpc_run_output *specified; /* borrowed */
    size_t count;
    struct fpc_output *files; /* count entries; owned */
};

/* The file that an input is read from. */
static const char *file_of(const char *input)
{
    return strcmp(input, "-") == 0 ? "/dev/stdin" : input;
}

static enum fpc_status check(const struct fpc_run_options *options, struct fpc_error *error)
{
    for (size_t i = 0; i < options->output_count; i++) {
        const char *path = options->outputs[i].path;
        for (size_t j = 0; j < i; j++)
            if (fpc_output_is_same_file(path, options->outputs[j].path))
                return fpc_error_set(error, FPC_USAGE, "two outputs would go to %s",
                                     strcmp(path, "-") == 0 ? "standard output" : path);
        if (options->baseline && strcmp(path, "-") != 0 &&
            fpc_output_is_same_file(path, options->baseline))
            return fpc_error_set(error, FPC_USAGE, "%s is the baseline; it would be overwritten",
                                 path);
        for (size_t j = 0; j < options->input_count; j++)
            if (strcmp(path, "-") != 0 &&
                fpc_output_is_same_file(path, file_of(options->inputs[j])))
                return fpc_error_set(error, FPC_USAGE, "%s is an input; it would be overwritten",
                                     path);
    }
    return FPC_OK;
}

enum fpc_status fpc_outputs_open(struct fpc_outputs **out, const struct fpc_run_options *options,
                                 struct fpc_error *error)
{
    enum fpc_status status = check(options, error);
    if (status != FPC_OK)
        return status;
    struct fpc_outputs *outputs = fpc_alloc(1, sizeof *outputs);
    outputs->specified = options->outputs;
    outputs->count = options->output_count;
    outputs->files = fpc_alloc(outputs->count, sizeof *outputs->files);
    for (size_t i = 0; status == FPC_OK && i < outputs->count; i++)
        status = fpc_output_open(&outputs->files[i], outputs->specified[i].path, error);
    if (status != FPC_OK) {
        fpc_outputs_clear(outputs);
        return status;
    }
    *out = outputs;
    return FPC_OK;
}

enum fpc_status fpc_outputs_write(struct fpc_outputs *outputs, const struct fpc_findings *findings,
                                  struct fpc_error *error)
{
    enum fpc_status status = FPC_OK;
    for (size_t i = 0; status == FPC_OK && i < outputs->count; i++) {
        outputs->specified[i].format->write(outputs->files[i].stream, findings);
        status = fpc_output_flush(&outputs->files[i], error);
    }
    for (size_t i = 0; status == FPC_OK && i < outputs->count; i++)
        status = fpc_output_commit(&outputs->files[i], error);
    return status;
}

bool fpc_outputs_use_stdout(const struct fpc_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++)
        if (strcmp(outputs->specified[i].path, "-") == 0)
            return true;
    return false;
}

void fpc_outputs_clear(struct fpc_outputs *outputs)
{
    if (outputs == NULL)
        return;
    for (size_t i = 0; i < outputs->count; i++)
        fpc_output_clear(&outputs->files[i]);
    free(outputs->files);
    free(outputs);
}
