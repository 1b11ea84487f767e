#include "tests/unit/exact_paths.h"

#include "exact/exact.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

const char *const exact_paths[EXACT_PATHS] = {"avx512",      "avx2",      "portable",
                                              "avx512-wide", "avx2-wide", "portable-wide"};

struct fpc_engine_ways exact_ways[EXACT_PATHS];

void exact_path_force(unsigned path)
{
    assert_int_equal(setenv("FPC_EXACT_PATH", exact_paths[path], 1), 0);
}

bool exact_path_there(unsigned path)
{
    static bool said[EXACT_PATHS];
    const struct fpc_exact_path *known = fpc_exact_paths[path % 3];
    assert_int_equal(strncmp(exact_paths[path], known->name, strlen(known->name)), 0);
    bool there = known->available();
    if (!there && !said[path])
        print_message("SKIP %s: this processor lacks it\n", exact_paths[path]);
    said[path] = !there;
    return there;
}

static void same_words(const struct fpc_words *got, const struct fpc_words *wanted,
                       const char *name, const char *what, const char *path)
{
    for (int i = FPC_WORDS - 1; i >= 0; i--)
        if (got->word[i] != wanted->word[i])
            fail_msg("%s, %s: word %d of %s is %#llx, not %#llx", what, path, i, name,
                     (unsigned long long)got->word[i], (unsigned long long)wanted->word[i]);
}

static void same_counts(const struct fpc_exact_counts *got, const struct fpc_exact_counts *wanted,
                        const char *what, const char *path)
{
    if (got->count != wanted->count || got->zeros != wanted->zeros ||
        got->negative_zeros != wanted->negative_zeros || got->subnormals != wanted->subnormals ||
        got->nans != wanted->nans || got->positive_infinities != wanted->positive_infinities ||
        got->negative_infinities != wanted->negative_infinities)
        fail_msg("%s, %s: of %llu values %llu zeros, %llu negative, %llu subnormals, %llu NaN; "
                 "must be %llu: %llu, %llu, %llu, %llu",
                 what, path, (unsigned long long)got->count, (unsigned long long)got->zeros,
                 (unsigned long long)got->negative_zeros, (unsigned long long)got->subnormals,
                 (unsigned long long)got->nans, (unsigned long long)wanted->count,
                 (unsigned long long)wanted->zeros, (unsigned long long)wanted->negative_zeros,
                 (unsigned long long)wanted->subnormals, (unsigned long long)wanted->nans);
    if (got->smallest_field != wanted->smallest_field ||
        got->largest_field != wanted->largest_field)
        fail_msg("%s, %s: exponent fields from %u to %u, must be from %u to %u", what, path,
                 got->smallest_field, got->largest_field, wanted->smallest_field,
                 wanted->largest_field);
}

void exact_is_plain(const struct fpc_exact *exact, const struct plain_exact *plain,
                    const char *what, const char *path)
{
    struct fpc_words sum, abs_sum;
    struct fpc_exact_sum finished;
    plain_exact_words(plain, &sum, &abs_sum);
    same_words(&exact->sum, &sum, "s", what, path);
    same_words(&exact->abs_sum, &abs_sum, "A", what, path);
    same_counts(&exact->counts, &plain->counts, what, path);
    fpc_exact_finish(exact, &finished);
    if (finished.rounded != plain_exact_round(plain))
        fail_msg("%s, %s: rounded to %#llx, not %#llx", what, path,
                 (unsigned long long)finished.rounded,
                 (unsigned long long)plain_exact_round(plain));
    enum fpc_format usual = fpc_format_traits(plain->format)->accumulator;
    if (fpc_exact_sums_never_round(&finished, usual) != plain_exact_never_rounds(plain, usual) ||
        fpc_exact_sums_never_round(&finished, plain->format) !=
            plain_exact_never_rounds(plain, plain->format))
        fail_msg("%s, %s: whether sums never round; lowest bit 2^%d, said to be 2^%d", what, path,
                 plain->lowest, exact->lowest);
    fpc_exact_sum_clear(&finished);
}

static void compare(unsigned path, const char *what, const struct plain_exact *plain,
                    const void *values, size_t count)
{
    struct fpc_exact exact;
    exact_path_force(path);
    fpc_exact_init(&exact, plain->format);
    fpc_exact_add(&exact, values, count);
    exact_ways[path] = *fpc_engine_ways(exact.engine);
    exact_is_plain(&exact, plain, what, exact_paths[path]);
    fpc_exact_clear(&exact);
}

void exact_path_holds(unsigned path, const char *what, enum fpc_format format, const void *values,
                      size_t count)
{
    struct plain_exact plain;
    plain_exact_start(&plain, format);
    plain_exact_add(&plain, values, count);
    compare(path, what, &plain, values, count);
}

void exact_paths_hold(const char *what, enum fpc_format format, const void *values, size_t count)
{
    struct plain_exact plain;
    plain_exact_start(&plain, format);
    plain_exact_add(&plain, values, count);
    for (unsigned path = 0; path < EXACT_PATHS; path++)
        if (exact_path_there(path))
            compare(path, what, &plain, values, count);
}
