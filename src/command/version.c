#include "command/version.h"

#include "base/status.h"
#include "run/device.h"

#include <argp.h>
#include <gmp.h>
#include <mpfr.h>
#include <stdio.h>

static void print_version(FILE *stream, struct argp_state *state)
{
    (void)state;
    fprintf(stream, "fpcheck %s\nMPFR %s, GMP %s, %s\n", PACKAGE_VERSION, mpfr_get_version(),
            gmp_version, fpc_cuda_build());
}

void fpc_version_set_up_argp(void)
{
    argp_program_version_hook = print_version;
    argp_err_exit_status = FPC_USAGE;
}
