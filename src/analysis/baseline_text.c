#include "analysis/baseline.h"

#include "base/memory.h"
#include "base/text.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

char *fpc_baseline_label(const char *path, const char *name)
{
    char *label = name ? fpc_text("%s:%s", path, name) : fpc_strdup(path);
    fpc_text_make_printable(label);
    return label;
}

char *fpc_baseline_bits(enum fpc_format format, uint64_t bits)
{
    return fpc_text("0x%0*" PRIx64 " = %a", (int)fpc_format_traits(format)->size * 2, bits,
                    fpc_bits_value(format, bits));
}

char *fpc_baseline_distance(enum fpc_format format, uint64_t a, uint64_t b)
{
    bool nan = fpc_bits_class(format, a) == FPC_NAN || fpc_bits_class(format, b) == FPC_NAN;
    return nan ? fpc_strdup("NaN or not")
               : fpc_text("%" PRIu64 " ulp", fpc_bits_distance(format, a, b));
}

/* "f32[2,3]" */
static char *shape_text(enum fpc_format format, size_t rank, const uint64_t *dims)
{
    char *text = fpc_text("%s[", fpc_format_traits(format)->name);
    for (size_t i = 0; i < rank; i++) {
        char *longer = fpc_text("%s%s%" PRIu64, text, i ? "," : "", dims[i]);
        free(text);
        text = longer;
    }
    char *closed = fpc_text("%s]", text);
    free(text);
    return closed;
}

static bool same_shape(const struct fpc_baseline_input *recorded,
                       const struct fpc_input_findings *input)
{
    bool same = recorded->format == input->format && recorded->rank == input->rank;
    for (size_t i = 0; same && i < input->rank; i++)
        same = recorded->dims[i] == input->dims[i];
    return same;
}

static char *difference(const struct fpc_baseline_input *recorded,
                        const struct fpc_input_findings *input)
{
    if (input->sha256 == NULL || strcmp(recorded->sha256, input->sha256) != 0)
        return fpc_text("its values have the SHA-256 %.12s..., those recorded %.12s...",
                        input->sha256 ? input->sha256 : "?", recorded->sha256);
    if (!same_shape(recorded, input)) {
        char *now = shape_text(input->format, input->rank, input->dims);
        char *then = shape_text(recorded->format, recorded->rank, recorded->dims);
        char *text = fpc_text("it is read as %s, and was recorded as %s", now, then);
        free(then);
        free(now);
        return text;
    }
    if (recorded->big_endian != input->big_endian)
        return fpc_text("it is read in %s-endian order, and was recorded in the other one",
                        input->big_endian ? "big" : "little");
    return fpc_text("its sums are kept in %s, and were recorded in %s (--accumulate)",
                    fpc_format_traits(input->accumulator)->name,
                    fpc_format_traits(recorded->accumulator)->name);
}

bool fpc_baseline_same_values(const struct fpc_baseline_input *recorded,
                              const struct fpc_input_findings *input, char **why)
{
    bool same = input->sha256 && strcmp(recorded->sha256, input->sha256) == 0 &&
                same_shape(recorded, input) && recorded->big_endian == input->big_endian &&
                recorded->accumulator == input->accumulator;
    if (!same && why)
        *why = difference(recorded, input);
    return same;
}
