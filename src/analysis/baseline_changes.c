#include "analysis/baseline_changes.h"

#include "analysis/baseline_entry.h"
#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Takes over `line`. */
static void add_line(struct fpc_baseline_changes *changes, char *line)
{
    fpc_text_make_printable(line);
    changes->lines = fpc_realloc(changes->lines, changes->count + 1, sizeof *changes->lines);
    changes->lines[changes->count++] = line;
}

/* "new: case:cancel: two_pass at 4 x 256: TEXT"; takes over `text`. */
static void add(struct fpc_baseline_changes *changes, const char *what,
                const struct fpc_baseline_input *input, const struct fpc_baseline_entry *entry,
                char *text)
{
    char *label = fpc_baseline_label(input->path, input->name);
    char *kernel = entry ? fpc_baseline_kernel_label(entry->kernel, entry->shape) : NULL;
    add_line(changes, fpc_text("%s: %s: %s%s%s", what, label, kernel ? kernel : "",
                               kernel ? ": " : "", text));
    free(kernel);
    free(label);
    free(text);
}

static const char *or_none(const char *text)
{
    return text ? text : "none";
}

/* Everything that is recorded of a kernel, in a line. The caller frees. */
static char *describe(const struct fpc_baseline_input *input,
                      const struct fpc_baseline_entry *entry)
{
    char *bits = entry->has_bits ? fpc_baseline_bits(input->format, entry->bits) : NULL;
    char *text =
        bits ? fpc_text("%s, %s", bits, fpc_level_name(entry->observed))
             : fpc_text("%s, bound %s", fpc_level_name(entry->observed), or_none(entry->bound));
    free(bits);
    return text;
}

/* Appends ", WHAT BEFORE -> AFTER" to *text if the two differ. */
static void note(char **text, const char *what, const char *before, const char *after)
{
    if (strcmp(or_none(before), or_none(after)) == 0)
        return;
    char *longer = fpc_text("%s%s%s %s -> %s", *text, **text ? ", " : "", what, or_none(before),
                            or_none(after));
    free(*text);
    *text = longer;
}

static void note_bits(char **text, enum fpc_format format, const struct fpc_baseline_entry *before,
                      const struct fpc_baseline_entry *after)
{
    char *then = before->has_bits ? fpc_baseline_bits(format, before->bits) : NULL;
    char *now = after->has_bits ? fpc_baseline_bits(format, after->bits) : NULL;
    bool differ = strcmp(or_none(then), or_none(now)) != 0;
    note(text, "bits", then, now);
    if (then && now && differ) {
        char *distance = fpc_baseline_distance(format, before->bits, after->bits);
        char *longer = fpc_text("%s (%s)", *text, distance);
        free(distance);
        free(*text);
        *text = longer;
    }
    free(now);
    free(then);
}

/* What differs between two records of one kernel; empty if nothing does. The caller frees. */
static char *difference(enum fpc_format format, const struct fpc_baseline_entry *before,
                        const struct fpc_baseline_entry *after)
{
    char *text = fpc_strdup("");
    note_bits(&text, format, before, after);
    note(&text, "promise", fpc_level_name(before->promise), fpc_level_name(after->promise));
    note(&text, "observed", fpc_level_name(before->observed), fpc_level_name(after->observed));
    note(&text, "ULP error", before->ulp_error, after->ulp_error);
    note(&text, "error ratio", before->error_ratio, after->error_ratio);
    note(&text, "bound", before->bound, after->bound);
    note(&text, "verdict", before->verdict, after->verdict);
    return text;
}

static const struct fpc_baseline_entry *find(const struct fpc_baseline_input *input,
                                             const struct fpc_baseline_entry *entry)
{
    for (size_t i = 0; input && i < input->entry_count; i++)
        if (strcmp(input->entries[i].kernel, entry->kernel) == 0 &&
            fpc_baseline_same_shape(input->entries[i].shape, entry->shape))
            return &input->entries[i];
    return NULL;
}

/* An input's values: other ones, or read in another way. */
static void compare_values(struct fpc_baseline_changes *changes,
                           const struct fpc_baseline_input *before,
                           const struct fpc_baseline_input *after)
{
    const struct fpc_input_findings now = {.sha256 = after->sha256,
                                           .format = after->format,
                                           .accumulator = after->accumulator,
                                           .big_endian = after->big_endian,
                                           .rank = after->rank,
                                           .dims = after->dims};
    char *why;
    if (!fpc_baseline_same_values(before, &now, &why))
        add(changes, "changed", after, NULL, why);
}

static void compare_input(struct fpc_baseline_changes *changes,
                          const struct fpc_baseline_input *before,
                          const struct fpc_baseline_input *after)
{
    if (before)
        compare_values(changes, before, after);
    else if (after->entry_count == 0)
        add(changes, "new", after, NULL, fpc_strdup("no kernel applies"));
    for (size_t i = 0; i < after->entry_count; i++) {
        const struct fpc_baseline_entry *entry = &after->entries[i], *then = find(before, entry);
        char *text = then ? difference(after->format, then, entry) : describe(after, entry);
        bool same = *text == '\0';
        if (same)
            free(text);
        else
            add(changes, then ? "changed" : "new", after, entry, text);
        changes->added += !then;
        changes->changed += then && !same;
        changes->unchanged += same;
    }
}

/* What is in `before` and not in `after`, which may be NULL. */
static void find_removed(struct fpc_baseline_changes *changes,
                         const struct fpc_baseline_input *before,
                         const struct fpc_baseline_input *after)
{
    if (!after && before->entry_count == 0)
        add(changes, "removed", before, NULL, fpc_strdup("no kernel applied"));
    for (size_t i = 0; i < before->entry_count; i++) {
        if (find(after, &before->entries[i]))
            continue;
        add(changes, "removed", before, &before->entries[i], describe(before, &before->entries[i]));
        changes->removed++;
    }
}

struct fpc_baseline_changes fpc_baseline_changes_of(const struct fpc_baseline_section *before,
                                                    const struct fpc_baseline_section *after)
{
    struct fpc_baseline_changes changes = {0};
    for (size_t i = 0; i < after->input_count; i++) {
        const struct fpc_baseline_input *input = &after->inputs[i];
        compare_input(&changes, before ? fpc_baseline_find(before, input->path, input->name) : NULL,
                      input);
    }
    for (size_t i = 0; before && i < before->input_count; i++) {
        const struct fpc_baseline_input *input = &before->inputs[i];
        find_removed(&changes, input, fpc_baseline_find(after, input->path, input->name));
    }
    changes.version = before && strcmp(before->version, after->version) != 0;
    return changes;
}

void fpc_baseline_changes_clear(struct fpc_baseline_changes *changes)
{
    for (size_t i = 0; i < changes->count; i++)
        free(changes->lines[i]);
    free(changes->lines);
    *changes = (struct fpc_baseline_changes){0};
}
