/* What every subcommand's --version and option parser share. */
#ifndef FPC_COMMAND_VERSION_H
#define FPC_COMMAND_VERSION_H

/* Sets argp's version text and the exit status of its errors. */
void fpc_version_set_up_argp(void);

#endif
