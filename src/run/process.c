#include "run/process.h"

#include "base/interrupt.h"
#include "base/memory.h"
#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PIECE         65536
#define TAIL          4096
#define LONGEST_WORDS 300 /* characters of the last line that are kept */
#define MILLISECOND   INT64_C(1000000)
#define LONGEST_NAP   (20 * MILLISECOND)  /* until signals and timeouts are looked at again */
#define GRACE         (300 * MILLISECOND) /* between asking a group to end and killing it */

/* The process that runs, and what came out of it so far. */
struct child {
    pid_t pid;    /* of the process, and of its group */
    int out, err; /* ends to read from; -1: closed */
    uint8_t *output;
    size_t size, capacity;
    char tail[2 * TAIL]; /* of standard error */
    size_t tail_size;
    struct fpc_error *error;
};

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* Ends of pipes are closed in other programs; the one that is read does not block. */
static enum fpc_status open_pipe(int ends[2], struct fpc_error *error)
{
    if (pipe2(ends, O_CLOEXEC) != 0)
        return fpc_error_set(error, FPC_FAILED, "cannot make a pipe: %s", strerror(errno));
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    return FPC_OK;
}

static int spawn(pid_t *pid, const struct fpc_process_request *request, int out, int err)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    const int reason = posix_spawnp(pid, request->argv[0], &actions, &attributes, request->argv,
                                    request->environment);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

static enum fpc_status start(struct child *child, const struct fpc_process_request *request)
{
    int out[2], err[2];
    enum fpc_status status = open_pipe(out, child->error);
    if (status != FPC_OK)
        return status;
    status = open_pipe(err, child->error);
    if (status == FPC_OK) {
        const int reason = spawn(&child->pid, request, out[1], err[1]);
        if (reason != 0)
            status = fpc_error_set(child->error, FPC_FAILED, "%s: cannot be started: %s",
                                   request->argv[0], strerror(reason));
        child->err = err[0];
        close(err[1]);
    }
    child->out = out[0];
    close(out[1]);
    return status;
}

/* Room for one more piece. Doubling what is there keeps the cost of copying linear. */
static enum fpc_status make_room(struct child *child)
{
    if (child->capacity - child->size >= PIECE)
        return FPC_OK;
    const size_t wanted = 2 * child->capacity + PIECE;
    uint8_t *larger = realloc(child->output, wanted);
    if (larger == NULL)
        return fpc_error_set(child->error, FPC_FAILED, "no memory for %zu bytes of output", wanted);
    child->output = larger;
    child->capacity = wanted;
    return FPC_OK;
}

/* Reads a piece of standard output. *more is false if nothing is there now. */
static enum fpc_status read_output(struct child *child, bool *more)
{
    enum fpc_status status = make_room(child);
    *more = false;
    if (status != FPC_OK || child->out < 0)
        return status;
    const ssize_t got = read(child->out, child->output + child->size, PIECE);
    if (got > 0)
        child->size += (size_t)got;
    else if (got == 0)
        close_end(&child->out);
    *more = got > 0;
    return FPC_OK;
}

/* Reads a piece of standard error; only the end is kept. */
static bool read_tail(struct child *child)
{
    if (child->err < 0)
        return false;
    const ssize_t got = read(child->err, child->tail + child->tail_size, TAIL);
    if (got == 0)
        close_end(&child->err);
    if (got <= 0)
        return false;
    child->tail_size += (size_t)got;
    if (child->tail_size > TAIL) {
        memmove(child->tail, child->tail + child->tail_size - TAIL, TAIL);
        child->tail_size = TAIL;
    }
    return true;
}

static void nap(struct child *child, int64_t nanoseconds)
{
    struct pollfd ends[] = {{.fd = child->out, .events = POLLIN},
                            {.fd = child->err, .events = POLLIN}};
    const struct timespec time = {0, nanoseconds};
    ppoll(ends, 2, &time, NULL);
}

/* True if the process has ended; it is left to be waited for, so that its number stays its own. */
static bool has_ended(const struct child *child)
{
    siginfo_t info = {.si_pid = 0};
    return waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == child->pid;
}

/* Why to stop it now; FPC_PROCESS_EXITED if there is no reason. */
static enum fpc_process_end reason_to_stop(const struct child *child, int64_t deadline,
                                           size_t max_output)
{
    if (fpc_interrupt_signal() != 0)
        return FPC_PROCESS_INTERRUPTED;
    if (child->size > max_output)
        return FPC_PROCESS_TOO_LOUD;
    return deadline != 0 && now() >= deadline ? FPC_PROCESS_TIMED_OUT : FPC_PROCESS_EXITED;
}

