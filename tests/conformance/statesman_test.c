/* Pawl and Statesman move the same rows: what Statesman does is sent statement by statement, as it does it.
 */
#include "../support/database.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "purchase.h"

/* ---- Statesman -------------------------------------------------------------------------------------- */

enum answer { MOVED, TRANSITION_CONFLICT, REFUSED, SURPRISE };

/* A connection of another program; said: what it was answered last. */
struct ruby {
    struct pawl_db *db; /* only its connection is used, as the application's own would be */
    char said[256];
};

static enum answer answer_of(const char *message) {
    /* Of two Statesmen one of whom has read the past, each may find the other in one of the unique indexes:
       that they do without Pawl as well. */
    if (strstr(message, "unique constraint") || strstr(message, "UNIQUE constraint") ||
        strstr(message, "deadlock detected") || strstr(message, "Duplicate entry") ||
        strstr(message, "Deadlock found"))
        return TRANSITION_CONFLICT;
    return strstr(message, "may not move") || strstr(message, "only moves that the diagram") ||
                   strstr(message, "the next transition of") || strstr(message, "is history") ||
                   strstr(message, "no most recent") || strstr(message, "that can be read") ||
                   strstr(message, "only Pawl writes the value pawl") ||
                   strstr(message, "its sequence will give") || strstr(message, "FOREIGN KEY constraint") ||
                   strstr(message, "CHECK constraint")
               ? REFUSED
               : SURPRISE;
}

