#include "base/ieee.h"
#include "base/interrupt.h"
#include "base/output.h"
#include "command/command.h"
#include "command/standard_streams.h"

int main(int argc, char **argv)
{
    struct fpc_error error;
    fpc_standard_streams_fill();
    fpc_standard_streams_check_at_exit();
    fpc_interrupt_install();
    fpc_output_guard();
    enum fpc_status status = fpc_ieee_check(&error);
    if (status != FPC_OK)
        return fpc_standard_streams_complain(status, &error);
    return fpc_command_main(argc, argv);
}
