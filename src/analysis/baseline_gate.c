#include "analysis/baseline_gate.h"

#include "analysis/baseline_entry.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* A section's record of the input, if it is of the same values; NULL if it has none. */
static const struct fpc_baseline_input *record_in(const struct fpc_baseline_section *section,
                                                  const struct fpc_input_findings *input)
{
    const struct fpc_baseline_input *record =
        section ? fpc_baseline_find(section, input->path, input->name) : NULL;
    return record && fpc_baseline_same_values(record, input, NULL) ? record : NULL;
}

/* Of one input: sets *known if it is in the baseline, and then the values must be the same. */
static enum fpc_status check_input(const struct fpc_baseline *baseline,
                                   const struct fpc_baseline_section *own,
                                   const struct fpc_input_findings *input, bool *known,
                                   struct fpc_error *error)
{
    const struct fpc_baseline_input *other =
        own ? fpc_baseline_find(own, input->path, input->name) : NULL;
    bool same = record_in(own, input) != NULL, elsewhere = !other;
    for (size_t i = 0; i < baseline->section_count && elsewhere && !same; i++) {
        const struct fpc_baseline_section *section = &baseline->sections[i];
        const struct fpc_baseline_input *record =
            fpc_baseline_find(section, input->path, input->name);
        same = record_in(section, input) != NULL;
        other = record ? record : other;
    }
    *known = *known || same || other;
    if (same || !other)
        return FPC_OK;
    char *why, *label = fpc_baseline_label(input->path, input->name);
    fpc_baseline_same_values(other, input, &why);
    enum fpc_status status =
        fpc_error_set(error, FPC_UNUSABLE, "%s is not the input that %s was recorded with: %s",
                      label, baseline->path, why);
    free(why);
    free(label);
    return status;
}

enum fpc_status fpc_baseline_check_inputs(const struct fpc_baseline *baseline,
                                          const struct fpc_findings *findings,
                                          struct fpc_error *error)
{
    const struct fpc_baseline_section *own = fpc_baseline_section(baseline, findings->device_key);
    enum fpc_status status = FPC_OK;
    bool known = false;
    for (size_t i = 0; i < findings->input_count && status == FPC_OK; i++)
        status = check_input(baseline, own, &findings->inputs[i], &known, error);
    if (status == FPC_OK && !known)
        return fpc_error_set(error, FPC_UNUSABLE,
                             "nothing to compare: no input of this run is in the baseline %s",
                             baseline->path);
    return status;
}

/* The run that is held to a baseline. */
struct comparison {
    const struct fpc_baseline *baseline;
    const struct fpc_baseline_section *own; /* of this device, or NULL */
    bool compared;
    struct fpc_baseline_gate gate; /* what does not change with the kernel, and the input */
};

static const struct fpc_input_findings *input_of(const struct comparison *comparison)
{
    return &comparison->gate.findings->inputs[comparison->gate.input];
}

/* True if this input is held to the section: to its own device's, else to all others. */
static bool is_held_to(const struct comparison *comparison,
                       const struct fpc_baseline_section *section)
{
    return record_in(section, input_of(comparison)) &&
           (section == comparison->own || !record_in(comparison->own, input_of(comparison)));
}

static const struct fpc_baseline_entry *entry_of(const struct fpc_baseline_input *record,
                                                 const struct fpc_kernel_findings *kernel,
                                                 bool any_shape)
{
    for (size_t i = 0; i < record->entry_count; i++)
        if (strcmp(record->entries[i].kernel, kernel->name) == 0 &&
            (any_shape ||
             fpc_baseline_same_shape(record->entries[i].shape, fpc_baseline_shape(kernel))))
            return &record->entries[i];
    return NULL;
}

/* What the kernel is held to: the same shape, or on other devices another one; NULL if it is new.
 * Fills in the gate. */
