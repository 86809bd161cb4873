#include "relay.h"
#include "database/database.h"
#include "say/interrupt.h"
#include "say/print.h"
#include "say/progress.h"
#include "say/row.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LEASE_MS = 30000,   /* longer than a message waits for its broker */
    TIMEOUT_MS = 10000, /* of an answer */
    SLOTS = 16,         /* of a shipment */
    ROWS = 250,         /* of a slot */
    SHIPMENTS = PAWL_OUTBOX_SLOTS / SLOTS,
    IDLE_FIRST_MS = 10,
    IDLE_LAST_MS = 250,
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
    int64_t renewed_at_ms, delivered, failed;
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
    struct trouble stuck, partly, away; /* nothing arrives; some do not; the database cannot be asked */
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
    } else {
        shipment->failed++;
        if (error != NULL)
            snprintf(shipment->relay->why, sizeof shipment->relay->why, "%s", error);
    }
}

void relay_queue_put(struct relay_queue *queue, struct relay_entry *entry) {
    entry->queued = NULL;
    *(queue->first == NULL ? &queue->first : &queue->last->queued) = entry;
    queue->last = entry;
}

struct relay_entry *relay_queue_take(struct relay_queue *queue) {
    struct relay_entry *first = queue->first;
    if (first != NULL)
        queue->first = first->queued;
    return first;
}

void relay_queue_give_up(struct relay_queue *queue, struct sink *sink, const char *error) {
    for (struct relay_entry *entry; (entry = relay_queue_take(queue)) != NULL;)
        relay_answer(sink, entry, UNREACHABLE, error);
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
    shipment->delivered = shipment->failed = 0;
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
    say_error("pawlctl: --once gave up; run it again when the cause is gone\n");
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

/* Others arrive. What failed is not sent again at once. */
static void tell_part(struct relay *relay) {
    relay->claim_at_ms = monotonic_ms() + IDLE_LAST_MS;
    if (relay->why[0] != '\0' && !is_interrupted() && trouble_is_news(&relay->partly, relay->why))
        row_say(
            stderr, ROW(row_text("why", relay->why)),
            "pawlctl: some events do not arrive: {why}\n  they wait in the outbox with the later events of "
            "their entities, and are sent again until they arrive\n");
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
    if (shipment->delivered > 0 && ends && shipment->failed > 0)
        tell_part(relay);
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

static int64_t next_claim_ms(const struct relay *relay) {
    const int64_t held_until_ms = relay->sink->held_until_ms;
    return held_until_ms > relay->claim_at_ms ? held_until_ms : relay->claim_at_ms;
}

static void claim_more(struct relay *relay) {
    for (size_t i = 0; i < SHIPMENTS && !relay->is_broken && monotonic_ms() >= next_claim_ms(relay); i++)
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
        int64_t pause = next_claim_ms(relay) - monotonic_ms();
        if (pause > (under_way ? IDLE_FIRST_MS : IDLE_LAST_MS))
            pause = under_way ? IDLE_FIRST_MS : IDLE_LAST_MS;
        relay->is_broken |= !relay->sink->poll(relay->sink, pause > 0 && !is_interrupted() ? (int)pause : 0);
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
    if (relay->sink->prints || !relay->call->json)
        say_error("pawlctl: %" PRId64 " event%s delivered, %" PRId64 " entit%s parked\n", relay->delivered,
                  relay->delivered == 1 ? "" : "s", relay->parked, relay->parked == 1 ? "y" : "ies");
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

/* ---- the command --------------------------------------------------------------------------------- */

static const struct target {
    const char *option;
    open_sink_fn *open;
    const char *own[4]; /* options that go with it */
} targets[] = {
    {"--kafka", kafka_sink, {"--kafka-config"}},
    {"--http", http_sink, {"--http-header-file", "--http-ca-file", "--timeout"}},
    {"--command", command_sink, {"--timeout"}},
    {"--stdout", stdout_sink, {NULL}},
};

enum { TARGETS = sizeof targets / sizeof *targets };

static bool goes_with(const struct target *target, const char *spelling) {
    for (size_t i = 0; target->own[i] != NULL; i++)
        if (strcmp(target->own[i], spelling) == 0)
            return true;
    return false;
}

/* The one that was named, and nothing that belongs to another. */
static const struct target *find_target(const struct call *call) {
    const struct target *found = NULL;
    for (size_t i = 0; i < TARGETS; i++) {
        if (option(call, targets[i].option) == NULL)
            continue;
        if (found != NULL)
            usage_error(call, "%s and %s are two targets: give one of them", found->option,
                        targets[i].option);
        found = &targets[i];
    }
    if (found == NULL)
        usage_error(call, "name the target: --kafka=BROKERS, --http=URL, --command=PROGRAM or --stdout");
    for (size_t i = 0; i < call->given_count; i++)
        for (size_t j = 0; j < TARGETS; j++)
            if (goes_with(&targets[j], call->given[i].option->spelling) &&
                !goes_with(found, call->given[i].option->spelling))
                usage_error(call, "%s does not go with %s", call->given[i].option->spelling, found->option);
    return found;
}

static int64_t read_duration(const struct call *call, const char *spelling, int64_t otherwise) {
    const char *text = option(call, spelling);
    int64_t duration_ms = otherwise;
    if (text != NULL && (!parse_duration(text, &duration_ms) || duration_ms < 100 || duration_ms > INT32_MAX))
        usage_error(call, "%s: `%s` is not a time such as 500ms, 30s or 10m", spelling, text);
    return duration_ms;
}

int64_t relay_timeout(const struct call *call) {
    return read_duration(call, "--timeout", TIMEOUT_MS);
}

int command_relay(struct call *call) {
    const struct target *target = find_target(call);
    const int64_t lease_ms = read_duration(call, "--lease", LEASE_MS);
    signal(SIGPIPE, SIG_IGN); /* a write returns that its reader is gone */
    struct sink *sink = target->open(call, option(call, target->option));
    if (sink == NULL)
        return EXIT_USAGE;
    interrupt_wait_for();
    int status = deliver(call, sink, lease_ms);
    sink->close(sink);
    return status;
}
