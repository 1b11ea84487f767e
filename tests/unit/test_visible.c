/* What is shown of texts from elsewhere. Which bytes are UTF-8 is by RFC 3629: the first and the
 * last character of each length, and what lies just outside. */
#include "report/visible.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

static void expect(const char *text, const char *wanted)
{
    char *seen = fpc_visible(text);
    assert_string_equal(seen, wanted);
    free(seen);
}

static void expect_word(const char *text, const char *wanted)
{
    char *word = fpc_visible_word(text);
    assert_string_equal(word, wanted);
    free(word);
}

static void test_shown_as_it_is(void **state)
{
    static const char *const texts[] = {
        "",
        "plain text",
        "a\\b'\"<>&#%|`",
        "~\xc2\xa0", /* U+00A0 */
        "\xdf\xbf",
        "\xe0\xa0\x80",
        "\xed\x9f\xbf",
        "\xee\x80\x80", /* 07FF, 0800, D7FF, E000 */
        "\xef\xbf\xbd",
        "\xf0\x90\x80\x80",
        "\xf4\x8f\xbf\xbf", /* FFFD, 10000, 10FFFF */
        "\xe2\x80\x8d",
        "\xe2\x80\xa7",
        "\xe2\x80\xaf",
        "\xe2\x81\xaa" /* 200D, 2027, 202F, 206A */
    };
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        expect(texts[i], texts[i]);
    expect(NULL, "");
}

static void test_not_utf8(void **state)
{
    (void)state;
    expect("\x80", "\\x80");                            /* nothing is continued */
    expect("\xc0\xaf", "\\xc0\\xaf");                   /* '/' in two bytes */
    expect("\xc1\xbf", "\\xc1\\xbf");                   /* U+007F in two */
    expect("\xe0\x9f\xbf", "\\xe0\\x9f\\xbf");          /* U+07FF in three */
    expect("\xf0\x8f\xbf\xbf", "\\xf0\\x8f\\xbf\\xbf"); /* U+FFFF in four */
    expect("\xed\xa0\x80", "\\xed\\xa0\\x80");          /* U+D800 */
    expect("\xed\xbf\xbf", "\\xed\\xbf\\xbf");          /* U+DFFF */
    expect("\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"); /* U+110000 */
    expect("\xf8\x88\x80\x80\x80", "\\xf8\\x88\\x80\\x80\\x80");
    expect("\xff\xfe", "\\xff\\xfe");
    expect("a\xe2\x82", "a\\xe2\\x82");      /* cut short */
    expect("\xe2\x28\xa1", "\\xe2(\\xa1");   /* broken in the middle */
    expect("\xc3\xc3\xa9", "\\xc3\xc3\xa9"); /* what follows is read afresh */
}

static void test_hidden(void **state)
{
    (void)state;
    expect("a\tb\nc\rd\x1b[1m\x7f", "a\\x09b\\x0ac\\x0dd\\x1b[1m\\x7f");
    expect("\x01\x1f ", "\\x01\\x1f ");
    expect("\xc2\x80\xc2\x9f", "\\xc2\\x80\\xc2\\x9f"); /* U+0080, U+009F */
    expect("\xe2\x80\xae", "\\xe2\\x80\\xae");          /* U+202E, right to left */
    expect("\xe2\x80\xa8\xe2\x80\xa9", "\\xe2\\x80\\xa8\\xe2\\x80\\xa9");
    expect("\xe2\x81\xa6", "\\xe2\\x81\\xa6");                            /* U+2066 */
    expect("\xef\xbb\xbf", "\\xef\\xbb\\xbf");                            /* U+FEFF */
    expect("\xef\xbf\xbe\xef\xbf\xbf", "\\xef\\xbf\\xbe\\xef\\xbf\\xbf"); /* no XML */
}

static void test_words(void **state)
{
    (void)state;
    expect_word("case:a-b_c.d/e=1,2", "case:a-b_c.d/e=1,2");
    expect_word("", "''");
    expect_word("a b", "'a b'");
    expect_word("it's", "'it'\\''s'");
    expect_word("$(x)`y`\"*", "'$(x)`y`\"*'");
    expect_word("\xc3\xa9", "'\xc3\xa9'");
    expect_word("a\n1", "$'a\\0121'");
    expect_word("\xff'\\", "$'\\377\\'\\\\'");
    expect_word("''''", "''\\'''\\'''\\'''\\'''");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shown_as_it_is),
        cmocka_unit_test(test_not_utf8),
        cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
