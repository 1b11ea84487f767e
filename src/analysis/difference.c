#include "analysis/difference.h"

#include "analysis/figure.h"
#include "base/text.h"
#include "number/value_text.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bytes that are compared at once before elements are looked at. */
#define STRETCH 512

struct looking {
    struct fpc_difference *difference;
    const struct fpc_difference_rule *rule;
    enum fpc_format format;
};

static bool is_finite(enum fpc_class class)
{
    return class != FPC_NAN && class != FPC_INFINITE;
}

/* |a - b| / |a| of different finite values, a not zero. In double the difference is rounded once
 * and the quotient, which is 2^-53 at least, once. Where one of them leaves the range of double,
 * long double has room: |a - b| < 2^1025, and the quotient is below 2^2100. Witness: a = 0x1p-1074,
 * b = 0x1p+1023 in f64 gives 0x1p+2097. */
static long double relative(double a, double b)
{
    double quotient = fabs(a - b) / fabs(a);
    if (isfinite(quotient))
        return quotient;
    return fabsl((long double)a - (long double)b) / fabsl((long double)a);
}

static unsigned bucket_of(uint64_t distance)
{
    return distance == 0 ? 0 : 64 - (unsigned)__builtin_clzll(distance);
}

/* True if the distance is excused. */
static bool note_distance(const struct looking *looking, const struct fpc_difference_pair *pair)
{
    struct fpc_difference *difference = looking->difference;
    const uint64_t distance = fpc_bits_distance(looking->format, pair->a, pair->b);
    if (difference->distances++ == 0 || distance > difference->max_ulp) {
        difference->max_ulp = distance;
        difference->max_at = pair->at;
    }
    difference->buckets[bucket_of(distance)]++;
    difference->zero_signs += distance == 0;
    return looking->rule->limited && distance <= looking->rule->max_ulp;
}

static void note_relative(const struct looking *looking, const struct fpc_difference_pair *pair)
{
    const double a = fpc_bits_value(looking->format, pair->a);
    const double b = fpc_bits_value(looking->format, pair->b);
    if (a != 0)
        looking->difference->relative_sum += relative(a, b);
    else if (b != 0)
        looking->difference->relative_without++;
}

/* Counts a pair of different bits by its kind. */
static void note_pair(const struct looking *looking, const struct fpc_difference_pair *pair)
{
    struct fpc_difference *difference = looking->difference;
    const enum fpc_class a = fpc_bits_class(looking->format, pair->a);
    const enum fpc_class b = fpc_bits_class(looking->format, pair->b);
    bool excused = false;
    if (a == FPC_NAN && b == FPC_NAN) {
        difference->nan_payloads++;
        if (!looking->rule->nan_bits)
            return;
    }
    if (is_finite(a) && is_finite(b)) {
        excused = note_distance(looking, pair);
        note_relative(looking, pair);
    } else {
        difference->nan_numbers += (a == FPC_NAN) != (b == FPC_NAN);
        difference->infinities += a != FPC_NAN && b != FPC_NAN;
        difference->relative_without++;
    }
    if (difference->differing++ == 0)
        difference->first = *pair;
    if (!excused && difference->beyond++ == 0)
        difference->first_beyond = *pair;
}

static void look_at_stretch(const struct looking *looking, uint64_t from, const void *a,
                            const void *b, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct fpc_difference_pair pair = {from + i, fpc_bits_load(looking->format, a, i),
                                           fpc_bits_load(looking->format, b, i)};
        if (pair.a != pair.b)
            note_pair(looking, &pair);
    }
}

void fpc_difference_add(struct fpc_difference *difference, enum fpc_format format, const void *a,
                        const void *b, size_t count, const struct fpc_difference_rule *rule)
{
    const struct looking looking = {difference, rule, format};
    const size_t size = fpc_format_traits(format)->size, step = STRETCH / size;
    const unsigned char *left = a, *right = b;
    for (size_t i = 0; i < count; i += step) {
        const size_t here = count - i < step ? count - i : step;
        if (memcmp(left + i * size, right + i * size, here * size) != 0)
            look_at_stretch(&looking, difference->count + i, left + i * size, right + i * size,
                            here);
    }
    difference->count += count;
}

struct fpc_figure fpc_difference_vermv(const struct fpc_difference *difference)
{
    const uint64_t terms = difference->count - difference->relative_without;
    if (terms == 0)
        return (struct fpc_figure){.known = false};
    const long double mean = difference->relative_sum / (long double)terms;
    struct fpc_figure figure = fpc_figure_of((double)mean);
    figure.too_large = isinf(figure.nearest);
    if (figure.too_large)
        snprintf(figure.text, sizeof figure.text, "%.16Le", mean);
    return figure;
}

double fpc_difference_vc(const struct fpc_difference *difference)
{
    return difference->count ? (double)difference->differing / (double)difference->count : 0;
}

uint64_t fpc_difference_bucket_low(unsigned bucket)
{
    return bucket == 0 ? 0 : UINT64_C(1) << (bucket - 1);
}

uint64_t fpc_difference_bucket_high(unsigned bucket)
{
    return bucket == 0 ? 0 : UINT64_MAX >> (64 - bucket);
}

/* Appends "; 3 zeros of the other sign" and the like, unless there are none. */
static char *with_count(char *text, uint64_t count, const char *one, const char *many)
{
    if (count == 0)
        return text;
    char *longer = fpc_text("%s; %" PRIu64 " %s", text, count, count == 1 ? one : many);
    free(text);
    return longer;
}

/* Where to look first: at what nothing excuses. */
static char *place_text(const struct fpc_difference *difference, enum fpc_format format)
{
    const struct fpc_difference_pair *first =
        difference->beyond ? &difference->first_beyond : &difference->first;
    char *a = fpc_value_text(format, first->a), *b = fpc_value_text(format, first->b);
    char *text = fpc_text("first at %" PRIu64 ": %s against %s", first->at, a, b);
    free(b);
    free(a);
    return text;
}

char *fpc_difference_text(const struct fpc_difference *difference, enum fpc_format format)
{
    const bool some_excused = difference->beyond > 0 && difference->beyond < difference->differing;
    char *place = place_text(difference, format);
    char *beyond = some_excused ? fpc_text(" (%" PRIu64 " beyond the limit)", difference->beyond)
                                : fpc_text("%s", "");
    char *distance = difference->distances
                         ? fpc_text(", by at most %" PRIu64 " ulp", difference->max_ulp)
                         : fpc_text("%s", "");
    char *text =
        fpc_text("%" PRIu64 " of %" PRIu64 " value%s differ%s%s, %s%s", difference->differing,
                 difference->count, difference->count == 1 ? "" : "s",
                 difference->differing == 1 ? "s" : "", beyond, place, distance);
    text = with_count(text, difference->zero_signs, "zero of the other sign",
                      "zeros of the other sign");
    text =
        with_count(text, difference->nan_numbers, "NaN against a number", "NaNs against numbers");
    text = with_count(text, difference->infinities, "infinity against another value",
                      "infinities against other values");
    free(distance);
    free(beyond);
    free(place);
    return text;
}
