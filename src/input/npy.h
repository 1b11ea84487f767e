/* One npy file, alone or as a member of an npz archive. */
#ifndef FPC_INPUT_NPY_H
#define FPC_INPUT_NPY_H

#include "input/reader.h"

/* Reads as fpc_reader_npy does. If it is refused although it is a sound file, because its values
 * are of a type that is not summed or there are none, *left_out says so in a word or two (static),
 * else it is NULL. */
enum fpc_status fpc_npy_read(struct fpc_input *draft, const struct fpc_source *source,
                             const struct fpc_input_options *options, const char **left_out,
                             struct fpc_error *error);

#endif
