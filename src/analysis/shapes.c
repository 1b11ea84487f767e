/* One kernel, many launch shapes: do they give the same bits? */
#include "analysis/analyse.h"

static bool same_result(const struct fpc_kernel_findings *a, const struct fpc_kernel_findings *b)
{
    return a->results.count == 1 && b->results.count == 1 &&
           a->results.items[0].bits == b->results.items[0].bits;
}

/* The group of kernels[index]: that of an earlier shape with the same bits, or a new one. */
static size_t group_of(const struct fpc_kernel_findings *kernels, size_t index, size_t groups)
{
    for (size_t i = 0; i < index; i++)
        if (same_result(&kernels[i], &kernels[index]))
            return kernels[i].shape_group;
    return groups;
}

static bool shows_invariance(const struct fpc_input_findings *input,
                             const struct fpc_kernel_findings *kernels, size_t shapes, size_t run)
{
    bool shown = run >= 2 && input->exact_known && !input->blind;
    for (size_t i = 0; i < shapes; i++)
        if (kernels[i].reason == NULL)
            shown = shown && kernels[i].uses_shape && kernels[i].shape_group == 0 &&
                    kernels[i].observed >= FPC_LEVEL_RUN_TO_RUN && !kernels[i].order.blind;
    return shown;
}

void fpc_analyse_shapes(struct fpc_input_findings *input, size_t first)
{
    if (first == input->kernel_count)
        return;
    struct fpc_kernel_findings *kernels = input->kernels + first;
    size_t shapes = input->kernel_count - first, groups = 0, run = 0;
    for (size_t i = 0; i < shapes; i++) {
        if (kernels[i].reason)
            continue;
        run++;
        kernels[i].shape_group = group_of(kernels, i, groups);
        groups += kernels[i].shape_group == groups;
    }
    bool invariant = shows_invariance(input, kernels, shapes, run);
    for (size_t i = 0; i < shapes; i++) {
        kernels[i].shapes = shapes;
        kernels[i].shapes_run = run;
        kernels[i].shape_results = groups;
        if (invariant && kernels[i].reason == NULL &&
            kernels[i].observed < FPC_LEVEL_SHAPE_INVARIANT)
            kernels[i].observed = FPC_LEVEL_SHAPE_INVARIANT;
    }
}
