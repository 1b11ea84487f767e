libfpcheck_a_SOURCES += \
	src/order/bound.c src/order/bound_compensated.c src/order/bound.h \
	src/order/describe.c src/order/height.c \
	src/order/lane.c src/order/lanes.c src/order/lanes.h src/order/lanes_along.inc \
	src/order/mix.h \
	src/order/order.c src/order/order.h \
	src/order/rebuild.c src/order/rebuild.h \
	src/order/walk.c src/order/walk.h src/order/walk_folds.inc src/order/walk_sums.inc \
	src/order/walk_mix.c src/order/walk_mix.h
