/* Runs of a program: what differs from the first, how many results there are, and what variables of
 * the environment changed. The runs are made up, the expected figures counted by hand. */
#include "analysis/repeats.h"
#include "analysis/sweep.h"
#include "input/numbers.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

/* Lists of numbers, each named by its path: "PATH NUMBERS", ends with NULL. */
static struct fpc_inputs made(const char *const *lists)
{
    struct fpc_inputs inputs = {0};
    const struct fpc_numbers_rule rule = {.format = FPC_F64};
    struct fpc_error error = {""};
    for (; *lists; lists++) {
        char path[16] = {(*lists)[0]};
        const uint8_t *numbers = (const uint8_t *)*lists + 1;
        if (fpc_numbers_add(&inputs, path, numbers, strlen(*lists) - 1, &rule, NULL, &error) !=
            FPC_OK)
            fail_msg("%s", error.text);
    }
    return inputs;
}

static void add_run(struct fpc_repeats *repeats, struct fpc_outcomes *outcomes,
                    const struct fpc_inputs *first, uint64_t run, const char *const *lists)
{
    static const struct fpc_difference_rule bits = {.nan_bits = false};
    struct fpc_inputs inputs = made(lists);
    struct fpc_comparison comparison;
    uint8_t fingerprint[FPC_FINGERPRINT_SIZE];
    fpc_comparison_make(&comparison, first, &inputs, FPC_NAMED_BY_PATH, &bits);
    assert_true(comparison.complete);
    fpc_repeats_add(repeats, run, &comparison);
    assert_int_equal(comparison.count, 0);
    fpc_fingerprint(&inputs, false, fingerprint);
    fpc_outcomes_add(outcomes, fingerprint);
    fpc_inputs_clear(&inputs);
}

/* 1 + 2^-52 is 1 ulp from 1 and 1 + 2^-51 is 2. */
static void runs_against_the_first(void **state)
{
    (void)state;
    static const char *const base[] = {"a 1 2 3", "b 5", NULL};
    static const char *const turned[] = {"b 5", "a 1 2 3", NULL};
    static const char *const third[] = {"a 1 2 0x1.8000000000001p1", "b 5", NULL};
    static const char *const fourth[] = {"a 0x1.0000000000002p0 2 0x1.8000000000001p1", "b 5",
                                         NULL};
    static const char *const fifth[] = {"a 1 2 3", NULL};
    static const char *const sixth[] = {"a 1 2", "b 5", "c 7", NULL};
    struct fpc_inputs first = made(base);
    struct fpc_repeats repeats = {0};
    struct fpc_outcomes outcomes = {0};
    const char *const *const runs[] = {base, turned, third, fourth, fifth, sixth, third};
    for (uint64_t i = 0; i < 7; i++)
        add_run(&repeats, &outcomes, &first, i, runs[i]);
    assert_int_equal(repeats.runs, 7);
    assert_int_equal(repeats.count, 3);
    const struct fpc_repeat *a = &repeats.items[0], *b = &repeats.items[1], *c = &repeats.items[2];
    assert_string_equal(a->first.name, "a");
    assert_int_equal(a->differing_runs, 4); /* third, fourth, sixth, third */
    assert_int_equal(a->first_run, 2);
    assert_int_equal(a->first.difference.first.at, 2);
    assert_int_equal(a->most_differing, 2);
    assert_int_equal(a->max_ulp, 2);
    assert_int_equal(a->max_ulp_run, 3);
    assert_int_equal(a->max_ulp_at, 0);
    assert_true(a->max_vc == 2.0 / 3);
    assert_int_equal(b->differing_runs, 1); /* missing in the fifth */
    assert_int_equal(b->first_run, 4);
    assert_int_equal(b->first.pairing, FPC_PAIR_ONLY_A);
    assert_int_equal(c->first.pairing, FPC_PAIR_ONLY_B);
    assert_int_equal(c->first_run, 5);
    assert_ptr_equal(fpc_repeats_first_failing(&repeats), a);
    assert_ptr_equal(fpc_repeats_farthest(&repeats), a);
    /* The order of the arrays is no difference. */
    assert_int_equal(outcomes.count, 5);
    assert_int_equal(outcomes.items[0].count, 2);
    assert_int_equal(outcomes.items[1].count, 2);
    assert_int_equal(outcomes.items[1].first_run, 2);
    assert_int_equal(outcomes.of_run[1], 0);
    assert_int_equal(outcomes.of_run[6], 1);
    fpc_outcomes_clear(&outcomes);
    fpc_repeats_clear(&repeats);
    fpc_inputs_clear(&first);
}

