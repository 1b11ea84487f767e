libfpcheck_a_SOURCES += \
	src/command/baseline.c \
	src/command/baseline_file.c src/command/baseline_file.h \
	src/command/baseline_read.c \
	src/command/bench.c \
	src/command/bench_options.c src/command/bench_options.h \
	src/command/command.c src/command/command.h \
	src/command/exact_by.c src/command/exact_by.h \
	src/command/experiment.c src/command/experiment.h \
	src/command/compare.c \
	src/command/compare_options.c src/command/compare_options.h \
	src/command/exec.c \
	src/command/exec_options.c src/command/exec_options.h \
	src/command/exec_runs.c src/command/exec_runs.h \
	src/command/list.c \
	src/command/measure.c src/command/measure.h \
	src/command/option_values.c src/command/option_values.h \
	src/command/outputs.c src/command/outputs.h \
	src/command/progress.c src/command/progress.h \
	src/command/run.c \
	src/command/run_option_parsers.c src/command/run_option_parsers.h \
	src/command/run_options.c src/command/run_options.h \
	src/command/standard_streams.c src/command/standard_streams.h \
	src/command/version.c src/command/version.h
