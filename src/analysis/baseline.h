/* Baselines: what kernels gave, kept so that later runs can be held to it.
 *
 * Recorded is what does not depend on chance. A kernel that promises the same bits is held to them,
 * to its errors and its verdict; one that promises nothing is held to its bound, and of its verdict
 * only to whether some order explains it. Pure: src/command/baseline_file.h reads and writes. All
 * text is owned unless it says otherwise. */
#ifndef FPC_ANALYSIS_BASELINE_H
#define FPC_ANALYSIS_BASELINE_H

#include "analysis/findings.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* One kernel with one launch shape. */
struct fpc_baseline_entry {
    char *kernel;
    struct fpc_shape shape;           /* 0 x 0 if the number of CPU threads is part of it */
    enum fpc_level promise, observed; /* observed: no more than was promised, the rest is luck */
    bool has_bits;                    /* a promise of bits, and one result in all runs */
    uint64_t bits;                    /* that result; every NaN is the one quiet NaN */
    char *ulp_error, *error_ratio;    /* its figures, as fpc_baseline_figure() has them; or NULL */
    char *bound;                      /* of the error, for every order of arrival and, with shape
                                         0 x 0, any number of CPU threads: hex float, or NULL */
    const char *verdict;              /* static; NULL if nothing was judged */
};

struct fpc_baseline_input {
    char *path, *name; /* name: of a member, or NULL */
    char *sha256;
    enum fpc_format format, accumulator;
    bool big_endian;
    size_t rank;
    uint64_t *dims;
    size_t entry_count;
    struct fpc_baseline_entry *entries; /* by kernel, then shape; each once */
};

/* What one device gave. */
struct fpc_baseline_section {
    char *device;  /* the device's key */
    char *version; /* of the fpcheck that recorded it */
    size_t input_count;
    struct fpc_baseline_input *inputs; /* by path, then name; each once */
};

/* A zeroed struct is empty. The caller clears. */
struct fpc_baseline {
    char *path; /* as given, for messages */
    size_t section_count;
    struct fpc_baseline_section *sections; /* by device; each once */
};

/* The verdict of a kernel that promises nothing, where some order of arrival explains every result:
 * which of the verdicts up to `flushed` occurs is chance. */
#define FPC_BASELINE_EXPLAINED "explained"

/* A recorded verdict by its name, as static text; NULL if it is none. */
const char *fpc_baseline_verdict(const char *name);

/* A figure as text from which the same decisions follow: rounded up, a hex float; beyond a double
 * in decimal; NULL if it is unknown. The caller frees. */
char *fpc_baseline_figure(const struct fpc_figure *figure);

/* The section of complete findings, which have digests. An input that was named twice stands there
 * once, kernels that did not apply do not. The caller clears it or puts it. */
struct fpc_baseline_section fpc_baseline_record(const struct fpc_findings *findings);
void fpc_baseline_section_clear(struct fpc_baseline_section *section);

/* The device's section, or NULL; borrowed until the next put. */
const struct fpc_baseline_section *fpc_baseline_section(const struct fpc_baseline *baseline,
                                                        const char *device);

/* Takes the section over, in the place of the one of its device if there is one. */
void fpc_baseline_put(struct fpc_baseline *baseline, struct fpc_baseline_section *section);
void fpc_baseline_clear(struct fpc_baseline *baseline);

/* Sorts everything. FPC_UNUSABLE if a device, an input or an entry stands there twice. */
enum fpc_status fpc_baseline_sort(struct fpc_baseline *baseline, struct fpc_error *error);

/* The input in a section, or NULL. */
const struct fpc_baseline_input *fpc_baseline_find(const struct fpc_baseline_section *section,
                                                   const char *path, const char *name);

/* The key of a kernel's launch shape, as entries have it. */
struct fpc_shape fpc_baseline_shape(const struct fpc_kernel_findings *kernel);

/* True if what was recorded are the values that this input has, added in the same format; else
 * *why, if given, says what differs; the caller frees it. */
bool fpc_baseline_same_values(const struct fpc_baseline_input *recorded,
                              const struct fpc_input_findings *input, char **why);

/* "PATH" or "PATH:NAME", with control characters shown as '?'. The caller frees. */
char *fpc_baseline_label(const char *path, const char *name);

/* Bits for people: "0x3f800000 = 0x1p+0". The caller frees. */
char *fpc_baseline_bits(enum fpc_format format, uint64_t bits);

/* How far apart two results are, for people: "1 ulp", "NaN or not". The caller frees. */
char *fpc_baseline_distance(enum fpc_format format, uint64_t a, uint64_t b);

#endif
