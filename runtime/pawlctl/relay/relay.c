#include "relay.h"
#include "database/database.h"
#include "say/interrupt.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    LEASE_MS = 30000, /* longer than a message waits for its broker */
    SLOTS = 16,       /* of a shipment */
    ROWS = 250,       /* of a slot */
    SHIPMENTS = PAWL_OUTBOX_SLOTS / SLOTS,
    IDLE_FIRST_MS = 10,
    IDLE_LAST_MS = 250,
    FAILURE_LAST_MS = 5000,
    ONCE_STUCK_MS = 3000, /* so long after the last answer --once tries again */
    FAREWELL_MS = 5000    /* how long an interrupted relay waits for answers */
};

struct relay;

struct shipment {
    struct relay *relay;
    struct outbox_batch batch;
    struct relay_entry *entries;
    size_t on_its_way;
    bool is_under_way;
    bool stops; /* what has not been sent is left to the next claim */
    int64_t renewed_at_ms, delivered;
};

struct relay {
    struct call *call;
    struct sink *sink;
    char name[128];
    struct shipment shipments[SHIPMENTS];
    int64_t lease_ms;
    int64_t claim_at_ms; /* not before */
    int64_t idle_ms, failure_ms;
    int64_t stuck_ms; /* how long it waits, since nothing arrives; 0: something does */
    int64_t stuck_until_ms;
    int64_t answered_at_ms; /* when something was delivered, or refused for good */
    char why[512];
    struct trouble stuck, away; /* nothing arrives; the database cannot be asked */
    int64_t delivered, parked;
    bool has_claimed; /* the database has answered once */
    bool is_broken;   /* nothing more can be delivered, or the database cannot be asked */
};

/* The database could not be asked: told, and tried again, unless it refuses what it never allowed. */
static void failed(struct relay *relay) {
    if (trouble_is_news(&relay->away, relay->call->err.message))
        database_complain(relay->call);
    if (!connection_is_lost(relay->call->db))
        relay->is_broken |= !relay->has_claimed || option(relay->call, "--once") != NULL;
    relay->failure_ms = relay->failure_ms == 0 ? 100 : relay->failure_ms * 2;
    if (relay->failure_ms > FAILURE_LAST_MS)
        relay->failure_ms = FAILURE_LAST_MS;
    relay->claim_at_ms = monotonic_ms() + relay->failure_ms;
    /* whoever asked for --once waits for the end; the pauses, which double, have been that long together */
    if (option(relay->call, "--once") == NULL || relay->is_broken || relay->failure_ms <= ONCE_STUCK_MS)
        return;
    say_error("pawlctl: with --once the relay ends when the database is away: relay it when that is back\n");
    relay->is_broken = true;
}

/* ---- sending ------------------------------------------------------------------------------------ */

static void send_entry(struct sink *sink, struct relay_entry *entry) {
    entry->shipment->on_its_way++;
    sink->send(sink, entry);
}

/* An entity's next row goes when the one before it has arrived, so that none can overtake one that fails. */
void relay_answer(struct sink *sink, struct relay_entry *entry, enum delivery delivery, const char *error) {
    struct shipment *shipment = entry->shipment;
    shipment->on_its_way--;
    if (delivery == DELIVERED) {
        entry->row->is_delivered = true;
        shipment->delivered++;
        shipment->relay->delivered++;
        if (!sink->keeps_order && entry->next != NULL && !shipment->stops && !entry->next->row->is_lost)
            send_entry(sink, entry->next);
    } else if (delivery == UNDELIVERABLE) {
        entry->error = error;
    } else if (error != NULL) {
        snprintf(shipment->relay->why, sizeof shipment->relay->why, "%s", error);
    }
}

static int relay_compare(const void *left, const void *right) {
    const struct outbox_row *a = ((const struct relay_entry *)left)->row,
                            *b = ((const struct relay_entry *)right)->row;
    int order = strcmp(a->machine, b->machine);
    if (order == 0)
        order = strcmp(a->entity, b->entity);
    return order != 0 ? order : (a->sort_key > b->sort_key) - (a->sort_key < b->sort_key);
}

static bool of_one_entity(const struct outbox_row *a, const struct outbox_row *b) {
    return strcmp(a->entity, b->entity) == 0 && strcmp(a->machine, b->machine) == 0;
}

static void relay_ship(struct relay *relay, struct shipment *shipment) {
    const struct outbox_batch *batch = &shipment->batch;
    struct relay_entry *entries = realloc(shipment->entries, batch->count * sizeof *entries);
    if (entries == NULL)
        arena_exhausted();
    shipment->entries = entries;
    for (size_t i = 0; i < batch->count; i++)
        entries[i] = (struct relay_entry){.row = &batch->rows[i], .shipment = shipment};
    qsort(entries, batch->count, sizeof *entries, relay_compare);
    for (size_t i = 0; i + 1 < batch->count; i++)
        if (of_one_entity(entries[i].row, entries[i + 1].row))
            entries[i].next = &entries[i + 1];
    shipment->is_under_way = true;
    shipment->stops = false;
    shipment->delivered = 0;
    shipment->renewed_at_ms = monotonic_ms();
    for (size_t i = 0; i < batch->count; i++)
        if (relay->sink->keeps_order || i == 0 || !of_one_entity(entries[i - 1].row, entries[i].row))
            send_entry(relay->sink, &entries[i]);
}

