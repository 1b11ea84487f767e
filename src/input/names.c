#include "input/names.h"

#include "base/memory.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN      12
#define MAX_LENGTH 64 /* bytes of a name that are shown */

/* Bytes of `text` to show: at most MAX_LENGTH, and no part of a UTF-8 character. */
static int cut(const char *text)
{
    size_t length = strlen(text);
    if (length <= MAX_LENGTH)
        return (int)length;
    length = MAX_LENGTH;
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    return (int)length;
}

void fpc_names_add(struct fpc_names *names, const char *name, const char *remark)
{
    if (names->count++ >= SHOWN)
        return;
    const int length = cut(name);
    char *longer =
        fpc_text("%s%s%.*s%s%s%.*s%s", names->text ? names->text : "", names->text ? ", " : "",
                 length, name, name[length] ? "..." : "", remark ? " (" : "",
                 remark ? cut(remark) : 0, remark ? remark : "", remark ? ")" : "");
    free(names->text);
    names->text = longer;
}

char *fpc_names_text(const struct fpc_names *names)
{
    if (names->count == 0)
        return fpc_strdup("none");
    if (names->count <= SHOWN)
        return fpc_strdup(names->text);
    return fpc_text("%s and %zu more", names->text, names->count - SHOWN);
}

void fpc_names_clear(struct fpc_names *names)
{
    free(names->text);
    *names = (struct fpc_names){0};
}
