#include "fuzz_baseline.h"

#include "command/baseline_file.h"
#include "report/baseline.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_baseline: %s\n", what);
    abort();
}

static void check_error(enum fpc_status status, const char *text, const char *path)
{
    require(status == FPC_UNUSABLE, "a status that is no refusal");
    require(strncmp(text, path, strlen(path)) == 0, "the message does not begin with the path");
    require(strlen(text) < 2048 && strchr(text, '\n') == NULL, "the message is no short line");
}

/* Through a file without a name, for baselines are read by path. False if it is refused. */
static bool read_bytes(struct fpc_baseline *baseline, const void *data, size_t size)
{
    char path[32];
    struct fpc_error error = {""};
    int file = memfd_create("fuzz", MFD_CLOEXEC);
    require(file >= 0 && write(file, data, size) == (ssize_t)size, "no memory");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    enum fpc_status status = fpc_baseline_read(baseline, path, &error);
    close(file);
    if (status != FPC_OK)
        check_error(status, error.text, path);
    return status == FPC_OK;
}

/* What is written of it; the caller frees. */
static char *text_of(const struct fpc_baseline *baseline)
{
    char *text = NULL;
    size_t size = 0;
    struct fpc_error error;
    FILE *stream = open_memstream(&text, &size);
    require(stream != NULL, "no memory");
    require(fpc_baseline_write(stream, baseline, &error) == FPC_OK, "it cannot be written");
    fclose(stream);
    return text;
}

static void show(const struct fpc_baseline *baseline)
{
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    require(stream != NULL, "no memory");
    fpc_report_baseline(stream, baseline);
    fclose(stream);
    require(size > 0, "nothing is shown");
    free(text);
}

void fuzz_baseline(const uint8_t *data, size_t size)
{
    struct fpc_baseline baseline = {0}, again = {0};
    if (!read_bytes(&baseline, data, size))
        return;
    char *text = text_of(&baseline);
    show(&baseline);
    require(read_bytes(&again, text, strlen(text)), "what was written is refused");
    char *text_again = text_of(&again);
    require(strcmp(text, text_again) == 0, "what was written reads back as something else");
    free(text_again);
    free(text);
    fpc_baseline_clear(&again);
    fpc_baseline_clear(&baseline);
}

#ifdef FUZZ_BASELINE
#include "kernels/kernel.h"

/* Names of levels come from kernels/kernel.c, which has a use for this; no kernel is run here. */
const struct fpc_kernel_entry fpc_kernel_registry[] = {{0}};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_baseline(data, size);
    return 0;
}
#endif
