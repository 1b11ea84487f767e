/* The CSV report (RFC 4180): one row for each input, kernel and launch shape. */
#include "report/report.h"

#include <inttypes.h>
#include <string.h>

static const char head[] =
    "path,name,format,count,kernel,blocks,threads,accumulator,runs,simulated,promise,observed,"
    "distinct,distinct_accumulators,spread_ulp,max_ulp_error,max_error_ratio,bound_kernel,"
    "bound_any_order,vs,modal_share,entropy_bits,rate_below_95,shape_results,order_mode,"
    "orders_tried,orders_distinct,orders_spread_ulp,blind,verdict\r\n";

/* Quoted where it must be. */
static void put_text(FILE *stream, const char *text)
{
    if (text == NULL)
        return;
    if (strpbrk(text, ",\"\r\n") == NULL) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

static void put_field(FILE *stream, const char *text)
{
    put_text(stream, text);
    fputc(',', stream);
}

/* Unknown figures are empty; one that no double holds is in decimal. */
static void put_figure(FILE *stream, const struct fpc_figure *figure)
{
    if (figure->known && figure->too_large)
        fputs(figure->text, stream);
    else if (figure->known)
        fprintf(stream, "%.17g", figure->nearest);
    fputc(',', stream);
}

static void put_distance(FILE *stream, const struct fpc_distance *distance)
{
    if (distance->known)
        fprintf(stream, "%" PRIu64, distance->ulps);
    fputc(',', stream);
}

static void put_runs(FILE *stream, const struct fpc_kernel_findings *kernel)
{
    fprintf(stream, "%u,%u,", kernel->shape.blocks, kernel->shape.threads);
    put_field(stream, fpc_format_traits(kernel->accumulator)->name);
    fprintf(stream, "%" PRIu64 ",%d,", kernel->runs, kernel->simulated);
    put_field(stream, fpc_level_name(kernel->promise));
    put_field(stream, fpc_level_name(kernel->observed));
    fprintf(stream, "%zu,%zu,", kernel->results.count, kernel->distinct_accumulators);
    put_distance(stream, &kernel->results.spread);
    put_figure(stream, &kernel->results.max_ulp_error);
    put_figure(stream, &kernel->results.max_error_ratio);
    put_field(stream, kernel->bound_kernel);
    put_field(stream, kernel->bound_any_order);
    put_figure(stream, &kernel->variability.vs);
    fprintf(stream, "%.17g,%.17g,", kernel->variability.modal_share,
            kernel->variability.entropy_bits);
    put_figure(stream, &kernel->variability.rate_below_95);
}

static void put_kernel(FILE *stream, const struct fpc_input_findings *input,
                       const struct fpc_kernel_findings *kernel)
{
    put_field(stream, input->path);
    put_field(stream, input->name);
    put_field(stream, fpc_format_traits(input->format)->name);
    fprintf(stream, "%" PRIu64 ",", input->count);
    put_field(stream, kernel->name);
    put_runs(stream, kernel);
    fprintf(stream, "%zu,", kernel->shape_results);
    put_field(stream, fpc_order_mode_name(kernel->order.mode));
    fprintf(stream, "%" PRIu64 ",%zu,", kernel->order.tried, kernel->order.results.count);
    put_distance(stream, &kernel->order.results.spread);
    fprintf(stream, "%d,", kernel->order.blind != NULL);
    put_text(stream, kernel->judged ? fpc_verdict_name(kernel->verdict) : "");
    fputs("\r\n", stream);
}

static void write_csv(FILE *stream, const struct fpc_findings *findings)
{
    fputs(head, stream);
    for (size_t i = 0; i < findings->input_count; i++) {
        const struct fpc_input_findings *input = &findings->inputs[i];
        for (size_t k = 0; k < input->kernel_count; k++)
            if (input->kernels[k].reason == NULL)
                put_kernel(stream, input, &input->kernels[k]);
    }
}

const struct fpc_report_format fpc_report_csv = {
    "csv", "Write a row for each input, kernel and launch shape to FILE", write_csv};
