#include "command/exact_by.h"

#include "base/interrupt.h"
#include "exact/exact.h"
#include "exact/reference.h"
#include "number/round.h"

#include <stdlib.h>

const char *const fpc_exact_by_words[] = {"cpu", "gpu", "mpfr", "both", "none", NULL};

static enum fpc_status disagree(const struct fpc_input *input, const struct fpc_exact_sum *cpu,
                                const struct fpc_exact_sum *mpfr, struct fpc_error *error)
{
    char *by_cpu = fpc_round_hex(cpu->s), *by_mpfr = fpc_round_hex(mpfr->s);
    enum fpc_status status =
        fpc_error_set(error, FPC_FAILED,
                      "%s: a bug of fpcheck: its exact sum is %s and that of MPFR is %s "
                      "(--exact-by mpfr trusts MPFR)",
                      input->path, by_cpu, by_mpfr);
    free(by_cpu);
    free(by_mpfr);
    return status;
}

static enum fpc_status sum_by_both(const struct fpc_input *input, struct fpc_pool *pool,
                                   struct fpc_exact_sum *sum, struct fpc_error *error)
{
    struct fpc_exact_sum mpfr;
    enum fpc_status status = FPC_OK;
    fpc_exact_of(input->format, input->values, input->count, pool, sum);
    fpc_exact_by_mpfr(input->format, input->values, input->count, pool, &mpfr);
    if (fpc_interrupt_signal() == 0 && !fpc_exact_sum_equal(sum, &mpfr)) {
        status = disagree(input, sum, &mpfr, error);
        fpc_exact_sum_clear(sum);
    }
    fpc_exact_sum_clear(&mpfr);
    return status;
}

enum fpc_status fpc_exact_by_sum(enum fpc_exact_by how, const struct fpc_input *input,
                                 struct fpc_device *device, struct fpc_exact_sum *sum,
                                 struct fpc_error *error)
{
    switch (how) {
    case FPC_EXACT_BY_GPU:
        return fpc_device_exact(device, input->format, input->count, sum, error);
    case FPC_EXACT_BY_BOTH:
        return sum_by_both(input, device->pool, sum, error);
    case FPC_EXACT_BY_MPFR:
        fpc_exact_by_mpfr(input->format, input->values, input->count, device->pool, sum);
        return FPC_OK;
    default:
        fpc_exact_of(input->format, input->values, input->count, device->pool, sum);
        return FPC_OK;
    }
}