static enum answer say(struct ruby *ruby, const char *format, ...) __attribute__((format(printf, 2, 3)));
static enum answer say(struct ruby *ruby, const char *format, ...) {
    char sql[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(sql, sizeof sql, format, arguments);
    va_end(arguments);
    ruby->said[0] = '\0';
    if (on_postgres()) {
        PGresult *result = PQexec(pawl_native(ruby->db), sql);
        if (PQresultStatus(result) != PGRES_COMMAND_OK)
            snprintf(ruby->said, sizeof ruby->said, "%s", PQresultErrorMessage(result));
        PQclear(result);
    } else if (on_mariadb()) {
        const char *message = own_mariadb_failure(pawl_native(ruby->db), sql);
        snprintf(ruby->said, sizeof ruby->said, "%s", message ? message : "");
    } else {
        char *message = NULL;
        if (sqlite3_exec(pawl_native(ruby->db), sql, NULL, NULL, &message) != SQLITE_OK)
            snprintf(ruby->said, sizeof ruby->said, "%s", message ? message : "?");
        sqlite3_free(message);
    }
    return ruby->said[0] ? answer_of(ruby->said) : MOVED;
}

/* Where the row of the highest sort_key has led; the sort_key is 0 where there is none. */
static void last_transition(struct ruby *ruby, const char *machine, const char *id, char state[32],
                            int *sort_key) {
    char sql[256];
    snprintf(
        sql, sizeof sql,
        "select to_state, sort_key from %s_transitions where %s_id = '%s' order by sort_key desc limit 1",
        machine, machine, id);
    char *row = rows_of(ruby->db, sql);
    *sort_key = 0;
    state[0] = '\0';
    if (*row)
        sscanf(row, "%31[^|]|%d", state, sort_key);
    free(row);
}

static void begin(struct ruby *ruby) {
    if (on_mariadb()) /* as Rails finds it there */
        assert_int_equal(say(ruby, "set transaction isolation level repeatable read"), MOVED);
    assert_int_equal(say(ruby, "begin"), MOVED);
}

/* On MySQL and MariaDB the row is there before it is the most recent, so that no gap is locked that is waited
 * for. */
static enum answer add_on_mariadb(struct ruby *ruby, const char *machine, const char *id, const char *from,
                                  const char *to, int sort_key) {
    enum answer answer =
        say(ruby,
            "insert into %s_transitions (from_state, to_state, metadata, sort_key, %s_id, most_recent,"
            " created_at, updated_at) values ('%s', '%s', '{}', %d, '%s', null, utc_timestamp(6),"
            " utc_timestamp(6))",
            machine, machine, from, to, sort_key + 10, id);
    if (answer != MOVED)
        return answer;
    return say(ruby,
               "update %s_transitions set most_recent = (case when id = last_insert_id() then true else null"
               " end), updated_at = utc_timestamp(6) where %s_id = '%s' and (id = last_insert_id() or"
               " most_recent = true) order by most_recent desc",
               machine, machine, id);
}

/* Everything between BEGIN and COMMIT. Since 13 it says where it has been, where the table has a column for
 * it. */
static enum answer add(struct ruby *ruby, const char *machine, const char *id, const char *from,
                       const char *to, int sort_key, const char *superseded) {
    if (on_mariadb())
        return add_on_mariadb(ruby, machine, id, from, to, sort_key);
    const char *now = on_postgres() ? "now() at time zone 'UTC'" : "strftime('%Y-%m-%d %H:%M:%f000', 'now')";
    enum answer answer =
        say(ruby,
            "update %s_transitions set most_recent = %s, updated_at = %s where id in (select id"
            " from %s_transitions where %s_id = '%s' and most_recent = true)",
            machine, superseded, now, machine, machine, id);
    if (answer != MOVED)
        return answer;
    return say(ruby,
               "insert into %s_transitions (from_state, to_state, metadata, sort_key, %s_id, most_recent,"
               " created_at, updated_at) values ('%s', '%s', '{}', %d, '%s', true, %s, %s)",
               machine, machine, from, to, sort_key + 10, id, now, now);
}

static enum answer transition_to(struct ruby *ruby, const char *machine, const char *id, const char *from,
                                 const char *to, int sort_key, const char *superseded) {
    begin(ruby);
    enum answer answer = add(ruby, machine, id, from, to, sort_key, superseded);
    if (answer == MOVED)
        answer = say(ruby, "commit");
    if (answer != MOVED) {
        char said[sizeof ruby->said];
        memcpy(said, ruby->said, sizeof said);
        say(ruby, "rollback");
        memcpy(ruby->said, said, sizeof said);
    }
    return answer;
}

/* What the table of a purchase has for the rows that are no more the most recent. */
static const char *superseded(void) {
    return on_postgres() ? "false" : "null";
}

/* ---- what holds whoever moves ------------------------------------------------------------------------ */

static void check(struct pawl_db *db, const char *machine, const char *origin) {
    expect_rows(db, "",
                "with moved as (select row.*, coalesce(lag(to_state) over one, '%s') as left_from,"
                " row_number() over one as number from %s_transitions row"
                " window one as (partition by %s_id order by sort_key))"
                " select 'not allowed', %s_id, sort_key from moved where not exists (select 1 from %s_moves m"
                " where m.from_state = moved.left_from and m.to_state = moved.to_state)"
                " union all select 'a gap', %s_id, sort_key from moved where sort_key <> number * 10",
                origin, machine, machine, machine, machine, machine);
    expect_rows(db, "",
                "select %s_id from %s_transitions row where most_recent <> (not exists (select 1 from"
                " %s_transitions later where later.%s_id = row.%s_id and later.sort_key > row.sort_key))"
                " or (most_recent is null and not exists (select 1 from %s_transitions later"
                " where later.%s_id = row.%s_id and later.sort_key > row.sort_key))",
                machine, machine, machine, machine, machine, machine, machine, machine);
}

/* ---- both at once ------------------------------------------------------------------------------------ */

enum { MOVERS = 4, ENTITIES = 3 };

static int rounds(void) {
    const char *seconds = getenv("PAWL_TEST_SECONDS");
    return 120 * (seconds ? atoi(seconds) : 1);
}

struct mover {
    pthread_t thread;
    struct pawl_db *db;
    const struct pawl_machine *machine;
    const char *origin, *superseded;
    bool tries_illegal;
    unsigned seed;
    int moved, refused;
    char surprise[512];
};

static void *move_with_pawl(void *context) {
    struct mover *mover = context;
    static const struct purchase_pay_args pay = {.amount = 5};
    static const struct parcel_dispatch_args dispatch = {.weight = 7};
    for (int i = 0; i < rounds() && !mover->surprise[0]; i++) {
        char key[16];
        struct pawl_error error = PAWL_ERROR_INIT;
        snprintf(key, sizeof key, "both%u", (unsigned)rand_r(&mover->seed) % ENTITIES);
        int event = 1 + rand_r(&mover->seed) % mover->machine->event_count;
        const struct pawl_event *described = &mover->machine->events[event];
        const void *args = !described->param_count               ? NULL
                           : mover->machine == &purchase_machine ? (const void *)&pay
                                                                 : (const void *)&dispatch;
        enum pawl_status status = pawl_fire(mover->db, mover->machine, (struct pawl_key){.text = key}, event,
                                            args, NULL, NULL, &error);
        mover->moved += status == PAWL_OK;
        bool is_refused = status == PAWL_ILLEGAL || status == PAWL_EXISTS || status == PAWL_NOT_FOUND;
        mover->refused += is_refused;
        /* who deadlocks with others ten times, as on a busy machine, has moved nothing */
        const bool has_given_up = status == PAWL_CONFLICT && strstr(error.message, "given up after");
        if (status != PAWL_OK && !is_refused && !has_given_up)
            snprintf(mover->surprise, sizeof mover->surprise, "%s", error.message);
    }
    return NULL;
}

/* Any state that an arrow leads to from there, or now and then one where none does. */
static const char *choose_target(struct mover *mover, int from, bool *is_legal) {
    const struct pawl_machine *machine = mover->machine;
    *is_legal = !(mover->tries_illegal && rand_r(&mover->seed) % 4 == 0);
    for (;;) {
        int to = 1 + rand_r(&mover->seed) % machine->state_count;
        bool leads = false;
        for (int event = 1; event <= machine->event_count; event++)
            leads = leads || pawl_next(machine, from, event) == to;
        if (leads == *is_legal)
            return machine->states[to].stored;
    }
}

static void *move_with_statesman(void *context) {
    struct mover *mover = context;
    struct ruby ruby = {.db = mover->db};
    for (int i = 0; i < rounds() && !mover->surprise[0]; i++) {
        char key[16], state[32];
        int sort_key, from = 0;
        bool is_legal;
        snprintf(key, sizeof key, "both%u", (unsigned)rand_r(&mover->seed) % ENTITIES);
        last_transition(&ruby, mover->machine->name, key, state, &sort_key);
        const char *at = sort_key ? state : mover->origin;
        while (strcmp(mover->machine->states[from].stored, at) != 0)
            from++;
        const char *to = choose_target(mover, from, &is_legal);
        enum answer answer =
            transition_to(&ruby, mover->machine->name, key, at, to, sort_key, mover->superseded);
        mover->moved += answer == MOVED;
        mover->refused += answer == REFUSED;
        if (answer == SURPRISE || (answer == MOVED && !is_legal) || (answer == REFUSED && is_legal))
            snprintf(mover->surprise, sizeof mover->surprise, "from %s to %s: %s", at, to, ruby.said);
    }
    return NULL;
}

static void move_with_both(const struct pawl_machine *machine, const char *origin, const char *superseded,
                           bool is_enforced) {
    struct pawl_db *db = open_application();
    struct mover movers[2 * MOVERS] = {0};
    int moved = 0, moved_by_ruby = 0, refused = 0;
    for (int i = 0; i < ENTITIES; i++)
        execute(db, "insert into %ss (id) values ('both%d')", machine->name, i);
    for (unsigned i = 0; i < 2 * MOVERS; i++) {
        movers[i] = (struct mover){.db = i % 2 ? open_application() : open_application_apart(),
                                   .machine = machine,
                                   .origin = origin,
                                   .superseded = superseded,
                                   .tries_illegal = is_enforced,
                                   .seed = i + 1};
        assert_int_equal(
            pthread_create(&movers[i].thread, NULL, i % 2 ? move_with_pawl : move_with_statesman, &movers[i]),
            0);
    }
    for (int i = 0; i < 2 * MOVERS; i++)
        pthread_join(movers[i].thread, NULL);
    for (int i = 0; i < 2 * MOVERS; i++) {
        assert_string_equal(movers[i].surprise, "");
        moved += movers[i].moved;
        moved_by_ruby += i % 2 ? 0 : movers[i].moved;
        refused += i % 2 ? 0 : movers[i].refused;
    }
    assert_true(moved_by_ruby > 0 && moved > moved_by_ruby);
    assert_true(!is_enforced || refused > 0);
    char expected[24], counted[128];
    snprintf(expected, sizeof expected, "%d\n", moved);
    snprintf(counted, sizeof counted, "select count(*) from %s_transitions where %s_id like 'both%%'",
             machine->name, machine->name);
    char *rows = rows_of(db, counted);
    assert_string_equal(rows, expected);
    free(rows);
    check(db, machine->name, *origin ? origin : "");
}

static void p1_both_move_the_same_rows_where_it_is_enforced(void **state) {
    (void)state;
    move_with_both(&purchase_machine, "pending", superseded(), true);
}

static void p1_both_move_the_same_rows_in_a_table_of_rails(void **state) {
    (void)state;
    move_with_both(&parcel_machine, "", "null", false);
}

/* ---- who waits -------------------------------------------------------------------------------------- */

static void p5_who_waited_for_statesman_goes_on_from_there(void **state) {
    (void)state;
    static const struct purchase_pay_args pay = {.amount = 5};
    struct pawl_db *db = open_application();
    struct ruby ruby = {.db = open_application_apart()};
    for (int commits = 0; commits < 2; commits++) {
        const char *id = commits ? "waited" : "in vain";
        execute(db, "insert into purchases (id) values ('%s')", id);
        expect(PAWL_OK, purchase_pay(db, id, &pay, NULL, NULL, &err));
        begin(&ruby);
        assert_int_equal(add(&ruby, "purchase", id, "paid", "shipped", 10, superseded()), MOVED);
        struct fire fire = {.machine = &purchase_machine, .key = id, .event = PURCHASE_EVENT_SEND_BACK};
        fire_start(&fire);
        assert_true(fire_waits(&fire));
        assert_int_equal(say(&ruby, commits ? "commit" : "rollback"), MOVED);
        fire_join(&fire);
        expect(commits ? PAWL_OK : PAWL_ILLEGAL, fire.status);
        assert_int_equal(fire.moved.from, commits ? PURCHASE_STATE_SHIPPED : PURCHASE_STATE_PAID);
        assert_int_equal(fire.moved.sort_key, commits ? 30 : 10);
    }
    check(db, "purchase", "pending");
}

/* There is no row yet on which to wait. */
static void p5_first_move_that_statesman_took_is_seen(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct ruby ruby = {.db = open_application_apart()};
    execute(db, "insert into purchases (id) values ('first')");
    begin(&ruby);
    assert_int_equal(add(&ruby, "purchase", "first", "pending", "cancelled", 0, superseded()), MOVED);
    struct fire fire = {.machine = &purchase_machine, .key = "first", .event = PURCHASE_EVENT_CANCEL};
    fire_start(&fire);
    assert_true(fire_waits(&fire));
    assert_int_equal(say(&ruby, "commit"), MOVED);
    fire_join(&fire);
    expect(PAWL_ILLEGAL, fire.status);
    assert_int_equal(fire.moved.from, PURCHASE_STATE_CANCELLED);
    expect_rows(db, "cancelled|10\n",
                "select state, sort_key from purchase_current where purchase_id = 'first'");
}

/* In InnoDB's REPEATABLE READ an update that finds no row locks the gap, in which then nobody can insert. */
static void p5_first_moves_do_not_wait_for_each_other(void **state) {
    (void)state;
    if (!on_mariadb())
        skip(); /* others lock no gaps */
    struct pawl_db *one = open_application(), *other = open_application();
    struct pawl_db *both[] = {one, other};
    execute(one,
            "insert into purchases (id) values ('gap1'), ('gap2'), ('gap3'), ('gap4'), ('gap5'), ('gap6')");
    for (int i = 0; i < 2; i++) {
        execute(both[i], "set session transaction isolation level repeatable read");
        execute(both[i], "set innodb_lock_wait_timeout = 1");
    }
    /* by hand, in the article's order: of two who move two others, one waits */
    struct ruby by_hand[] = {{.db = one}, {.db = other}};
    for (int i = 0; i < 2; i++) {
        begin(&by_hand[i]);
        assert_int_equal(say(&by_hand[i],
                             "update purchase_transitions set most_recent = null"
                             " where purchase_id = 'gap%d' and most_recent = true",
                             i + 1),
                         MOVED);
    }
    assert_int_equal(say(&by_hand[0], "insert into purchase_transitions (purchase_id, to_state, sort_key,"
                                      " most_recent, created_at, updated_at) values ('gap1', 'cancelled', 10,"
                                      " true, utc_timestamp(6), utc_timestamp(6))"),
                     SURPRISE);
    assert_non_null(strstr(by_hand[0].said, "Lock wait timeout exceeded"));
    for (int i = 0; i < 2; i++)
        assert_int_equal(say(&by_hand[i], "rollback"), MOVED);
    /* by Pawl */
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, pawl_begin(both[i], &err));
    static const char *const keys[] = {"gap3", "gap4", "gap5", "gap6"};
    for (int i = 0; i < 4; i++)
        expect(PAWL_OK, purchase_cancel(both[i % 2], keys[i], NULL, NULL, &err));
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, pawl_commit(both[i], &err));
    check(one, "purchase", "pending");
}

