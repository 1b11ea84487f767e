#include "command/standard_streams.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void close_standard_output(void)
{
    int reason = errno; /* of the write that failed, if one did */
    int bad = ferror(stdout);
    if (fflush(stdout) != 0 || fclose(stdout) != 0) {
        bad = 1;
        reason = errno;
    }
    if (bad) {
        fprintf(stderr, "fpcheck: cannot write standard output: %s\n", strerror(reason));
        _exit(FPC_FAILED);
    }
}

void fpc_standard_streams_fill(void)
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++)
        if (fcntl(stream, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != stream)
            _exit(FPC_FAILED);
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
