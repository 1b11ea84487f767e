#include "kernels/kernel.h"

#include <stddef.h>
#include <string.h>

static const char *const level_names[] = {
    [FPC_LEVEL_UNDETERMINED] = "undetermined",
    [FPC_LEVEL_NOT_GUARANTEED] = "not-guaranteed",
    [FPC_LEVEL_RUN_TO_RUN] = "run-to-run",
    [FPC_LEVEL_SHAPE_INVARIANT] = "shape-invariant",
    [FPC_LEVEL_ORDER_INVARIANT] = "order-invariant",
    [FPC_LEVEL_CORRECTLY_ROUNDED] = "correctly-rounded",
};

const char *fpc_level_name(enum fpc_level level)
{
    return level_names[level];
}

bool fpc_level_parse(const char *name, enum fpc_level *out)
{
    for (int level = FPC_LEVEL_NOT_GUARANTEED; level <= FPC_LEVEL_CORRECTLY_ROUNDED; level++) {
        if (strcmp(name, level_names[level]) == 0) {
            *out = (enum fpc_level)level;
            return true;
        }
    }
    return false;
}

const struct fpc_kernel_entry *fpc_kernel_find(const char *name)
{
    for (const struct fpc_kernel_entry *entry = fpc_kernel_registry; entry->kernel; entry++)
        if (strcmp(entry->kernel->name, name) == 0)
            return entry;
    return NULL;
}
