/* One lane takes many values in turn. */
#include "base/ieee.h"
#include "order/lanes.h"
#include "order/narrow.h"
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

void fpc_lanes_add_strided(const struct fpc_lane_values *values, void *lane, uint64_t first,
                           uint64_t stride, uint64_t end)
{
    const void *from = values->values;
    bool narrow = values->accumulator == values->format;
    if (values->format == FPC_F64)
        strided_f64(lane, from, first, stride, end);
    else if (values->format == FPC_F32)
        strided_f32(lane, from, first, stride, end);
    else if (values->format == FPC_F16)
        (narrow ? strided_f16 : strided_f16_in_f32)(lane, from, first, stride, end);
    else
        (narrow ? strided_bf16 : strided_bf16_in_f32)(lane, from, first, stride, end);
}

/* Calls the function of this stem that belongs to format and accumulator, for a whole array. */
#define FPC_LANE_WHOLE(STEM)                                                                       \
    void fpc_lanes_##STEM(const struct fpc_lane_values *values, void *lane, uint64_t count)        \
    {                                                                                              \
        const void *from = values->values;                                                         \
        bool narrow = values->accumulator == values->format;                                       \
        if (values->format == FPC_F64)                                                             \
            *(double *)lane = STEM##_f64(from, count);                                             \
        else if (values->format == FPC_F32)                                                        \
            *(float *)lane = STEM##_f32(from, count);                                              \
        else if (values->format == FPC_F16)                                                        \
            *(float *)lane = (narrow ? STEM##_f16 : STEM##_f16_in_f32)(from, count);               \
        else                                                                                       \
            *(float *)lane = (narrow ? STEM##_bf16 : STEM##_bf16_in_f32)(from, count);             \
    }

FPC_LANE_WHOLE(pairwise)
FPC_LANE_WHOLE(kahan)
FPC_LANE_WHOLE(neumaier)
