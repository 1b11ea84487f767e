/* Every file of the fuzzers' corpus once more, without a fuzzer. */
#include "tests/fuzz/fuzz_baseline.h"
#include "tests/fuzz/fuzz_input.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const kinds[] = {"raw", "npy", "npz", "safetensors", "text", "case"};
#define KINDS (sizeof kinds / sizeof kinds[0])

/* As an input of the kind, or without one as a baseline. */
static void fuzz(const enum fpc_input_kind *kind, const uint8_t *bytes, size_t size)
{
    if (kind)
        fuzz_input(*kind, bytes, size);
    else
        fuzz_baseline(bytes, size);
}

static void replay_file(const enum fpc_input_kind *kind, const char *path)
{
    uint8_t bytes[4096];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    assert_in_range(size, 1, 2047);
    fuzz(kind, bytes, size);
    for (size_t cut = 1; cut < size; cut++) /* and every beginning of it */
        fuzz(kind, bytes, cut);
}

static size_t replay_folder(const enum fpc_input_kind *kind, const char *path)
{
    size_t files = 0;
    DIR *folder = opendir(path);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        char name[2048];
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        replay_file(kind, name);
        files++;
    }
    closedir(folder);
    return files;
}

static void test_corpus(void **state)
{
    const char *source = getenv("srcdir");
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        char path[1024];
        enum fpc_input_kind kind = FPC_INPUT_GUESS;
        assert_true(fpc_input_kind_parse(kinds[i], &kind));
        snprintf(path, sizeof path, "%s/tests/fuzz/corpus/%s", source ? source : ".", kinds[i]);
        assert_true(replay_folder(&kind, path) >= 3);
    }
}

/* Bytes of one kind given to all others, and to guessing. */
static void test_mixed(void **state)
{
    const char *source = getenv("srcdir");
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        char path[1024];
        snprintf(path, sizeof path, "%s/tests/fuzz/corpus/%s", source ? source : ".", kinds[i]);
        for (enum fpc_input_kind kind = FPC_INPUT_GUESS; kind <= FPC_INPUT_CASE; kind++)
            replay_folder(&kind, path);
    }
}

static void test_baselines(void **state)
{
    const char *source = getenv("srcdir");
    char path[1024];
    (void)state;
    snprintf(path, sizeof path, "%s/tests/fuzz/corpus/baseline", source ? source : ".");
    assert_true(replay_folder(NULL, path) >= 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_corpus), cmocka_unit_test(test_mixed),
                                       cmocka_unit_test(test_baselines)};
    return cmocka_run_group_tests_name("fuzz_corpus", tests, NULL, NULL);
}