/* The outcomes that are named by letters. */
static struct fpc_outcomes outcomes_of(const char *letters)
{
    struct fpc_outcomes outcomes = {0};
    for (; *letters; letters++) {
        uint8_t fingerprint[FPC_FINGERPRINT_SIZE] = {(uint8_t)*letters};
        fpc_outcomes_add(&outcomes, fingerprint);
    }
    return outcomes;
}

static void expect_effects(const struct fpc_sweep *sweep, const char *letters, uint64_t runs,
                           enum fpc_effect first, enum fpc_effect second)
{
    struct fpc_outcomes outcomes = outcomes_of(letters);
    assert_int_equal(fpc_sweep_effect(sweep, 0, &outcomes, runs), first);
    assert_int_equal(fpc_sweep_effect(sweep, 1, &outcomes, runs), second);
    fpc_outcomes_clear(&outcomes);
}

static void what_variables_changed(void **state)
{
    (void)state;
    struct fpc_sweep sweep = {0};
    assert_null(fpc_sweep_add(&sweep, "A=1,2"));
    assert_null(fpc_sweep_add(&sweep, "B=x,,z=z"));
    assert_int_equal(fpc_sweep_combinations(&sweep), 6);
    assert_int_equal(sweep.variables[1].count, 3);
    assert_string_equal(sweep.variables[1].values[1], "");
    assert_string_equal(sweep.variables[1].values[2], "z=z");
    char *text = fpc_sweep_text(&sweep, 5);
    assert_string_equal(text, "A=2 B=z=z");
    free(text);
    text = fpc_sweep_text(&sweep, 1);
    assert_string_equal(text, "A=1 B=");
    free(text);
    /* Runs of 1x 1x 1 1 1z 1z 2x 2x 2 2 2z 2z. */
    expect_effects(&sweep, "aaaaaaaaaaaa", 2, FPC_EFFECT_NONE, FPC_EFFECT_NONE);
    expect_effects(&sweep, "aaaaaabbbbbb", 2, FPC_EFFECT_CHANGED, FPC_EFFECT_NONE);
    expect_effects(&sweep, "aabbccaabbcc", 2, FPC_EFFECT_NONE, FPC_EFFECT_CHANGED);
    expect_effects(&sweep, "aaaaaaaaaabb", 2, FPC_EFFECT_CHANGED, FPC_EFFECT_CHANGED);
    expect_effects(&sweep, "aaaaaaaaaaab", 2, FPC_EFFECT_UNKNOWN, FPC_EFFECT_UNKNOWN);
    expect_effects(&sweep, "aaaaaaaaaaa", 2, FPC_EFFECT_UNKNOWN, FPC_EFFECT_UNKNOWN);
    fpc_sweep_clear(&sweep);
}

static void sweeps_that_are_wrong(void **state)
{
    (void)state;
    struct fpc_sweep sweep = {0};
    assert_int_equal(fpc_sweep_combinations(&sweep), 1);
    assert_string_equal(fpc_sweep_add(&sweep, "A"), "has no '='");
    assert_string_equal(fpc_sweep_add(&sweep, "=1"), "has no name");
    assert_string_equal(fpc_sweep_add(&sweep, "FPCHECK_RUN=1"), "is set by fpcheck itself");
    assert_null(fpc_sweep_add(&sweep, "A="));
    assert_string_equal(fpc_sweep_add(&sweep, "A=1"), "is given twice");
    assert_int_equal(sweep.count, 1);
    assert_int_equal(sweep.variables[0].count, 1);
    fpc_sweep_clear(&sweep);
}

static void distinct_outcomes(void **state)
{
    (void)state;
    struct fpc_outcomes outcomes = outcomes_of("abacbbb");
    assert_int_equal(fpc_sweep_distinct(&outcomes, 0, 3), 2);
    assert_int_equal(fpc_sweep_distinct(&outcomes, 1, 3), 2);
    assert_int_equal(fpc_sweep_distinct(&outcomes, 2, 3), 1); /* cut short */
    assert_int_equal(fpc_sweep_distinct(&outcomes, 0, 7), 3);
    fpc_outcomes_clear(&outcomes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_against_the_first),
        cmocka_unit_test(what_variables_changed),
        cmocka_unit_test(sweeps_that_are_wrong),
        cmocka_unit_test(distinct_outcomes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
