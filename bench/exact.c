/* The speed of the exact sum on the CPU: nanoseconds for each value, and its speed as a share of
 * the read limit and as a multiple of mpfr_sum's. All are measured in the same rounds; medians.
 *
 *   exact [FORMAT [DATA [LOG2_N [THREADS]]]]
 *
 * prints for what is named, or for everything, lines of
 *   exact FORMAT DATA N THREADS ns_per_element ratio_to_read ratio_to_mpfr_sum
 * and at N = 2^20, for f64 on one thread, those of bench/exact_peers.h.
 * The read limit is the best of one, two and four streams on as many threads. mpfr_sum runs on one
 * thread over at most the first 2^20 values, whose making is not timed, and is compared by time for
 * each value. */
#include "exact/exact.h"
#include "bench/exact_data.h"
#include "bench/exact_peers.h"
#include "bench/rounds.h"
#include "number/round.h"
#include "run/stream.h"

#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROUNDS          9
#define MOST_LOG2_N     26
#define PEERS_LOG2_N    20
#define MOST_MPFR_TERMS ((size_t)1 << 20)

static const int logs[] = {10, 16, 20, 24, 26};
#define LOGS (sizeof logs / sizeof logs[0])

/* What the command line asks for; NULL or 0: everything. */
struct request {
    const char *format, *data;
    int log2_n;
    unsigned threads;
};

/* Values as numbers of MPFR. */
struct terms {
    mpfr_t *numbers;
    mpfr_ptr *pointers;
    size_t count;
};

static void make_terms(struct terms *terms, enum fpc_format format, const void *values,
                       size_t count)
{
    terms->count = count < MOST_MPFR_TERMS ? count : MOST_MPFR_TERMS;
    terms->numbers = malloc(terms->count * sizeof *terms->numbers);
    terms->pointers = malloc(terms->count * sizeof *terms->pointers);
    for (size_t i = 0; i < terms->count; i++) {
        mpfr_init2(terms->numbers[i], 53);
        mpfr_set_d(terms->numbers[i], fpc_bits_value(format, fpc_bits_load(format, values, i)),
                   MPFR_RNDN);
        terms->pointers[i] = terms->numbers[i];
    }
}

static void clear_terms(struct terms *terms)
{
    for (size_t i = 0; i < terms->count; i++)
        mpfr_clear(terms->numbers[i]);
    free(terms->numbers);
    free(terms->pointers);
}

/* Rounded to f64, as mpfr_sum is mostly used. */
static double time_mpfr(const struct terms *terms, size_t repeats)
{
    mpfr_t sum;
    mpfr_init2(sum, 53);
    double begin = fpc_stream_now();
    for (size_t i = 0; i < repeats; i++)
        mpfr_sum(sum, terms->pointers, terms->count, MPFR_RNDN);
    double elapsed = fpc_stream_now() - begin;
    mpfr_clear(sum);
    return elapsed / (double)repeats;
}

static double time_exact(enum fpc_format format, const void *values, size_t count,
                         struct fpc_pool *pool, size_t repeats)
{
    double begin = fpc_stream_now();
    for (size_t i = 0; i < repeats; i++) {
        struct fpc_exact_sum sum;
        fpc_exact_of(format, values, count, pool, &sum);
        fpc_exact_sum_clear(&sum);
    }
    return (fpc_stream_now() - begin) / (double)repeats;
}

static double time_read(const void *values, size_t size, struct fpc_pool *pool, size_t repeats)
{
    double sum = 0;
    for (size_t i = 0; i < repeats; i++)
        sum += bench_read(values, size, pool);
    return sum / (double)repeats;
}

/* Returns the seconds that an exact sum takes. */
static double measure(enum fpc_format format, enum exact_data data, const void *values,
                      size_t count, struct fpc_pool *pool)
{
    double times[ROUNDS], to_read[ROUNDS], to_mpfr[ROUNDS];
    size_t repeats = count < (size_t)1 << 16 ? 64 : 1;
    struct terms terms;
    make_terms(&terms, format, values, count);
    for (size_t i = 0; i < ROUNDS; i++) {
        double read = time_read(values, count * fpc_format_traits(format)->size, pool, repeats);
        double exact = time_exact(format, values, count, pool, repeats);
        double mpfr = time_mpfr(&terms, repeats) / (double)terms.count;
        times[i] = exact / (double)count;
        to_read[i] = read / exact;
        to_mpfr[i] = mpfr / times[i];
    }
    clear_terms(&terms);
    double time = bench_median(times, ROUNDS);
    printf("exact %-4s %-7s %zu %u %.4f %.3f %.1f\n", fpc_format_traits(format)->name,
           exact_data_name(data), count, fpc_pool_threads(pool), 1e9 * time,
           bench_median(to_read, ROUNDS), bench_median(to_mpfr, ROUNDS));
    fflush(stdout);
    return time * (double)count;
}

static void measure_data(const struct request *request, enum fpc_format format,
                         enum exact_data data, struct fpc_pool *const pools[2])
{
    int most = request->log2_n ? request->log2_n : MOST_LOG2_N;
    void *values = exact_data_make(data, format, (size_t)1 << most);
    for (size_t n = 0; n < (request->log2_n ? 1 : LOGS); n++) {
        int log2_n = request->log2_n ? request->log2_n : logs[n];
        for (unsigned threads = 1; threads <= 2; threads++) {
            if (request->threads != 0 && request->threads != threads)
                continue;
            double seconds = measure(format, data, values, (size_t)1 << log2_n, pools[threads - 1]);
            if (format == FPC_F64 && log2_n == PEERS_LOG2_N && threads == 1)
                exact_peers_print(exact_data_name(data), values, (size_t)1 << log2_n, seconds);
        }
    }
    free(values);
}

static int parse(int argc, char **argv, struct request *request)
{
    *request = (struct request){.format = argc > 1 ? argv[1] : NULL,
                                .data = argc > 2 ? argv[2] : NULL,
                                .log2_n = argc > 3 ? atoi(argv[3]) : 0,
                                .threads = argc > 4 ? (unsigned)atoi(argv[4]) : 0};
    if (argc <= 5 && (argc <= 3 || (request->log2_n >= 10 && request->log2_n <= 30)) &&
        request->threads <= 2)
        return FPC_OK;
    fprintf(stderr, "usage: exact [FORMAT [DATA [LOG2_N from 10 to 30 [THREADS, 1 or 2]]]]\n");
    return FPC_USAGE;
}

int main(int argc, char **argv)
{
    struct request request;
    struct fpc_pool *pools[2];
    struct fpc_error error;
    if (parse(argc, argv, &request) != FPC_OK)
        return FPC_USAGE;
    for (unsigned i = 0; i < 2; i++) {
        if (fpc_pool_open(&pools[i], i + 1, &error) != FPC_OK) {
            fprintf(stderr, "exact: %s\n", error.text);
            return FPC_FAILED;
        }
    }
    printf("# exact FORMAT DATA N THREADS ns_per_element ratio_to_read ratio_to_mpfr_sum\n");
    for (int format = 0; format < FPC_FORMATS; format++)
        for (int data = 0; data < EXACT_DATA; data++)
            if ((!request.format ||
                 strcmp(request.format, fpc_format_traits((enum fpc_format)format)->name) == 0) &&
                (!request.data ||
                 strcmp(request.data, exact_data_name((enum exact_data)data)) == 0))
                measure_data(&request, (enum fpc_format)format, (enum exact_data)data, pools);
    for (unsigned i = 0; i < 2; i++)
        fpc_pool_close(pools[i]);
    return FPC_OK;
}
