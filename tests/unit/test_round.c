/* Rounding MPFR numbers to a format, and quotients. Expected values come from neighbours of the
 * format and what lies between them, from the processor's division, and from arithmetic by hand. */
#include "base/random.h"
#include "number/round.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SEED 31337

static const struct {
    uint64_t sign, infinity, nan;
    int emax, emin, precision;
} formats[] = {
    [FPC_F64] = {(uint64_t)1 << 63, 0x7ff0000000000000, 0x7ff8000000000000, 1024, -1074, 53},
    [FPC_F32] = {0x80000000, 0x7f800000, 0x7fc00000, 128, -149, 24},
    [FPC_F16] = {0x8000, 0x7c00, 0x7e00, 16, -24, 11},
    [FPC_BF16] = {0x8000, 0x7f80, 0x7fc0, 128, -133, 8},
};

static double double_from(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void check(enum fpc_format format, mpfr_ptr x, uint64_t bits, const char *what)
{
    uint64_t plus = fpc_round_to_format(format, x);
    mpfr_neg(x, x, MPFR_RNDN);
    uint64_t minus = fpc_round_to_format(format, x);
    mpfr_neg(x, x, MPFR_RNDN);
    if (plus != bits || minus != (bits | formats[format].sign))
        fail_msg("%s %s: %#llx and %#llx, not %#llx", fpc_format_traits(format)->name, what,
                 (unsigned long long)plus, (unsigned long long)minus, (unsigned long long)bits);
}

/* x += sign 2^exponent, exactly: 5000 bits are enough for all that is tried here. */
static void nudge(mpfr_ptr x, int sign, long exponent)
{
    mpfr_t step;
    mpfr_init2(step, 2);
    mpfr_set_si_2exp(step, sign, exponent, MPFR_RNDN);
    assert_int_equal(mpfr_add(x, x, step, MPFR_RNDN), 0);
    mpfr_clear(step);
}

/* The neighbours low and low + 1 and all that can lie between, also within 2^-3000 of them. Above
 * the largest finite value the neighbour is 2^emax. */
static void check_gap(enum fpc_format format, uint64_t low)
{
    mpfr_t x, next;
    mpfr_inits2(5000, x, next, (mpfr_ptr)NULL);
    fpc_round_from_bits(x, format, low);
    if (low + 1 == formats[format].infinity)
        mpfr_set_ui_2exp(next, 1, formats[format].emax, MPFR_RNDN);
    else
        fpc_round_from_bits(next, format, low + 1);
    check(format, x, low, "exact");
    nudge(x, 1, -3000);
    check(format, x, low, "just above a value");
    nudge(x, -1, -3000);
    assert_int_equal(mpfr_add(x, x, next, MPFR_RNDN), 0);
    mpfr_div_2ui(x, x, 1, MPFR_RNDN);
    check(format, x, low + (low & 1), "tie");
    nudge(x, -1, -3000);
    check(format, x, low, "just below a tie");
    nudge(x, 2, -3000);
    check(format, x, low + 1, "just above a tie");
    nudge(next, -1, -3000);
    check(format, next, low + 1, "just below a value");
    mpfr_clears(x, next, (mpfr_ptr)NULL);
}

static void gaps_of_every_format(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED};
    print_message("seed %d\n", SEED);
    for (int f = 0; f < FPC_FORMATS; f++) {
        enum fpc_format format = (enum fpc_format)f;
        uint64_t smallest_normal = (uint64_t)1 << (formats[f].precision - 1);
        uint64_t edges[] = {0, 1, smallest_normal - 1, smallest_normal, formats[f].infinity - 1};
        for (size_t i = 0; i < sizeof edges / sizeof edges[0]; i++)
            check_gap(format, edges[i]);
        for (int i = 0; i < 3000; i++) {
            check_gap(format, fpc_random_below(&random, formats[f].infinity));
            check_gap(format, fpc_random_below(&random, smallest_normal));
        }
    }
}

static void far_outside(void **state)
{
    (void)state;
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_t x;
    mpfr_init2(x, 3000);
    for (int f = 0; f < FPC_FORMATS; f++) {
        enum fpc_format format = (enum fpc_format)f;
        const long far[] = {formats[f].emax, 5000, 1000000, emax - 1};
        const long near[] = {formats[f].emin - 1, -5000, -1000000, emin};
        for (size_t i = 0; i < 4; i++) {
            mpfr_set_ui_2exp(x, 1, far[i], MPFR_RNDN);
            check(format, x, formats[f].infinity, "a large power");
            mpfr_set_ui_2exp(x, 1, near[i], MPFR_RNDN);
            check(format, x, 0, "a small power");
        }
        mpfr_set_ui_2exp(x, 3, formats[f].emin - 2, MPFR_RNDN);
        check(format, x, 1, "3/4 of the smallest");
        mpfr_set_zero(x, 1);
        check(format, x, 0, "zero");
        mpfr_set_inf(x, 1);
        check(format, x, formats[f].infinity, "infinity");
        mpfr_set_nan(x);
        assert_true(fpc_round_to_format(format, x) == formats[f].nan);
    }
    mpfr_clear(x);
    assert_true(mpfr_get_emin() == emin && mpfr_get_emax() == emax);
}

