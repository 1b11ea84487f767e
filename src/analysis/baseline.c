#include "analysis/baseline.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *fpc_baseline_verdict(const char *name)
{
    if (strcmp(name, FPC_BASELINE_EXPLAINED) == 0)
        return FPC_BASELINE_EXPLAINED;
    for (int verdict = FPC_VERDICT_EXACT; verdict <= FPC_VERDICT_BUG; verdict++)
        if (strcmp(name, fpc_verdict_name((enum fpc_verdict)verdict)) == 0)
            return fpc_verdict_name((enum fpc_verdict)verdict);
    return NULL;
}

char *fpc_baseline_figure(const struct fpc_figure *figure)
{
    if (!figure->known)
        return NULL;
    return figure->too_large ? fpc_strdup(figure->text) : fpc_text("%a", figure->up);
}

struct fpc_shape fpc_baseline_shape(const struct fpc_kernel_findings *kernel)
{
    return kernel->uses_jobs ? (struct fpc_shape){0, 0} : kernel->shape;
}

/* NULL if nothing was judged; a bug that a control found needs no exact sum. */
static const char *verdict_of(const struct fpc_kernel_findings *kernel)
{
    if (!kernel->judged && kernel->verdict != FPC_VERDICT_BUG)
        return NULL;
    if (kernel->promise < FPC_LEVEL_RUN_TO_RUN && kernel->verdict <= FPC_VERDICT_FLUSHED)
        return FPC_BASELINE_EXPLAINED;
    return fpc_verdict_name(kernel->verdict);
}

static struct fpc_baseline_entry entry_of(const struct fpc_kernel_findings *kernel)
{
    bool promised = kernel->promise >= FPC_LEVEL_RUN_TO_RUN;
    struct fpc_baseline_entry entry = {
        .kernel = fpc_strdup(kernel->name),
        .shape = fpc_baseline_shape(kernel),
        .promise = kernel->promise,
        .observed = kernel->observed < kernel->promise ? kernel->observed : kernel->promise,
        .has_bits = promised && kernel->results.count == 1,
        .bound = fpc_strdup(kernel->uses_jobs ? kernel->bound_any_order : kernel->bound_kernel),
        .verdict = verdict_of(kernel)};
    if (entry.has_bits) {
        entry.bits = kernel->results.items[0].bits;
        entry.ulp_error = fpc_baseline_figure(&kernel->results.items[0].ulp_error);
        entry.error_ratio = fpc_baseline_figure(&kernel->results.items[0].error_ratio);
    }
    return entry;
}

static struct fpc_baseline_input input_of(const struct fpc_input_findings *input)
{
    struct fpc_baseline_input out = {.path = fpc_strdup(input->path),
                                     .name = fpc_strdup(input->name),
                                     .sha256 = fpc_strdup(input->sha256),
                                     .format = input->format,
                                     .accumulator = input->accumulator,
                                     .big_endian = input->big_endian,
                                     .rank = input->rank,
                                     .dims = fpc_alloc(input->rank, sizeof *out.dims),
                                     .entries =
                                         fpc_alloc(input->kernel_count, sizeof *out.entries)};
    for (size_t i = 0; i < input->rank; i++)
        out.dims[i] = input->dims[i];
    for (size_t i = 0; i < input->kernel_count; i++)
        if (input->kernels[i].reason == NULL)
            out.entries[out.entry_count++] = entry_of(&input->kernels[i]);
    return out;
}

static int compare_text(const char *a, const char *b)
{
    if (a == NULL || b == NULL)
        return (a != NULL) - (b != NULL);
    return strcmp(a, b);
}

static int compare_numbers(uint32_t a, uint32_t b)
{
    return (a > b) - (a < b);
}

static int by_kernel(const void *a, const void *b)
{
    const struct fpc_baseline_entry *x = a, *y = b;
    int order = strcmp(x->kernel, y->kernel);
    order = order ? order : compare_numbers(x->shape.blocks, y->shape.blocks);
    return order ? order : compare_numbers(x->shape.threads, y->shape.threads);
}

static int by_path(const void *a, const void *b)
{
    const struct fpc_baseline_input *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    return order ? order : compare_text(x->name, y->name);
}

static int by_device(const void *a, const void *b)
{
    const struct fpc_baseline_section *x = a, *y = b;
    return strcmp(x->device, y->device);
}

