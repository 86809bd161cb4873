#include "base/text.h"
#include "relay.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/*
 * Each event is a line, written whole, by one write and in nobody else's midst. It counts as delivered when
 * all of its shipment are written: a reader that goes away has seldom read what was written last.
 */
struct lines {
    struct sink sink;
    struct relay_entry **written;
    size_t written_count, written_capacity;
    int trouble; /* errno of what has failed; 0: nothing has */
};

/* Among relays that write to the same file or pipe, where long lines would be taken in several pieces. */
static int relay_stdout_lock(short type) {
    struct flock region = {.l_type = type, .l_whence = SEEK_SET};
    return fcntl(STDOUT_FILENO, type == F_UNLCK ? F_SETLK : F_SETLKW, &region) != 0 && errno == EINTR ? EINTR
                                                                                                      : 0;
}

/* Nobody is to read the beginning of a line as that of the next one. */
static void take_back(size_t written) {
    struct stat file;
    if (written > 0 && fstat(STDOUT_FILENO, &file) == 0 && S_ISREG(file.st_mode) &&
        lseek(STDOUT_FILENO, 0, SEEK_CUR) == file.st_size &&
        ftruncate(STDOUT_FILENO, file.st_size - (off_t)written) != 0)
        fprintf(stderr, "pawlctl: the last line on standard output is not complete: %s\n", strerror(errno));
}

static int write_line(const char *line, size_t size) {
    int trouble = relay_stdout_lock(F_WRLCK);
    size_t written = 0;
    while (trouble == 0 && written < size) {
        ssize_t count = write(STDOUT_FILENO, line + written, size - written);
        if (count < 0 && errno == EAGAIN)
            count = poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, -1) < 0 ? -1 : 0;
        if (count >= 0)
            written += (size_t)count;
        else if (errno != EINTR || written == 0) /* what has begun is written to its end */
            trouble = errno;
    }
    if (trouble != 0)
        take_back(written);
    relay_stdout_lock(F_UNLCK);
    return trouble;
}

static void send_line(struct sink *sink, struct relay_entry *entry) {
    struct lines *lines = (struct lines *)sink;
    struct results texts = {0};
    if (lines->trouble == 0) {
        const char *message = outbox_message(&texts, entry->row);
        struct text line = TEXT_INIT;
        text_printf(&line, "%s\n", message == NULL ? "" : message);
        lines->written = memory_grow(lines->written, lines->written_count, &lines->written_capacity,
                                     sizeof *lines->written);
        lines->trouble = message != NULL && !text_failed(&line) ? write_line(line.data, line.length) : ENOMEM;
        text_free(&line);
        results_free(&texts);
    }
    if (lines->trouble == 0)
        lines->written[lines->written_count++] = entry;
    else
        relay_answer(sink, entry, UNREACHABLE, NULL);
}

static void answer_all(struct lines *lines, enum delivery delivery) {
    for (size_t i = 0; i < lines->written_count; i++)
        relay_answer(&lines->sink, lines->written[i], delivery, NULL);
    lines->written_count = 0;
}

static void give_up(struct sink *sink) {
    answer_all((struct lines *)sink, UNREACHABLE);
}

static bool relay_stdout_settle(struct sink *sink, int timeout_ms) {
    struct lines *lines = (struct lines *)sink;
    if (lines->written_count == 0)
        poll(NULL, 0, timeout_ms);
    if (lines->trouble == 0 || lines->trouble == EINTR) { /* then it is told to end, and does */
        answer_all(lines, DELIVERED);
        return true;
    }
    if (lines->trouble == EPIPE)
        fprintf(stderr, "pawlctl: the reader of standard output is gone\n  unread events wait in the outbox: "
                        "start both again\n");
    else if (lines->trouble == ENOMEM)
        fprintf(stderr,
                "pawlctl: out of memory\n  unwritten events wait in the outbox: start the relay again\n");
    else
        fprintf(stderr,
                "pawlctl: standard output takes no more: %s\n  the remaining events wait in the outbox: "
                "start the relay again\n",
                strerror(lines->trouble));
    answer_all(lines, UNREACHABLE);
    return false;
}

static void close_lines(struct sink *sink) {
    (void)sink;
}

struct sink *stdout_sink(const struct call *call, const char *target) {
    struct lines *lines = arena_alloc(memory, sizeof *lines);
    struct stat file;
    (void)call, (void)target;
    /* what another relay has written to the file is not written over */
    if (fstat(STDOUT_FILENO, &file) == 0 && S_ISREG(file.st_mode))
        fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_APPEND);
    lines->sink = (struct sink){.keeps_order = true,
                                .prints = true,
                                .send = send_line,
                                .poll = relay_stdout_settle,
                                .give_up = give_up,
                                .close = close_lines};
    return &lines->sink;
}
