/* Statuses and error messages.
 *
 * A status is the exit status that it leads to, so that no table translates one into the other.
 * Whoever knows first what went wrong writes the message; callers pass status and message on.
 * A message is one line without the "fpcheck: " in front and without a newline. */
#ifndef FPC_BASE_STATUS_H
#define FPC_BASE_STATUS_H

enum fpc_status {
    FPC_OK = 0,
    FPC_FINDING = 1,   /* a promise broken, a limit exceeded, a bug */
    FPC_USAGE = 2,     /* the command line is wrong */
    FPC_UNUSABLE = 3,  /* an input cannot be used; no kernel applies */
    FPC_FAILED = 4,    /* an output, the device, memory or a time limit failed */
    FPC_NO_DEVICE = 77 /* a GPU was demanded and there is none */
};

/* A signal n ends the tool with FPC_SIGNALLED + n. */
#define FPC_SIGNALLED 128

struct fpc_error {
    char text[6144]; /* room for a path of PATH_MAX and a sentence; longer is cut */
};

/* Writes the message and returns `status`, so that a caller can `return fpc_error_set(...)`.
 * Control characters in the result are replaced by '?': an error stays one line whatever a file
 * or an argument holds. */
enum fpc_status fpc_error_set(struct fpc_error *error, enum fpc_status status, const char *format,
                              ...) __attribute__((format(printf, 3, 4)));

#endif
