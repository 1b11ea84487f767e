#include "command/standard_streams.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A closed standard output (EBADF on an empty buffer) is no loss: nothing was to be written. */
static void close_standard_output(void)
{
    int bad = ferror(stdout);
    if (fclose(stdout) != 0 && (bad || errno != EBADF))
        bad = 1;
    if (bad) {
        fprintf(stderr, "fpcheck: cannot write standard output: %s\n", strerror(errno));
        _exit(FPC_FAILED);
    }
}

void fpc_standard_streams_check_at_exit(void)
{
    atexit(close_standard_output);
}

int fpc_standard_streams_complain(enum fpc_status status, const struct fpc_error *error)
{
    fprintf(stderr, "fpcheck: %s\n", error->text);
    return status;
}
