#include "pool/schedule.h"

#include "core/states.h"

#include <assert.h>

enum { PEAK_ENDS = 32 };

/* ---- lists ---------------------------------------------------------------------------------------- */

static struct links *queue_links(struct scheduled_call *call) {
    return &call->in_queue;
}

static struct links *entity_links(struct scheduled_call *call) {
    return &call->of_entity;
}

static struct links *told_links(struct scheduled_call *call) {
    return &call->in_told;
}

/* ---- connections ---------------------------------------------------------------------------------- */

static bool is_of_lane(const struct schedule *schedule, int connection) {
    return connection < schedule->lane_count;
}

static int *free_list(struct schedule *schedule, int connection) {
    return is_of_lane(schedule, connection) ? &schedule->free_lane : &schedule->free_other;
}

static void put_free(struct schedule *schedule, int connection) {
    int *first = free_list(schedule, connection);
    schedule->connections[connection] = (struct schedule_connection){.is_free = true, .next_free = *first};
    *first = connection;
}

static void take_connection(struct schedule *schedule, int connection) {
    int *at = free_list(schedule, connection);
    while (*at != connection)
        at = &schedule->connections[*at].next_free;
    *at = schedule->connections[connection].next_free;
    schedule->connections[connection].is_free = false;
}

/* ---- entities ------------------------------------------------------------------------------------- */

static struct call_list *list_of_entity(const struct schedule *schedule, uint64_t entity) {
    return &schedule->entities[entity % schedule->entity_list_count];
}

static struct scheduled_call *before_of_entity(const struct scheduled_call *call) {
    struct scheduled_call *before = call->of_entity.previous;
    while (before && before->entity != call->entity)
        before = before->of_entity.previous;
    return before;
}

/*
 * A call joins the queue for a connection only when it is the first of its entity, so every call in that
 * queue can use a connection.
 */
static struct call_list *line_of(struct schedule *schedule, const struct scheduled_call *call) {
    return call->wish == WISH_SAME_CONNECTION ? &schedule->returners : &schedule->takers;
}

static void set_ready(struct schedule *schedule, struct scheduled_call *call, bool is_ready) {
    if (call->is_ready == is_ready)
        return;
    call->is_ready = is_ready;
    if (call->wish == WISH_TO_JOIN)
        schedule->joiners_ready += is_ready ? 1 : (size_t)-1;
    else if (is_ready)
        call_list_append(line_of(schedule, call), call, queue_links);
    else
        call_list_remove(line_of(schedule, call), call, queue_links);
}

/* A call of the entity has ended: the next one may be ready. */
static void look_at_entity(struct schedule *schedule, uint64_t entity) {
    if (entity == NO_ENTITY)
        return;
    struct scheduled_call *first = list_of_entity(schedule, entity)->first;
    while (first && first->entity != entity)
        first = first->of_entity.next;
    if (first && first->state == CALL_WAITS)
        set_ready(schedule, first, true);
}

/* ---- states --------------------------------------------------------------------------------------- */

static const unsigned states_after[CALL_STATE_COUNT] = {
    [CALL_ENDED] = TO(CALL_WAITS),
    [CALL_WAITS] = TO(CALL_GOES) | TO(CALL_LEADS) | TO(CALL_IS_TAKEN) | TO(CALL_ENDED),
    [CALL_GOES] = TO(CALL_ENDED),
    [CALL_LEADS] = TO(CALL_ENDED) | TO(CALL_WAITS),
    [CALL_IS_TAKEN] = TO(CALL_ENDED) | TO(CALL_WAITS),
};

bool call_may_become(enum call_state state, enum call_state next) {
    return may_follow(states_after, state, next);
}

static void call_becomes(struct scheduled_call *call, enum call_state next) {
    assert(call_may_become(call->state, next));
    call->state = next;
}

/* ---- waiting -------------------------------------------------------------------------------------- */

struct scheduled_call *schedule_next_told(struct schedule *schedule) {
    struct call_list *told = schedule->sent.first ? &schedule->sent : &schedule->ended;
    struct scheduled_call *call = told->first;
    if (call)
        call_list_remove(told, call, told_links);
    return call;
}

static void begin_to_wait(struct schedule *schedule, struct scheduled_call *call) {
    const bool joins = call->wish == WISH_TO_JOIN;
    call_becomes(call, CALL_WAITS);
    call->leader = NULL;
    call->is_ready = false;
    if (joins)
        call_list_append(&schedule->joiners, call, queue_links);
    schedule->joiners_waiting += joins;
}

static void leave_queue(struct schedule *schedule, struct scheduled_call *call, enum call_state state) {
    const bool joins = call->wish == WISH_TO_JOIN;
    set_ready(schedule, call, false);
    if (joins)
        call_list_remove(&schedule->joiners, call, queue_links);
    schedule->joiners_waiting -= joins;
    call_becomes(call, state);
}

static void schedule_forget(struct schedule *schedule, struct scheduled_call *call) {
    if (call->entity == NO_ENTITY)
        return;
    schedule->moves--;
    call_list_remove(list_of_entity(schedule, call->entity), call, entity_links);
}

/* ---- who goes next -------------------------------------------------------------------------------- */

static void schedule_send(struct schedule *schedule, struct scheduled_call *call, int connection,
                          enum call_state state) {
    take_connection(schedule, connection);
    leave_queue(schedule, call, state);
    call->connection = connection;
    call->leader = call;
    schedule->batches += state == CALL_LEADS;
    call_list_append(&schedule->sent, call, told_links);
}

