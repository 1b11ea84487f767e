/* Reading the values of options. A value that is wrong ends the tool with FPC_USAGE and one line
 * that names the option, the value and what would be right. */
#ifndef FPC_COMMAND_OPTION_VALUES_H
#define FPC_COMMAND_OPTION_VALUES_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

/* A whole number from `lowest` to `highest`. */
uint64_t fpc_option_number(struct argp_state *state, const char *option, const char *text,
                           uint64_t lowest, uint64_t highest);

/* A finite number >= 0; notes in *given that there is one. */
double fpc_option_limit(struct argp_state *state, const char *option, const char *text,
                        bool *given);

/* A limit on ULP distances, which are whole: a number >= 0 cut to a whole one. */
uint64_t fpc_option_ulps(struct argp_state *state, const char *option, const char *text,
                         bool *given);

/* The index of a word in a list that ends with NULL. */
int fpc_option_word(struct argp_state *state, const char *option, const char *text,
                    const char *const *words);

#endif
