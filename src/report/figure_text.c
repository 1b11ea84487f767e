#include "report/figure_text.h"

#include "base/text.h"

#include <string.h>

/* The text of a figure beyond a double reads d.ddd...e+ddd. */
char *fpc_figure_text(const struct fpc_figure *figure, int digits)
{
    const char *exponent = strchr(figure->text, 'e');
    if (!figure->too_large || exponent == NULL)
        return fpc_text("%.*g", digits, figure->nearest);
    int kept = digits + 1 < exponent - figure->text ? digits + 1 : (int)(exponent - figure->text);
    return fpc_text("%.*s%s", kept, figure->text, exponent);
}
