/* Findings as test cases, which is what continuous integration counts: each is an input, a kernel
 * and a launch shape. It failed if there is a finding on it; it was skipped if its kernel does not
 * apply. Everything else passed, a kernel that varies as it may included. A finding may be on
 * something that a baseline holds and nobody ran: that is a test case too, an absent one. */
#ifndef FPC_REPORT_TEST_CASE_H
#define FPC_REPORT_TEST_CASE_H

#include "analysis/findings.h"

#include <stddef.h>

enum fpc_test_outcome { FPC_TEST_PASSED, FPC_TEST_FAILED, FPC_TEST_SKIPPED };

/* A test case; borrows the findings. */
struct fpc_test_case {
    const struct fpc_findings *findings;
    size_t input, kernel; /* indices */
};

enum fpc_test_outcome fpc_test_outcome(const struct fpc_test_case *test);

/* How many test cases of an input have this outcome. */
size_t fpc_test_count(const struct fpc_findings *findings, size_t input,
                      enum fpc_test_outcome outcome);

/* "two_pass 64 x 256". The caller frees; so it is below. All texts are visible (visible.h). */
char *fpc_test_name(const struct fpc_test_case *test);

/* The input's path, and behind a colon the name of its member if it has one. */
char *fpc_test_input(const struct fpc_input_findings *input);

/* The messages of the findings on it, joined by "; "; empty if there are none. */
char *fpc_test_messages(const struct fpc_test_case *test);

/* The kind of the first finding on it; static, NULL if there is none. */
const char *fpc_test_kind(const struct fpc_test_case *test);

/* Why it was skipped; empty if it was not. */
char *fpc_test_reason(const struct fpc_test_case *test);

/* True if the finding is an absent test case. */
bool fpc_test_is_absent(const struct fpc_finding *finding);
size_t fpc_test_absent_count(const struct fpc_findings *findings);

/* The input that a finding is about, and the name of an absent test case. */
char *fpc_test_finding_input(const struct fpc_findings *findings,
                             const struct fpc_finding *finding);
char *fpc_test_absent_name(const struct fpc_finding *finding);

/* Calls `fact` for each thing that is known of it, in a fixed order: names are words of letters and
 * underscores. Of a kernel that does not apply only what it promises is known. */
void fpc_test_facts(const struct fpc_test_case *test,
                    void (*fact)(void *context, const char *name, const char *value),
                    void *context);

/* The command line that repeats the run, for a shell. */
char *fpc_test_command(const struct fpc_findings *findings);

/* Why the whole is not complete: a signal, or no GPU though one was demanded. Empty if it is. */
char *fpc_test_trouble(const struct fpc_findings *findings);

#endif
