/* One lane takes many values in turn. */
#include "base/ieee.h"
#include "order/lanes.h"
#include "number/narrow.h"
#include "order/order.h"

#include <math.h>
#include <stdbool.h>

#define SAME(x) (x)

#define STORED  double
#define REAL    double
#define LOAD    SAME
#define ROUND   SAME
#define NAME(x) x##_f64
#include "order/lanes_along.inc"

#define STORED  float
#define REAL    float
#define LOAD    SAME
#define ROUND   SAME
#define NAME(x) x##_f32
#include "order/lanes_along.inc"

#define STORED  uint16_t
#define REAL    float
#define LOAD    fpc_narrow_from_f16
#define ROUND   SAME
#define NAME(x) x##_f16_in_f32
#include "order/lanes_along.inc"

#define STORED  uint16_t
#define REAL    float
#define LOAD    fpc_narrow_from_bf16
#define ROUND   SAME
#define NAME(x) x##_bf16_in_f32
#include "order/lanes_along.inc"

#define STORED  uint16_t
#define REAL    float
#define LOAD    fpc_narrow_from_f16
#define ROUND   fpc_narrow_round_f16
#define NAME(x) x##_f16
#include "order/lanes_along.inc"

#define STORED  uint16_t
#define REAL    float
#define LOAD    fpc_narrow_from_bf16
#define ROUND   fpc_narrow_round_bf16
#define NAME(x) x##_bf16
#include "order/lanes_along.inc"

size_t fpc_lanes_size(enum fpc_format accumulator)
{
    return accumulator == FPC_F64 ? sizeof(double) : sizeof(float);
}

/* The function of this stem that belongs to format and accumulator. */
#define FPC_LANE_CALL(STEM, VALUES, ...)                                                           \
    do {                                                                                           \
        bool narrow = (VALUES)->accumulator == (VALUES)->format;                                   \
        if ((VALUES)->format == FPC_F64)                                                           \
            STEM##_f64(__VA_ARGS__);                                                               \
        else if ((VALUES)->format == FPC_F32)                                                      \
            STEM##_f32(__VA_ARGS__);                                                               \
        else if ((VALUES)->format == FPC_F16)                                                      \
            (narrow ? STEM##_f16 : STEM##_f16_in_f32)(__VA_ARGS__);                                \
        else                                                                                       \
            (narrow ? STEM##_bf16 : STEM##_bf16_in_f32)(__VA_ARGS__);                              \
    } while (0)

void fpc_lanes_add_strided(const struct fpc_lane_values *values, void *lane, uint64_t first,
                           uint64_t stride, uint64_t end)
{
    FPC_LANE_CALL(strided, values, lane, values->values, first, stride, end);
}

void fpc_lanes_add_pieces(const struct fpc_lane_values *values, void *lanes, uint64_t first,
                          size_t count, uint32_t vector)
{
    const char *from = values->values;
    from += first * fpc_format_traits(values->format)->size;
    FPC_LANE_CALL(pieces, values, lanes, (const void *)from, count, vector);
}

void fpc_lanes_pairwise(const struct fpc_lane_values *values, void *lane, uint64_t count)
{
    FPC_LANE_CALL(pairwise, values, lane, values->values, count);
}

void fpc_lanes_kahan(const struct fpc_lane_values *values, void *lane, uint64_t first,
                     uint64_t stride, uint64_t end)
{
    FPC_LANE_CALL(kahan_strided, values, lane, values->values, first, stride, end);
}

void fpc_lanes_neumaier(const struct fpc_lane_values *values, void *lane, uint64_t count)
{
    FPC_LANE_CALL(neumaier, values, lane, values->values, count);
}
