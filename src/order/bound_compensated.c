/* Bounds of compensated sums, valid for every n, without terms "of higher order" left out.
 *
 * Notation: u = 2^-p, s the exact sum, A = sum |x|, every fl(.) rounds to nearest, nothing
 * overflows; sums never underflow inexactly. |error of fl(z)| <= u |z| and <= u |fl(z)|. */
#include "order/bound.h"

#define FPC_PROOF_PRECISION 256

/* The quantities of both proofs. */
struct terms {
    mpfr_t u, one_plus_u, a, s; /* u, 1 + u, A, |s| */
    mpfr_t x, y, z;             /* scratch */
};

static void init_terms(struct terms *t, const struct fpc_bound_facts *facts)
{
    int p = fpc_format_traits(facts->accumulator)->precision;
    mpfr_inits2(FPC_PROOF_PRECISION, t->u, t->one_plus_u, t->a, t->s, t->x, t->y, t->z,
                (mpfr_ptr)0);
    mpfr_set_ui_2exp(t->u, 1, -p, MPFR_RNDU);
    mpfr_add_ui(t->one_plus_u, t->u, 1, MPFR_RNDU);
    mpfr_set(t->a, facts->abs_sum, MPFR_RNDU);
    mpfr_abs(t->s, facts->s, MPFR_RNDU);
}

static void clear_terms(struct terms *t)
{
    mpfr_clears(t->u, t->one_plus_u, t->a, t->s, t->x, t->y, t->z, (mpfr_ptr)0);
}

/* Neumaier: p_k = fl(p_(k-1) + x_k) with its exact error q_k (the branch on magnitudes makes the
 * correction exact: Dekker, Numer. Math. 18, 1971), sigma = the q_k summed up, result fl(p_n +
 * sigma). Exactly s = p_n + sum q_k. |p_k| <= (1+u)^n A, so Q = sum |q_k| <= n u (1+u)^n A; summing
 * them up loses at most D = ((1+u)^n - 1) Q; so |result - s| <= u |s| + (1+u) D. (With n u < 1 this
 * is Proposition 4.5 of Ogita, Rump, Oishi, Accurate sum and dot product, SIAM J. Sci. Comput.
 * 26(6), 2005, up to the second-order factor.) n = 1 is exact. */
void fpc_bound_neumaier(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    struct terms t;
    mpfr_set_zero(bound, 1);
    if (facts->count == 1)
        return;
    init_terms(&t, facts);
    mpfr_pow_ui(t.x, t.one_plus_u, facts->count, MPFR_RNDU); /* (1+u)^n */
    mpfr_mul(t.y, t.x, t.a, MPFR_RNDU);
    mpfr_mul(t.y, t.y, t.u, MPFR_RNDU);
    mpfr_mul_ui(t.y, t.y, facts->count, MPFR_RNDU); /* Q */
    mpfr_sub_ui(t.x, t.x, 1, MPFR_RNDU);
    mpfr_mul(t.y, t.y, t.x, MPFR_RNDU); /* D */
    mpfr_mul(t.y, t.y, t.one_plus_u, MPFR_RNDU);
    mpfr_mul(t.z, t.u, t.s, MPFR_RNDU);
    mpfr_add(bound, t.y, t.z, MPFR_RNDU);
    clear_terms(&t);
}

/* Kahan: y_k = fl(x_k - c_(k-1)), s_k = fl(s_(k-1) + y_k), c_k = fl(fl(s_k - s_(k-1)) - y_k).
 * Let b_k and a_k be the errors of y_k and s_k: |b_k| <= u |y_k|, |a_k| <= u |s_k|. The inner
 * difference is y_k + a_k, rounded, so c_k = (a_k + g (y_k + a_k))(1 + d) with |g|, |d| <= u, and
 *   |c_k| <= (1+u)((1+u)|a_k| + u |y_k|)                                                       (1)
 *   |y_k| <= (1+u)(|x_k| + |c_(k-1)|)                                                          (2)
 * z_k = s_k - c_k follows the exact sum: z_k = z_(k-1) + x_k + b_k - d a_k - g (1+d)(y_k + a_k),
 *   |z_n - s| <= (2u + u^2)(Y + L), Y = sum |y_k|, L = sum |a_k|                               (3)
 * Growth: V_k = |s_k| + |c_k| satisfies V_k <= q (V_(k-1) + |x_k|) by (1), (2) and
 * |s_k| <= (1+u)(|s_(k-1)| + |y_k|), with q = (1+u)^2 (1 + u + u (1+u)^2); so |s_k| <= R = q^n A
 * and L <= n u R. Summing (1) into (2): Y (1 - u(1+u)^2) <= (1+u)(A + (1+u)^2 n u R).          (4)
 * At the end |s_n - s| <= |z_n - s| + |c_n|; (1) with |a_n| <= u(|s| + |s_n - s|), |y_n| <= Y gives
 *   |s_n - s| (1 - u(1+u)^2) <= (2u + u^2)(Y + L) + u (1+u)^2 |s| + u (1+u) Y.
 * n = 1 is exact. */
void fpc_bound_kahan(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    struct terms t;
    mpfr_t l, keep; /* L; 1 - u (1+u)^2, rounded down */
    mpfr_set_zero(bound, 1);
    if (facts->count == 1)
        return;
    init_terms(&t, facts);
    mpfr_inits2(FPC_PROOF_PRECISION, l, keep, (mpfr_ptr)0);
    mpfr_sqr(t.x, t.one_plus_u, MPFR_RNDU); /* (1+u)^2 */
    mpfr_mul(t.y, t.x, t.u, MPFR_RNDU);     /* u (1+u)^2 */
    mpfr_ui_sub(keep, 1, t.y, MPFR_RNDD);
    mpfr_add(t.z, t.y, t.one_plus_u, MPFR_RNDU);
    mpfr_mul(t.z, t.z, t.x, MPFR_RNDU); /* q */
    mpfr_pow_ui(t.z, t.z, facts->count, MPFR_RNDU);
    mpfr_mul(l, t.z, t.a, MPFR_RNDU); /* R */
    mpfr_mul(l, l, t.u, MPFR_RNDU);
    mpfr_mul_ui(l, l, facts->count, MPFR_RNDU); /* L */
    mpfr_mul(t.z, l, t.x, MPFR_RNDU);
    mpfr_add(t.z, t.z, t.a, MPFR_RNDU);
    mpfr_mul(t.z, t.z, t.one_plus_u, MPFR_RNDU);
    mpfr_div(t.z, t.z, keep, MPFR_RNDU); /* Y */
    mpfr_mul(t.y, t.y, t.s, MPFR_RNDU);  /* u (1+u)^2 |s| */
    mpfr_mul(t.x, t.u, t.one_plus_u, MPFR_RNDU);
    mpfr_mul(t.x, t.x, t.z, MPFR_RNDU); /* u (1+u) Y */
    mpfr_add(t.y, t.y, t.x, MPFR_RNDU);
    mpfr_add(t.z, t.z, l, MPFR_RNDU); /* Y + L */
    mpfr_add_ui(t.x, t.one_plus_u, 1, MPFR_RNDU);
    mpfr_mul(t.x, t.x, t.u, MPFR_RNDU); /* 2u + u^2 */
    mpfr_mul(t.z, t.z, t.x, MPFR_RNDU);
    mpfr_add(t.y, t.y, t.z, MPFR_RNDU);
    mpfr_div(bound, t.y, keep, MPFR_RNDU);
    mpfr_clears(l, keep, (mpfr_ptr)0);
    clear_terms(&t);
}
