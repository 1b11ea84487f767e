#include "base/memory.h"
#include "base/text.h"
#include "input/reader.h"

#include <stdlib.h>
#include <string.h>

/* Programs get their files as arguments, so that no name can break out of a string. */
#define FROM_PYTORCH                                                                               \
    "import sys, torch, safetensors.torch as s; "                                                  \
    "t = torch.load(sys.argv[1], map_location='cpu'); "                                            \
    "s.save_file({k: v.clone().contiguous() for k, v in t.items()}, sys.argv[2])"
#define FROM_HDF5                                                                                  \
    "import sys, h5py, numpy; n = []; f = h5py.File(sys.argv[1]); "                                \
    "f.visititems(lambda k, v: n.append(k) if isinstance(v, h5py.Dataset) else None); "            \
    "numpy.savez(sys.argv[2], **{k: f[k][()] for k in n})"

/* A zip archive with a member NAME/data.pkl, or a pickle of what torch.save() wrote before 1.6.
 * The first member is data.pkl; the directory, which names it too, comes last. */
static bool is_pytorch(const uint8_t *data, size_t size)
{
    static const uint8_t zip[] = {'P', 'K', 3, 4};
    static const uint8_t pickle[] = {0x80, 2, 0x8a, 10, 'l', 0xfc, 0x9c, 'F', 0xf9, ' ', 'j'};
    static const char member[] = "/data.pkl";
    const size_t part = size < 65536 ? size : 65536;
    if (size >= sizeof pickle && memcmp(data, pickle, sizeof pickle) == 0)
        return true;
    return size >= sizeof zip && memcmp(data, zip, sizeof zip) == 0 &&
           (memmem(data, part, member, sizeof member - 1) != NULL ||
            memmem(data + size - part, part, member, sizeof member - 1) != NULL);
}

static bool is_hdf5(const uint8_t *data, size_t size)
{
    static const uint8_t magic[] = {0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n'};
    return size >= sizeof magic && memcmp(data, magic, sizeof magic) == 0;
}

static const struct foreign {
    const char *name;
    bool (*recognises)(const uint8_t *data, size_t size);
    const char *suffixes[3]; /* NULL where there is none */
    const char *program;
    const char *suffix; /* of what the program writes */
} foreigners[] = {
    {"a PyTorch file", is_pytorch, {".pt", ".pth", NULL}, FROM_PYTORCH, ".safetensors"},
    {"an HDF5 file", is_hdf5, {".h5", ".hdf5", NULL}, FROM_HDF5, ".npz"},
};

static bool is(const struct foreign *foreign, const struct fpc_source *source)
{
    for (const char *const *suffix = foreign->suffixes; *suffix != NULL; suffix++)
        if (fpc_text_ends_with(source->path, *suffix))
            return true;
    return foreign->recognises(source->data, source->size);
}

/* The path if a shell takes it as it is, else a word that stands for it. */
static const char *shell_word(const char *path)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                               "._/+-";
    return path[0] != '-' && path[strspn(path, safe)] == '\0' ? path : "FILE";
}

enum fpc_status fpc_reader_refuse_foreign(const struct fpc_source *source, struct fpc_error *error)
{
    for (size_t i = 0; i < sizeof foreigners / sizeof foreigners[0]; i++) {
        const struct foreign *foreign = &foreigners[i];
        if (!is(foreign, source))
            continue;
        const char *word = shell_word(source->path);
        return fpc_error_set(
            error, FPC_UNUSABLE, "%s: %s is not read; convert it: python3 -c \"%s\" %s %s%s",
            source->path, foreign->name, foreign->program, word, word, foreign->suffix);
    }
    return FPC_OK;
}
