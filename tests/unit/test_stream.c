/* The reading that sets the limit reads every byte: each changes what it returns. */
#include "run/stream.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <setjmp.h>

#include <cmocka.h>

#define SIZE (3 * 4096 + 77)

static void test_every_byte(void **state)
{
    static unsigned char data[SIZE];
    (void)state;
    for (unsigned streams = 1; streams <= 4; streams *= 2) {
        for (size_t i = 0; i < SIZE; i++) {
            data[i] = 1;
            if (fpc_stream_read(data, SIZE, streams) == 0)
                fail_msg("%u streams do not read byte %zu", streams, i);
            data[i] = 0;
        }
        assert_int_equal(fpc_stream_read(data, SIZE, streams), 0);
    }
}

static void test_small(void **state)
{
    static const unsigned char data[] = {0, 0, 5};
    (void)state;
    assert_int_equal(fpc_stream_read(data, 0, 1), 0);
    assert_int_equal(fpc_stream_read(data, 3, 4), 5ul << 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_byte),
        cmocka_unit_test(test_small),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
