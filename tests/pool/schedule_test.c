/*
 * Every order of events that a pool's schedule can see, with a few calls: they arrive, give up, lead, end
 * with an answer, or are to be made once more by themselves or on the connection that broke. Whatever the
 * order, nobody is forgotten and each is told once, the moves of an entity are made one after the other as
 * they came, and a connection is never with two.
 */
#include "pool/schedule.h"

#include "../support/drawn.h"
#include "call.h" /* of runtime/pool/call.fsm */

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { CALLS = 7, CONNECTIONS = 4, BATCH = 3, LISTS = 2, REDOS = 2, PATH_MAX_LENGTH = 64 };

/* What an end brings a call. */
enum outcome { ANSWERED, ALONE, LOST, OUTCOMES };

struct plan {
    const char *name;
    uint64_t entities[CALLS];
    enum call_wish wishes[CALLS];
    int calls, connections, lanes;
    size_t alone_max;
};

struct event {
    enum { ARRIVES, GIVES_UP, TAKES_BATCH, BATCH_ENDS, STEPS_ASIDE, ENDS, HURRIES } kind;
    int number;   /* of the call; HURRIES: of any */
    int outcomes; /* BATCH_ENDS: of each in the batch, a digit */
};

/* Copied whole to and from one place, so that its pointers stay good. */
static struct world {
    struct schedule schedule;
    struct schedule_connection connections[CONNECTIONS];
    struct call_list entities[LISTS];
    struct scheduled_call calls[CALLS];
    struct scheduled_call *batch[CALLS][BATCH]; /* of the leader of that number, once it has taken it */
    size_t batch_count[CALLS];
    int arrivals[CALLS]; /* the place among those who came; 0: not yet */
    int arrived;
    int places[CALLS]; /* in the batch that has ended last, from 1 on */
    int redos_left;
    bool knows_end[CALLS];
} world;

static const struct plan *plan;
static struct event path[PATH_MAX_LENGTH];
static int path_length;
static uint64_t *seen; /* hashes of the worlds that were explored; 0: none */
static size_t seen_count;
enum { SEEN_SIZE = 1 << 23 };

