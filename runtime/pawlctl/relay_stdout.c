#include "relay.h"

#include <signal.h>
#include <stdlib.h>

/* What was written counts as delivered once it has left this process. */
struct lines {
    struct sink sink;
    struct entry **written;
    size_t count, capacity;
};

static void send_line(struct sink *sink, struct entry *entry) {
    struct lines *lines = (struct lines *)sink;
    struct results memory = {0};
    if (lines->count == lines->capacity) {
        size_t capacity = lines->capacity ? lines->capacity * 2 : 256;
        struct entry **written = realloc(lines->written, capacity * sizeof *written);
        if (written == NULL) {
            relay_answer(sink, entry, UNREACHABLE, NULL);
            return;
        }
        lines->written = written;
        lines->capacity = capacity;
    }
    const char *message = outbox_message(&memory, entry->row);
    if (message == NULL) {
        relay_answer(sink, entry, UNREACHABLE, NULL);
    } else {
        fputs(message, stdout);
        putchar('\n');
        lines->written[lines->count++] = entry;
    }
    results_free(&memory);
}

static void give_up(struct sink *sink) {
    struct lines *lines = (struct lines *)sink;
    for (size_t i = 0; i < lines->count; i++)
        relay_answer(sink, lines->written[i], UNREACHABLE, NULL);
    lines->count = 0;
}

static bool flush(struct sink *sink, int timeout_ms) {
    struct lines *lines = (struct lines *)sink;
    (void)timeout_ms;
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fprintf(stderr, "pawlctl: whoever reads standard output is gone\n"
                        "  what he has not read waits in the outbox: start both again\n");
        give_up(sink);
        return false;
    }
    for (size_t i = 0; i < lines->count; i++)
        relay_answer(sink, lines->written[i], DELIVERED, NULL);
    lines->count = 0;
    return true;
}

static void close_lines(struct sink *sink) {
    struct lines *lines = (struct lines *)sink;
    free(lines->written);
    free(lines);
}

struct sink *stdout_sink(void) {
    struct lines *lines = calloc(1, sizeof *lines);
    if (lines == NULL) {
        fprintf(stderr, "pawlctl: out of memory\n");
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN); /* what was not read is told by fflush */
    lines->sink = (struct sink){
        .keeps_order = true, .send = send_line, .poll = flush, .give_up = give_up, .close = close_lines};
    return &lines->sink;
}
