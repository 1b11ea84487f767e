#include "base/memory.h"
#include "base/text.h"
#include "input/archive.h"
#include "input/names.h"
#include "input/npy.h"

#include <stdlib.h>
#include <string.h>

#define MEMBER_SUFFIX        ".npy"
#define DEFAULT_MAX_INFLATED (UINT64_C(1) << 34)

/* What is being read. */
struct reading {
    struct fpc_archive archive;
    struct fpc_inputs *found;
    const struct fpc_source *source;
    const struct fpc_input_options *options;
    struct fpc_names left_out;
    struct fpc_error *error;
};

/* A zip archive of which the first member's name, which follows its 30 bytes of header, ends in
 * .npy. An archive that begins otherwise is told by its suffix. */
static bool recognises_npz(const uint8_t *data, size_t size)
{
    static const uint8_t magic[] = {'P', 'K', 3, 4};
    const size_t length = strlen(MEMBER_SUFFIX);
    if (size < 30 || memcmp(data, magic, sizeof magic) != 0)
        return false;
    const size_t end = 30 + (data[26] | (size_t)data[27] << 8);
    return end >= 30 + length && end <= size &&
           memcmp(data + end - length, MEMBER_SUFFIX, length) == 0;
}

static bool is_npy(const struct fpc_archive *archive, uint64_t index)
{
    const char *name = fpc_archive_name(archive, index);
    return name != NULL && fpc_text_ends_with(name, MEMBER_SUFFIX) &&
           !fpc_archive_is_special(archive, index);
}

/* The member's name without .npy. The caller frees. */
static char *short_name(const char *entry)
{
    return fpc_text("%.*s", (int)(strlen(entry) - strlen(MEMBER_SUFFIX)), entry);
}

/* Reads the member; *left_out as fpc_npy_read(), and the draft is taken away again then. */
static enum fpc_status read_member(struct reading *reading, uint64_t index, const char **left_out)
{
    uint8_t *data = NULL;
    size_t size = 0;
    const char *path = reading->source->path;
    *left_out = NULL;
    enum fpc_status status =
        fpc_archive_read(&reading->archive, index, &data, &size, reading->error);
    if (status != FPC_OK)
        return status;
    char *name = short_name(fpc_archive_name(&reading->archive, index));
    char *label = fpc_text("%s:%s", path, name);
    const struct fpc_source member = {label, data, size};
    struct fpc_input *draft = fpc_reader_add(reading->found, path, name);
    draft->inflated = data;
    status = fpc_npy_read(draft, &member, reading->options, left_out, reading->error);
    if (*left_out != NULL)
        fpc_reader_drop_last(reading->found);
    free(label);
    free(name);
    return status;
}

static enum fpc_status refuse_unknown(struct reading *reading)
{
    struct fpc_names names = {0};
    const uint64_t count = fpc_archive_count(&reading->archive);
    for (uint64_t i = 0; i < count; i++) {
        if (is_npy(&reading->archive, i)) {
            char *name = short_name(fpc_archive_name(&reading->archive, i));
            fpc_names_add(&names, name, NULL);
            free(name);
        }
    }
    char *all = fpc_names_text(&names);
    fpc_error_set(reading->error, FPC_UNUSABLE, "%s: there is no member '%.100s'; there are %s",
                  reading->source->path, reading->options->tensor, all);
    free(all);
    fpc_names_clear(&names);
    return FPC_UNUSABLE;
}

static enum fpc_status read_named(struct reading *reading)
{
    const char *left_out, *wanted = reading->options->tensor;
    char *whole = fpc_text("%s" MEMBER_SUFFIX, wanted);
    uint64_t index;
    bool known = fpc_archive_find(&reading->archive, whole, &index) ||
                 fpc_archive_find(&reading->archive, wanted, &index);
    free(whole);
    if (!known || !is_npy(&reading->archive, index))
        return refuse_unknown(reading);
    return read_member(reading, index, &left_out);
}

/* Two members of one name would be two inputs that cannot be told apart. */
static enum fpc_status check_name(struct reading *reading, uint64_t index, const char *name)
{
    uint64_t first;
    if (!fpc_archive_find(&reading->archive, name, &first) || first == index)
        return FPC_OK;
    return fpc_error_set(reading->error, FPC_UNUSABLE, "%s: there are two members '%.100s'",
                         reading->source->path, name);
}

/* Integers and text lie beside floating-point numbers in most archives: they are left out and
 * named, unless there is nothing else. */
static enum fpc_status read_all(struct reading *reading)
{
    const uint64_t count = fpc_archive_count(&reading->archive);
    for (uint64_t i = 0; i < count; i++) {
        const char *name = fpc_archive_name(&reading->archive, i), *left_out = NULL;
        if (!is_npy(&reading->archive, i)) {
            fpc_names_add(&reading->left_out, name ? name : "", "no .npy file");
            continue;
        }
        enum fpc_status status = check_name(reading, i, name);
        if (status == FPC_OK)
            status = read_member(reading, i, &left_out);
        if (left_out != NULL)
            fpc_names_add(&reading->left_out, name, left_out);
        else if (status != FPC_OK)
            return status;
    }
    if (reading->found->count > 0)
        return FPC_OK;
    char *text = fpc_names_text(&reading->left_out);
    fpc_error_set(reading->error, FPC_UNUSABLE,
                  "%s: no member can be summed (.npy files of f64, f32, f16 can): %s",
                  reading->source->path, text);
    free(text);
    return FPC_UNUSABLE;
}

static void note_left_out(struct reading *reading)
{
    if (reading->left_out.count == 0)
        return;
    char *text = fpc_names_text(&reading->left_out);
    fpc_reader_note(reading->found, fpc_text("%s: not summed: %s", reading->source->path, text));
    free(text);
}

static enum fpc_status read_npz(struct fpc_inputs *found, const struct fpc_source *source,
                                const struct fpc_input_options *options, struct fpc_error *error)
{
    struct reading reading = {.found = found, .source = source, .options = options, .error = error};
    const uint64_t limit = options->max_inflated ? options->max_inflated : DEFAULT_MAX_INFLATED;
    enum fpc_status status = fpc_archive_open(&reading.archive, source, limit, error);
    if (status != FPC_OK)
        return status;
    status = options->tensor ? read_named(&reading) : read_all(&reading);
    if (status == FPC_OK)
        note_left_out(&reading);
    fpc_names_clear(&reading.left_out);
    fpc_archive_clear(&reading.archive);
    return status;
}

const struct fpc_reader fpc_reader_npz = {
    .kind = FPC_INPUT_NPZ,
    .name = "npz",
    .suffix = ".npz",
    .says_byte_order = true,
    .recognises = recognises_npz,
    .read_members = read_npz,
};