static void statesman_that_lost_hears_of_a_conflict(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct ruby ruby = {.db = open_application_apart()};
    char at[32];
    int sort_key;
    execute(db, "insert into purchases (id) values ('lost')");
    expect(PAWL_OK, purchase_cancel(db, "lost", NULL, NULL, &err));
    wait_for_all_nodes();
    last_transition(&ruby, "purchase", "lost", at, &sort_key);
    expect(PAWL_OK, purchase_renew(db, "lost", NULL, NULL, &err));
    wait_for_all_nodes();
    assert_int_equal(transition_to(&ruby, "purchase", "lost", at, "pending", sort_key, superseded()),
                     TRANSITION_CONFLICT);
    assert_int_equal(transition_to(&ruby, "purchase", "lost", "pending", "cancelled", 20, superseded()),
                     MOVED);
    expect(PAWL_OK, purchase_renew(db, "lost", NULL, NULL, &err));
    expect_rows(
        db, "cancel|pending\nrenew|cancelled\ncancel|pending\nrenew|cancelled\n",
        "select event, from_state from purchase_history where purchase_id = 'lost' order by sort_key");
}

/* ---- enforced ----------------------------------------------------------------------------------------- */

/* Also by who has no foreign keys checked. */
static void expect_unreadable(struct ruby *ruby, const char *key, const char *time, const char *actor) {
    execute(ruby->db, "pragma foreign_keys = off");
    enum answer answer =
        say(ruby,
            "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at,"
            " updated_at, actor) values (%s, 'paid', 10, true, %s, current_timestamp, %s)",
            key, time, actor);
    if (answer != REFUSED)
        fail_msg("%s at %s by %s: %s", key, time, actor, ruby->said);
}

