/* The SHA-256 of an input's value bytes as stored, computed beside the measurement. */
#ifndef FPC_INPUT_DIGEST_H
#define FPC_INPUT_DIGEST_H

#include "base/status.h"
#include "input/input.h"

#include <pthread.h>

struct fpc_digest {
    pthread_t thread;
    const struct fpc_input *input; /* borrowed until finished */
    char *hexadecimal;
};

/* Starts a thread of its own. Errors: FPC_FAILED if it cannot be started. */
enum fpc_status fpc_digest_start(struct fpc_digest *digest, const struct fpc_input *input,
                                 struct fpc_error *error);

/* Waits for it: 64 hexadecimal digits, or NULL after an interrupt. The caller frees. */
char *fpc_digest_finish(struct fpc_digest *digest);

#endif
