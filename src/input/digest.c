#include "input/digest.h"

#include "base/interrupt.h"
#include "base/memory.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

#define FPC_DIGEST_PIECE ((size_t)1 << 20) /* bytes between two looks at an interrupt */

static void *compute(void *argument)
{
    struct fpc_digest *digest = argument;
    const struct fpc_input *input = digest->input;
    uint8_t bytes[SHA256_DIGEST_SIZE];
    struct sha256_ctx context;
    sha256_init(&context);
    for (size_t done = 0; done < input->stored_size; done += FPC_DIGEST_PIECE) {
        size_t left = input->stored_size - done;
        if (fpc_interrupt_signal() != 0)
            return NULL;
        sha256_update(&context, left < FPC_DIGEST_PIECE ? left : FPC_DIGEST_PIECE,
                      input->stored + done);
    }
    sha256_digest(&context, sizeof bytes, bytes);
    digest->hexadecimal = fpc_alloc(2 * sizeof bytes + 1, 1);
    for (size_t i = 0; i < sizeof bytes; i++)
        sprintf(digest->hexadecimal + 2 * i, "%02x", bytes[i]);
    return NULL;
}

enum fpc_status fpc_digest_start(struct fpc_digest *digest, const struct fpc_input *input,
                                 struct fpc_error *error)
{
    *digest = (struct fpc_digest){.input = input};
    int reason = pthread_create(&digest->thread, NULL, compute, digest);
    if (reason != 0)
        return fpc_error_set(error, FPC_FAILED, "cannot start a thread: %s", strerror(reason));
    return FPC_OK;
}

char *fpc_digest_finish(struct fpc_digest *digest)
{
    pthread_join(digest->thread, NULL);
    return digest->hexadecimal;
}