/* SQLite has no constraint that waits for the end; its row counts all the same. */
static void is_refused_on_postgres(struct ruby *ruby, struct pawl_db *db) {
    assert_int_equal(say(ruby, "update purchase_transitions set most_recent = false"), REFUSED);
    assert_int_equal(say(ruby, "insert into purchase_transitions (purchase_id, to_state, sort_key,"
                               " most_recent, created_at, updated_at, request_id)"
                               " values ('free', 'paid', 10, true, now(), now(), 'r')"),
                     REFUSED);
    static const char *const unreadable[][3] = {
        {"'{\"pawl\": {\"request_id\": \"r\"}}'", "now()", "default"},
        {"'{\"pawl\": null}'", "now()", "default"},
        {"'{}'", "'infinity'", "default"},
        {"'{}'", "'-infinity'", "default"},
        {"'{}'", "'294270-01-01'", "default"},
        {"'{}'", "now()", "currval('purchase_transitions_id_seq') + 2"},
    };
    execute(ruby->db, "select nextval('purchase_transitions_id_seq')");
    for (size_t i = 0; i < sizeof unreadable / sizeof *unreadable; i++)
        if (say(ruby,
                "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent,"
                " metadata, created_at, updated_at, id) values ('free', 'paid', 10, true, %s, %s, now(), "
                "%s)",
                unreadable[i][0], unreadable[i][1], unreadable[i][2]) != REFUSED)
            fail_msg("%s, %s, %s: %s", unreadable[i][0], unreadable[i][1], unreadable[i][2], ruby->said);
    execute(db, "insert into purchases (id) values ('same')");
    assert_int_equal(say(ruby,
                         "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent,"
                         " metadata, created_at, updated_at)"
                         " values ('same', 'paid', 10, true, '{\"a\": 1.0}', now(), now())"),
                     MOVED);
    assert_int_equal(say(ruby, "update purchase_transitions set metadata = '{\"a\": 1.00}'"
                               " where purchase_id = 'same'"),
                     REFUSED);
}

