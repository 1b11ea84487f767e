#include "order/bound.h"

#include "number/ulp.h"

/* f lambda: so much `flushing` additions lose together, lambda the smallest normal number of the
 * accumulator. An addition loses at most one: after the flush of an operand nothing is subnormal.
 */
static void init_flushed(const struct fpc_bound_facts *facts, mpfr_ptr flushed)
{
    const struct fpc_format_traits *traits = fpc_format_traits(facts->accumulator);
    mpfr_init2(flushed, 64);
    mpfr_set_ui_2exp(flushed, facts->flushing, traits->emin + traits->precision - 1, MPFR_RNDU);
}

/* What the roundings are relative to: A, and what was flushed on the way, as if it had been added.
 */
static void init_reach(const struct fpc_bound_facts *facts, mpfr_ptr reach)
{
    mpfr_t flushed;
    init_flushed(facts, flushed);
    mpfr_init2(reach, mpfr_get_prec(facts->abs_sum) + 64);
    mpfr_add(reach, facts->abs_sum, flushed, MPFR_RNDU);
    mpfr_clear(flushed);
}

/* bound = (n-1) u (A + f lambda) */
static void accumulate_any_order(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    int p = fpc_format_traits(facts->accumulator)->precision;
    mpfr_t reach;
    init_reach(facts, reach);
    mpfr_mul_ui(bound, reach, facts->count - 1, MPFR_RNDU);
    mpfr_div_2si(bound, bound, p, MPFR_RNDU);
    mpfr_clear(reach);
}

/* bound = min(bound, gamma_h (A + f lambda)): the numerator rounded up, the denominator down. */
static void lower_to_tree(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    int p = fpc_format_traits(facts->accumulator)->precision;
    uint64_t height = facts->height;
    mpfr_t gamma, rest, reach;
    init_reach(facts, reach);
    mpfr_inits2(mpfr_get_prec(bound), gamma, rest, (mpfr_ptr)0);
    mpfr_set_ui_2exp(rest, height, -p, MPFR_RNDU);
    mpfr_ui_sub(rest, 1, rest, MPFR_RNDD);
    if (mpfr_sgn(rest) > 0) {
        mpfr_mul_ui(gamma, reach, height, MPFR_RNDU);
        mpfr_div_2si(gamma, gamma, p, MPFR_RNDU);
        mpfr_div(gamma, gamma, rest, MPFR_RNDU);
        mpfr_min(bound, bound, gamma, MPFR_RNDU);
    }
    mpfr_clears(gamma, rest, reach, (mpfr_ptr)0);
}

/* bound += f lambda */
static void add_flushing(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    mpfr_t flushed;
    init_flushed(facts, flushed);
    mpfr_add(bound, bound, flushed, MPFR_RNDU);
    mpfr_clear(flushed);
}

/* bound += half an ulp of the result at |s| + bound */
static void add_last_rounding(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    mpfr_t reach;
    mpfr_init2(reach, mpfr_get_prec(bound));
    mpfr_abs(reach, facts->s, MPFR_RNDU);
    mpfr_add(reach, reach, bound, MPFR_RNDU);
    mpfr_set_ui_2exp(reach, 1, fpc_ulp_exponent(facts->result, reach) - 1, MPFR_RNDU);
    mpfr_add(bound, bound, reach, MPFR_RNDU);
    mpfr_clear(reach);
}

static void finish(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    add_flushing(facts, bound);
    if (facts->result != facts->accumulator && facts->count > 1)
        add_last_rounding(facts, bound);
}

void fpc_bound_any_order(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    accumulate_any_order(facts, bound);
    finish(facts, bound);
}

void fpc_bound_tree(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    accumulate_any_order(facts, bound);
    lower_to_tree(facts, bound);
    finish(facts, bound);
}

/* Lanes of Kahan sums, then a tree of height h over their sums z: each lane is within e A_lane of
 * its exact sum, with e the bound of the longest lane for A = |s| = 1, as |s_lane| <= A_lane; so
 * the z are off by at most e A together, sum |z| <= (1 + e) A, and the tree adds gamma_h or (m-1) u
 * times that, m the number of lanes with data. */
static void bound_grid_kahan(const struct fpc_order *order, const struct fpc_bound_facts *facts,
                             mpfr_ptr bound)
{
    const struct fpc_stage *stage = &order->stages[0];
    uint64_t lanes = (uint64_t)stage->blocks * stage->threads;
    uint64_t longest = facts->count / lanes + (facts->count % lanes != 0);
    struct fpc_bound_facts lane = *facts, tree = *facts;
    mpfr_t one, spread;
    mpfr_init2(one, 64);
    mpfr_init2(spread, mpfr_get_prec(facts->abs_sum));
    mpfr_set_ui(one, 1, MPFR_RNDN);
    lane.count = longest;
    lane.s = lane.abs_sum = one;
    fpc_bound_kahan(&lane, bound);
    mpfr_mul(bound, bound, facts->abs_sum, MPFR_RNDU);
    mpfr_add(spread, facts->abs_sum, bound, MPFR_RNDU);
    tree.abs_sum = spread;
    tree.count = facts->count < lanes ? facts->count : lanes;
    tree.height = fpc_order_height(order, facts->count) - (longest - 1);
    accumulate_any_order(&tree, one);
    lower_to_tree(&tree, one);
    mpfr_add(bound, bound, one, MPFR_RNDU);
    mpfr_clear(spread);
    mpfr_clear(one);
}

/* bound = half an ulp of the result at s: what one rounding of s can be off by. */
static void bound_one_rounding(const struct fpc_bound_facts *facts, mpfr_ptr bound)
{
    mpfr_set_ui_2exp(bound, 1, fpc_ulp_exponent(facts->result, facts->s) - 1, MPFR_RNDU);
}

void fpc_bound_order(const struct fpc_order *order, const struct fpc_bound_facts *facts,
                     mpfr_ptr bound)
{
    struct fpc_bound_facts own = *facts;
    if (fpc_order_is_exact(order)) {
        bound_one_rounding(facts, bound);
        return;
    }
    own.height = fpc_order_height(order, facts->count);
    if (!fpc_order_is_compensated(order)) {
        fpc_bound_tree(&own, bound);
        return;
    }
    if (order->stages[0].kind == FPC_STAGE_KAHAN)
        fpc_bound_kahan(&own, bound);
    else if (order->stages[0].kind == FPC_STAGE_GRID_KAHAN)
        bound_grid_kahan(order, &own, bound);
    else
        fpc_bound_neumaier(&own, bound);
    finish(&own, bound);
}