/* Reads until the process ends or must be stopped. When both pipes are closed the end is near, so
 * the first naps are short. */
static enum fpc_status follow(struct child *child, const struct fpc_process_request *request,
                              enum fpc_process_end *end)
{
    const int64_t deadline = request->timeout > 0 ? now() + (int64_t)(request->timeout * 1e9) : 0;
    int64_t length = MILLISECOND / 20;
    *end = FPC_PROCESS_EXITED;
    while (*end == FPC_PROCESS_EXITED && !has_ended(child)) {
        bool more = false;
        enum fpc_status status = read_output(child, &more);
        if (status != FPC_OK)
            return status;
        more = read_tail(child) || more;
        *end = reason_to_stop(child, deadline, request->max_output);
        if (more || *end != FPC_PROCESS_EXITED)
            continue;
        const bool open = child->out >= 0 || child->err >= 0;
        nap(child, open ? LONGEST_NAP : length);
        length = open || 2 * length > LONGEST_NAP ? length : 2 * length;
    }
    return FPC_OK;
}

/* To the group, and to the process itself if it went into another one. */
static void send_signal(const struct child *child, int signal_number)
{
    kill(-child->pid, signal_number);
    if (getpgid(child->pid) != child->pid)
        kill(child->pid, signal_number);
}

/* Ends the group, asking first where the process still runs, and waits for the process. The number
 * of the group cannot be anyone else's before that. */
static int finish(struct child *child)
{
    const int64_t limit = now() + GRACE;
    int status = 0;
    if (!has_ended(child)) {
        send_signal(child, SIGTERM);
        while (!has_ended(child) && now() < limit) {
            const struct timespec time = {0, MILLISECOND};
            nanosleep(&time, NULL);
        }
    }
    send_signal(child, SIGKILL);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* What was written before the end is still in the pipes. */
static enum fpc_status drain(struct child *child, size_t max_output)
{
    enum fpc_status status = FPC_OK;
    for (bool more = true; more && status == FPC_OK && child->size <= max_output;)
        status = read_output(child, &more);
    for (int i = 0; i < 1024 && read_tail(child); i++)
        ;
    return status;
}

/* The last line that is not blank, or its end if it is long; NULL if there is none. */
static char *last_line(const char *text, size_t size)
{
    while (size > 0 && isspace((unsigned char)text[size - 1]))
        size--;
    size_t start = size;
    while (start > 0 && text[start - 1] != '\n' && size - start < LONGEST_WORDS)
        start--;
    if (start == size)
        return NULL;
    char *line = fpc_alloc(size - start + 1, 1);
    for (size_t i = start; i < size; i++)
        line[i - start] = text[i] == '\0' ? '?' : text[i];
    fpc_text_make_printable(line);
    return line;
}

static void describe(struct fpc_process *process, struct child *child, int status)
{
    if (process->end == FPC_PROCESS_EXITED && WIFSIGNALED(status))
        process->end = FPC_PROCESS_SIGNALLED;
    process->code = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
    process->output = child->output;
    process->size = child->size;
    process->last_words = last_line(child->tail, child->tail_size);
    child->output = NULL;
}

enum fpc_status fpc_process_run(const struct fpc_process_request *request,
                                struct fpc_process *process, struct fpc_error *error)
{
    struct child child = {.out = -1, .err = -1, .error = error};
    *process = (struct fpc_process){.end = FPC_PROCESS_EXITED};
    signal(SIGCHLD, SIG_DFL); /* a parent may have it ignored, and then none is waited for */
    enum fpc_status status = start(&child, request);
    if (status == FPC_OK) {
        status = follow(&child, request, &process->end);
        const int ended = finish(&child);
        if (status == FPC_OK)
            status = drain(&child, request->max_output);
        if (status == FPC_OK && process->end == FPC_PROCESS_EXITED &&
            child.size > request->max_output)
            process->end = FPC_PROCESS_TOO_LOUD;
        if (status == FPC_OK)
            describe(process, &child, ended);
    }
    close_end(&child.out);
    close_end(&child.err);
    free(child.output);
    return status;
}

void fpc_process_clear(struct fpc_process *process)
{
    free(process->output);
    free(process->last_words);
    *process = (struct fpc_process){0};
}