__attribute__((format(printf, 1, 2), noreturn)) static void fail_with(const char *format, ...) {
    char words[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    static const char *const kinds[] = {"arrives",     "gives up", "takes its batch", "ends its batch",
                                        "steps aside", "ends",     "hurries"};
    for (int i = 0; i < path_length; i++)
        print_message("%2d: %d %s (%d)\n", i + 1, path[i].number, kinds[path[i].kind], path[i].outcomes);
    fail_msg("%s: %s", plan->name, words);
    abort();
}

/* ---- what must hold ------------------------------------------------------------------------------- */

static int number_of(const struct scheduled_call *call) {
    return (int)(call - world.calls);
}

static bool is_under_way(const struct scheduled_call *call) {
    return call->state == CALL_GOES || call->state == CALL_LEADS || call->state == CALL_IS_TAKEN;
}

static bool is_in(int number) {
    return world.arrivals[number] && world.calls[number].state != CALL_ENDED;
}

static void check_pair(int one, int other) {
    const struct scheduled_call *a = &world.calls[one], *b = &world.calls[other];
    const bool is_together = a->leader == b->leader;
    if (is_under_way(a) && is_under_way(b) && !is_together && a->connection == b->connection &&
        a->state != CALL_IS_TAKEN && b->state != CALL_IS_TAKEN)
        fail_with("%d and %d have connection %d", one, other, a->connection);
    if (a->entity != b->entity)
        return;
    if (a->entity == NO_ENTITY) { /* who waits for a connection alone */
        if (world.arrivals[one] < world.arrivals[other] && a->state == CALL_WAITS && is_under_way(b))
            fail_with("%d has a connection, and %d, which came first, has none", other, one);
        return;
    }
    if (is_under_way(a) && is_under_way(b) && !is_together)
        fail_with("%d and %d, of one entity, are under way on two connections", one, other);
    if (world.arrivals[one] < world.arrivals[other] && a->state == CALL_WAITS && is_under_way(b))
        fail_with("%d has gone before %d, which came first", other, one);
}

/* All that wait could go, were a connection free: nobody is forgotten. */
static void check_nobody_is_forgotten(void) {
    bool is_busy[CONNECTIONS] = {false}, has_free_lane = false, has_free_other = false, is_batched = false;
    for (int i = 0; i < plan->calls; i++) {
        const struct scheduled_call *call = &world.calls[i];
        if (is_in(i) && (call->state == CALL_GOES || call->state == CALL_LEADS))
            is_busy[call->connection] = true;
        is_batched |= is_in(i) && call->state == CALL_LEADS;
    }
    for (int i = 0; i < plan->connections; i++) {
        if (is_busy[i] == world.connections[i].is_free)
            fail_with("connection %d is %s", i,
                      is_busy[i] ? "free, and somebody's" : "nobody's, and not free");
        if (!is_busy[i] && i < plan->lanes)
            has_free_lane = true;
        if (!is_busy[i] && i >= plan->lanes)
            has_free_other = true;
    }
    for (int i = 0; i < plan->calls; i++) {
        const struct scheduled_call *call = &world.calls[i];
        bool is_first = true;
        if (!is_in(i) || call->state != CALL_WAITS)
            continue;
        for (int other = 0; other < plan->calls; other++)
            is_first &= other == i || !is_in(other) || call->entity == NO_ENTITY ||
                        world.calls[other].entity != call->entity ||
                        world.arrivals[other] > world.arrivals[i];
        if (is_first && (call->wish == WISH_CONNECTION        ? has_free_other
                         : call->wish == WISH_SAME_CONNECTION ? !is_busy[call->connection]
                                                              : has_free_lane && !is_batched))
            fail_with("%d waits, and could go", i);
    }
}

static void check_counts(void) {
    size_t joiners = 0, moves = 0;
    for (int i = 0; i < plan->calls; i++) {
        joiners += is_in(i) && world.calls[i].state == CALL_WAITS && world.calls[i].wish == WISH_TO_JOIN;
        moves += is_in(i) && world.calls[i].entity != NO_ENTITY;
    }
    if (joiners != world.schedule.joiners_waiting || moves != world.schedule.moves)
        fail_with("%zu wait for others and %zu are counted, %zu moves and %zu are counted", joiners,
                  world.schedule.joiners_waiting, moves, world.schedule.moves);
}

static void check_world(void) {
    for (int i = 0; i < plan->calls; i++)
        for (int other = 0; other < plan->calls; other++)
            if (i != other && is_in(i) && is_in(other))
                check_pair(i, other);
    check_nobody_is_forgotten();
    check_counts();
}

/* ---- events --------------------------------------------------------------------------------------- */

static void explore(void);

/* Who waited and goes, leads or has ended must be among those who are told, and nobody else, and nobody
 * twice; who of a batch have ended hear it in the order of their moves, behind those who go or lead. */
static void hear(const enum call_state *before, int actor) {
    bool is_told[CALLS] = {false};
    int last_ended = 0;
    for (const struct scheduled_call *call; (call = schedule_next_told(&world.schedule));) {
        const int number = number_of(call);
        if (is_told[number])
            fail_with("%d is told twice", number);
        is_told[number] = true;
        if (call->state == CALL_WAITS || call->state == CALL_IS_TAKEN)
            fail_with("%d is told, and waits", number);
        if (call->state == CALL_ENDED && world.knows_end[number])
            fail_with("%d is told of two ends", number);
        if (call->state != CALL_ENDED && last_ended > 0)
            fail_with("%d, who is to go, is told behind one who has ended", number);
        if (call->state == CALL_ENDED && world.places[number] < last_ended)
            fail_with("%d is told behind one whose move was made later", number);
        if (call->state == CALL_ENDED)
            last_ended = world.places[number];
    }
    for (int i = 0; i < plan->calls; i++) {
        const struct scheduled_call *call = &world.calls[i];
        world.knows_end[i] |= world.arrivals[i] && call->state == CALL_ENDED;
        const bool waits = call->state == CALL_WAITS || call->state == CALL_IS_TAKEN;
        const bool knows = waits || (i == actor && call->state == CALL_ENDED);
        if (world.arrivals[i] && before[i] != call->state && !knows && !is_told[i])
            fail_with("%d is not told that it is %d no more, but %d", i, before[i], call->state);
    }
}

static void arrive(int number) {
    struct scheduled_call *call = &world.calls[number];
    *call = (struct scheduled_call){.entity = plan->entities[number], .wish = plan->wishes[number]};
    world.arrivals[number] = ++world.arrived;
    schedule_arrive(&world.schedule, call);
}

static void give_up(int number) {
    if (!schedule_give_up(&world.schedule, &world.calls[number]))
        fail_with("%d cannot give up, though it waits", number);
}

static void take_batch(int number) {
    world.batch_count[number] =
        schedule_take_batch(&world.schedule, &world.calls[number], world.batch[number], BATCH);
    if (world.batch[number][0] != &world.calls[number])
        fail_with("%d leads, and %d is the first of its batch", number, number_of(world.batch[number][0]));
    for (size_t i = 1; i < world.batch_count[number]; i++)
        for (int other = 0; other < plan->calls; other++)
            if (is_in(other) && world.calls[other].is_ready && world.calls[other].wish == WISH_TO_JOIN &&
                world.arrivals[other] < world.arrivals[number_of(world.batch[number][i])])
                fail_with("%d is taken along, and %d, which came first, is not",
                          number_of(world.batch[number][i]), other);
}

static void end_batch(int number, int outcomes) {
    const size_t count = world.batch_count[number];
    memset(world.places, 0, sizeof world.places);
    for (size_t i = 0; i < count; i++, outcomes /= OUTCOMES) {
        world.places[number_of(world.batch[number][i])] = (int)i + 1;
        const enum outcome outcome = (enum outcome)(outcomes % OUTCOMES);
        world.batch[number][i]->wish = outcome == ANSWERED ? WISH_TO_JOIN
                                       : outcome == ALONE  ? WISH_CONNECTION
                                                           : WISH_SAME_CONNECTION;
        world.redos_left -= outcome != ANSWERED;
    }
    schedule_end_batch(&world.schedule, &world.calls[number], world.batch[number], count);
    memset(world.batch[number], 0, sizeof world.batch[number]);
    world.batch_count[number] = 0;
}

static void step_aside(int number) {
    struct scheduled_call *call = &world.calls[number];
    call->wish = WISH_CONNECTION;
    world.redos_left--;
    schedule_end_batch(&world.schedule, call, &call, 1);
    memset(world.batch[number], 0, sizeof world.batch[number]);
    world.batch_count[number] = 0;
}

/* What no longer matters is the same in all worlds, so that they are seen to be. */
static void forget_the_past(void) {
    int arrivals[CALLS] = {0};
    for (int i = 0; i < plan->calls; i++) {
        if (!world.arrivals[i])
            continue;
        if (!is_in(i))
            world.calls[i] = (struct scheduled_call){0};
        arrivals[i] = 1;
        for (int other = 0; is_in(i) && other < plan->calls; other++)
            arrivals[i] += is_in(other) && world.arrivals[other] < world.arrivals[i];
    }
    memcpy(world.arrivals, arrivals, sizeof arrivals);
    memset(world.places, 0, sizeof world.places);
    world.arrived = plan->calls;
}

static bool is_beside_a_free_lane(void) {
    return world.schedule.free_lane != ANY_CONNECTION && world.schedule.joiners_ready > 0;
}

static void hurry(void) {
    schedule_hurry(&world.schedule);
    if (is_beside_a_free_lane())
        fail_with("a lane is free, and somebody waits for it");
}

static void happen(const struct event *event) {
    struct scheduled_call *call = &world.calls[event->number];
    switch (event->kind) {
    case ARRIVES:
        arrive(event->number);
        break;
    case GIVES_UP:
        give_up(event->number);
        break;
    case TAKES_BATCH:
        take_batch(event->number);
        break;
    case BATCH_ENDS:
        end_batch(event->number, event->outcomes);
        break;
    case STEPS_ASIDE:
        step_aside(event->number);
        break;
    case ENDS:
        schedule_end(&world.schedule, call);
        break;
    case HURRIES:
        hurry();
        break;
    }
}

/* One event, whatever may follow it, and back. */
static void try_event(struct event event) {
    const struct world before = world;
    enum call_state states[CALLS];
    for (int i = 0; i < CALLS; i++)
        states[i] = world.calls[i].state;
    assert_true(path_length < PATH_MAX_LENGTH);
    path[path_length++] = event;
    happen(&event);
    hear(states, event.number);
    check_world();
    forget_the_past();
    explore();
    path_length--;
    world = before;
}

static void try_ends_of_batch(int number) {
    const bool is_alone = world.batch_count[number] == 1;
    int all = 1;
    for (size_t i = 0; i < world.batch_count[number]; i++)
        all *= OUTCOMES;
    for (int outcomes = 0; outcomes < all; outcomes++) {
        int redos = 0;
        for (int rest = outcomes; rest > 0; rest /= OUTCOMES)
            redos += rest % OUTCOMES != ANSWERED;
        if (redos <= world.redos_left)
            try_event((struct event){BATCH_ENDS, number, outcomes});
    }
    if (is_alone)
        try_event((struct event){ENDS, number, 0});
    if (is_alone && world.redos_left > 0)
        try_event((struct event){STEPS_ASIDE, number, 0});
}

/* ---- all of them ---------------------------------------------------------------------------------- */

static uint64_t hash_of_world(void) {
    uint64_t hash = 14695981039346656037u;
    const unsigned char *bytes = (const unsigned char *)&world;
    for (size_t i = 0; i < sizeof world; i++)
        hash = (hash ^ bytes[i]) * 1099511628211u;
    return hash ? hash : 1;
}

static bool was_seen(void) {
    const uint64_t hash = hash_of_world();
    size_t at = hash % SEEN_SIZE;
    while (seen[at] && seen[at] != hash)
        at = (at + 1) % SEEN_SIZE;
    if (seen[at])
        return true;
    seen[at] = hash;
    if (++seen_count > SEEN_SIZE / 2)
        fail_with("there are too many orders");
    return false;
}

static void check_end(void) {
    for (int i = 0; i < plan->calls; i++)
        if (world.calls[i].state != CALL_ENDED || !world.knows_end[i])
            fail_with("all is over, and %d has no end", i);
    for (int i = 0; i < plan->connections; i++)
        if (!world.connections[i].is_free)
            fail_with("all is over, and connection %d is not free", i);
}

static void try_all_of(int number) {
    if (!world.arrivals[number]) {
        if (number == 0 || world.arrivals[number - 1]) /* they come in the order of the plan */
            try_event((struct event){ARRIVES, number, 0});
        return;
    }
    switch (world.calls[number].state) {
    case CALL_WAITS:
        try_event((struct event){GIVES_UP, number, 0});
        break;
    case CALL_GOES:
        try_event((struct event){ENDS, number, 0});
        break;
    case CALL_LEADS:
        if (world.batch_count[number] == 0)
            try_event((struct event){TAKES_BATCH, number, 0});
        else
            try_ends_of_batch(number);
        break;
    case CALL_IS_TAKEN:
    case CALL_ENDED:
        break;
    }
}

static void explore(void) {
    bool is_over = true;
    if (was_seen())
        return;
    for (int i = 0; i < plan->calls; i++) {
        is_over &= world.arrivals[i] && (world.calls[i].state == CALL_WAITS || !is_in(i));
        try_all_of(i);
    }
    if (is_beside_a_free_lane())
        try_event((struct event){HURRIES, 0, 0});
    if (is_over)
        check_end();
}

static void explore_all(const struct plan *of) {
    plan = of;
    memset(&world, 0, sizeof world);
    memset(seen, 0, SEEN_SIZE * sizeof *seen);
    seen_count = 0;
    path_length = 0;
    world.schedule = (struct schedule){.connections = world.connections,
                                       .connection_count = plan->connections,
                                       .lane_count = plan->lanes,
                                       .entities = world.entities,
                                       .entity_list_count = LISTS,
                                       .alone_max = plan->alone_max};
    world.redos_left = REDOS;
    schedule_begin(&world.schedule);
    explore();
    print_message("%s: %zu states\n", plan->name, seen_count);
}

#define JOIN WISH_TO_JOIN
#define TAKE WISH_CONNECTION

static void p5_moves_of_an_entity_are_made_as_they_came(void **state) {
    (void)state;
    explore_all(&(struct plan){.name = "one lane",
                               .entities = {1, 1, 2, 1, 3, 2, 1},
                               .wishes = {JOIN, JOIN, JOIN, JOIN, JOIN, JOIN, JOIN},
                               .calls = 7,
                               .connections = 2,
                               .lanes = 1,
                               .alone_max = 0});
    explore_all(&(struct plan){.name = "two lanes",
                               .entities = {1, 1, 2, 1, 3, 2, 1},
                               .wishes = {JOIN, JOIN, JOIN, JOIN, JOIN, JOIN, JOIN},
                               .calls = 6,
                               .connections = 3,
                               .lanes = 2,
                               .alone_max = 0});
    explore_all(&(struct plan){.name = "alone while they are few",
                               .entities = {1, 1, 2, 1, 2, 3, 3},
                               .wishes = {JOIN, JOIN, JOIN, JOIN, JOIN, JOIN, JOIN},
                               .calls = 7,
                               .connections = 3,
                               .lanes = 1,
                               .alone_max = 3});
}

static void p5_who_waits_for_a_connection_is_not_forgotten_nor_overtaken(void **state) {
    (void)state;
    explore_all(&(struct plan){.name = "moves and transactions",
                               .entities = {1, NO_ENTITY, 1, NO_ENTITY, 2, NO_ENTITY, 2},
                               .wishes = {JOIN, TAKE, JOIN, TAKE, JOIN, TAKE, JOIN},
                               .calls = 7,
                               .connections = 2,
                               .lanes = 1,
                               .alone_max = 2});
    explore_all(&(struct plan){.name = "no lanes",
                               .entities = {NO_ENTITY, NO_ENTITY, NO_ENTITY, NO_ENTITY},
                               .wishes = {TAKE, TAKE, TAKE, TAKE},
                               .calls = 4,
                               .connections = 2,
                               .lanes = 0,
                               .alone_max = 0});
}

static struct scheduled_call *ask(int number) {
    struct scheduled_call *call = &world.calls[number];
    *call = (struct scheduled_call){.entity = (uint64_t)number + 1, .wish = WISH_TO_JOIN};
    schedule_arrive(&world.schedule, call);
    return call;
}

/* The others of the batch are about to ask again: who is quickest makes the next one, and does not go alone
 * before only few have asked for a while. */
static void who_is_first_after_a_batch_is_not_taken_for_alone(void **state) {
    (void)state;
    struct scheduled_call *batch[CALLS];
    memset(&world, 0, sizeof world);
    struct schedule *schedule = &world.schedule;
    *schedule = (struct schedule){.connections = world.connections,
                                  .connection_count = 3,
                                  .lane_count = 1,
                                  .entities = world.entities,
                                  .entity_list_count = LISTS,
                                  .alone_max = 2};
    schedule_begin(schedule);
    for (int i = 0; i < CALLS; i++)
        ask(i);
    assert_int_equal(world.calls[2].state, CALL_LEADS);
    const size_t count = schedule_take_batch(schedule, &world.calls[2], batch, CALLS);
    assert_int_equal(count, CALLS - 2);
    schedule_end_batch(schedule, &world.calls[2], batch, count);
    schedule_end(schedule, &world.calls[0]);
    schedule_end(schedule, &world.calls[1]);
    struct scheduled_call *call = ask(0);
    assert_int_equal(call->state, CALL_LEADS);
    for (int ends = 0; call->state != CALL_GOES; ends++) {
        assert_in_range(ends, 0, CALLS);
        schedule_end(schedule, call);
        call = ask(0);
    }
}

static int begin(void **state) {
    (void)state;
    seen = calloc(SEEN_SIZE, sizeof *seen);
    return seen ? 0 : -1;
}

static int end(void **state) {
    (void)state;
    free(seen);
    return 0;
}

static void states_change_as_call_fsm_draws_them(void **state) {
    (void)state;
    static const char *const names[] = {"ended", "waits", "goes", "leads", "is_taken"};
    CHECK_DRAWN(call, CALL, names, call_may_become((enum call_state)from, (enum call_state)to));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(states_change_as_call_fsm_draws_them),
        cmocka_unit_test(p5_moves_of_an_entity_are_made_as_they_came),
        cmocka_unit_test(p5_who_waits_for_a_connection_is_not_forgotten_nor_overtaken),
        cmocka_unit_test(who_is_first_after_a_batch_is_not_taken_for_alone),
    };
    const char *filter = getenv("PAWL_TEST_FILTER");
    if (filter && *filter)
        cmocka_set_test_filter(filter);
    return cmocka_run_group_tests(tests, begin, end);
}
