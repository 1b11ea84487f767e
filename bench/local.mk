# Benchmarks: built and run by hand, never as tests.
BENCHMARKS = bench/exact bench/walk
EXTRA_PROGRAMS = $(BENCHMARKS)
CLEANFILES += $(BENCHMARKS)

bench_exact_SOURCES = \
	bench/exact.c bench/exact_data.c bench/exact_data.h \
	bench/exact_peers.c bench/exact_peers.h bench/rounds.c bench/rounds.h
bench_exact_CPPFLAGS = $(AM_CPPFLAGS) -DFPC_BENCH_PEERS='"$(abs_srcdir)/bench/exact_peers.py"'
EXTRA_DIST += bench/exact_peers.py
bench_exact_LDADD = libfpcheck.a $(FPC_LIBS)

bench_walk_SOURCES = \
	bench/plain_sum.c bench/plain_sum.h bench/rounds.c bench/rounds.h bench/walk.c
bench_walk_LDADD = libfpcheck.a $(FPC_LIBS)

.PHONY: bench
bench: $(BENCHMARKS)
