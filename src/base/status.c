#include "base/status.h"

#include <stdarg.h>
#include <stdio.h>

enum fpc_status fpc_error_set(struct fpc_error *error, enum fpc_status status, const char *format,
                              ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    for (char *c = error->text; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return status;
}
