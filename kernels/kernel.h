/* The contract of a kernel: one way to sum n values.
 *
 * A kernel is NAME.c, its descriptor: a name, a promise, and its order as data, from which the host
 * walks it and its bounds follow; and NAME.cu, its device code, if it has any. kernels/local.mk
 * lists the kernels, and the registry is generated from that list. */
#ifndef FPC_KERNELS_KERNEL_H
#define FPC_KERNELS_KERNEL_H

#include "kernels/launch.h"
#include "order/order.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Levels of determinism, weakest first: the same bits for ... */
enum fpc_level {
    FPC_LEVEL_UNDETERMINED,     /* nothing was compared */
    FPC_LEVEL_NOT_GUARANTEED,   /* - */
    FPC_LEVEL_RUN_TO_RUN,       /* the same input, shape and device */
    FPC_LEVEL_SHAPE_INVARIANT,  /* and any blocks x threads */
    FPC_LEVEL_ORDER_INVARIANT,  /* and any permutation of the input */
    FPC_LEVEL_CORRECTLY_ROUNDED /* always the exact sum, rounded once */
};

const char *fpc_level_name(enum fpc_level level);

/* Reads a level that can be demanded ("run-to-run", ...; not "undetermined"); *out is set only on
 * success. */
bool fpc_level_parse(const char *name, enum fpc_level *out);

struct fpc_kernel {
    const char *name;
    const char *summary; /* one line for `fpcheck list kernels` */
    enum fpc_level promise;
    struct fpc_order order; /* not bound */
    bool
        library_uses_shape; /* if the order is a library's own: the launch shape has a part in it */
    size_t result_size;     /* bytes that a run leaves on the GPU; 0: one accumulator */
    /* The bits of such a result in the format; NULL if it is an accumulator. */
    uint64_t (*result_bits)(enum fpc_format format, const void *result);
};

struct fpc_kernel_entry {
    const struct fpc_kernel *kernel;
    fpc_launch *launch; /* NULL if this build has no device code for it */
};

/* Every kernel, in the order of kernels/local.mk; ends with a NULL kernel. */
extern const struct fpc_kernel_entry fpc_kernel_registry[];

/* The entry of that name, or NULL. */
const struct fpc_kernel_entry *fpc_kernel_find(const char *name);

#endif