static void is_refused_on_mariadb(struct ruby *ruby) {
    static const char *const more[] = {
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at,"
        " updated_at, request_id) values ('free', 'paid', 10, true, now(), now(), 'r')",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at,"
        " updated_at, metadata) values ('free', 'paid', 10, true, now(), now(), '{\"pawl\": null}')",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at,"
        " updated_at, id) values ('free', 'paid', 10, true, now(), now(), 9223372036854775807)",
        "replace into purchase_transitions (id, purchase_id, to_state, sort_key, most_recent,"
        " created_at, updated_at) select id, purchase_id, 'paid', sort_key, most_recent, created_at,"
        " updated_at from purchase_transitions where purchase_id = 'kept'",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at,"
        " updated_at) values ('kept', 'paid', 20, true, now(), now())"
        " on duplicate key update to_state = 'paid'",
        "update purchase_transitions set to_state = 'CANCELLED' where to_state = 'cancelled'",
        "update purchase_transitions set most_recent = 7 where purchase_id = 'kept'",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at,"
        " updated_at) values ('free', 'paid', 10, 5, now(), now())",
    };
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        enum answer answer = say(ruby, "%s", more[i]);
        if (answer != REFUSED && answer != TRANSITION_CONFLICT)
            fail_msg("%s: %s", more[i], ruby->said);
    }
    say(ruby, "set foreign_key_checks = 0");
    assert_int_equal(say(ruby, "insert into purchase_transitions (purchase_id, to_state, sort_key,"
                               " most_recent, created_at, updated_at)"
                               " values ('nobody', 'paid', 10, true, now(), now())"),
                     REFUSED);
    assert_true(say(ruby, "truncate purchase_transitions") != MOVED);
}

/* In the place of SQLite's own: what the diagram is asked for is found in every state. */
static void answer_paid(sqlite3_context *context, int count, sqlite3_value **values) {
    const char *last = (const char *)sqlite3_value_text(values[count - 1]);
    if (last && strcmp(last, "pending") == 0)
        sqlite3_result_text(context, "paid", -1, SQLITE_STATIC);
    else
        sqlite3_result_value(context, values[last && strcmp(last, "0") == 0 ? 0 : count - 1]);
}