static void find_entry(const struct comparison *comparison, struct fpc_baseline_gate *gate)
{
    const struct fpc_baseline *baseline = comparison->baseline;
    for (int any_shape = 0; any_shape <= 1 && !gate->then; any_shape++) {
        for (size_t i = 0; i < baseline->section_count && !gate->then; i++) {
            const struct fpc_baseline_section *section = &baseline->sections[i];
            bool own = section == comparison->own;
            if (!is_held_to(comparison, section) || (own && any_shape))
                continue;
            gate->then = entry_of(record_in(section, input_of(comparison)), gate->now, any_shape);
            gate->elsewhere = own ? NULL : section->device;
        }
    }
}

/* A promise for all shapes is held to every record of the same values, but for gate->then, which
 * has been compared. */
static void check_invariance(const struct comparison *comparison,
                             const struct fpc_baseline_gate *gate)
{
    for (size_t i = 0; i < comparison->baseline->section_count; i++) {
        const struct fpc_baseline_section *section = &comparison->baseline->sections[i];
        const struct fpc_baseline_input *record = record_in(section, input_of(comparison));
        for (size_t k = 0; record && k < record->entry_count; k++) {
            struct fpc_baseline_gate other = *gate;
            other.then = &record->entries[k];
            other.elsewhere = section == comparison->own ? NULL : section->device;
            if (other.then != gate->then && strcmp(other.then->kernel, gate->now->name) == 0 &&
                fpc_baseline_common_promise(&other) >= FPC_LEVEL_SHAPE_INVARIANT)
                fpc_baseline_check_bits(&other);
        }
    }
}

static void check_kernel(const struct comparison *comparison, size_t kernel)
{
    struct fpc_baseline_gate gate = comparison->gate;
    gate.kernel = kernel;
    gate.now = &input_of(comparison)->kernels[kernel];
    if (gate.now->reason)
        return;
    find_entry(comparison, &gate);
    check_invariance(comparison, &gate);
    if (gate.then) {
        fpc_baseline_check_entry(&gate);
        return;
    }
    char *label = fpc_baseline_kernel_label(gate.now->name, fpc_baseline_shape(gate.now));
    fpc_baseline_add(&gate, true, NULL, NULL, fpc_text("%s is new: it was not recorded", label));
    free(label);
}

/* The kernel of the run that an entry is of, or NULL; on another device a shape, and whether the
 * kernel applies, may be otherwise. */
static const struct fpc_kernel_findings *kernel_of(const struct fpc_input_findings *input,
                                                   const struct fpc_baseline_entry *entry,
                                                   bool elsewhere)
{
    for (size_t i = 0; i < input->kernel_count; i++)
        if (strcmp(input->kernels[i].name, entry->kernel) == 0 &&
            (elsewhere ||
             fpc_baseline_same_shape(fpc_baseline_shape(&input->kernels[i]), entry->shape)))
            return &input->kernels[i];
    return NULL;
}

static void check_missing_kernels(const struct comparison *comparison,
                                  const struct fpc_baseline_section *section)
{
    const struct fpc_baseline_input *record = record_in(section, input_of(comparison));
    bool elsewhere = section != comparison->own;
    for (size_t i = 0; i < record->entry_count; i++) {
        const struct fpc_baseline_entry *entry = &record->entries[i];
        const struct fpc_kernel_findings *kernel =
            kernel_of(input_of(comparison), entry, elsewhere);
        if (kernel && (elsewhere || !kernel->reason))
            continue;
        char *label = fpc_baseline_kernel_label(entry->kernel, entry->shape);
        fpc_baseline_add(
            &comparison->gate, false, NULL, fpc_strdup(entry->kernel),
            kernel ? fpc_text("%s was recorded, and does not apply now: %s", label, kernel->reason)
                   : fpc_text("%s was recorded%s%s, and was not run", label,
                              elsewhere ? " on " : "", elsewhere ? section->device : ""));
        free(label);
    }
}

/* Errors and verdicts need the exact sum, then and now. */
static void check_judged(const struct comparison *comparison,
                         const struct fpc_baseline_section *section)
{
    const struct fpc_baseline_input *record = record_in(section, input_of(comparison));
    size_t judged = 0;
    for (size_t i = 0; i < record->entry_count; i++)
        judged += record->entries[i].verdict != NULL;
    if (judged > 0 && !input_of(comparison)->exact_known)
        fpc_baseline_add(&comparison->gate, true, NULL, NULL,
                         fpc_strdup("bits only: without the exact sum (--exact-by none) errors and "
                                    "verdicts are not compared"));
    if (judged < record->entry_count && input_of(comparison)->exact_known)
        fpc_baseline_add(&comparison->gate, true, NULL, NULL,
                         fpc_strdup("bits only: errors and verdicts were not recorded (--exact-by "
                                    "none)"));
}

