#include "analysis/comparison.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Values between two looks at whether a signal came. */
#define CHUNK 1048576u

struct pairing {
    struct fpc_comparison *comparison;
    const struct fpc_inputs *b;
    const struct fpc_difference_rule *rule;
    enum fpc_naming naming;
    bool any_name; /* one array on each side, of which one has no name */
    bool *taken;   /* of B, those that have a partner */
    size_t next;   /* of B, where the next partner is likely */
};

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool are_partners(const struct pairing *pairing, const struct fpc_input *a,
                         const struct fpc_input *b)
{
    if (pairing->any_name)
        return true;
    return same_text(a->name, b->name) &&
           (pairing->naming == FPC_NAMED_BY_MEMBER || same_text(a->path, b->path));
}

/* The partner of an array, or NULL. Files of one kind mostly hold arrays in the same order, so the
 * one that follows the last partner is looked at first. */
static const struct fpc_input *take_partner(struct pairing *pairing, const struct fpc_input *a)
{
    const struct fpc_inputs *b = pairing->b;
    for (size_t i = 0; i < b->count; i++) {
        const size_t at = (pairing->next + i) % b->count;
        if (!pairing->taken[at] && are_partners(pairing, a, &b->items[at])) {
            pairing->taken[at] = true;
            pairing->next = at + 1;
            return &b->items[at];
        }
    }
    return NULL;
}

static struct fpc_array_facts facts_of(const struct fpc_input *input)
{
    if (input == NULL)
        return (struct fpc_array_facts){.there = false};
    struct fpc_array_facts facts = {.there = true,
                                    .format = input->format,
                                    .fortran_order = input->fortran_order,
                                    .rank = input->rank,
                                    .count = input->count};
    facts.dims = fpc_alloc(input->rank, sizeof *facts.dims);
    if (input->rank > 0)
        memcpy(facts.dims, input->dims, input->rank * sizeof *facts.dims);
    return facts;
}

static bool same_dims(const struct fpc_array_facts *a, const struct fpc_array_facts *b)
{
    return a->rank == b->rank &&
           (a->rank == 0 || memcmp(a->dims, b->dims, a->rank * sizeof *a->dims) == 0);
}

static enum fpc_pairing pairing_of(const struct fpc_array_facts *a, const struct fpc_array_facts *b)
{
    if (!b->there)
        return FPC_PAIR_ONLY_A;
    if (!a->there)
        return FPC_PAIR_ONLY_B;
    if (a->format != b->format)
        return FPC_PAIR_FORMAT;
    if (!same_dims(a, b))
        return FPC_PAIR_DIMS;
    return a->fortran_order == b->fortran_order ? FPC_PAIR_COMPARED : FPC_PAIR_LAYOUT;
}

static char *name_of(const struct fpc_input *input, enum fpc_naming naming)
{
    if (naming == FPC_NAMED_BY_MEMBER || input->name == NULL)
        return fpc_strdup(naming == FPC_NAMED_BY_MEMBER ? input->name : input->path);
    return fpc_text("%s:%s", input->path, input->name);
}

/* One of the two may be NULL. */
static struct fpc_compared *add(struct pairing *pairing, const struct fpc_input *a,
                                const struct fpc_input *b)
{
    struct fpc_comparison *comparison = pairing->comparison;
    char *name = name_of(a ? a : b, pairing->naming);
    if (name == NULL && a && b)
        name = name_of(b, pairing->naming);
    comparison->items =
        fpc_realloc(comparison->items, comparison->count + 1, sizeof *comparison->items);
    struct fpc_compared *compared = &comparison->items[comparison->count++];
    *compared = (struct fpc_compared){.name = name, .a = facts_of(a), .b = facts_of(b)};
    compared->pairing = pairing_of(&compared->a, &compared->b);
    return compared;
}