static void values_of_bits(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED + 1};
    print_message("seed %d\n", SEED + 1);
    for (int f = 0; f < FPC_FORMATS; f++) {
        mpfr_t x;
        mpfr_init2(x, formats[f].precision);
        for (int i = 0; i < 2000; i++) {
            uint64_t bits = fpc_random_next(&random) & (2 * formats[f].sign - 1);
            double value = fpc_bits_value((enum fpc_format)f, bits);
            fpc_round_from_bits(x, (enum fpc_format)f, bits);
            assert_true(isnan(value) ? mpfr_nan_p(x) : mpfr_cmp_d(x, value) == 0);
        }
        fpc_round_from_bits(x, (enum fpc_format)f, formats[f].sign);
        assert_true(mpfr_zero_p(x) && mpfr_signbit(x));
        fpc_round_from_bits(x, (enum fpc_format)f, formats[f].sign | formats[f].infinity);
        assert_true(mpfr_inf_p(x) && mpfr_signbit(x));
        mpfr_clear(x);
    }
}

/* a 2^scale / b */
static void divide(double a, long scale, double b, double *nearest, double *up)
{
    mpfr_t x, y;
    mpfr_inits2(53, x, y, (mpfr_ptr)NULL);
    mpfr_set_d(x, a, MPFR_RNDN);
    mpfr_mul_2si(x, x, scale, MPFR_RNDN);
    mpfr_set_d(y, b, MPFR_RNDN);
    fpc_round_quotient(x, y, nearest, up);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}

static void quotients_by_hand(void **state)
{
    (void)state;
    static const struct {
        double a;
        long scale;
        double b, nearest, up;
    } known[] = {
        {6, 0, 3, 2, 2},
        {0, 0, 3, 0, 0},
        {1, 0, 3, 0x1.5555555555555p-2, 0x1.5555555555556p-2},
        {-1, 0, 3, -0x1.5555555555555p-2, -0x1.5555555555555p-2},
        {2, 0, 3, 0x1.5555555555555p-1, 0x1.5555555555556p-1},
        {1, 0, 5, 0x1.999999999999ap-3, 0x1.999999999999ap-3}, /* nearest is above */
        {1, -1074, 3, 0, 0x1p-1074},
        {-1, -1074, 3, -0.0, -0.0},
        {1, -1074, 2, 0, 0x1p-1074}, /* a tie with 0 */
        {3, -1074, 2, 0x1p-1073, 0x1p-1073},
        {5, -1074, 2, 0x1p-1073, 0x1.8p-1073}, /* a tie, 2 or 3 units */
        {2, -1074, 3, 0x1p-1074, 0x1p-1074},
        {1, -5000, 1, 0, 0x1p-1074},
        {1, 1025, 1, INFINITY, INFINITY},
        {-1, 1025, 1, -INFINITY, -DBL_MAX},
        {1, 5000, -1, -INFINITY, -DBL_MAX},
        {DBL_MAX, 0, 0x1.fffffffffffffp-1, INFINITY, INFINITY}, /* 2^1024 */
        {0x1.ffffffffffffep+1023, 0, 0x1.fffffffffffffp-1, DBL_MAX, DBL_MAX},
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        double nearest, up;
        divide(known[i].a, known[i].scale, known[i].b, &nearest, &up);
        if (nearest != known[i].nearest || up != known[i].up ||
            signbit(nearest) != signbit(known[i].nearest) || signbit(up) != signbit(known[i].up))
            fail_msg("%a 2^%ld / %a: %a, %a", known[i].a, known[i].scale, known[i].b, nearest, up);
    }
}

/* The processor's division rounds correctly; the remainder a - q b of a normal quotient is a double
 * exactly, fma finds it, and its sign tells on which side q lies. */
static void quotients_of_doubles(void **state)
{
    (void)state;
    struct fpc_random random = {.seed = SEED + 2};
    print_message("seed %d\n", SEED + 2);
    for (int i = 0; i < 50000; i++) {
        double a = ldexp((double)(fpc_random_next(&random) >> 11), (int)(i % 400) - 200);
        double b = ldexp((double)(fpc_random_next(&random) >> (11 + i % 50)) + 1, 30 - i % 60);
        a = i % 2 ? a : -a;
        double quotient = a / b, nearest, up;
        divide(a, 0, b, &nearest, &up);
        assert_true(nearest == quotient);
        bool below = fma(-quotient, b, a) > 0;
        assert_true(up == (below ? nextafter(quotient, INFINITY) : quotient));
        /* Into the subnormals: the processor rounds once. */
        double tiny = double_from(fpc_random_next(&random) >> 12);
        divide(tiny, 0, 3 + i % 7, &nearest, &up);
        assert_true(nearest == tiny / (3 + i % 7));
    }
}

/* Runs the check in a child, since it ends the process. */
static void inexact_ends_the_tool(void **state)
{
    (void)state;
    int ends[2], status;
    char text[200] = "";
    fpc_round_require_exact(0, "nothing");
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        fpc_round_require_exact(-1, "a test");
        _exit(0);
    }
    close(ends[1]);
    assert_int_equal(waitpid(child, &status, 0), child);
    ssize_t length = read(ends[0], text, sizeof text - 1);
    close(ends[0]);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 4);
    assert_true(length > 0 && strncmp(text, "fpcheck: ", 9) == 0);
    assert_ptr_equal(strchr(text, '\n'), text + length - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_of_every_format), cmocka_unit_test(far_outside),
        cmocka_unit_test(values_of_bits),       cmocka_unit_test(quotients_by_hand),
        cmocka_unit_test(quotients_of_doubles), cmocka_unit_test(inexact_ends_the_tool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
