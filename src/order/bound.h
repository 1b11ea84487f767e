/* How far from the exact sum a result may be by rounding alone.
 *
 * Assumes round to nearest and no overflow. u = 2^-p of the accumulator, A = sum |x| exactly. Every
 * bound is computed in MPFR and rounded up, so that "outside the bound" is a proof. */
#ifndef FPC_ORDER_BOUND_H
#define FPC_ORDER_BOUND_H

#include "number/format.h"
#include "order/order.h"

#include <mpfr.h>
#include <stdint.h>

/* What the bounds are read off. Borrowed. */
struct fpc_bound_facts {
    enum fpc_format accumulator;
    enum fpc_format result; /* the accumulator's format, or narrower */
    uint64_t count;         /* n >= 1 */
    uint64_t height;        /* of the summation tree */
    uint64_t flushing;      /* additions that may flush subnormals to zero */
    mpfr_srcptr s, abs_sum; /* exact sum and A */
};

/* B = (n-1) u A holds for every order of additions (Jeannerod and Rump, Improved error bounds for
 * inner products in floating-point arithmetic, SIAM J. Matrix Anal. Appl. 34(2), 2013, which has no
 * restriction on n). Added to it: one smallest normal number for each flushing addition, and half
 * an ulp of the result at |s| + B if the result is narrower than the accumulator. n = 1 gives 0 but
 * for flushing. Sets `bound`, whatever its precision, rounded up. */
void fpc_bound_any_order(const struct fpc_bound_facts *facts, mpfr_ptr bound);

/* The smaller of the same and gamma_h A, gamma_h = h u / (1 - h u) with h the height of the tree
 * (Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed., section 4.2), if h u < 1. */
void fpc_bound_tree(const struct fpc_bound_facts *facts, mpfr_ptr bound);

/* The bound of a bound order: that of its tree, with the height read off the order and not from
 * `facts`, or that of its compensated sum; flushing and last rounding added as above. Of an exact
 * sum: half an ulp of the result at s. */
void fpc_bound_order(const struct fpc_order *order, const struct fpc_bound_facts *facts,
                     mpfr_ptr bound);

/* The accumulation of compensated sums: Kahan's within about u |s| + 3 u A + O(n u^2) A, Neumaier's
 * within u |s| + O(n^2 u^2) A; proved in bound_compensated.c without terms left out. */
void fpc_bound_kahan(const struct fpc_bound_facts *facts, mpfr_ptr bound);
void fpc_bound_neumaier(const struct fpc_bound_facts *facts, mpfr_ptr bound);

#endif
