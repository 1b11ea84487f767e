/* The options of `fpcheck run`, group by group: what run_options.c lists, read into the struct. */
#ifndef FPC_COMMAND_RUN_OPTION_PARSERS_H
#define FPC_COMMAND_RUN_OPTION_PARSERS_H

#include "command/run_options.h"

#include <argp.h>
#include <stdbool.h>

/* Launch shapes: the one that the literature uses, and the fast one. */
#define FPC_DEFAULT_BLOCKS_PER_SM 4u
#define FPC_AUTO_BLOCKS_PER_SM    32u
#define FPC_DEFAULT_THREADS       256u

/* Keys of options without a letter. */
enum {
    KEY_INPUT_FORMAT = 1000,
    KEY_BYTE_ORDER,
    KEY_ARRIVAL,
    KEY_ORDERS,
    KEY_SEED,
    KEY_REQUIRE,
    KEY_MAX_ULP,
    KEY_MAX_RATIO,
    KEY_MAX_SPREAD,
    KEY_FAIL_ON,
    KEY_ACCUMULATE,
    KEY_EXACT_BY,
    KEY_TENSOR,
    KEY_COLOR,
    KEY_PROGRESS,
    KEY_BASELINE,
    KEY_STRICT,
    KEY_FORCE,
    KEY_FORMATS = 2000 /* and one for each report format */
};

/* Each takes the keys of its group; false if the key is none of them. state->input is the struct.
 */
bool fpc_run_options_measuring(int key, char *text, struct argp_state *state);
bool fpc_run_options_describing(int key, char *text, struct argp_state *state);
bool fpc_run_options_gating(int key, char *text, struct argp_state *state);
bool fpc_run_options_printing(int key, char *text, struct argp_state *state);

/* Adds a kernel unless it is there already. */
void fpc_run_options_add_kernel(struct fpc_run_options *options,
                                const struct fpc_kernel_entry *entry);

#endif