/* False if a signal came before the end. */
static bool compare_values(struct fpc_compared *compared, const struct fpc_input *a,
                           const struct fpc_input *b, const struct fpc_difference_rule *rule)
{
    const size_t size = fpc_format_traits(a->format)->size;
    for (size_t i = 0; i < a->count; i += CHUNK) {
        const size_t count = a->count - i < CHUNK ? a->count - i : CHUNK;
        if (fpc_interrupt_signal() != 0)
            return false;
        fpc_difference_add(&compared->difference, a->format,
                           (const unsigned char *)a->values + i * size,
                           (const unsigned char *)b->values + i * size, count, rule);
    }
    return true;
}

void fpc_comparison_make(struct fpc_comparison *comparison, const struct fpc_inputs *a,
                         const struct fpc_inputs *b, enum fpc_naming naming,
                         const struct fpc_difference_rule *rule)
{
    struct pairing pairing = {comparison, b, rule, naming, false, NULL, 0};
    *comparison = (struct fpc_comparison){.complete = true};
    pairing.taken = fpc_alloc(b->count, sizeof *pairing.taken);
    pairing.any_name = naming == FPC_NAMED_BY_MEMBER && a->count == 1 && b->count == 1 &&
                       (a->items[0].name == NULL || b->items[0].name == NULL);
    for (size_t i = 0; i < a->count && comparison->complete; i++) {
        const struct fpc_input *partner = take_partner(&pairing, &a->items[i]);
        struct fpc_compared *compared = add(&pairing, &a->items[i], partner);
        if (compared->pairing == FPC_PAIR_COMPARED)
            comparison->complete = compare_values(compared, &a->items[i], partner, rule);
    }
    for (size_t i = 0; i < b->count && comparison->complete; i++)
        if (!pairing.taken[i])
            add(&pairing, NULL, &b->items[i]);
    free(pairing.taken);
}

void fpc_comparison_clear(struct fpc_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        free(comparison->items[i].a.dims);
        free(comparison->items[i].b.dims);
        free(comparison->items[i].name);
    }
    free(comparison->items);
    *comparison = (struct fpc_comparison){0};
}

bool fpc_compared_differs(const struct fpc_compared *compared)
{
    return compared->pairing != FPC_PAIR_COMPARED || compared->difference.beyond > 0;
}

size_t fpc_comparison_differing(const struct fpc_comparison *comparison)
{
    size_t differing = 0;
    for (size_t i = 0; i < comparison->count; i++)
        differing += fpc_compared_differs(&comparison->items[i]);
    return differing;
}

const char *fpc_pairing_name(enum fpc_pairing pairing)
{
    static const char *const names[] = {
        [FPC_PAIR_COMPARED] = "compared", [FPC_PAIR_ONLY_A] = "only-a",
        [FPC_PAIR_ONLY_B] = "only-b",     [FPC_PAIR_FORMAT] = "format",
        [FPC_PAIR_DIMS] = "dims",         [FPC_PAIR_LAYOUT] = "layout"};
    return names[pairing];
}

char *fpc_array_facts_text(const struct fpc_array_facts *facts)
{
    if (!facts->there)
        return fpc_strdup("");
    char *dims = fpc_strdup("");
    for (size_t i = 0; i < facts->rank; i++) {
        char *longer = fpc_text("%s%s%" PRIu64, dims, i ? "," : "", facts->dims[i]);
        free(dims);
        dims = longer;
    }
    char *text = fpc_text("%s[%s]%s", fpc_format_traits(facts->format)->name, dims,
                          facts->fortran_order ? " in Fortran order" : "");
    free(dims);
    return text;
}

char *fpc_compared_text(const struct fpc_compared *compared)
{
    if (compared->pairing == FPC_PAIR_COMPARED)
        return compared->difference.differing
                   ? fpc_difference_text(&compared->difference, compared->a.format)
                   : NULL;
    char *a = fpc_array_facts_text(&compared->a), *b = fpc_array_facts_text(&compared->b);
    char *text = !compared->b.there   ? fpc_text("%s, only in A", a)
                 : !compared->a.there ? fpc_text("%s, only in B", b)
                                      : fpc_text("%s against %s", a, b);
    free(b);
    free(a);
    return text;
}
