#include "input/adopt.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* `stored` need not be aligned. */
static void turn(void *out, const uint8_t *stored, size_t count, size_t size)
{
    for (size_t i = 0; i < count; i++, stored += size) {
        if (size == 8) {
            uint64_t bits;
            memcpy(&bits, stored, size);
            ((uint64_t *)out)[i] = __builtin_bswap64(bits);
        } else if (size == 4) {
            uint32_t bits;
            memcpy(&bits, stored, size);
            ((uint32_t *)out)[i] = __builtin_bswap32(bits);
        } else {
            uint16_t bits;
            memcpy(&bits, stored, size);
            ((uint16_t *)out)[i] = __builtin_bswap16(bits);
        }
    }
}

enum fpc_status fpc_input_make_copy(struct fpc_input *draft, uint64_t count,
                                    struct fpc_error *error)
{
    char *what = fpc_text("the values of %s", draft->path);
    enum fpc_status status =
        fpc_alloc_large(count, fpc_format_traits(draft->format)->size, what, &draft->copy, error);
    free(what);
    return status;
}

enum fpc_status fpc_input_adopt(struct fpc_input *draft, struct fpc_error *error)
{
    const size_t size = fpc_format_traits(draft->format)->size;
    if (draft->copy != NULL) {
        draft->big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
        draft->stored = draft->copy;
        draft->stored_size = draft->count * size;
        draft->values = draft->copy;
        return FPC_OK;
    }
    const bool native = draft->big_endian == (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
    if (native && (uintptr_t)draft->stored % size == 0) {
        draft->values = draft->stored;
        return FPC_OK;
    }
    enum fpc_status status = fpc_input_make_copy(draft, draft->count, error);
    if (status != FPC_OK)
        return status;
    if (native)
        memcpy(draft->copy, draft->stored, draft->stored_size);
    else
        turn(draft->copy, draft->stored, draft->count, size);
    draft->values = draft->copy;
    return FPC_OK;
}
