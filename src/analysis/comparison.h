/* Two lists of arrays, compared array by array.
 *
 * Arrays are paired by their names; where both lists hold one array and one of the two has no name,
 * these are a pair. The values of a pair are compared in memory order if format, dims and memory
 * order agree. Whatever has no partner, or a partner that is not alike, is a difference. */
#ifndef FPC_ANALYSIS_COMPARISON_H
#define FPC_ANALYSIS_COMPARISON_H

#include "analysis/difference.h"
#include "input/input.h"

/* What became of a pair. */
enum fpc_pairing {
    FPC_PAIR_COMPARED, /* value by value */
    FPC_PAIR_ONLY_A,   /* there is none in B */
    FPC_PAIR_ONLY_B,
    FPC_PAIR_FORMAT, /* formats differ, and perhaps dims */
    FPC_PAIR_DIMS,
    FPC_PAIR_LAYOUT /* one is in C order, the other in Fortran order */
};

/* What is known of an array without its values. */
struct fpc_array_facts {
    bool there;
    enum fpc_format format;
    bool fortran_order;
    size_t rank;
    uint64_t *dims; /* owned */
    uint64_t count;
};

struct fpc_compared {
    char *name; /* of both, or NULL; owned */
    enum fpc_pairing pairing;
    struct fpc_array_facts a, b;
    struct fpc_difference difference; /* if compared */
};

/* A zeroed struct is empty. The caller clears. */
struct fpc_comparison {
    bool complete;              /* false after an interrupt */
    struct fpc_compared *items; /* in the order of A, then what only B has; owned */
    size_t count;
};

/* How arrays are named: by the member alone, or by path and member. */
enum fpc_naming { FPC_NAMED_BY_MEMBER, FPC_NAMED_BY_PATH };

/* Compares all of `a` with all of `b`; both are borrowed for the time of the call. */
void fpc_comparison_make(struct fpc_comparison *comparison, const struct fpc_inputs *a,
                         const struct fpc_inputs *b, enum fpc_naming naming,
                         const struct fpc_difference_rule *rule);
void fpc_comparison_clear(struct fpc_comparison *comparison);

/* True if nothing excuses what is different between the two. */
bool fpc_compared_differs(const struct fpc_compared *compared);

/* How many of them differ so. */
size_t fpc_comparison_differing(const struct fpc_comparison *comparison);

/* The name that reports use for the pairing: "compared", "only-a", ...; static. */
const char *fpc_pairing_name(enum fpc_pairing pairing);

/* "f32[256,64]", with " in Fortran order" where that is so; "" of an array that is not there.
 * The caller frees. */
char *fpc_array_facts_text(const struct fpc_array_facts *facts);

/* What is different, in one line; NULL if there is no difference at all. The caller frees. */
char *fpc_compared_text(const struct fpc_compared *compared);

#endif
