/* Subcommands: one file each, ending in its descriptor, and one line in command.c. */
#ifndef FPC_COMMAND_COMMAND_H
#define FPC_COMMAND_COMMAND_H

struct fpc_command {
    const char *name;
    const char *summary;
    int (*main)(int argc, char **argv); /* argv[0] is "fpcheck"; returns the exit status */
};

/* Every subcommand; ends with a NULL entry. The first is the default. */
extern const struct fpc_command *const fpc_commands[];

/* Runs the subcommand that argv[1] names, else the default with all arguments. */
int fpc_command_main(int argc, char **argv);

extern const struct fpc_command fpc_command_run;
extern const struct fpc_command fpc_command_list;
extern const struct fpc_command fpc_command_bench;
extern const struct fpc_command fpc_command_baseline;
extern const struct fpc_command fpc_command_compare;
extern const struct fpc_command fpc_command_exec;

#endif
