#include "exact/path.h"

#include <stdlib.h>
#include <string.h>

const struct fpc_exact_path *const fpc_exact_paths[] = {
    &fpc_exact_avx512,
    &fpc_exact_avx2,
    &fpc_exact_portable,
    NULL,
};

static const struct fpc_exact_path *best(void)
{
    size_t i = 0;
    while (!fpc_exact_paths[i]->available())
        i++;
    return fpc_exact_paths[i];
}

/* Sets *wide and returns the path if `text` names it. */
static bool names(const char *text, const struct fpc_exact_path *path, bool *wide)
{
    size_t length = strlen(path->name);
    if (strncmp(text, path->name, length) != 0)
        return false;
    *wide = strcmp(text + length, "-wide") == 0;
    return *wide || text[length] == '\0';
}

enum fpc_status fpc_exact_choose(struct fpc_exact_choice *choice, struct fpc_error *error)
{
    const char *text = getenv("FPC_EXACT_PATH");
    bool wide = false;
    if (text == NULL || *text == '\0') {
        *choice = (struct fpc_exact_choice){best(), false};
        return FPC_OK;
    }
    for (size_t i = 0; fpc_exact_paths[i]; i++) {
        if (!names(text, fpc_exact_paths[i], &wide))
            continue;
        if (!fpc_exact_paths[i]->available())
            return fpc_error_set(error, FPC_USAGE, "FPC_EXACT_PATH=%s: this processor lacks it",
                                 text);
        *choice = (struct fpc_exact_choice){fpc_exact_paths[i], wide};
        return FPC_OK;
    }
    return fpc_error_set(
        error, FPC_USAGE,
        "FPC_EXACT_PATH=%s: not known (avx512, avx2, portable, each also with -wide)", text);
}
