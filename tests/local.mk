# Every test is listed here. All of them speak TAP; see HACKING.md.

UNIT_TESTS = \
	tests/unit/test_format \
	tests/unit/test_format_round \
	tests/unit/test_round \
	tests/unit/test_round_parse \
	tests/unit/test_round_text \
	tests/unit/test_input \
	tests/unit/test_npy \
	tests/unit/test_npy_refused \
	tests/unit/test_case \
	tests/unit/test_case_refused \
	tests/unit/test_text \
	tests/unit/test_safetensors \
	tests/unit/test_safetensors_refused \
	tests/unit/test_npz \
	tests/unit/test_numbers \
	tests/unit/test_fuzz_corpus \
	tests/unit/test_exact \
	tests/unit/test_exact_random \
	tests/unit/test_exact_facts \
	tests/unit/test_correct_rounding \
	tests/unit/test_words \
	tests/unit/test_exact_paths \
	tests/unit/test_exact_regimes \
	tests/unit/test_exact_changes \
	tests/unit/test_exact_lowest \
	tests/unit/test_exact_parts \
	tests/unit/test_lanes \
	tests/unit/test_compensated \
	tests/unit/test_base \
	tests/unit/test_bytes \
	tests/unit/test_output \
	tests/unit/test_interrupt \
	tests/unit/test_pool \
	tests/unit/test_process \
	tests/unit/test_order \
	tests/unit/test_order_height \
	tests/unit/test_height_kernels \
	tests/unit/test_orders_known \
	tests/unit/test_walk \
	tests/unit/test_walk_data \
	tests/unit/test_walk_kernels \
	tests/unit/test_rebuild \
	tests/unit/test_stream \
	tests/unit/test_golden \
	tests/unit/test_bound \
	tests/unit/test_bound_kernels \
	tests/unit/test_kernel \
	tests/unit/test_arrival \
	tests/unit/test_host \
	tests/unit/test_host_control \
	tests/unit/test_figure \
	tests/unit/test_judge \
	tests/unit/test_judge_overflow \
	tests/unit/test_sensitivity \
	tests/unit/test_analysis \
	tests/unit/test_baseline \
	tests/unit/test_baseline_file \
	tests/unit/test_baseline_gate \
	tests/unit/test_baseline_runs \
	tests/unit/test_difference \
	tests/unit/test_repeats \
	tests/unit/test_policy \
	tests/unit/test_policy_limits \
	tests/unit/test_visible
BATS_TESTS = \
	tests/house/bootstrap.bats \
	tests/house/dockerfile.bats \
	tests/house/layers.bats \
	tests/house/lists.bats \
	tests/cli/answers.bats \
	tests/cli/arithmetic.bats \
	tests/cli/bad_command_line.bats \
	tests/cli/bad_input.bats \
	tests/cli/bad_members.bats \
	tests/cli/baseline.bats \
	tests/cli/baseline_refused.bats \
	tests/cli/bench.bats \
	tests/cli/ci_docs.bats \
	tests/cli/completions.bats \
	tests/cli/formats.bats \
	tests/cli/compare.bats \
	tests/cli/exec.bats \
	tests/cli/gate.bats \
	tests/cli/github.bats \
	tests/cli/junit.bats \
	tests/cli/manual.bats \
	tests/cli/markdown.bats \
	tests/cli/outputs.bats \
	tests/cli/published.bats \
	tests/cli/schema.bats \
	tests/cli/schema_others.bats \
	tests/cli/shapes.bats \
	tests/cli/tap.bats

if HAVE_CMOCKA
check_PROGRAMS += $(UNIT_TESTS)
TESTS += $(UNIT_TESTS)
else
TESTS += tests/unit/no_cmocka.sh
endif
TESTS += $(BATS_TESTS)

tests_unit_test_exact_random_SOURCES = tests/unit/test_exact_random.c \
	tests/unit/arrays.c tests/unit/arrays.h tests/unit/oracle.c tests/unit/oracle.h
tests_unit_test_exact_facts_SOURCES = tests/unit/test_exact_facts.c \
	tests/unit/oracle.c tests/unit/oracle.h tests/gpu/exact_values.c tests/gpu/exact_values.h
tests_unit_test_words_SOURCES = tests/unit/test_words.c \
	tests/unit/oracle.c tests/unit/oracle.h
EXACT_PATHS = tests/unit/exact_paths.c tests/unit/exact_paths.h \
	tests/unit/hard_values.c tests/unit/hard_values.h tests/unit/oracle.c tests/unit/oracle.h \
	tests/unit/plain_exact.c tests/unit/plain_exact.h
