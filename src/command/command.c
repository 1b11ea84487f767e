#include "command/command.h"

#include <stddef.h>
#include <string.h>

const struct fpc_command *const fpc_commands[] = {
    &fpc_command_run,
    &fpc_command_list,
    &fpc_command_bench,
    &fpc_command_baseline,
    &fpc_command_compare,
    &fpc_command_exec,
    NULL,
};

int fpc_command_main(int argc, char **argv)
{
    static char name[] = "fpcheck";
    for (size_t i = 0; argc > 1 && fpc_commands[i]; i++) {
        if (strcmp(argv[1], fpc_commands[i]->name) == 0) {
            argv[1] = name;
            return fpc_commands[i]->main(argc - 1, argv + 1);
        }
    }
    argv[0] = name;
    return fpc_commands[0]->main(argc, argv);
}