/* The input as a whole is not what was recorded: a notice. */
static void notice_input(const struct comparison *comparison, const char *text)
{
    char *label = fpc_baseline_label(input_of(comparison)->path, input_of(comparison)->name);
    fpc_baseline_add(&comparison->gate, true, NULL, NULL, fpc_text("%s %s", label, text));
    free(label);
}

static void compare_input(struct comparison *comparison, size_t input)
{
    bool known = false;
    comparison->gate.input = input;
    for (size_t i = 0; i < comparison->baseline->section_count; i++) {
        const struct fpc_baseline_section *section = &comparison->baseline->sections[i];
        if (!is_held_to(comparison, section))
            continue;
        known = true;
        check_missing_kernels(comparison, section);
        check_judged(comparison, section);
    }
    if (!known)
        notice_input(comparison, "is new: it was not recorded");
    else if (!record_in(comparison->own, input_of(comparison)))
        notice_input(comparison, "was recorded on other devices, not on this one");
    comparison->gate.findings->inputs[input].recorded = known;
    for (size_t k = 0; known && k < input_of(comparison)->kernel_count; k++)
        check_kernel(comparison, k);
}

static bool was_run(const struct fpc_findings *findings, const struct fpc_baseline_input *record)
{
    for (size_t i = 0; i < findings->input_count; i++) {
        const struct fpc_input_findings *input = &findings->inputs[i];
        if (strcmp(input->path, record->path) == 0 &&
            (input->name && record->name ? strcmp(input->name, record->name) == 0
                                         : input->name == record->name))
            return true;
    }
    return false;
}

static void check_missing_inputs(struct comparison *comparison)
{
    comparison->gate.input = 0;
    for (size_t s = 0; s < comparison->baseline->section_count; s++) {
        const struct fpc_baseline_section *section = &comparison->baseline->sections[s];
        for (size_t i = 0; i < section->input_count; i++) {
            const struct fpc_baseline_input *record = &section->inputs[i];
            if ((comparison->own && section != comparison->own) ||
                was_run(comparison->gate.findings, record))
                continue;
            char *label = fpc_baseline_label(record->path, record->name);
            fpc_baseline_add(&comparison->gate, false, label, NULL,
                             fpc_text("%s was recorded, and is not among the inputs", label));
        }
    }
}

/* The command line, for a shell. */
static char *repeat_line(const struct fpc_findings *findings)
{
    char *line = fpc_strdup("");
    for (int i = 0; i < findings->argc; i++) {
        char *word = fpc_text_for_shell(findings->argv[i]);
        char *longer = fpc_text("%s%s%s", line, i ? " " : "", word);
        free(word);
        free(line);
        line = longer;
    }
    return line;
}

enum fpc_status fpc_baseline_compare(const struct fpc_baseline *baseline, bool strict,
                                     struct fpc_findings *findings, struct fpc_error *error)
{
    char *repeat = repeat_line(findings);
    size_t before = findings->finding_count;
    struct comparison comparison = {
        .baseline = baseline,
        .own = fpc_baseline_section(baseline, findings->device_key),
        .gate = {.findings = findings, .strict = strict, .repeat = repeat}};
    comparison.gate.compared = &comparison.compared;
    for (size_t i = 0; i < findings->input_count; i++)
        compare_input(&comparison, i);
    check_missing_inputs(&comparison);
    free(repeat);
    findings->compared = true;
    if (!comparison.compared && findings->finding_count == before)
        return fpc_error_set(error, FPC_UNUSABLE,
                             "nothing to compare: of what %s holds and this run gave neither bits "
                             "nor errors nor verdicts meet",
                             baseline->path);
    return FPC_OK;
}