tests_unit_test_exact_paths_SOURCES = tests/unit/test_exact_paths.c $(EXACT_PATHS)
tests_unit_test_exact_regimes_SOURCES = tests/unit/test_exact_regimes.c $(EXACT_PATHS)
tests_unit_test_exact_changes_SOURCES = tests/unit/test_exact_changes.c $(EXACT_PATHS)
tests_unit_test_exact_lowest_SOURCES = tests/unit/test_exact_lowest.c $(EXACT_PATHS)
tests_unit_test_exact_parts_SOURCES = tests/unit/test_exact_parts.c $(EXACT_PATHS)
tests_unit_test_fuzz_corpus_SOURCES = tests/unit/test_fuzz_corpus.c \
	tests/fuzz/fuzz_input.c tests/fuzz/fuzz_input.h \
	tests/fuzz/fuzz_baseline.c tests/fuzz/fuzz_baseline.h
UNIT_TEST_CONTRACTS = tests/unit/baseline_facts.h tests/unit/gate_facts.h tests/unit/host_runs.h tests/unit/input_file.h \
	tests/unit/judged.h tests/unit/literature.h tests/unit/literature_levels.h \
	tests/unit/new_orders.h tests/unit/npy_file.h tests/unit/plain_slots.h tests/unit/plain_sum.h \
	tests/unit/safetensors_file.h tests/unit/samples_of.h tests/unit/zip_file.h
EXTRA_DIST += $(UNIT_TEST_CONTRACTS)

# A program that races, for tests/cli/exec.bats.
check_PROGRAMS += tests/cli/race
tests_cli_race_SOURCES = tests/cli/race.c
tests_cli_race_LDADD =

tests_unit_test_golden_SOURCES = tests/unit/test_golden.c tests/gpu/golden.c tests/gpu/golden.h
EXTRA_DIST += tests/golden/h200.txt

# Built by `make long-tests` and run by hand.
LONG_TESTS = tests/long/exact
EXTRA_PROGRAMS += $(LONG_TESTS)
CLEANFILES += $(LONG_TESTS)
tests_long_exact_SOURCES = tests/long/exact.c tests/unit/hard_values.c tests/unit/hard_values.h \
	tests/unit/oracle.c tests/unit/oracle.h
tests_long_exact_LDADD = libfpcheck.a $(FPC_LIBS)

.PHONY: long-tests
long-tests: $(LONG_TESTS)

# Built and run by tests/gpu/run, on a machine with a GPU.
EXTRA_PROGRAMS += tests/gpu/record tests/gpu/sanitize tests/gpu/floor \
	tests/gpu/exact tests/gpu/exact_bench
CLEANFILES += tests/gpu/record tests/gpu/sanitize tests/gpu/floor \
	tests/gpu/exact tests/gpu/exact_bench
tests_gpu_exact_SOURCES = tests/gpu/exact.c tests/gpu/exact_values.c tests/gpu/exact_values.h
tests_gpu_exact_bench_SOURCES = tests/gpu/exact_bench.c tests/gpu/exact_values.c tests/gpu/exact_values.h
tests_gpu_floor_SOURCES = tests/gpu/floor.c
tests_gpu_record_SOURCES = tests/gpu/record.c tests/gpu/golden.c tests/gpu/golden.h
tests_gpu_sanitize_SOURCES = tests/gpu/sanitize.c tests/gpu/golden.c tests/gpu/golden.h
EXTRA_DIST += tests/gpu/run tests/gpu/scan.cu

LDADD = libfpcheck.a $(CMOCKA_LIBS) $(FPC_LIBS)
AM_CPPFLAGS += $(CMOCKA_CFLAGS)

EXTRA_DIST += $(BATS_TESTS) tests/unit/no_cmocka.sh tests/bats.sh tests/cli/common.bash tests/cli/reports.bash tests/cli/elements.py \
	tests/cli/check_json.py tests/cli/ci_commands.py \
	tests/fuzz/run tests/fuzz/words.dict tests/fuzz/corpus \
	tests/house/check_layers.sh \
	tests/data/README.md \
	tests/data/diabetes-residual-f64.bin \
	tests/data/digits-act-f16.npy \
	tests/data/digits-grad-f32.npy \
	tests/data/digits-loss-f32.npy \
	tests/data/digits-net.safetensors \
	tests/data/junit.xsd

TEST_EXTENSIONS = .bats .sh
FPC_TAP_DRIVER = env AM_TAP_AWK='$(AWK)' $(SHELL) $(top_srcdir)/build-aux/tap-driver.sh
LOG_DRIVER = $(FPC_TAP_DRIVER)
SH_LOG_DRIVER = $(FPC_TAP_DRIVER)
BATS_LOG_DRIVER = $(FPC_TAP_DRIVER)
BATS_LOG_COMPILER = $(SHELL) $(srcdir)/tests/bats.sh
AM_TESTS_ENVIRONMENT = \
	CMOCKA_MESSAGE_OUTPUT=TAP; export CMOCKA_MESSAGE_OUTPUT; \
	BATS='$(BATS)'; export BATS; \
	FPCHECK='$(abs_builddir)/fpcheck'; export FPCHECK; \
	SRCDIR='$(abs_srcdir)'; export SRCDIR; \
	LC_ALL=C; export LC_ALL; \
	unset NO_COLOR ARGP_HELP_FMT;