static struct scheduled_call *first_ready(const struct call_list *list) {
    struct scheduled_call *call = list->first;
    while (call && !call->is_ready)
        call = call->in_queue.next;
    return call;
}

static void serve_takers(struct schedule *schedule) {
    for (struct scheduled_call *call = schedule->returners.first, *next; call; call = next) {
        next = call->in_queue.next;
        if (schedule->connections[call->connection].is_free)
            schedule_send(schedule, call, call->connection, CALL_GOES);
    }
    while (schedule->takers.first && schedule->free_other != ANY_CONNECTION)
        schedule_send(schedule, schedule->takers.first, schedule->free_other, CALL_GOES);
}

/*
 * Counts callers that have just got a result, too, because they will call again soon. Otherwise the first
 * caller after a batch would find few others and go alone, and the next batches would be small.
 */
static size_t moves_lately(const struct schedule *schedule) {
    return schedule->moves > schedule->peak ? schedule->moves : schedule->peak;
}

/* Call it before the call ends. A peak is forgotten within a few transitions of each caller. */
static void remember_peak(struct schedule *schedule) {
    schedule->peak = moves_lately(schedule);
    schedule->peak -= (schedule->peak + PEAK_ENDS - 1) / PEAK_ENDS;
}

/*
 * A batch costs the database little more than one transition. So while other batches run, a new one waits
 * until it has its share of the calls, at the latest until the others end. If they hang, schedule_hurry
 * begins it.
 */
static bool is_worth_a_batch(const struct schedule *schedule) {
    const size_t shares = 2 * (size_t)schedule->lane_count;
    return schedule->batches == 0 || moves_lately(schedule) <= schedule->alone_max ||
           schedule->joiners_waiting * shares >= moves_lately(schedule);
}

static void decide_schedule(struct schedule *schedule) {
    serve_takers(schedule);
    while (schedule->joiners_ready > 0 && moves_lately(schedule) <= schedule->alone_max &&
           schedule->free_other != ANY_CONNECTION)
        schedule_send(schedule, first_ready(&schedule->joiners), schedule->free_other, CALL_GOES);
    while (schedule->joiners_ready > 0 && schedule->free_lane != ANY_CONNECTION && is_worth_a_batch(schedule))
        schedule_send(schedule, first_ready(&schedule->joiners), schedule->free_lane, CALL_LEADS);
}

/* ---- events --------------------------------------------------------------------------------------- */

void schedule_begin(struct schedule *schedule) {
    schedule->free_lane = schedule->free_other = ANY_CONNECTION;
    for (int i = schedule->connection_count; i > 0; i--)
        put_free(schedule, i - 1);
}

void schedule_arrive(struct schedule *schedule, struct scheduled_call *call) {
    begin_to_wait(schedule, call);
    if (call->entity != NO_ENTITY) {
        schedule->moves++;
        call_list_append(list_of_entity(schedule, call->entity), call, entity_links);
    }
    set_ready(schedule, call, call->entity == NO_ENTITY || !before_of_entity(call));
    decide_schedule(schedule);
}

bool schedule_give_up(struct schedule *schedule, struct scheduled_call *call) {
    if (call->state != CALL_WAITS)
        return false;
    leave_queue(schedule, call, CALL_ENDED);
    schedule_forget(schedule, call);
    look_at_entity(schedule, call->entity);
    decide_schedule(schedule);
    return true;
}

void schedule_hurry(struct schedule *schedule) {
    while (schedule->joiners_ready > 0 && schedule->free_lane != ANY_CONNECTION)
        schedule_send(schedule, first_ready(&schedule->joiners), schedule->free_lane, CALL_LEADS);
}

/* Returns whether no other call of its entity is on a connection, or waits before it. */
static bool can_join(const struct scheduled_call *call, const struct scheduled_call *leader) {
    if (call->is_ready)
        return true;
    const struct scheduled_call *before = before_of_entity(call);
    return before && before->leader == leader;
}

size_t schedule_take_batch(struct schedule *schedule, struct scheduled_call *leader,
                           struct scheduled_call **batch, size_t max) {
    size_t count = 0;
    batch[count++] = leader;
    for (struct scheduled_call *call = schedule->joiners.first, *next; call && count < max; call = next) {
        next = call->in_queue.next;
        if (!can_join(call, leader))
            continue;
        leave_queue(schedule, call, CALL_IS_TAKEN);
        call->leader = leader;
        batch[count++] = call;
    }
    return count;
}

void schedule_end_batch(struct schedule *schedule, struct scheduled_call *leader,
                        struct scheduled_call *const *batch, size_t count) {
    const int connection = leader->connection;
    schedule->batches -= leader->state == CALL_LEADS;
    remember_peak(schedule);
    for (size_t i = 0; i < count; i++) {
        struct scheduled_call *call = batch[i];
        if (call->wish == WISH_TO_JOIN) {
            call_becomes(call, CALL_ENDED);
            schedule_forget(schedule, call);
            call_list_append(&schedule->ended, call, told_links);
        } else {
            call->connection = connection; /* a repetition may need this connection */
            begin_to_wait(schedule, call);
        }
    }
    for (size_t i = 0; i < count; i++)
        look_at_entity(schedule, batch[i]->entity);
    put_free(schedule, connection);
    decide_schedule(schedule);
}

void schedule_end(struct schedule *schedule, struct scheduled_call *call) {
    schedule->batches -= call->state == CALL_LEADS;
    remember_peak(schedule);
    call_becomes(call, CALL_ENDED);
    schedule_forget(schedule, call);
    look_at_entity(schedule, call->entity);
    put_free(schedule, call->connection);
    decide_schedule(schedule);
}
