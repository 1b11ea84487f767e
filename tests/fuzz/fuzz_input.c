#include "fuzz_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds that keep what is made of few bytes small: a case may repeat values, a zip inflates. */
#define MAX_VALUES   (UINT64_C(1) << 16)
#define MAX_INFLATED (UINT64_C(1) << 20)

static void require(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "fuzz_input: %s\n", what);
    abort();
}

static void check_input(const struct fpc_input *input)
{
    const size_t size = fpc_format_traits(input->format)->size;
    volatile uint64_t sink = 0;
    uint64_t product = 1;
    for (size_t i = 0; i < input->rank; i++)
        product *= input->dims[i];
    require(product == input->count && input->count > 0, "the dims do not agree with the count");
    require((uintptr_t)input->values % size == 0, "the values are not aligned");
    require(input->stored_size == input->count * size, "the stored size is not that of the values");
    for (size_t i = 0; i < input->count; i++)
        sink += fpc_bits_load(input->format, input->values, i);
    for (size_t i = 0; i < input->stored_size; i++)
        sink += input->stored[i];
}

static void check_error(enum fpc_status status, const char *text)
{
    require(status == FPC_UNUSABLE || status == FPC_USAGE, "a status that is no refusal");
    require(strncmp(text, "fuzz:", 5) == 0, "the message does not begin with the path");
    require(strlen(text) < 2048 && strchr(text, '\n') == NULL, "the message is no short line");
}

static void try_one(const struct fpc_input_options *options, const uint8_t *data, size_t size)
{
    struct fpc_inputs inputs = {0};
    struct fpc_error error = {""};
    struct fpc_bytes bytes = {malloc(size), size, 0};
    require(bytes.data != NULL, "no memory");
    memcpy((void *)bytes.data, data, size); /* of this very size: a byte too far is seen */
    enum fpc_status status = fpc_inputs_add_bytes(&inputs, "fuzz", bytes, options, &error);
    if (status != FPC_OK)
        check_error(status, error.text);
    require((status == FPC_OK) == (inputs.count > 0), "inputs and status do not agree");
    for (size_t i = 0; i < inputs.count; i++)
        check_input(&inputs.items[i]);
    for (size_t i = 0; i < inputs.note_count; i++)
        check_error(FPC_UNUSABLE, inputs.notes[i]);
    fpc_inputs_clear(&inputs);
}

void fuzz_input(enum fpc_input_kind kind, const uint8_t *data, size_t size)
{
    struct fpc_input_options options = {
        .kind = kind, .max_values = MAX_VALUES, .max_inflated = MAX_INFLATED};
    if (size == 0) /* an empty file gets to no reader */
        return;
    try_one(&options, data, size);
    options.format_given = true;
    options.format = FPC_BF16;
    try_one(&options, data, size);
    options.format_given = false;
    options.byte_order = FPC_ORDER_BIG;
    if (kind == FPC_INPUT_RAW)
        try_one(&options, data, size);
    options.byte_order = FPC_ORDER_UNSAID;
    options.tensor = "a";
    if (kind == FPC_INPUT_NPZ || kind == FPC_INPUT_SAFETENSORS)
        try_one(&options, data, size);
    options.tensor = NULL;
    options.kind = FPC_INPUT_GUESS;
    try_one(&options, data, size);
}

#ifdef FUZZ_KIND
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_input(FUZZ_KIND, data, size);
    return 0;
}
#endif
