# Benchmarks: built and run by hand, never as tests.
BENCHMARKS = bench/walk
EXTRA_PROGRAMS = $(BENCHMARKS)
CLEANFILES += $(BENCHMARKS)

bench_walk_SOURCES = bench/walk.c bench/plain_sum.c bench/plain_sum.h
bench_walk_LDADD = libfpcheck.a $(FPC_LIBS)

.PHONY: bench
bench: $(BENCHMARKS)
