libfpcheck_a_SOURCES += \
	src/analysis/analyse.c src/analysis/analyse.h \
	src/analysis/baseline.c src/analysis/baseline.h \
	src/analysis/baseline_changes.c src/analysis/baseline_changes.h \
	src/analysis/baseline_entry.c src/analysis/baseline_entry.h \
	src/analysis/baseline_errors.c src/analysis/baseline_errors.h \
	src/analysis/baseline_gate.c src/analysis/baseline_gate.h \
	src/analysis/baseline_text.c \
	src/analysis/bench.c src/analysis/bench.h \
	src/analysis/comparison.c src/analysis/comparison.h \
	src/analysis/difference.c src/analysis/difference.h \
	src/analysis/evidence.c \
	src/analysis/figure.c src/analysis/figure.h \
	src/analysis/findings.c src/analysis/findings.h \
	src/analysis/fingerprint.c src/analysis/fingerprint.h \
	src/analysis/judge.c src/analysis/judge.h \
	src/analysis/patterns.c src/analysis/patterns.h \
	src/analysis/policy.c src/analysis/policy.h \
	src/analysis/repeats.c src/analysis/repeats.h \
	src/analysis/sensitivity.c src/analysis/sensitivity.h \
	src/analysis/shapes.c \
	src/analysis/sweep.c src/analysis/sweep.h \
	src/analysis/variability.c src/analysis/variability.h
