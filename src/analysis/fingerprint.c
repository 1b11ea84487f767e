#include "analysis/fingerprint.h"

#include <nettle/sha2.h>
#include <string.h>

#define BATCH 512

static void add_text(struct sha256_ctx *context, const char *text)
{
    const char *bytes = text ? text : "";
    sha256_update(context, strlen(bytes) + 1, (const uint8_t *)bytes);
}

static void add_number(struct sha256_ctx *context, uint64_t number)
{
    uint8_t bytes[sizeof number];
    memcpy(bytes, &number, sizeof number);
    sha256_update(context, sizeof bytes, bytes);
}

/* Each value as 8 bytes of this machine's order: fingerprints do not leave the process. */
static void add_values(struct sha256_ctx *context, const struct fpc_input *input, bool nan_bits)
{
    uint64_t batch[BATCH];
    for (size_t i = 0; i < input->count; i += BATCH) {
        const size_t count = input->count - i < BATCH ? input->count - i : BATCH;
        for (size_t j = 0; j < count; j++) {
            batch[j] = fpc_bits_load(input->format, input->values, i + j);
            if (!nan_bits && fpc_bits_class(input->format, batch[j]) == FPC_NAN)
                batch[j] = fpc_bits_nan(input->format);
        }
        sha256_update(context, count * sizeof batch[0], (const uint8_t *)batch);
    }
}

static void digest_of(const struct fpc_input *input, bool nan_bits, uint8_t *digest)
{
    struct sha256_ctx context;
    sha256_init(&context);
    add_text(&context, input->path);
    add_text(&context, input->name);
    add_number(&context, (uint64_t)input->format);
    add_number(&context, input->fortran_order);
    add_number(&context, input->rank);
    for (size_t i = 0; i < input->rank; i++)
        add_number(&context, input->dims[i]);
    add_values(&context, input, nan_bits);
    sha256_digest(&context, FPC_FINGERPRINT_SIZE, digest);
}

/* No two arrays of a list have one name, so no two digests cancel. */
void fpc_fingerprint(const struct fpc_inputs *inputs, bool nan_bits,
                     uint8_t out[FPC_FINGERPRINT_SIZE])
{
    uint8_t digest[FPC_FINGERPRINT_SIZE];
    memset(out, 0, FPC_FINGERPRINT_SIZE);
    for (size_t i = 0; i < inputs->count; i++) {
        digest_of(&inputs->items[i], nan_bits, digest);
        for (size_t k = 0; k < FPC_FINGERPRINT_SIZE; k++)
            out[k] ^= digest[k];
    }
}
