#include "base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *must_have(void *memory, size_t count, size_t size)
{
    if (memory == NULL && count != 0 && size != 0) {
        fprintf(stderr, "fpcheck: out of memory for %zu x %zu bytes\n", count, size);
        _Exit(FPC_FAILED);
    }
    return memory;
}

void *fpc_alloc(size_t count, size_t size)
{
    if (count == 0)
        count = 1;
    return must_have(calloc(count, size), count, size);
}

void *fpc_realloc(void *memory, size_t count, size_t size)
{
    return must_have(reallocarray(memory, count, size), count, size);
}

char *fpc_strdup(const char *text)
{
    if (text == NULL)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(fpc_alloc(size, 1), text, size);
}

enum fpc_status fpc_alloc_large(uint64_t count, size_t size, const char *what, void **out,
                                struct fpc_error *error)
{
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL)
        return fpc_error_set(error, FPC_FAILED, "no memory for %s: %.1f MiB", what,
                             (double)count * (double)size / 1048576.0);
    *out = memory;
    return FPC_OK;
}
