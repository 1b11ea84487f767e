#include "report/cells.h"

#include "base/memory.h"
#include "base/text.h"
#include "report/figure_text.h"

#include <inttypes.h>
#include <stdlib.h>

char *fpc_cell_distance(const struct fpc_distance *distance)
{
    if (!distance->known)
        return fpc_strdup("NaN or not");
    return distance->ulps ? fpc_text("%" PRIu64 " ulp", distance->ulps) : fpc_strdup("0");
}

char *fpc_cell_error(const struct fpc_input_findings *input,
                     const struct fpc_kernel_findings *kernel)
{
    const struct fpc_figure *error = &kernel->results.max_ulp_error;
    bool exact = kernel->verdict == FPC_VERDICT_EXACT;
    if (!input->exact_known)
        return fpc_strdup("");
    if (!error->known)
        return fpc_strdup(exact ? "none" : "not finite");
    if (input->exact_is_zero && !exact)
        return fpc_strdup("s = 0");
    if (input->ill_conditioned && !exact)
        return fpc_strdup("condition > 1/u");
    char *figure = fpc_figure_text(error, 3), *cell = fpc_text("%s ulp", figure);
    free(figure);
    return cell;
}

char *fpc_cell_orders(const struct fpc_sensitivity *order)
{
    if (order->blind)
        return fpc_strdup("blind to order");
    if (order->mode == FPC_ORDERS_NONE)
        return fpc_strdup("");
    if (order->results.count == 1)
        return fpc_strdup("1 result");
    if (!order->results.spread.known)
        return fpc_text("%zu results", order->results.count);
    return fpc_text("%zu results, %" PRIu64 " ulp", order->results.count,
                    order->results.spread.ulps);
}

char *fpc_cell_verdict(const struct fpc_kernel_findings *kernel)
{
    bool known = kernel->judged || kernel->verdict == FPC_VERDICT_BUG;
    return fpc_strdup(known ? fpc_verdict_name(kernel->verdict) : "not judged");
}
