#include "base/interrupt.h"

#include "base/status.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

/* A wrapper such as timeout(1) may pass one signal on twice; only a later one is impatience. */
#define FPC_IMPATIENT_NANOSECONDS 1000000000

static atomic_int caught;
static struct timespec caught_at;

static void remember(int signal_number)
{
    struct timespec now;
    int expected = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (atomic_load(&caught) == 0)
        caught_at = now;
    int64_t elapsed =
        (now.tv_sec - caught_at.tv_sec) * INT64_C(1000000000) + now.tv_nsec - caught_at.tv_nsec;
    if (!atomic_compare_exchange_strong(&caught, &expected, signal_number) &&
        elapsed > FPC_IMPATIENT_NANOSECONDS)
        _exit(FPC_SIGNALLED + signal_number);
}

void fpc_interrupt_install(void)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++) {
        struct sigaction before, action = {.sa_handler = remember};
        sigfillset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

int fpc_interrupt_signal(void)
{
    return atomic_load(&caught);
}
