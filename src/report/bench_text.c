#include "base/memory.h"
#include "base/text.h"
#include "report/bench.h"
#include "report/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* "241 us", "1.27 ms" */
static char *time_cell(double seconds)
{
    if (seconds >= 1)
        return fpc_text("%.3g s", seconds);
    return seconds >= 1e-3 ? fpc_text("%.3g ms", 1e3 * seconds)
                           : fpc_text("%.3g us", 1e6 * seconds);
}

static void add_row(struct fpc_table *table, const struct fpc_bench *bench, const char *name,
                    const char *shape, const struct fpc_bench_time *time)
{
    char *cells[] = {fpc_strdup(name),
                     fpc_strdup(shape),
                     time_cell(time->median),
                     fpc_text("%.2g %%", 100 * (time->high - time->low) / time->median),
                     fpc_text("%.1f", 1e-9 * fpc_bench_rate(bench, time)),
                     fpc_text("%.1f %%", 100 * fpc_bench_share(bench, time))};
    fpc_table_add(table, cells);
}

static const struct fpc_bench_row *fastest(const struct fpc_bench *bench)
{
    const struct fpc_bench_row *best = NULL;
    for (size_t i = 0; i < bench->row_count; i++)
        if (!bench->rows[i].reason && (!best || bench->rows[i].time.median < best->time.median))
            best = &bench->rows[i];
    return best;
}

static void print_head(FILE *stream, const struct fpc_bench *bench)
{
    const struct fpc_bench_row *best = fastest(bench);
    if (best)
        fprintf(stream, "%s is the fastest: %.1f GB/s, %.1f %% of the read limit\n", best->kernel,
                1e-9 * fpc_bench_rate(bench, &best->time),
                100 * fpc_bench_share(bench, &best->time));
    char *path = fpc_strdup(bench->path);
    fpc_text_make_printable(path);
    fprintf(stream, "%s   %s[%" PRIu64 "]   %.1f MiB   medians of %" PRIu64 " rounds\n", path,
            fpc_format_traits(bench->format)->name, bench->count, (double)bench->bytes / 1048576.0,
            bench->rounds);
    free(path);
    if (strcmp(bench->backend, "host") == 0)
        fprintf(stream, "run on CPU threads, not on a GPU (%u thread%s, %s)\n", bench->cpu_threads,
                bench->cpu_threads == 1 ? "" : "s", bench->device_name);
    else
        fprintf(stream, "on %s\n", bench->device_name);
}

static void print_kernels(FILE *stream, const struct fpc_bench *bench)
{
    static const char *const titles[] = {"KERNEL", "BLOCKS x THREADS", "TIME", "SPREAD",
                                         "GB/s",   "OF READ LIMIT"};
    static const bool right[] = {false, true, true, true, true, true};
    struct fpc_table table;
    fpc_table_init(&table, titles, sizeof titles / sizeof titles[0]);
    add_row(&table, bench, "(read only)", "", &bench->read);
    for (size_t i = 0; i < bench->row_count; i++) {
        const struct fpc_bench_row *row = &bench->rows[i];
        if (row->reason)
            continue;
        char *shape = fpc_text("%u x %u", row->shape.blocks, row->shape.threads);
        add_row(&table, bench, row->kernel, shape, &row->time);
        free(shape);
    }
    fputc('\n', stream);
    fpc_table_print(stream, &table, right);
    fputc('\n', stream);
    fpc_table_clear(&table);
    for (size_t i = 0; i < bench->row_count; i++)
        if (bench->rows[i].reason)
            fprintf(stream, "%s: does not apply: %s\n", bench->rows[i].kernel,
                    bench->rows[i].reason);
    char *empty = time_cell(bench->empty.median);
    fprintf(stream, "an empty launch: %s\n", empty);
    free(empty);
}

static void print_prices(FILE *stream, const struct fpc_bench *bench)
{
    static const char *const titles[] = {"BLOCKS", "atomic", "two_pass", "PRICE"};
    static const bool right[] = {true, true, true, true};
    struct fpc_table table;
    uint32_t from = fpc_bench_crossover(bench);
    if (bench->price_count == 0)
        return;
    fpc_table_init(&table, titles, sizeof titles / sizeof titles[0]);
    for (size_t i = 0; i < bench->price_count; i++) {
        const struct fpc_bench_price *price = &bench->prices[i];
        char *cells[] = {fpc_text("%u", price->blocks), time_cell(price->atomic),
                         time_cell(price->two_pass),
                         fpc_text("%+.1f %%", 100 * (price->two_pass / price->atomic - 1))};
        fpc_table_add(&table, cells);
    }
    fprintf(stream, "\nthe price of a fixed order, %u threads a block:\n", bench->price_threads);
    fpc_table_print(stream, &table, right);
    if (from)
        fprintf(stream, "two_pass is at least as fast as atomic from %u blocks on\n", from);
    else
        fprintf(stream, "atomic is faster than two_pass at %u blocks\n",
                bench->prices[bench->price_count - 1].blocks);
    fpc_table_clear(&table);
}

void fpc_report_bench_text(FILE *stream, const struct fpc_bench *bench)
{
    print_head(stream, bench);
    print_kernels(stream, bench);
    print_prices(stream, bench);
}
