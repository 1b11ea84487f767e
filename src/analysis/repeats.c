#include "analysis/repeats.h"

#include "analysis/figure.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void clear_compared(struct fpc_compared *compared)
{
    free(compared->a.dims);
    free(compared->b.dims);
    free(compared->name);
}

static bool same_name(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

/* The entry of this name, or a new one. Runs mostly give the same arrays in the same order, so the
 * one at the same place is looked at first. */
static struct fpc_repeat *entry_for(struct fpc_repeats *repeats, size_t likely, const char *name)
{
    for (size_t i = 0; i < repeats->count; i++) {
        struct fpc_repeat *repeat = &repeats->items[(likely + i) % repeats->count];
        if (same_name(repeat->first.name, name))
            return repeat;
    }
    repeats->items = fpc_realloc(repeats->items, repeats->count + 1, sizeof *repeats->items);
    struct fpc_repeat *repeat = &repeats->items[repeats->count++];
    *repeat = (struct fpc_repeat){.max_vermv = fpc_figure_of(0)};
    return repeat;
}

static void note_values(struct fpc_repeat *repeat, uint64_t run,
                        const struct fpc_difference *difference)
{
    const struct fpc_figure vermv = fpc_difference_vermv(difference);
    if (difference->differing > repeat->most_differing)
        repeat->most_differing = difference->differing;
    if (difference->distances > 0 &&
        (!repeat->has_distance || difference->max_ulp > repeat->max_ulp)) {
        repeat->has_distance = true;
        repeat->max_ulp = difference->max_ulp;
        repeat->max_ulp_run = run;
        repeat->max_ulp_at = difference->max_at;
    }
    fpc_figure_raise(&repeat->max_vermv, &vermv);
    repeat->max_vc = fmax(repeat->max_vc, fpc_difference_vc(difference));
}

static void note(struct fpc_repeat *repeat, uint64_t run, struct fpc_compared *compared)
{
    const bool fails = fpc_compared_differs(compared);
    const bool differs = fails || compared->difference.differing > 0;
    if (compared->pairing == FPC_PAIR_COMPARED)
        note_values(repeat, run, &compared->difference);
    if (fails ? repeat->failing_runs == 0 : repeat->differing_runs == 0) {
        clear_compared(&repeat->first);
        repeat->first = *compared;
        repeat->first_run = run;
        *compared = (struct fpc_compared){.name = NULL};
    }
    repeat->differing_runs += differs;
    repeat->failing_runs += fails;
}

void fpc_repeats_add(struct fpc_repeats *repeats, uint64_t run, struct fpc_comparison *comparison)
{
    for (size_t i = 0; i < comparison->count; i++) {
        struct fpc_compared *compared = &comparison->items[i];
        note(entry_for(repeats, i, compared->name), run, compared);
    }
    repeats->runs++;
    fpc_comparison_clear(comparison);
}

void fpc_repeats_clear(struct fpc_repeats *repeats)
{
    for (size_t i = 0; i < repeats->count; i++)
        clear_compared(&repeats->items[i].first);
    free(repeats->items);
    *repeats = (struct fpc_repeats){0};
}

const struct fpc_repeat *fpc_repeats_first_failing(const struct fpc_repeats *repeats)
{
    const struct fpc_repeat *first = NULL;
    for (size_t i = 0; i < repeats->count; i++) {
        const struct fpc_repeat *repeat = &repeats->items[i];
        if (repeat->failing_runs > 0 && (!first || repeat->first_run < first->first_run))
            first = repeat;
    }
    return first;
}

const struct fpc_repeat *fpc_repeats_farthest(const struct fpc_repeats *repeats)
{
    const struct fpc_repeat *farthest = NULL;
    for (size_t i = 0; i < repeats->count; i++) {
        const struct fpc_repeat *repeat = &repeats->items[i];
        if (repeat->has_distance && (!farthest || repeat->max_ulp > farthest->max_ulp))
            farthest = repeat;
    }
    return farthest;
}

static size_t outcome_of(struct fpc_outcomes *outcomes,
                         const uint8_t fingerprint[FPC_FINGERPRINT_SIZE])
{
    for (size_t i = 0; i < outcomes->count; i++)
        if (memcmp(outcomes->items[i].fingerprint, fingerprint, FPC_FINGERPRINT_SIZE) == 0)
            return i;
    outcomes->items = fpc_realloc(outcomes->items, outcomes->count + 1, sizeof *outcomes->items);
    struct fpc_outcome *outcome = &outcomes->items[outcomes->count];
    *outcome = (struct fpc_outcome){.first_run = outcomes->runs};
    memcpy(outcome->fingerprint, fingerprint, FPC_FINGERPRINT_SIZE);
    return outcomes->count++;
}

void fpc_outcomes_add(struct fpc_outcomes *outcomes,
                      const uint8_t fingerprint[FPC_FINGERPRINT_SIZE])
{
    const size_t index = outcome_of(outcomes, fingerprint);
    outcomes->items[index].count++;
    outcomes->of_run = fpc_realloc(outcomes->of_run, outcomes->runs + 1, sizeof *outcomes->of_run);
    outcomes->of_run[outcomes->runs++] = index;
}

void fpc_outcomes_clear(struct fpc_outcomes *outcomes)
{
    free(outcomes->items);
    free(outcomes->of_run);
    *outcomes = (struct fpc_outcomes){0};
}
