dist_man_MANS = \
	man/fpcheck.1 man/fpcheck-baseline.1 man/fpcheck-bench.1 man/fpcheck-compare.1 \
	man/fpcheck-exec.1
EXTRA_DIST += docs/bench.md docs/ci.md
