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
static _Atomic int64_t caught_at; /* nanoseconds; 0: never */

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
#define SIGNALS (sizeof signals / sizeof signals[0])

static void remember(int signal_number)
{
    struct timespec time;
    int64_t first = 0;
    clock_gettime(CLOCK_MONOTONIC, &time);
    int64_t now = time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
    if (atomic_compare_exchange_strong(&caught_at, &first, now))
        atomic_store(&caught, signal_number);
    else if (now - first > FPC_IMPATIENT_NANOSECONDS)
        _exit(FPC_SIGNALLED + signal_number);
}

void fpc_interrupt_install(void)
{
    for (size_t i = 0; i < SIGNALS; i++) {
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

void fpc_interrupt_block(void)
{
    sigset_t set;
    sigemptyset(&set);
    for (size_t i = 0; i < SIGNALS; i++)
        sigaddset(&set, signals[i]);
    sigprocmask(SIG_BLOCK, &set, NULL);
}