static void claim(struct relay *relay, struct shipment *shipment) {
    const struct outbox_limits limits = {relay->lease_ms, SLOTS, ROWS};
    enum pawl_status status =
        outbox_claim(relay->call->db, relay->name, &limits, &shipment->batch, &relay->call->err);
    if (status != PAWL_OK) {
        failed(relay);
        return;
    }
    relay->has_claimed = true;
    relay->failure_ms = 0;
    if (trouble_ends(&relay->away))
        say_error("pawlctl: the database answers again\n");
    if (shipment->batch.count == 0) {
        relay->claim_at_ms = monotonic_ms() + relay->idle_ms;
        relay->idle_ms = relay->idle_ms * 2 < IDLE_LAST_MS ? relay->idle_ms * 2 : IDLE_LAST_MS;
    } else {
        relay_ship(relay, shipment);
        relay->idle_ms = IDLE_FIRST_MS;
    }
}

/* ---- when nothing arrives ----------------------------------------------------------------------- */

static void tell_trouble(struct relay *relay) {
    if (trouble_is_news(&relay->stuck, relay->why))
        row_say(stderr, ROW(row_text("why", relay->why)),
                "pawlctl: events do not arrive: {why}\n  nothing is lost or parked: they wait in the outbox, "
                "and are sent again until they arrive\n");
}

/* Whoever asked for --once is waiting for the end. */
static void end_once(struct relay *relay) {
    if (option(relay->call, "--once") == NULL || is_interrupted() ||
        monotonic_ms() - relay->answered_at_ms < ONCE_STUCK_MS)
        return;
    progress_clear();
    say_error("pawlctl: with --once it is not sent again: relay it when the cause is gone\n");
    relay->is_broken = true;
}

/* Not again at once, and with each time later; shipments that fail together count once. */
static void hold_back(struct relay *relay) {
    const int64_t now = monotonic_ms();
    if (now < relay->stuck_until_ms)
        return;
    relay->stuck_ms = relay->stuck_ms == 0 ? IDLE_LAST_MS : relay->stuck_ms * 2;
    if (relay->stuck_ms > FAILURE_LAST_MS)
        relay->stuck_ms = FAILURE_LAST_MS;
    relay->claim_at_ms = relay->stuck_until_ms = now + relay->stuck_ms;
    if (relay->why[0] != '\0' && !is_interrupted())
        tell_trouble(relay);
    end_once(relay);
}

static void goes_on(struct relay *relay) {
    relay->stuck_ms = 0;
    relay->why[0] = '\0';
    if (trouble_ends(&relay->stuck))
        say_error("pawlctl: events arrive again\n");
}

/* ---- settling ----------------------------------------------------------------------------------- */

static bool park(struct relay *relay, struct relay_entry *entry) {
    if (outbox_park(relay->call->db, entry->row, entry->error, &relay->call->err) != PAWL_OK)
        return false;
    progress_clear();
    row_say(stderr,
            ROW(row_text("machine", entry->row->machine), row_text("entity", entry->row->entity),
                row_number("move", entry->row->sort_key), row_text("topic", entry->row->topic),
                row_text("error", entry->error)),
            "pawlctl: {machine} {entity} is parked: its transition {move} to the topic {topic}: {error}\n");
    entry->error = NULL;
    relay->parked++;
    return true;
}

static bool settle_batch(struct relay *relay, struct shipment *shipment, int64_t lease_ms) {
    return outbox_settle(relay->call->db, &shipment->batch, lease_ms, &relay->call->err) == PAWL_OK;
}

/*
 * What has arrived is settled before its entity is parked with the rest. Where the database cannot be
 * asked, it is asked again; at the latest the next lease delivers once more.
 */
static void relay_settle(struct relay *relay, struct shipment *shipment, bool ends) {
    size_t refused = 0;
    bool done = true;
    for (size_t i = 0; i < shipment->batch.count; i++)
        refused += shipment->entries[i].error != NULL;
    if (refused > 0)
        done = settle_batch(relay, shipment, relay->lease_ms);
    for (size_t i = 0; done && i < shipment->batch.count; i++)
        if (shipment->entries[i].error != NULL)
            done = park(relay, &shipment->entries[i]);
    done = done && settle_batch(relay, shipment, ends ? 0 : relay->lease_ms);
    shipment->renewed_at_ms = monotonic_ms();
    if (!done) {
        failed(relay);
        return;
    }
    shipment->is_under_way = !ends;
    if (shipment->delivered > 0 || refused > 0)
        relay->answered_at_ms = monotonic_ms();
    if (shipment->delivered > 0)
        goes_on(relay);
    else if (ends && refused == 0)
        hold_back(relay);
}

