#include "report/bench.h"

#include <jansson.h>

#define FPC_BENCH_VERSION "1.0"

static void set_time(json_t *object, const struct fpc_bench_time *time)
{
    json_object_set_new(object, "median_s", json_real(time->median));
    json_object_set_new(object, "low_s", json_real(time->low));
    json_object_set_new(object, "high_s", json_real(time->high));
}

static json_t *time_json(const struct fpc_bench_time *time)
{
    json_t *object = json_object();
    set_time(object, time);
    return object;
}

static json_t *row_json(const struct fpc_bench *bench, const struct fpc_bench_row *row)
{
    json_t *object = json_object(), *shape = json_object();
    json_object_set_new(object, "name", json_string(row->kernel));
    json_object_set_new(shape, "blocks", json_integer(row->shape.blocks));
    json_object_set_new(shape, "threads", json_integer(row->shape.threads));
    json_object_set_new(object, "shape", shape);
    if (row->reason) {
        json_object_set_new(object, "reason", json_string(row->reason));
        return object;
    }
    set_time(object, &row->time);
    json_object_set_new(object, "bytes_per_s", json_real(fpc_bench_rate(bench, &row->time)));
    json_object_set_new(object, "share_of_read_limit",
                        json_real(fpc_bench_share(bench, &row->time)));
    return object;
}

static json_t *prices_json(const struct fpc_bench *bench)
{
    json_t *object = json_object(), *prices = json_array();
    uint32_t from = fpc_bench_crossover(bench);
    for (size_t i = 0; i < bench->price_count; i++) {
        json_t *price = json_object();
        json_object_set_new(price, "blocks", json_integer(bench->prices[i].blocks));
        json_object_set_new(price, "atomic_s", json_real(bench->prices[i].atomic));
        json_object_set_new(price, "two_pass_s", json_real(bench->prices[i].two_pass));
        json_array_append_new(prices, price);
    }
    json_object_set_new(object, "threads", json_integer(bench->price_threads));
    json_object_set_new(object, "two_pass_as_fast_from_blocks",
                        from ? json_integer(from) : json_null());
    json_object_set_new(object, "by_blocks", prices);
    return object;
}

void fpc_report_bench_json(FILE *stream, const struct fpc_bench *bench)
{
    json_t *root = json_object(), *kernels = json_array(), *path = json_string(bench->path);
    for (size_t i = 0; i < bench->row_count; i++)
        json_array_append_new(kernels, row_json(bench, &bench->rows[i]));
    json_object_set_new(root, "format_version", json_string(FPC_BENCH_VERSION));
    json_object_set_new(root, "fpcheck", json_string(PACKAGE_VERSION));
    json_object_set_new(root, "backend", json_string(bench->backend));
    json_object_set_new(root, "device", json_string(bench->device_name));
    json_object_set_new(root, "cpu_threads", json_integer(bench->cpu_threads));
    json_object_set_new(root, "input", path ? path : json_null());
    json_object_set_new(root, "format", json_string(fpc_format_traits(bench->format)->name));
    json_object_set_new(root, "count", json_integer((json_int_t)bench->count));
    json_object_set_new(root, "rounds", json_integer((json_int_t)bench->rounds));
    json_object_set_new(root, "read_limit", time_json(&bench->read));
    json_object_set_new(root, "read_limit_bytes_per_s",
                        json_real(fpc_bench_rate(bench, &bench->read)));
    json_object_set_new(root, "empty_launch", time_json(&bench->empty));
    json_object_set_new(root, "kernels", kernels);
    json_object_set_new(root, "price_of_a_fixed_order", prices_json(bench));
    json_dumpf(root, stream, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    fputc('\n', stream);
    json_decref(root);
}
