/* Standard output is an output like any other: that it could not be written is an error. */
#ifndef FPC_COMMAND_STANDARD_STREAMS_H
#define FPC_COMMAND_STANDARD_STREAMS_H

#include "base/status.h"

/* Puts something in the place of standard streams that were closed, so that no file that is opened
 * takes it; what is then written to standard output fails. First of all. */
void fpc_standard_streams_fill(void);

/* Sees to it that standard output is flushed and checked at exit: status FPC_FAILED if it fails. */
void fpc_standard_streams_check_at_exit(void);

/* Prints "fpcheck: MESSAGE" to standard error and returns `status`. */
int fpc_standard_streams_complain(enum fpc_status status, const struct fpc_error *error);

#endif