static void is_refused_on_sqlite(struct ruby *ruby) {
    static const char *const forged[] = {"coalesce", "ifnull", "max", "iif"};
    sqlite3 *other = NULL;
    char *said = NULL;
    assert_int_equal(sqlite3_open(sqlite3_db_filename(pawl_native(ruby->db), "main"), &other), SQLITE_OK);
    for (size_t i = 0; i < sizeof forged / sizeof *forged; i++)
        assert_int_equal(
            sqlite3_create_function(other, forged[i], -1, SQLITE_UTF8, NULL, answer_paid, NULL, NULL),
            SQLITE_OK);
    sqlite3_exec(other,
                 "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at,"
                 " updated_at) values ('kept', 'shipped', 30, true, current_timestamp, current_timestamp)",
                 NULL, NULL, &said);
    assert_non_null(said);
    assert_non_null(strstr(said, "takes only moves that the diagram"));
    sqlite3_free(said);
    sqlite3_close(other);
    assert_int_equal(
        say(ruby, "insert or replace into purchase_transitions (id, purchase_id, to_state,"
                  " sort_key, most_recent, created_at, updated_at)"
                  " select min(id), 'free', 'paid', 10, true, current_timestamp, current_timestamp from"
                  " purchase_transitions where purchase_id = 'kept'"),
        REFUSED);
    assert_int_equal(say(ruby, "insert or replace into purchase_transitions (purchase_id, to_state,"
                               " sort_key, most_recent, created_at, updated_at)"
                               " values ('kept', 'paid', 30, true, current_timestamp, current_timestamp)"),
                     REFUSED);
    static const char *const superseding[] = {"false", "null", "7", "sort_key % 3 = 0"};
    for (size_t i = 0; i < sizeof superseding / sizeof *superseding; i++) {
        execute(ruby->db, "begin");
        say(ruby, "update or replace purchase_transitions set most_recent = %s", superseding[i]);
        expect_rows(ruby->db, "2\n", "select count(*) from purchase_transitions where purchase_id = 'kept'");
        execute(ruby->db, "rollback");
    }
    static const char *const indexed[] = {"purchase_id", "to_state", "sort_key", "request_id"};
    for (size_t i = 0; i < sizeof indexed / sizeof *indexed; i++) {
        sqlite3_blob *blob = NULL; /* which no trigger would hear of */
        assert_int_not_equal(
            sqlite3_blob_open(pawl_native(ruby->db), "main", "purchase_transitions", indexed[i], 1, 1, &blob),
            SQLITE_OK);
        sqlite3_blob_close(blob);
    }
    expect_unreadable(ruby, "'free'", "'garbage'", "null");
    expect_unreadable(ruby, "'free'", "'now'", "null");
    expect_unreadable(ruby, "'free'", "2451545", "null");
    expect_unreadable(ruby, "'free'", "'2026-13-01 10:00:00'", "null");
    expect_unreadable(ruby, "'free'", "null", "null");
    expect_unreadable(ruby, "'nobody'", "current_timestamp", "null");
    expect_unreadable(ruby, "'free' || char(0) || 'x'", "current_timestamp", "null");
    expect_unreadable(ruby, "cast('free' as blob)", "current_timestamp", "null");
    expect_unreadable(ruby, "''", "current_timestamp", "null");
    expect_unreadable(ruby, "'free'", "current_timestamp", "'me' || char(0)");
    expect_unreadable(ruby, "'free'", "current_timestamp", "x'00'");
    expect_unreadable(ruby, "'free'", "current_timestamp", "hex(zeroblob(200))");
}

static void p8_what_is_not_allowed_is_refused(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct ruby ruby = {.db = open_application_apart()};
    execute(db, "insert into purchases (id) values ('kept'), ('free')");
    expect(PAWL_OK, purchase_cancel(db, "kept", NULL, NULL, &err));
    expect(PAWL_OK, purchase_renew(db, "kept", NULL, NULL, &err));
    wait_for_all_nodes();
    static const char *const attempts[] = {
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at, "
        "updated_at)"
        " values ('kept', 'paid', 30, false, current_timestamp, current_timestamp)",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at, "
        "updated_at)"
        " values ('kept', 'paid', 40, true, current_timestamp, current_timestamp)",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at, "
        "updated_at)"
        " values ('free', 'shipped', 10, true, current_timestamp, current_timestamp)",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at, "
        "updated_at,"
        " event) values ('free', 'paid', 10, true, current_timestamp, current_timestamp, 'cancel')",
        "insert into purchase_transitions (purchase_id, to_state, sort_key, most_recent, created_at, "
        "updated_at,"
        " from_state) values ('free', 'paid', 10, true, current_timestamp, current_timestamp, 'lost')",
        "update purchase_transitions set to_state = 'paid' where purchase_id = 'kept'",
        "update purchase_transitions set sort_key = sort_key + 1 where purchase_id = 'kept'",
        "update purchase_transitions set metadata = '{\"a\": 1}' where purchase_id = 'kept'",
        "update purchase_transitions set purchase_id = 'free' where purchase_id = 'kept'",
        "update purchase_transitions set most_recent = true where most_recent is not true",
        "update purchase_transitions set event = 'renew', request_id = 'r' where purchase_id = 'kept'",
    };
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        enum answer answer = say(&ruby, "%s", attempts[i]);
        if (answer != REFUSED && answer != TRANSITION_CONFLICT)
            fail_msg("%s: %s", attempts[i], ruby.said);
    }
    if (on_postgres())
        is_refused_on_postgres(&ruby, db);
    else if (on_mariadb())
        is_refused_on_mariadb(&ruby);
    else
        is_refused_on_sqlite(&ruby);
    assert_true(say(&ruby, "delete from purchase_transitions where purchase_id = 'kept'") != MOVED);
    expect_rows(db, "10|cancelled\n20|pending\n",
                "select sort_key, to_state from purchase_transitions where purchase_id in ('kept', 'free')"
                " order by sort_key");
    check(db, "purchase", "pending");
}

