/*
 * Lives here: `relay` and `outbox`, and the places that a relay delivers to. Not here: the order of the
 * outbox, which libpawl keeps.
 *
 * Where a relay delivers to, and what it is told of it.
 */
#pragma once

#include "pawl_admin.h"
#include "say/command.h"
#include "say/row.h"

command_fn command_outbox, command_relay;

/* The rows of `outbox status`: topics, and parked entities. */
enum { OUTBOX_LISTS = 2 };
void outbox_list(struct call *call, struct list lists[OUTBOX_LISTS]);

enum delivery {
    DELIVERED,
    UNREACHABLE,   /* it says nothing of the event: nobody is there, or lets us in; it is tried again */
    UNDELIVERABLE, /* it never will be as it is, or not to its topic: its entity is parked */
};

/* A row on its way. */
struct relay_entry {
    struct outbox_row *row;
    struct relay_entry *next; /* of the same entity; NULL: none in this batch */
    struct shipment *shipment;
    struct relay_entry *queued; /* the next one in the sink's queue */
    const char *error;          /* why it is undeliverable */
};

/* The longest pause before what failed is tried again. */
enum { FAILURE_LAST_MS = 5000 };

struct sink {
    bool keeps_order; /* all rows of an entity may be sent at once: what fails lets nothing behind it pass */
    bool prints;      /* events, on standard output */
    int64_t held_until_ms; /* nothing is claimed before: the receiver has asked for a pause */
    /* Each row that is sent is answered by relay_answer, at once or in `poll`. */
    void (*send)(struct sink *sink, struct relay_entry *entry);
    /* Waits so long for answers, also if nothing was sent. False, with the reason printed: it cannot go on.
     */
    bool (*poll)(struct sink *sink, int timeout_ms);
    /* Answers all that is still on its way as unreachable. */
    void (*give_up)(struct sink *sink);
    void (*close)(struct sink *sink);
};

/* error: why not; it is copied, unless it is undeliverable: then it must live as long as the program. */
void relay_answer(struct sink *sink, struct relay_entry *entry, enum delivery delivery, const char *error);

static inline int64_t monotonic_ms(void) {
    return monotonic_us() / 1000;
}

/* Entries that a sink has not sent yet, or that are not answered yet. */
struct relay_queue {
    struct relay_entry *first, *last;
};

void relay_queue_put(struct relay_queue *queue, struct relay_entry *entry);
struct relay_entry *relay_queue_take(struct relay_queue *queue); /* NULL: it is empty */
/* Answers each as unreachable. */
void relay_queue_give_up(struct relay_queue *queue, struct sink *sink, const char *error);

/* --timeout: how long a sink waits for an answer. */
int64_t relay_timeout(const struct call *call);

/* NULL, with the reason printed. target: the option's value. */
typedef struct sink *open_sink_fn(const struct call *call, const char *target);

open_sink_fn kafka_sink, http_sink, command_sink, stdout_sink;
