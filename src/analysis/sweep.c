#include "analysis/sweep.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static const char *check_name(const struct fpc_sweep *sweep, const char *name)
{
    if (*name == '\0')
        return "has no name";
    if (strcmp(name, "FPCHECK_RUN") == 0)
        return "is set by fpcheck itself";
    for (size_t i = 0; i < sweep->count; i++)
        if (strcmp(sweep->variables[i].name, name) == 0)
            return "is given twice";
    return NULL;
}

/* The values of a list with commas. */
static void add_values(struct fpc_sweep_variable *variable, const char *list)
{
    for (bool more = true; more;) {
        const size_t length = strcspn(list, ",");
        variable->values =
            fpc_realloc(variable->values, variable->count + 1, sizeof *variable->values);
        variable->values[variable->count++] = fpc_text("%.*s", (int)length, list);
        more = list[length] == ',';
        list += length + more;
    }
}

const char *fpc_sweep_add(struct fpc_sweep *sweep, const char *text)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL)
        return "has no '='";
    char *name = fpc_text("%.*s", (int)(equals - text), text);
    const char *wrong = check_name(sweep, name);
    if (wrong != NULL) {
        free(name);
        return wrong;
    }
    sweep->variables = fpc_realloc(sweep->variables, sweep->count + 1, sizeof *sweep->variables);
    struct fpc_sweep_variable *variable = &sweep->variables[sweep->count++];
    *variable = (struct fpc_sweep_variable){.name = name};
    add_values(variable, equals + 1);
    return NULL;
}

void fpc_sweep_clear(struct fpc_sweep *sweep)
{
    for (size_t i = 0; i < sweep->count; i++) {
        for (size_t k = 0; k < sweep->variables[i].count; k++)
            free(sweep->variables[i].values[k]);
        free(sweep->variables[i].values);
        free(sweep->variables[i].name);
    }
    free(sweep->variables);
    *sweep = (struct fpc_sweep){0};
}

uint64_t fpc_sweep_combinations(const struct fpc_sweep *sweep)
{
    uint64_t product = 1;
    for (size_t i = 0; i < sweep->count; i++)
        if (__builtin_mul_overflow(product, (uint64_t)sweep->variables[i].count, &product))
            return UINT64_MAX;
    return product;
}

/* How far apart combinations are that differ by one step of a variable alone. */
static uint64_t stride_of(const struct fpc_sweep *sweep, size_t variable)
{
    uint64_t stride = 1;
    for (size_t i = variable + 1; i < sweep->count; i++)
        stride *= sweep->variables[i].count;
    return stride;
}

size_t fpc_sweep_value(const struct fpc_sweep *sweep, size_t variable, uint64_t combination)
{
    return (size_t)(combination / stride_of(sweep, variable) % sweep->variables[variable].count);
}

char *fpc_sweep_text(const struct fpc_sweep *sweep, uint64_t combination)
{
    char *text = fpc_strdup("");
    for (size_t i = 0; i < sweep->count; i++) {
        const struct fpc_sweep_variable *variable = &sweep->variables[i];
        char *longer = fpc_text("%s%s%s=%s", text, i ? " " : "", variable->name,
                                variable->values[fpc_sweep_value(sweep, i, combination)]);
        free(text);
        text = longer;
    }
    return text;
}

size_t fpc_sweep_distinct(const struct fpc_outcomes *outcomes, uint64_t combination, uint64_t runs)
{
    size_t distinct = 0;
    const uint64_t first = combination * runs;
    for (uint64_t i = first; i < first + runs && i < outcomes->runs; i++) {
        uint64_t j = first;
        while (outcomes->of_run[j] != outcomes->of_run[i])
            j++;
        distinct += j == i;
    }
    return distinct;
}

/* Every combination is compared with the one that has the variable's first value and is else the
 * same. */
enum fpc_effect fpc_sweep_effect(const struct fpc_sweep *sweep, size_t variable,
                                 const struct fpc_outcomes *outcomes, uint64_t runs)
{
    const uint64_t combinations = fpc_sweep_combinations(sweep);
    const uint64_t stride = stride_of(sweep, variable);
    bool changed = false;
    if (outcomes->runs < combinations * runs)
        return FPC_EFFECT_UNKNOWN;
    for (uint64_t i = 0; i < combinations; i++) {
        const uint64_t base = i - stride * fpc_sweep_value(sweep, variable, i);
        if (fpc_sweep_distinct(outcomes, i, runs) > 1)
            return FPC_EFFECT_UNKNOWN;
        changed = changed || outcomes->of_run[i * runs] != outcomes->of_run[base * runs];
    }
    return changed ? FPC_EFFECT_CHANGED : FPC_EFFECT_NONE;
}

const char *fpc_effect_name(enum fpc_effect effect)
{
    static const char *const names[] = {[FPC_EFFECT_NONE] = "none",
                                        [FPC_EFFECT_CHANGED] = "changed",
                                        [FPC_EFFECT_UNKNOWN] = "unknown"};
    return names[effect];
}