/* Whose policies run as Pawl's owner, and so could write the history. */
static void p8_policy_of_the_parents_owner_is_found(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* the others have no policies */
    struct pawl_db *admin = open_administrator();
    char *login = rows_of(open_application(), "select current_user");
    login[strcspn(login, "\n")] = '\0';
    execute(admin, "insert into purchases (id) values ('watched')");
    execute(admin, "alter table purchases owner to %s; create policy forge on purchases using (true)", login);
    expect(PAWL_OK, purchase_cancel(open_application_apart(), "watched", NULL, NULL, &err));
    execute(admin, "alter table purchases enable row level security");
    expect(PAWL_MISMATCH, purchase_renew(open_application_apart(), "watched", NULL, NULL, &err));
    expect_message_has("on purchases would run within transitions");
    expect_message_has(login);
    execute(admin, "alter table purchases disable row level security;"
                   "drop policy forge on purchases; alter table purchases rename to bought;"
                   "create view purchases as select * from bought");
    expect(PAWL_MISMATCH, purchase_cancel(open_application_apart(), "watched", NULL, NULL, &err));
    expect_message_has("purchases, whose rows transitions lock, is no table any more");
    execute(admin, "drop view purchases; alter table bought rename to purchases;"
                   "alter table purchases owner to current_user");
    free(login);
}

/* ---- a table that was there before ------------------------------------------------------------------- */

