#include "input/embedded.h"

#include <string.h>

const struct fpc_embedded_case *fpc_embedded_case_find(const char *name)
{
    for (const struct fpc_embedded_case *one = fpc_embedded_cases; one->name != NULL; one++)
        if (strcmp(one->name, name) == 0)
            return one;
    return NULL;
}
