#include "base/status.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>

enum fpc_status fpc_error_set(struct fpc_error *error, enum fpc_status status, const char *format,
                              ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    fpc_text_make_printable(error->text);
    return status;
}