/* Whatever another program has in its rows, they are read, and neither ask nor answer for Pawl. */
static void p6_row_of_others_breaks_nothing(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* there the table has the columns */
    struct pawl_db *db = open_application();
    struct ruby ruby = {.db = open_application_apart()};
    const char *const rows[][2] = {
        {"'{\"weight\": \"heavy\", \"due\": \"never\", \"contents\": \"{\", \"seal\": \"\\\\x1\"}'", "now()"},
        {"'{\"weight\": 1e400, \"due\": \"infinity\", \"contents\": [[[]]], \"seal\": {}}'",
         on_postgres() ? "'infinity'" : "'0000-00-00'"},
        {"'{\"event\": \"webhook\", \"from_state\": \"lost\", \"actor\": \"root\", \"request_id\": \"r\"}'",
         on_postgres() ? "'-infinity'" : "'1969-12-31 23:59:59.999999'"},
        {"'[1, 2]'", on_postgres() ? "'294270-01-01'" : "'9999-12-31'"},
        {on_postgres() ? "'\"text\"'" : "'no JSON'", "'1970-01-01'"},
        {"null", "now()"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char id[16];
        struct parcel_history history;
        struct parcel_current current;
        struct parcel_transition moved;
        struct pawl_opts opts = {.request_id = "r"};
        snprintf(id, sizeof id, "odd%zu", i);
        execute(db, "insert into parcels (id) values ('%s')", id);
        expect(PAWL_OK, parcel_create(db, id, NULL, NULL, &err));
        wait_for_all_nodes();
        execute(ruby.db, "update parcel_transitions set most_recent = null where parcel_id = '%s'", id);
        if (on_mariadb())
            execute(ruby.db, "set sql_mode = ''");
        execute(ruby.db,
                "insert into parcel_transitions (from_state, to_state, metadata, sort_key, parcel_id, "
                "most_recent,"
                " created_at, updated_at) values ('packed', 'sent', %s, 20, '%s', true, %s, now())",
                rows[i][0], id, rows[i][1]);
        expect(PAWL_OK, parcel_get(db, id, &current, &err));
        assert_int_equal(current.state, PARCEL_STATE_SENT);
        expect(PAWL_OK, parcel_lose(db, id, &opts, &moved, &err));
        assert_int_equal(moved.sort_key, 30);
        expect(PAWL_OK, parcel_history(db, id, &history, &err));
        assert_int_equal(history.count, 3);
        assert_int_equal(history.rows[1].event, PARCEL_EVENT_DISPATCH);
        assert_int_equal(history.rows[1].from, PARCEL_STATE_PACKED);
        assert_null(history.rows[1].request_id);
        assert_false(history.rows[1].weight.set);
    }
    check(db, "parcel", "");
}

static void moves_in_a_table_of_rails_are_whole(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct ruby ruby = {.db = open_application_apart()};
    static const unsigned char seal[] = {0, 0xff, '"', '\\'};
    const struct parcel_dispatch_args args = {.weight = 1234567890123,
                                              .due = {true, 1700000000123456},
                                              .contents = "{\"b\":  1, \"a\": \"x\\\"y\"}",
                                              .seal = {true, {seal, sizeof seal}}};
    struct pawl_opts opts = {.request_id = "once", .actor = "ann"};
    struct parcel_transition first, again;
    struct parcel_history history;
    execute(db, "insert into parcels (id) values ('whole')");
    expect(PAWL_OK, parcel_create(db, "whole", NULL, NULL, &err));
    expect(PAWL_OK, parcel_dispatch(db, "whole", &args, &opts, &first, &err));
    wait_for_all_nodes();
    assert_int_equal(transition_to(&ruby, "parcel", "whole", "sent", "lost", 20, "null"), MOVED);
    expect(PAWL_OK, parcel_find(db, "whole", NULL, NULL, &err));
    expect(PAWL_OK, parcel_dispatch(db, "whole", &args, &opts, &again, &err));
    assert_int_equal(again.sort_key, first.sort_key);
    assert_true(again.created_at_us == first.created_at_us);
    struct parcel_dispatch_args others = args;
    others.seal.value.size--;
    expect(PAWL_REUSED, parcel_dispatch(db, "whole", &others, &opts, NULL, &err));
    expect(PAWL_OK, parcel_history(db, "whole", &history, &err));
    assert_int_equal(history.count, 4);
    const struct parcel_record *record = &history.rows[1];
    assert_int_equal(record->event, PARCEL_EVENT_DISPATCH);
    assert_int_equal(record->from, PARCEL_STATE_PACKED);
    assert_string_equal(record->actor, "ann");
    assert_string_equal(record->request_id, "once");
    assert_true(record->created_at_us == first.created_at_us);
    assert_true(record->weight.set && record->weight.value == args.weight);
    assert_true(record->due.set && record->due.value_us == args.due.value_us);
    assert_string_equal(record->contents, args.contents);
    assert_int_equal(record->seal.value.size, sizeof seal);
    assert_memory_equal(record->seal.value.data, seal, sizeof seal);
    assert_int_equal(history.rows[2].event, PARCEL_EVENT_LOSE); /* the only one that leads there */
    assert_int_equal(history.rows[2].from, PARCEL_STATE_SENT);
    assert_int_equal(history.rows[3].event, PARCEL_EVENT_FIND);
    expect_rows(db,
                "\n\n\n"
                "1\n",
                on_postgres() ? "select most_recent::int from parcel_transitions where parcel_id = 'whole'"
                                " order by sort_key"
                              : "select most_recent from parcel_transitions where parcel_id = 'whole'"
                                " order by sort_key");
    check(db, "parcel", "");
}

/* As a migration of Rails makes it since Statesman 13, and on SQLite, with columns that another has added. */
static int create_tables(void **state) {
    database_create_empty(state);
    struct pawl_db *db = open_administrator();
    execute(db, "create table purchases (id text primary key)");
    execute(db, "create table parcels (id text primary key)");
    if (on_mariadb())
        execute(db, "create table parcel_transitions (id bigint not null auto_increment primary key,"
                    " from_state varchar(255) not null, to_state varchar(255) not null, metadata text,"
                    " sort_key int not null, parcel_id varchar(570) not null, most_recent tinyint(1),"
                    " created_at datetime(6) not null, updated_at datetime(6) not null,"
                    " foreign key (parcel_id) references parcels (id),"
                    " unique index index_parcel_transitions_parent_sort (parcel_id, sort_key),"
                    " unique index index_parcel_transitions_parent_most_recent (parcel_id, most_recent));"
                    "set @pawl_adopt = 'yes'");
    else if (on_postgres())
        execute(db, "create table parcel_transitions (id bigserial primary key, from_state varchar not null,"
                    " to_state varchar not null, metadata jsonb default '{}', sort_key integer not null,"
                    " parcel_id varchar not null references parcels (id), most_recent boolean,"
                    " created_at timestamp(6) not null, updated_at timestamp(6) not null);"
                    "create unique index on parcel_transitions (parcel_id, sort_key);"
                    "create unique index on parcel_transitions (parcel_id, most_recent);"
                    "set pawl.adopt = 'yes'");
    else
        execute(db, "create table parcel_transitions (id integer primary key, from_state varchar not null,"
                    " to_state varchar not null, metadata json default '{}', sort_key integer not null,"
                    " parcel_id varchar not null references parcels (id), most_recent boolean,"
                    " created_at datetime(6) not null, updated_at datetime(6) not null, event text,"
                    " actor text, request_id text, weight integer, due integer,"
                    " contents text, seal blob);"
                    "create unique index parcel_sort on parcel_transitions (parcel_id, sort_key);"
                    "create unique index parcel_recent on parcel_transitions (parcel_id, most_recent)");
    expect(PAWL_OK, purchase_apply(db, &err));
    expect(PAWL_OK, parcel_apply(db, &err));
    if (on_postgres())
        grant_application(db, "select, insert, update, delete", "purchases, parcels, parcel_transitions");
    return close_handles(state);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p1_both_move_the_same_rows_where_it_is_enforced),
        TEST(p1_both_move_the_same_rows_in_a_table_of_rails),
        TEST_ON_ONE_NODE(p5_who_waited_for_statesman_goes_on_from_there),
        TEST_ON_ONE_NODE(p5_first_move_that_statesman_took_is_seen),
        TEST_ON_ONE_NODE(p5_first_moves_do_not_wait_for_each_other),
        TEST(statesman_that_lost_hears_of_a_conflict),
        TEST(p8_what_is_not_allowed_is_refused),
        TEST(p8_policy_of_the_parents_owner_is_found),
        TEST(p6_row_of_others_breaks_nothing),
        TEST(moves_in_a_table_of_rails_are_whole),
    };
    moves_only(NULL);
    return tests_are_possible() ? cmocka_run_group_tests(tests, create_tables, database_drop) : 77;
}
