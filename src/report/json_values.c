#include "report/json_values.h"

#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>


json_t *fpc_json_begin(const struct fpc_json_frame *frame)
{
    json_t *root = json_object(), *argv = json_array();
    for (int i = 0; i < frame->argc; i++)
        json_array_append_new(argv, fpc_json_text(frame->argv[i]));
    json_object_set_new(root, "format_version", json_string(FPC_JSON_VERSION));
    json_object_set_new(root, "fpcheck", json_string(PACKAGE_VERSION));
    json_object_set_new(root, "command", json_string(frame->command));
    json_object_set_new(root, "complete", json_boolean(frame->complete));
    json_object_set_new(root, "argv", argv);
    return root;
}

void fpc_json_end(json_t *root, json_t *findings, const struct fpc_json_frame *frame, FILE *stream)
{
    json_object_set_new(root, "findings", findings);
    json_object_set_new(root, "exit_status", json_integer(frame->exit_status));
    json_dumpf(root, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', stream);
    json_decref(root);
}

json_t *fpc_json_difference_finding(const char *input, const char *tensor, const char *message)
{
    json_t *finding = json_object();
    json_object_set_new(finding, "kind", json_string("difference"));
    json_object_set_new(finding, "input", fpc_json_text(input));
    json_object_set_new(finding, "kernel", json_null());
    json_object_set_new(finding, "tensor", fpc_json_text(tensor));
    json_object_set_new(finding, "message", fpc_json_text(message));
    return finding;
}

json_t *fpc_json_text(const char *bytes)
{
    if (bytes == NULL)
        return json_null();
    json_t *string = json_string(bytes);
    if (string)
        return string;
    char *mended = fpc_alloc(3 * strlen(bytes) + 1, 1), *end = mended;
    for (const char *c = bytes; *c; c++) {
        if ((unsigned char)*c < 0x80)
            *end++ = *c;
        else
            end = stpcpy(end, "\xef\xbf\xbd");
    }
    string = json_string(mended);
    free(mended);
    return string;
}

json_t *fpc_json_bits(enum fpc_format format, uint64_t bits)
{
    char buffer[24];
    int digits = (int)fpc_format_traits(format)->size * 2;
    snprintf(buffer, sizeof buffer, "0x%0*" PRIx64, digits, bits);
    return json_string(buffer);
}

json_t *fpc_json_value(enum fpc_format format, uint64_t bits)
{
    char buffer[40];
    snprintf(buffer, sizeof buffer, "%a", fpc_bits_value(format, bits));
    return json_string(buffer);
}

void fpc_json_set_integer(json_t *object, const char *key, uint64_t integer)
{
    char name[64], digits[24];
    if (integer <= INT64_MAX) {
        json_object_set_new(object, key, json_integer((json_int_t)integer));
        return;
    }
    snprintf(name, sizeof name, "%s_text", key);
    snprintf(digits, sizeof digits, "%" PRIu64, integer);
    json_object_set_new(object, key, json_null());
    json_object_set_new(object, name, json_string(digits));
}

void fpc_json_set_figure(json_t *object, const char *key, const struct fpc_figure *figure)
{
    char name[64];
    bool plain = figure->known && !figure->too_large;
    json_object_set_new(object, key, plain ? json_real(figure->nearest) : json_null());
    if (figure->known && figure->too_large) {
        snprintf(name, sizeof name, "%s_text", key);
        json_object_set_new(object, name, json_string(figure->text));
    }
}
