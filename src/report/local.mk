libfpcheck_a_SOURCES += \
	src/report/baseline.h src/report/baseline_text.c \
	src/report/bench.h src/report/bench_json.c src/report/bench_text.c \
	src/report/cells.c src/report/cells.h \
	src/report/comparison.h src/report/comparison_json.c src/report/comparison_text.c \
	src/report/csv.c \
	src/report/figure_text.c src/report/figure_text.h \
	src/report/github.c \
	src/report/headline.c src/report/headline.h \
	src/report/json.c \
	src/report/junit.c \
	src/report/markdown.c \
	src/report/json_values.c src/report/json_values.h \
	src/report/notes.c src/report/notes.h \
	src/report/repeats.h src/report/repeats_json.c src/report/repeats_text.c \
	src/report/report.c src/report/report.h \
	src/report/table.c src/report/table.h \
	src/report/tap.c \
	src/report/test_case.c src/report/test_case.h \
	src/report/text.c \
	src/report/visible.c src/report/visible.h \
	src/report/xml.c src/report/xml.h
