#include "command/option_values.h"

#include "base/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t fpc_option_number(struct argp_state *state, const char *option, const char *text,
                           uint64_t lowest, uint64_t highest)
{
    uint64_t value = 0;
    if (!fpc_text_to_u64(text, &value) || value < lowest || value > highest)
        argp_error(state, "%s: '%s' is not a whole number from %" PRIu64 " to %" PRIu64, option,
                   text, lowest, highest);
    return value;
}

double fpc_option_limit(struct argp_state *state, const char *option, const char *text, bool *given)
{
    double value = 0;
    *given = true;
    if (!fpc_text_to_limit(text, &value))
        argp_error(state, "%s: '%s' is not a number >= 0", option, text);
    return value;
}

uint64_t fpc_option_ulps(struct argp_state *state, const char *option, const char *text,
                         bool *given)
{
    uint64_t whole = 0;
    if (fpc_text_to_u64(text, &whole)) {
        *given = true;
        return whole;
    }
    const double limit = fpc_option_limit(state, option, text, given);
    return limit < 0x1p+64 ? (uint64_t)limit : UINT64_MAX;
}

int fpc_option_word(struct argp_state *state, const char *option, const char *text,
                    const char *const *words)
{
    char known[256] = "";
    for (int i = 0; words[i]; i++) {
        if (strcmp(text, words[i]) == 0)
            return i;
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", i ? ", " : "",
                 words[i]);
    }
    argp_error(state, "%s: '%s' is not one of %s", option, text, known);
    return 0;
}