static bool look_after(struct relay *relay) {
    bool any = false;
    for (size_t i = 0; i < SHIPMENTS; i++) {
        struct shipment *shipment = &relay->shipments[i];
        if (!shipment->is_under_way)
            continue;
        shipment->stops |= is_interrupted() || relay->is_broken;
        if (shipment->on_its_way == 0 && (relay->failure_ms == 0 || monotonic_ms() >= relay->claim_at_ms))
            relay_settle(relay, shipment, true);
        else if (shipment->on_its_way > 0 && monotonic_ms() - shipment->renewed_at_ms > relay->lease_ms / 3)
            relay_settle(relay, shipment, false);
        any |= shipment->is_under_way;
    }
    return any;
}

/* ---- the loop ----------------------------------------------------------------------------------- */

static bool is_empty(struct relay *relay) {
    int64_t waiting = 1;
    return outbox_count(relay->call->db, &waiting, &relay->call->err) == PAWL_OK && waiting == 0;
}

static void claim_more(struct relay *relay) {
    for (size_t i = 0; i < SHIPMENTS && !relay->is_broken && monotonic_ms() >= relay->claim_at_ms; i++)
        if (!relay->shipments[i].is_under_way)
            claim(relay, &relay->shipments[i]);
}

static void relay_run(struct relay *relay) {
    const bool once = option(relay->call, "--once") != NULL;
    bool under_way = false;
    while (!is_interrupted() && !relay->is_broken) {
        claim_more(relay);
        under_way = look_after(relay);
        if (once && !under_way && relay->failure_ms == 0 && is_empty(relay))
            return;
        int64_t pause = relay->claim_at_ms - monotonic_ms();
        if (under_way && pause > IDLE_FIRST_MS)
            pause = IDLE_FIRST_MS;
        relay->is_broken |= !relay->sink->poll(relay->sink, pause > 0 && !is_interrupted() ? (int)pause : 0);
        if (!under_way && pause > 0 && relay->sink->keeps_order)
            nanosleep(&(struct timespec){.tv_nsec = (long)(pause < 1000 ? pause : 999) * 1000000}, NULL);
        progress("outbox", relay->delivered, "events delivered");
    }
}

/* What is on its way may still arrive; what arrived is settled. */
static void relay_end(struct relay *relay) {
    const int64_t until = monotonic_ms() + FAREWELL_MS;
    while (look_after(relay) && !relay->is_broken && monotonic_ms() < until)
        relay->is_broken |= !relay->sink->poll(relay->sink, IDLE_FIRST_MS);
    relay->sink->give_up(relay->sink);
    relay->claim_at_ms = 0;
    look_after(relay);
}

static int relay_report(const struct relay *relay) {
    progress_clear();
    if (relay->sink->keeps_order || !relay->call->json)
        say_error("pawlctl: %" PRId64 " events delivered, %" PRId64 " entities parked\n", relay->delivered,
                  relay->parked);
    else
        row_tell(relay->call,
                 ROW(row_number("delivered", relay->delivered), row_number("parked", relay->parked)), "");
    return relay->is_broken ? EXIT_DATABASE : relay->parked > 0 ? EXIT_REFUSED : EXIT_DONE;
}

static int deliver(struct call *call, struct sink *sink, int64_t lease_ms) {
    struct relay *relay = arena_alloc(memory, sizeof *relay);
    char host[64] = "";
    gethostname(host, sizeof host - 1);
    *relay = (struct relay){.call = call,
                            .sink = sink,
                            .idle_ms = IDLE_FIRST_MS,
                            .lease_ms = lease_ms,
                            .answered_at_ms = monotonic_ms()};
    snprintf(relay->name, sizeof relay->name, "%s:%ld", host, (long)getpid());
    for (size_t i = 0; i < SHIPMENTS; i++)
        relay->shipments[i].relay = relay;
    relay_run(relay);
    relay_end(relay);
    int status = relay_report(relay);
    for (size_t i = 0; i < SHIPMENTS; i++) {
        outbox_batch_free(&relay->shipments[i].batch);
        free(relay->shipments[i].entries);
    }
    return status;
}

int command_relay(struct call *call) {
    const char *brokers = option(call, "--kafka"), *config = option(call, "--kafka-config"),
               *lease = option(call, "--lease");
    const bool to_stdout = option(call, "--stdout") != NULL;
    int64_t lease_ms = LEASE_MS;
    if (brokers != NULL && to_stdout)
        usage_error(call, "--kafka and --stdout are two places: give one of them");
    if (brokers == NULL && !to_stdout)
        usage_error(call, "name the target: --kafka=BROKERS or --stdout");
    if (config != NULL && to_stdout)
        usage_error(call, "--kafka-config goes with --kafka");
    if (lease != NULL && (!parse_duration(lease, &lease_ms) || lease_ms < 100))
        usage_error(call, "--lease: `%s` is not a time such as 500ms, 30s or 10m", lease);
    struct sink *sink = to_stdout ? stdout_sink() : kafka_sink(call, brokers, config);
    if (sink == NULL)
        return EXIT_USAGE;
    interrupt_wait_for();
    int status = deliver(call, sink, lease_ms);
    sink->close(sink);
    return status;
}
