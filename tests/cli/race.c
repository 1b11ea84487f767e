/* A sum that races, for exec.bats: threads load the total and store it with something added, not in
 * one step, so additions of others in between are lost. Prints the total, different almost every
 * time. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

#define THREADS 4
#define TERMS   100000

static _Atomic double total;
static pthread_barrier_t start;

static void *add(void *context)
{
    pthread_barrier_wait(&start);
    for (int i = 0; i < TERMS; i++) {
        const double before = atomic_load_explicit(&total, memory_order_relaxed);
        atomic_store_explicit(&total, before + 1.0 / (i + 3), memory_order_relaxed);
    }
    return context;
}

int main(void)
{
    pthread_t threads[THREADS];
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i], NULL, add, NULL) != 0)
            return 1;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    printf("%.17g\n", atomic_load(&total));
    return 0;
}