/* Sorts; the first element that equals the one before it, or NULL. */
static const void *sort(void *items, size_t count, size_t size,
                        int (*compare)(const void *, const void *))
{
    if (count > 1)
        qsort(items, count, size, compare);
    for (size_t i = 1; i < count; i++)
        if (compare((char *)items + (i - 1) * size, (char *)items + i * size) == 0)
            return (char *)items + i * size;
    return NULL;
}

struct fpc_baseline_section fpc_baseline_record(const struct fpc_findings *findings)
{
    struct fpc_baseline_section section = {
        .device = fpc_strdup(findings->device_key),
        .version = fpc_strdup(PACKAGE_VERSION),
        .inputs = fpc_alloc(findings->input_count, sizeof *section.inputs)};
    for (size_t i = 0; i < findings->input_count; i++) {
        const struct fpc_input_findings *input = &findings->inputs[i];
        if (fpc_baseline_find(&section, input->path, input->name))
            continue;
        struct fpc_baseline_input *out = &section.inputs[section.input_count++];
        *out = input_of(input);
        sort(out->entries, out->entry_count, sizeof *out->entries, by_kernel);
    }
    sort(section.inputs, section.input_count, sizeof *section.inputs, by_path);
    return section;
}

enum fpc_status fpc_baseline_sort(struct fpc_baseline *baseline, struct fpc_error *error)
{
    const char *twice = NULL;
    const struct fpc_baseline_section *section =
        sort(baseline->sections, baseline->section_count, sizeof *baseline->sections, by_device);
    if (section)
        twice = section->device;
    for (size_t s = 0; s < baseline->section_count && !twice; s++) {
        section = &baseline->sections[s];
        const struct fpc_baseline_input *input =
            sort(section->inputs, section->input_count, sizeof *section->inputs, by_path);
        if (input)
            twice = input->path;
        for (size_t i = 0; i < section->input_count && !twice; i++) {
            const struct fpc_baseline_entry *entry =
                sort(section->inputs[i].entries, section->inputs[i].entry_count, sizeof *entry,
                     by_kernel);
            if (entry)
                twice = entry->kernel;
        }
    }
    if (twice)
        return fpc_error_set(error, FPC_UNUSABLE, "%s: the baseline holds %s twice", baseline->path,
                             twice);
    return FPC_OK;
}

const struct fpc_baseline_section *fpc_baseline_section(const struct fpc_baseline *baseline,
                                                        const char *device)
{
    for (size_t i = 0; i < baseline->section_count; i++)
        if (strcmp(baseline->sections[i].device, device) == 0)
            return &baseline->sections[i];
    return NULL;
}

const struct fpc_baseline_input *fpc_baseline_find(const struct fpc_baseline_section *section,
                                                   const char *path, const char *name)
{
    for (size_t i = 0; i < section->input_count; i++)
        if (strcmp(section->inputs[i].path, path) == 0 &&
            compare_text(section->inputs[i].name, name) == 0)
            return &section->inputs[i];
    return NULL;
}

void fpc_baseline_put(struct fpc_baseline *baseline, struct fpc_baseline_section *section)
{
    size_t i = 0;
    while (i < baseline->section_count &&
           strcmp(baseline->sections[i].device, section->device) != 0)
        i++;
    if (i == baseline->section_count) {
        baseline->sections =
            fpc_realloc(baseline->sections, ++baseline->section_count, sizeof *baseline->sections);
    } else {
        fpc_baseline_section_clear(&baseline->sections[i]);
    }
    baseline->sections[i] = *section;
    *section = (struct fpc_baseline_section){0};
    sort(baseline->sections, baseline->section_count, sizeof *baseline->sections, by_device);
}

static void clear_input(struct fpc_baseline_input *input)
{
    for (size_t i = 0; i < input->entry_count; i++) {
        free(input->entries[i].kernel);
        free(input->entries[i].ulp_error);
        free(input->entries[i].error_ratio);
        free(input->entries[i].bound);
    }
    free(input->entries);
    free(input->dims);
    free(input->sha256);
    free(input->name);
    free(input->path);
}

void fpc_baseline_section_clear(struct fpc_baseline_section *section)
{
    for (size_t i = 0; i < section->input_count; i++)
        clear_input(&section->inputs[i]);
    free(section->inputs);
    free(section->version);
    free(section->device);
    *section = (struct fpc_baseline_section){0};
}

void fpc_baseline_clear(struct fpc_baseline *baseline)
{
    for (size_t i = 0; i < baseline->section_count; i++)
        fpc_baseline_section_clear(&baseline->sections[i]);
    free(baseline->sections);
    free(baseline->path);
    *baseline = (struct fpc_baseline){0};
}
