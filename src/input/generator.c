#include "input/generator.h"

#include "base/ieee.h"
#include "base/memory.h"
#include "base/random.h"
#include "base/text.h"
#include "number/round.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *wrong_arguments(const struct fpc_generator *generator)
{
    return fpc_text("%s needs COUNT%s%s", generator->name, *generator->arguments ? " " : "",
                    generator->arguments);
}

/* uniform SEED LOW HIGH
 *
 * x_i = LOW + (HIGH - LOW) * (k / 2^53), k the upper 53 bits of the i-th number of splitmix64 with
 * this seed. k / 2^53 is exact; each other operation is one of double; the result is rounded once
 * more to the format. */
struct uniform {
    uint64_t seed;
    double low, width;
};

static const struct fpc_generator uniform;

static bool read_bound(const char *word, double *out)
{
    uint64_t bits;
    if (fpc_round_parse(FPC_F64, word, &bits) != NULL)
        return false;
    *out = fpc_bits_value(FPC_F64, bits);
    return isfinite(*out);
}

static char *prepare_uniform(enum fpc_format format, char *const *words, size_t word_count,
                             void **state)
{
    struct uniform u;
    double high;
    (void)format;
    if (word_count != 3)
        return wrong_arguments(&uniform);
    if (!fpc_text_to_u64(words[0], &u.seed))
        return fpc_text("the seed '%.40s' is no integer from 0 to 2^64-1", words[0]);
    for (size_t i = 1; i < 3; i++)
        if (!read_bound(words[i], i == 1 ? &u.low : &high))
            return fpc_text("the limit '%.40s' is no finite number", words[i]);
    u.width = high - u.low;
    if (!(u.width >= 0) || isinf(u.width))
        return fpc_text("HIGH lies below LOW, or too far above it");
    *state = fpc_alloc(1, sizeof u);
    memcpy(*state, &u, sizeof u);
    return NULL;
}

static uint64_t uniform_at(const void *state, enum fpc_format format, uint64_t index)
{
    const struct uniform *u = state;
    const double share = (double)(fpc_random_at(u->seed, index) >> 11) * 0x1p-53;
    return fpc_bits_round(format, u->low + u->width * share);
}

static const struct fpc_generator uniform = {"uniform", "SEED LOW HIGH", prepare_uniform,
                                             uniform_at};

/* cycle VALUE...: the values over and over. */
struct cycle {
    size_t length;
    uint64_t bits[];
};

static const struct fpc_generator cycle;

static char *prepare_cycle(enum fpc_format format, char *const *words, size_t word_count,
                           void **state)
{
    if (word_count == 0)
        return wrong_arguments(&cycle);
    struct cycle *c = fpc_alloc(1, sizeof *c + word_count * sizeof c->bits[0]);
    c->length = word_count;
    for (size_t i = 0; i < word_count; i++) {
        const char *wrong = fpc_round_parse(format, words[i], &c->bits[i]);
        if (wrong != NULL) {
            free(c);
            return fpc_text("'%.40s' %s", words[i], wrong);
        }
    }
    *state = c;
    return NULL;
}

static uint64_t cycle_at(const void *state, enum fpc_format format, uint64_t index)
{
    const struct cycle *c = state;
    (void)format;
    return c->bits[index % c->length];
}

static const struct fpc_generator cycle = {"cycle", "VALUE...", prepare_cycle, cycle_at};

/* fractions-of-pi
 *
 * x_i = the fractional part of i * pi with pi the nearest double: the product is rounded once in
 * double, taking the fraction is exact, and the result is rounded once more to the format. */
static const struct fpc_generator fractions_of_pi;

static char *prepare_fractions_of_pi(enum fpc_format format, char *const *words, size_t word_count,
                                     void **state)
{
    (void)format;
    (void)words;
    if (word_count != 0)
        return wrong_arguments(&fractions_of_pi);
    *state = NULL;
    return NULL;
}

static uint64_t fraction_of_pi_at(const void *state, enum fpc_format format, uint64_t index)
{
    (void)state;
    return fpc_bits_round(format, fmod((double)index * 0x1.921fb54442d18p+1, 1.0));
}

static const struct fpc_generator fractions_of_pi = {"fractions-of-pi", "", prepare_fractions_of_pi,
                                                     fraction_of_pi_at};

const struct fpc_generator *const fpc_generators[] = {&uniform, &cycle, &fractions_of_pi, NULL};

const struct fpc_generator *fpc_generator_find(const char *name)
{
    for (const struct fpc_generator *const *one = fpc_generators; *one != NULL; one++)
        if (strcmp((*one)->name, name) == 0)
            return *one;
    return NULL;
}
