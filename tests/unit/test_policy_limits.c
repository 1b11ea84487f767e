/* Limits on errors and spreads at their boundaries, and for figures that are not known. */
#include "tests/unit/gate_facts.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <math.h>

/* Limits on errors: equal passes. Every pattern counts, and one finding is enough. */
static void limits(void **state)
{
    (void)state;
    struct facts facts;
    varying(&facts);
    facts.patterns[1].ulp_error = fpc_figure_of(2);
    facts.patterns[1].error_ratio = fpc_figure_of(0.75);
    passes(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 2});
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0x1.fffffffffffffp0},
          FPC_FOUND_LIMIT);
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0}, FPC_FOUND_LIMIT);
    passes(&facts, (struct fpc_policy){.has_max_ratio = true, .max_ratio = 0.75});
    fails(&facts, (struct fpc_policy){.has_max_ratio = true, .max_ratio = 0.74}, FPC_FOUND_LIMIT);
    passes(&facts,
           (struct fpc_policy){.max_ulp = 0, .max_ratio = 0, .max_spread = 0}); /* not set */
    /* 1/3 lies between its nearest double and the next: beyond the one, not beyond the other. */
    facts.patterns[1].ulp_error =
        (struct fpc_figure){.known = true, .nearest = 1 / 3.0, .up = 0x1.5555555555556p-2};
    facts.patterns[0].ulp_error = fpc_figure_of(0);
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 1 / 3.0}, FPC_FOUND_LIMIT);
    passes(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0x1.5555555555556p-2});
    facts.patterns[1].ulp_error =
        (struct fpc_figure){.known = true, .too_large = true, .nearest = INFINITY, .up = INFINITY};
    fails(&facts, (struct fpc_policy){.has_max_ulp = true, .max_ulp = 0x1.fffffffffffffp1023},
          FPC_FOUND_LIMIT);
}

/* A result without a figure is beyond every limit, unless it is the exact sum. */
static void unknown_errors(void **state)
{
    (void)state;
    static const struct fpc_figure unknown = {.known = false};
    const struct fpc_policy ulp = {.has_max_ulp = true, .max_ulp = 1e300};
    const struct fpc_policy ratio = {.has_max_ratio = true, .max_ratio = 1e300};
    struct facts facts;
    make(&facts);
    facts.patterns[0].ulp_error = unknown;
    fails(&facts, ulp, FPC_FOUND_LIMIT);
    passes(&facts, ratio);
    facts.patterns[0].error_ratio = unknown;
    fails(&facts, ratio, FPC_FOUND_LIMIT);
    facts.patterns[0].correctly_rounded = true;
    passes(&facts, ulp);
    passes(&facts, ratio);
}

static void spreads(void **state)
{
    (void)state;
    static const struct {
        uint64_t ulps;
        double limit;
        bool fails;
    } known[] = {
        {0, 0, false},
        {1, 0, true},
        {3, 3, false},
        {4, 3, true},
        {3, 2.5, true},
        {2, 2.5, false},
        {1, 0.5, true},
        {UINT64_MAX, 0x1p64, false},
        {UINT64_MAX, 1e300, false},
        {UINT64_MAX, 0x1.fffffffffffffp63, true},
        {1ull << 63, 0x1p63, false},
        {(1ull << 63) + 1, 0x1p63, true},
    };
    struct facts facts;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        const struct fpc_policy policy = {.has_max_spread = true, .max_spread = known[i].limit};
        varying(&facts);
        facts.kernel.results.spread.ulps = known[i].ulps;
        if (known[i].fails)
            fails(&facts, policy, FPC_FOUND_LIMIT);
        else
            passes(&facts, policy);
    }
    varying(&facts);
    facts.kernel.results.spread.known = false; /* NaN and numbers */
    fails(&facts, (struct fpc_policy){.has_max_spread = true, .max_spread = 1e300},
          FPC_FOUND_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(limits),
        cmocka_unit_test(unknown_errors),
        cmocka_unit_test(spreads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
