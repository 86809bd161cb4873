/*
 * Many threads, each with a handle of one pool: each has its own answer, as if it had been alone, and nobody
 * pays for a stranger.
 */
#include "crew.h"

#include "payment.h"

#include "core/handle.h"
#include "pool/pool.h"

#include <stdatomic.h>

enum { THREADS = 16, MOVES = 40 };

static struct pawl_pool *pool;
static struct pawl_db *admin;

/* lanes: 1, so that all meet in it. */
static void begin(size_t connections) {
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = connections, .lanes = 1};
    admin = open_administrator();
    pool = open_pool(application_where(), &options);
}

static int finish(void **state) {
    pawl_pool_close(pool);
    pool = NULL;
    return close_handles(state);
}

/* ---- a thread ------------------------------------------------------------------------------------- */

struct pool_member {
    struct pawl_db *db;
    char key[32];
    char actor[32];
    int number;
    int flips;                 /* of the door of that key */
    enum pawl_status expected; /* of each */
    enum pawl_status answer;   /* the first other one, or the expected */
    struct pawl_error error;
    int64_t last_sort_key;
};

/* Flips its door so many times, under an actor and a request id of its own. */
static void *flip(void *context) {
    struct pool_member *member = context;
    member->answer = member->expected;
    for (int i = 0; i < member->flips && member->answer == member->expected; i++) {
        char id[48];
        struct door_transition moved;
        snprintf(id, sizeof id, "%s-%d", member->actor, i);
        const struct pawl_opts opts = {.struct_size = sizeof opts, .actor = member->actor, .request_id = id};
        member->answer = door_flip(member->db, member->key, &opts, &moved, &member->error);
        if (member->answer == PAWL_OK)
            member->last_sort_key = moved.sort_key;
    }
    return NULL;
}

/* Each with a door of its own, which is there. */
static void make_members(struct pool_member *members, int flips) {
    for (int i = 0; i < THREADS; i++) {
        struct pool_member *member = &members[i];
        *member = (struct pool_member){
            .db = open_handle(pool), .number = i, .flips = flips, .error = PAWL_ERROR_INIT};
        snprintf(member->key, sizeof member->key, "door %d", i);
        snprintf(member->actor, sizeof member->actor, "actor %d", i);
        enum pawl_status status = door_create(admin, member->key, NULL, NULL, &err);
        assert_true(status == PAWL_OK || status == PAWL_EXISTS);
    }
}

static void close_members(struct pool_member *members) {
    for (int i = 0; i < THREADS; i++)
        pawl_close(members[i].db);
}

static void expect_all(const struct pool_member *members) {
    for (int i = 0; i < THREADS; i++)
        if (members[i].answer != members[i].expected)
            fail_msg("%s: %s (%s)", members[i].key, pawl_status_name(members[i].answer),
                     members[i].error.message);
}

static int count_of(const char *sql) {
    char *rows = rows_of(admin, sql);
    const int count = atoi(rows);
    free(rows);
    return count;
}

static void check_doors(void) {
    check_histories(admin, "door", DOOR_MOVES);
}

static void empty_doors(void) {
    forge("delete from door_transitions");
    forge("delete from door_current");
}

/* ---- each his own --------------------------------------------------------------------------------- */

static void p2_moves_of_many_are_made_together_each_with_its_own_actor_and_id(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, MOVES);
    run_crew(flip, members, sizeof *members, THREADS);
    expect_all(members);
    close_members(members);
    check_doors();
    assert_int_equal(count_of("select count(*) from door_" HISTORY " where event = 'flip'"), THREADS * MOVES);
    assert_int_equal(count_of("select count(*) from door_" HISTORY " where event = 'flip' and actor || '-' <>"
                              " substr(request_id, 1, length(actor) + 1)"),
                     0);
    assert_int_equal(count_of("select count(*) from door_" HISTORY " where event = 'flip' and"
                              " substr(actor, 7) <> substr(door_id, 6)"),
                     0);
}

static atomic_int exchanges;

/* So slow that others ask meanwhile, however slow these are. */
static enum pawl_status count_exchange(struct pawl_db *db, const struct query *queries, size_t count,
                                       enum end_of_queries end, struct pawl_error *error) {
    exchanges++;
    sleep_ms(5);
    return admin->driver->calls->query_all(db, queries, count, end, error);
}

static void expect_fewer_exchanges(void *(*work)(void *), const char *calls) {
    struct pool_member members[THREADS];
    begin(4);
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 4, .lanes = 1};
    struct driver counting = *admin->driver;
    struct call_driver counted = *admin->driver->calls;
    counted.query_all = count_exchange;
    counting.calls = &counted;
    pawl_pool_close(pool);
    expect(PAWL_OK, pool_create(&pool, &counting, application_where(), &options, &err));
    make_members(members, MOVES);
    exchanges = 0;
    run_crew(work, members, sizeof *members, THREADS);
    expect_all(members);
    close_members(members);
    pawl_pool_close(pool);
    pool = NULL;
    print_message("%d %s in %d exchanges\n", THREADS * MOVES, calls, exchanges);
    assert_true(exchanges < THREADS * MOVES * 3 / 4);
}

/* Which is what it is all for. */
static void fewer_exchanges_than_moves(void **state) {
    (void)state;
    if (on_sqlite() || (on_postgres() && !has_session_of_postgres()))
        skip();
    expect_fewer_exchanges(flip, "moves");
}

/* Reads its door so many times. */
static void *look(void *context) {
    struct pool_member *member = context;
    struct door_current current;
    member->answer = PAWL_OK;
    for (int i = 0; i < member->flips && member->answer == PAWL_OK; i++)
        member->answer = door_get(member->db, member->key, &current, &member->error);
    return NULL;
}

static void fewer_exchanges_than_reads(void **state) {
    (void)state;
    if (!on_postgres() || !has_session_of_postgres())
        skip(); /* where each reads by himself */
    expect_fewer_exchanges(look, "reads");
}

/* Flips its door, and reads another's and that in between. */
static void *flip_and_look(void *context) {
    struct pool_member *member = context;
    struct door_current current;
    int64_t sort_key = 10;
    member->answer = PAWL_OK;
    for (int i = 0; i < member->flips && member->answer == PAWL_OK; i++) {
        struct door_transition moved;
        member->answer = door_flip(member->db, member->key, NULL, &moved, &member->error);
        if (member->answer == PAWL_OK)
            member->answer = door_get(member->db, "door 0", &current, &member->error);
        if (member->answer == PAWL_OK)
            member->answer = door_get(member->db, member->key, &current, &member->error);
        sort_key += 10;
        if (member->answer == PAWL_OK && (current.sort_key != sort_key || moved.sort_key != sort_key ||
                                          strcmp(current.id, member->key) != 0))
            member->answer = PAWL_CONFLICT;
    }
    const enum pawl_status nowhere = door_get(member->db, "nowhere", &current, &member->error);
    if (member->answer == PAWL_OK && nowhere != PAWL_NOT_FOUND)
        member->answer = nowhere;
    return NULL;
}

static void p2_who_reads_sees_what_he_has_moved(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, MOVES / 4);
    run_crew(flip_and_look, members, sizeof *members, THREADS);
    expect_all(members);
    close_members(members);
    check_doors();
}

/* Two of one entity in a batch happen one after the other, the second deciding on what the first left. */
static void p5_none_of_many_moves_of_one_entity_is_lost(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, MOVES);
    for (int i = 0; i < THREADS; i++)
        snprintf(members[i].key, sizeof members[i].key, "door 0");
    run_crew(flip, members, sizeof *members, THREADS);
    expect_all(members);
    close_members(members);
    check_doors();
    assert_int_equal(count_of("select max(sort_key) / 10 from door_" HISTORY), 1 + THREADS * MOVES);
}

static void *expect_old_sort_key(void *context) {
    struct pool_member *member = context;
    const struct pawl_opts opts = {.struct_size = sizeof opts, .expect_sort_key = 10};
    member->answer = door_flip(member->db, member->key, &opts, NULL, &member->error);
    return NULL;
}

static void p6_of_those_who_expect_the_same_one_wins(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    int wins = 0;
    begin(4);
    make_members(members, 1);
    for (int i = 0; i < THREADS; i++)
        snprintf(members[i].key, sizeof members[i].key, "door 0");
    run_crew(expect_old_sort_key, members, sizeof *members, THREADS);
    for (int i = 0; i < THREADS; i++) {
        wins += members[i].answer == PAWL_OK;
        if (members[i].answer != PAWL_OK) {
            assert_int_equal(members[i].answer, PAWL_CONFLICT);
            assert_non_null(strstr(members[i].error.message, "expects sort_key 10, and it is 20"));
        }
    }
    close_members(members);
    assert_int_equal(wins, 1);
}

static void *flip_as_one(void *context) {
    struct pool_member *member = context;
    struct door_transition moved;
    const struct pawl_opts opts = {.struct_size = sizeof opts, .request_id = "the same for all"};
    member->answer = door_flip(member->db, member->key, &opts, &moved, &member->error);
    member->last_sort_key = moved.sort_key;
    return NULL;
}

static void p7_a_request_that_many_make_at_once_is_done_once(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, 1);
    for (int i = 0; i < THREADS; i++)
        snprintf(members[i].key, sizeof members[i].key, "door 0");
    run_crew(flip_as_one, members, sizeof *members, THREADS);
    expect_all(members);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(members[i].last_sort_key, 20);
    close_members(members);
    check_doors();
}

/* What a pool sends for a batch; others may name each entity once. */
static void p2_one_call_decides_moves_of_one_entity_in_their_order(void **state) {
    (void)state;
    static const char *const calls[][2] = {
        {"door_open_many(array['a', 'b', 'a'], skips_locked => true)", "OK 20, OK 20, ILLEGAL 20"},
        {"door_flip_many(array['a', 'a', 'b', 'a', 'b'], expect_sort_key => array[20, 20, null, 30, 30],"
         " skips_locked => true)",
         "OK 30, CONFLICT 30, OK 30, OK 40, OK 40"},
        {"door_flip_many(array['a', 'nowhere', 'a', 'nowhere'], request_id => array['x', 'y', null, null],"
         " skips_locked => true)",
         "OK 50, NOT_FOUND, OK 60, NOT_FOUND"},
        {"door_flip_many(array['a', 'a', 'a'], request_id => array[null, 'x', null], skips_locked => true)",
         "OK 70, OK 50, OK 80"},
        {"door_create_many(array['c', 'b', 'c'], skips_locked => true)", "OK 10, EXISTS 40, EXISTS 10"},
        {"door_flip_many(array['a', 'b', 'a'])", "MISUSE, MISUSE, MISUSE"},
    };
    admin = open_administrator();
    if (!on_postgres())
        skip();
    expect(PAWL_OK, door_create(admin, "a", NULL, NULL, &err));
    expect(PAWL_OK, door_create(admin, "b", NULL, NULL, &err));
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        char sql[512];
        snprintf(sql, sizeof sql,
                 "select string_agg(concat_ws(' ', status, sort_key), ', ' order by ordinality)"
                 " from %s with ordinality",
                 calls[i][0]);
        char *answers = rows_of(admin, sql);
        if (!strstr(answers, calls[i][1]))
            fail_msg("%s answers %s", calls[i][0], answers);
        free(answers);
    }
    check_doors();
}

static int event_of(const char *name) {
    int event = 0;
    while (strcmp(door_machine.events[event].name, name) != 0)
        event++;
    return event;
}

/* What a pool sends for a batch on MariaDB, from whoever gathers moves. */
static void expect_gathered(struct pawl_db *gathering, const char *event, const char *items,
                            const char *expected) {
    char sql[700], *names = rows_of(gathering, "select database()");
    names[strcspn(names, "\n")] = '\0';
    snprintf(sql, sizeof sql,
             "select group_concat(concat_ws(' ', status, sort_key) order by number separator ', ')"
             " from json_table(%s_pawl.door_%d_%s_%d_all('%s'), '$[*]' columns (number for ordinality,"
             " status text path '$.status', sort_key text path '$.sort_key')) answered",
             names, PAWL_ABI, door_machine.fingerprint, event_of(event), items);
    free(names);
    char *answers = rows_of(gathering, sql);
    answers[strcspn(answers, "\n")] = '\0';
    assert_string_equal(answers, expected);
    free(answers);
}

static void p4_what_is_made_of_many_is_decided_by_locked_rows(void **state) {
    (void)state;
    static const char *const keys[] = {"a", "b", "c", "d"};
    admin = open_administrator();
    if (!on_mariadb())
        skip();
    struct pawl_db *gathering = open_administrator();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        expect(PAWL_OK, door_create(admin, keys[i], NULL, NULL, &err));
    execute(gathering, "set session innodb_lock_wait_timeout = 0"); /* as a lane's connection */
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_knock(admin, "d", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(gathering, &err));
    expect_gathered(gathering, "flip", "[[\"d\", null, null, null]]", "BUSY");
    expect_gathered(gathering, "flip",
                    "[[\"a\", null, null, \"one\"], [\"d\", null, null, null], [\"b\", null, 20, null],"
                    " [\"nowhere\", null, null, null], [\"c\", \"x\", 10, null], [\"b\", \"\", null, null]]",
                    "OK 20, BUSY, CONFLICT 10, BUSY, OK 20, MISUSE");
    expect_gathered(gathering, "flip", "[[\"c\", \"x\", null, null], [\"a\", null, null, \"two\"]]",
                    "BUSY, OK 30");
    expect_gathered(gathering, "lock", "[[\"c\", null, null, null], [\"b\", null, null, null]]",
                    "ILLEGAL 20, OK 20");
    expect(PAWL_OK, pawl_commit(gathering, &err));
    expect(PAWL_OK, pawl_commit(admin, &err));
    check_doors();
    expect_rows(
        admin, "a|20|one\na|30|two\n",
        "select door_id, sort_key, actor from door_transitions where door_id = 'a' and sort_key > 10");
    expect(PAWL_OK, pawl_freeze(admin, "door", PAWL_FREEZE_REJECT, 0, "spring clean", 1000, &err));
    expect_gathered(gathering, "flip", "[[\"a\", null, null, null], [\"d\", null, null, null]]",
                    "BUSY, BUSY");
    expect(PAWL_OK, pawl_thaw(admin, "door", &err));
}

static void p2_one_call_on_mariadb_decides_moves_of_one_entity_in_their_order(void **state) {
    (void)state;
    static const char *const keys[] = {"a", "b", "c"};
    admin = open_administrator();
    if (!on_mariadb())
        skip();
    struct pawl_db *gathering = open_administrator();
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        expect(PAWL_OK, door_create(admin, keys[i], NULL, NULL, &err));
    execute(gathering, "set session innodb_lock_wait_timeout = 0"); /* as a lane's connection */
    expect(PAWL_OK, pawl_begin(gathering, &err));
    expect_gathered(
        gathering, "flip",
        "[[\"a\", \"x\", 10, \"one\", true], [\"a\", null, 10, \"two\"], [\"a\", null, 20, null],"
        " [\"b\", null, null, null], [\"nowhere\", null, null, null], [\"nowhere\", null, null, null]]",
        "OK 20, CONFLICT 20, OK 30, OK 20, BUSY, BUSY");
    expect_gathered(gathering, "lock",
                    "[[\"a\", null, null, null, true], [\"a\", null, null, null], [\"a\", null, null, null],"
                    " [\"b\", null, null, null]]",
                    "OK 40, ILLEGAL 40, ILLEGAL 40, ILLEGAL 20");
    expect_gathered(gathering, "flip",
                    "[[\"b\", null, null, null, true], [\"b\", \"y\", null, null], [\"b\", \"\", null, null],"
                    " [\"b\", null, null, \"three\"]]",
                    "OK 30, OK 40, MISUSE, OK 50");
    expect_gathered(
        gathering, "flip",
        "[[\"b\", null, null, null, true], [\"b\", \"y\", null, null], [\"b\", null, null, null]]",
        "OK 60, BUSY, OK 70");
    expect(PAWL_OK, pawl_commit(gathering, &err));
    check_doors();
    expect_rows(admin, "20|x|one\n30|-|-\n40|-|-\n",
                "select sort_key, coalesce(request_id, '-'), if(actor in ('one', 'two'), actor, '-')"
                " from door_transitions where door_id = 'a' and sort_key > 10 order by sort_key");
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_knock(admin, "b", NULL, NULL, &err));
    expect_gathered(gathering, "flip",
                    "[[\"b\", null, null, null, true], [\"b\", null, null, null], [\"c\", null, null, null],"
                    " [\"c\", null, null, null]]",
                    "BUSY, BUSY, OK 20, OK 30");
    expect(PAWL_OK, pawl_commit(admin, &err));
    check_doors();
}

static void p4_creations_of_many_on_mariadb_are_of_what_is_not_there(void **state) {
    (void)state;
    admin = open_administrator();
    if (!on_mariadb())
        skip();
    struct pawl_db *gathering = open_administrator();
    expect(PAWL_OK, door_create(admin, "there", NULL, NULL, &err));
    execute(gathering, "set session innodb_lock_wait_timeout = 0"); /* as a lane's connection */
    expect_gathered(gathering, "create",
                    "[[\"a\", \"x\", \"one\", false, true], [\"there\", null, null], [\"b\", null, null],"
                    " [\"b\", \"y\", null], [\"\", null, null], [\"c\", \"\", null], [\"d\", null, \"two\"]]",
                    "OK 10, BUSY, OK 10, BUSY, BUSY, BUSY, OK 10");
    expect_gathered(gathering, "create", "[[\"a\", null, null]]", "BUSY");
    check_doors();
    expect_rows(
        admin, "a|create||closed|x|one\nb|create||closed|-|-\nd|create||closed|-|two\n",
        "select door_id, event, from_state, to_state, coalesce(request_id, '-'), if(actor in ('one', 'two'),"
        " actor, '-') from door_transitions where sort_key = 10 and door_id <> 'there' order by door_id");
    assert_int_equal(count_of("select count(*) from door_current where sort_key = 10 and state = 'closed'"),
                     4);
    expect(PAWL_OK, pawl_freeze(admin, "door", PAWL_FREEZE_REJECT, 0, "spring clean", 1000, &err));
    expect_gathered(gathering, "create", "[[\"e\", null, null], [\"f\", null, null]]", "BUSY, BUSY");
    expect(PAWL_OK, pawl_thaw(admin, "door", &err));
    assert_int_equal(count_of("select count(*) from door_current"), 4);
}

enum { SAME = 3, ORPHAN = 4, CREATIONS = 8 };

/* Those that are the thread's own, one that all create, and one whose parent is not there. */
static enum pawl_status keep_number(void *context, const struct cell *cells, struct pawl_error *error) {
    (void)error;
    *(long *)context = strtol(cells->text, NULL, 10);
    return PAWL_OK;
}

/* The server counts what it is given. Between two statements of a text somebody may kill what runs, and then
 * nothing is answered, and nothing is rolled back. */
static void p9_batch_is_one_statement_to_mariadb(void **state) {
    (void)state;
    admin = open_administrator();
    if (!on_mariadb())
        skip();
    long counted[3] = {0};
    struct query queries[3];
    for (size_t i = 0; i < 3; i++)
        queries[i] = (struct query){.sql = "select json_object('status', variable_value)"
                                           " from information_schema.session_status"
                                           " where variable_name = 'questions'",
                                    .row = keep_number,
                                    .context = &counted[i],
                                    .kind = QUERY_GATHERS,
                                    .row_count = 1};
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, admin->driver->calls->query_all(admin, queries, 3, true, &err));
    expect(PAWL_OK, pawl_rollback(admin, &err));
    assert_true(counted[0] > 0);
    assert_int_equal(counted[1], counted[0]);
    assert_int_equal(counted[2], counted[0]);
}

/* An error says nothing of the transaction, and no answer has before it. */
static void p3_batch_that_fails_at_once_is_known_to_be_open(void **state) {
    (void)state;
    admin = open_administrator();
    if (!on_mariadb())
        skip();
    /* which is called before the row is described */
    execute(admin, "create or replace function broken(number integer) returns integer deterministic begin"
                   " signal sqlstate '45000' set message_text = 'broken on purpose'; return number; end");
    const struct query broken = {
        .sql = "select json_object('status', broken(1))", .kind = QUERY_GATHERS, .row_count = 1};
    const struct query queries[] = {broken, broken};
    expect(PAWL_OK, pawl_begin(admin, &err));
    assert_int_equal(admin->driver->calls->query_all(admin, queries, 2, true, &err), PAWL_DB);
    assert_string_equal(err.sqlstate, "45000");
    assert_true(admin->driver->in_transaction(admin));
    expect(PAWL_OK, pawl_rollback(admin, &err));
    assert_false(admin->driver->in_transaction(admin));
}

static void *create_payments(void *context) {
    struct pool_member *member = context;
    const struct payment_create_args args = {.amount = member->number, .currency = "EUR"};
    const struct pawl_opts opts = {.struct_size = sizeof opts, .actor = member->actor};
    member->answer = PAWL_OK;
    for (int i = 0; i < CREATIONS && member->answer == PAWL_OK; i++) {
        char key[48];
        snprintf(key, sizeof key, "own %d of %d", i, member->number);
        member->answer =
            payment_create(member->db, i == SAME ? "same" : key, &args, &opts, NULL, &member->error);
        if ((i == SAME && member->answer == PAWL_EXISTS) || (i == ORPHAN && member->answer == PAWL_NOT_FOUND))
            member->answer = PAWL_OK;
    }
    return NULL;
}

static void p2_who_creates_what_others_create_finds_it_there(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, 0);
    execute(admin, "insert into payments (id) values ('same')");
    for (int i = 0; i < THREADS * CREATIONS; i++)
        if (i % CREATIONS != ORPHAN)
            execute(admin, "insert into payments (id) values ('own %d of %d')", i % CREATIONS, i / CREATIONS);
    run_crew(create_payments, members, sizeof *members, THREADS);
    expect_all(members);
    close_members(members);
    const int created = THREADS * (CREATIONS - 2) + 1;
    assert_int_equal(count_of("select count(*) from payment_current where state = 'pending_submission'"),
                     created);
    assert_int_equal(
        count_of(
            "select count(*) from payment_" HISTORY
            " where event = 'create' and sort_key = 10 and from_state = ''"
            " and to_state = 'pending_submission' and currency = 'EUR' and actor = 'actor ' || amount and"
            " (payment_id = 'same' or payment_id like 'own % of ' || amount)"),
        created);
}

/* ---- nobody pays for a stranger ------------------------------------------------------------------- */

/* The door of one thread is not there, another's has been locked, and a third one's request is another's. */
static void p6_refusals_are_answers_of_their_own_callers(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, MOVES);
    snprintf(members[3].key, sizeof members[3].key, "door nowhere");
    members[3].expected = PAWL_NOT_FOUND;
    expect(PAWL_OK, door_lock(admin, "door 5", NULL, NULL, &err));
    members[5].expected = PAWL_ILLEGAL;
    expect(PAWL_OK, door_knock(admin, "door 7", &(struct pawl_opts){.request_id = "actor 7-0"}, NULL, &err));
    members[7].expected = PAWL_REUSED;
    members[7].flips = 1;
    run_crew(flip, members, sizeof *members, THREADS);
    expect_all(members);
    assert_non_null(strstr(members[3].error.message, "door door nowhere: flip finds no such door"));
    assert_non_null(strstr(members[5].error.message, "door door 5: flip is not allowed in locked"));
    assert_non_null(strstr(members[7].error.message, "the request id actor 7-0 stands for another request"));
    close_members(members);
    check_doors();
    assert_int_equal(count_of("select count(*) from door_" HISTORY " where event = 'flip'"),
                     (THREADS - 3) * MOVES);
}

static void break_door(const char *key) {
    char condition[80];
    snprintf(condition, sizeof condition, "new.door_id = '%s'", key);
    if (on_postgres())
        execute(
            admin,
            "create or replace function broken_door() returns trigger language plpgsql as"
            " 'begin if new.event = ''flip'' and %s then raise exception ''broken on purpose''; end if; "
            "return"
            " null; end'; create trigger broken_door after insert on door_transitions for each row execute"
            " function broken_door()",
            "new.door_id = ''door 4''");
    else if (on_mariadb())
        break_on_mariadb("broken_door", "after insert", "door_transitions", condition, "broken on purpose");
    else
        execute(admin,
                "create trigger broken_door after insert on door_transitions when %s begin select"
                " raise(abort, 'broken on purpose'); end",
                condition);
}

static void mend_door(void) {
    if (on_mariadb())
        mend_on_mariadb("broken_door");
    else
        execute(admin, on_postgres() ? "drop function broken_door cascade" : "drop trigger broken_door");
}

static void p3_an_error_of_one_hits_its_own_caller_only(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, MOVES / 4);
    members[4].expected = PAWL_DB;
    break_door("door 4");
    run_crew(flip, members, sizeof *members, THREADS);
    mend_door();
    expect_all(members);
    assert_non_null(strstr(members[4].error.message, "broken on purpose"));
    close_members(members);
    check_doors();
    assert_int_equal(count_of("select count(*) from door_" HISTORY " where event = 'flip'"),
                     (THREADS - 1) * (MOVES / 4));
}

/* All but one move on while somebody keeps the door of that one locked. */
static void p4_nobody_waits_for_a_lock_that_another_needs(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    if (on_sqlite())
        skip(); /* which has one writer */
    begin(4);
    make_members(members, MOVES);
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_knock(admin, "door 9", NULL, NULL, &err));
    struct pool_member *blocked = &members[9];
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, flip, blocked), 0);
    struct pool_member others[THREADS - 1];
    for (int i = 0, at = 0; i < THREADS; i++)
        if (i != 9)
            others[at++] = members[i];
    run_crew(flip, others, sizeof *others, THREADS - 1);
    for (int i = 0; i < THREADS - 1; i++)
        if (others[i].answer != PAWL_OK)
            fail_msg("%s: %s", others[i].key, others[i].error.message);
    expect(PAWL_OK, pawl_commit(admin, &err));
    pthread_join(thread, NULL);
    assert_int_equal(blocked->answer, PAWL_OK);
    assert_int_equal(blocked->last_sort_key, 10 + 10 + 10 * MOVES);
    close_members(members);
    check_doors();
}

static void p6_who_is_frozen_out_is_told_so_and_nobody_else(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, 2);
    expect(PAWL_OK, pawl_freeze(admin, "door", PAWL_FREEZE_REJECT, 0, "spring clean", 1000, &err));
    for (int i = 0; i < THREADS; i++)
        members[i].expected = PAWL_LOCKED;
    run_crew(flip, members, sizeof *members, THREADS);
    expect(PAWL_OK, pawl_thaw(admin, "door", &err));
    expect_all(members);
    assert_int_equal(members[0].error.obstacle, PAWL_OBSTACLE_FROZEN);
    assert_string_equal(members[0].error.obstacle_reason, "spring clean");
    close_members(members);
}

/* ---- its limits ----------------------------------------------------------------------------------- */

static void it_lives_as_long_as_its_handles(void **state) {
    (void)state;
    begin(2);
    struct pawl_db *db = open_handle(pool);
    pawl_pool_close(pool);
    pool = NULL;
    expect(PAWL_OK, door_create(db, "late", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, door_flip(db, "late", NULL, NULL, &err));
    pawl_close(db); /* which rolls back */
    expect_rows(admin, "closed\n", "select state from door_current where door_id = 'late'");
}

static void *flip_and_leave(void *context) {
    struct pool_member *member = context;
    flip(member);
    if (member->number == 0)
        pawl_pool_close(pool); /* in the midst of what the others ask for */
    pawl_close(member->db);
    return NULL;
}

static void p3_who_is_under_way_goes_on_when_it_is_closed(void **state) {
    (void)state;
    struct pool_member members[THREADS];
    begin(4);
    make_members(members, MOVES);
    members[0].flips = 1;
    run_crew(flip_and_leave, members, sizeof *members, THREADS);
    pool = NULL;
    expect_all(members);
    check_doors();
    assert_int_equal(count_of("select count(*) from door_" HISTORY " where event = 'flip'"),
                     (THREADS - 1) * MOVES + 1);
}

/* What one handle has found out of a machine, the others need no connection for, nor a round trip. */
static void who_is_new_joins_others_at_once(void **state) {
    (void)state;
    if (on_postgres() && !has_session_of_postgres())
        skip(); /* nothing is gathered behind a pooler */
    admin = open_administrator();
    pool = open_pool(
        application_where(),
        &(struct pawl_pool_options){
            .struct_size = sizeof(struct pawl_pool_options), .connections = 2, .lanes = 1, .wait_ms = 100});
    struct pawl_db *holder = open_handle(pool), *newcomer = open_handle(pool);
    expect(PAWL_OK, door_create(holder, "joined", NULL, NULL, &err));
    assert_non_null(pawl_native(holder)); /* it keeps the only one that is of no lane */
    expect(PAWL_OK, door_flip(newcomer, "joined", NULL, NULL, &err));
    pawl_close(newcomer);
    pawl_close(holder);
}

struct kept_out {
    struct pawl_db *db;
    enum pawl_status status;
    struct pawl_error error;
};

static void *flip_kept_out(void *context) {
    struct kept_out *kept = context;
    kept->error = (struct pawl_error)PAWL_ERROR_INIT;
    kept->status = door_flip(kept->db, "kept out", NULL, NULL, &kept->error);
    return NULL;
}

/* As each of them would be told by itself, and not after twice the time. */
static void who_is_kept_from_writing_is_told_by_whom(void **state) {
    (void)state;
    if (!on_sqlite())
        skip(); /* where nobody keeps all others from writing */
    enum { COUNT = 8 };
    struct kept_out kept[COUNT];
    char where[512];
    snprintf(where, sizeof where, "%s?wait_ms=200", application_where());
    admin = open_administrator();
    pool = open_pool(where, NULL);
    expect(PAWL_OK, door_create(admin, "kept out", NULL, NULL, &err));
    for (int i = 0; i < COUNT; i++)
        kept[i].db = open_handle(pool);
    expect(PAWL_OK, pawl_begin(admin, &err));
    flip_kept_out(&kept[0]); /* alone */
    run_crew(flip_kept_out, kept, sizeof *kept, COUNT);
    expect(PAWL_OK, pawl_rollback(admin, &err));
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(kept[i].status, PAWL_CONFLICT);
        assert_non_null(strstr(kept[i].error.message, "has kept others from writing to"));
        assert_non_null(strstr(kept[i].error.help, "let it end its transaction"));
        pawl_close(kept[i].db);
    }
    expect_rows(admin, "closed\n", "select state from door_current where door_id = 'kept out'");
}

static void longer_than_there_is_time_is_for_ever(void **state) {
    (void)state;
    admin = open_administrator();
    pool = open_pool(
        application_where(),
        &(struct pawl_pool_options){.struct_size = sizeof(struct pawl_pool_options), .wait_ms = INT64_MAX});
    struct pawl_db *db = open_handle(pool);
    expect(PAWL_OK, door_create(db, "patient", NULL, NULL, &err));
    pawl_close(db);
}

static void bad_options_are_misuse(void **state) {
    (void)state;
    const struct pawl_pool_options no_room = {.struct_size = sizeof no_room, .connections = 2, .lanes = 2};
    const struct pawl_pool_options one = {.struct_size = sizeof one, .connections = 1};
    const struct pawl_pool_options too_many = {.struct_size = sizeof too_many, .connections = 1001};
    const struct pawl_pool_options negative = {.struct_size = sizeof negative, .wait_ms = -2};
    expect(PAWL_MISUSE, pawl_pool_open(&pool, application_where(), &no_room, &err));
    expect_message("pawl_pool_open: 2 lanes of 2 connections leave none for all else");
    expect(PAWL_MISUSE, pawl_pool_open(&pool, application_where(), &one, &err));
    expect_message("pawl_pool_open: 1 lane of 1 connection leaves none for all else");
    expect(PAWL_MISUSE, pawl_pool_open(&pool, application_where(), &too_many, &err));
    expect(PAWL_MISUSE, pawl_pool_open(&pool, application_where(), &negative, &err));
    expect(PAWL_MISUSE, pawl_pool_open(&pool, "sqlite::memory:", NULL, &err));
    expect_message("pawl_pool_open: each connection to sqlite::memory: has a database of its own");
    expect(PAWL_MISUSE, pawl_pool_open(&pool, "nonsense", NULL, &err));
    expect(PAWL_MISUSE, pawl_pool_open(NULL, application_where(), NULL, &err));
    expect(PAWL_MISUSE, pawl_pool_open(&pool, NULL, NULL, &err));
    expect(PAWL_MISUSE, pawl_pool_handle(NULL, &(struct pawl_db *){NULL}, &err));
    assert_null(pool);
}

static int next_test(void **state) {
    (void)state;
    admin = open_administrator();
    empty_doors();
    return close_handles(state);
}
#define EACH(function) cmocka_unit_test_setup_teardown(function, next_test, finish)

int main(void) {
    const struct CMUnitTest tests[] = {
        EACH(p2_moves_of_many_are_made_together_each_with_its_own_actor_and_id),
        EACH(fewer_exchanges_than_moves),
        EACH(fewer_exchanges_than_reads),
        EACH(p2_who_reads_sees_what_he_has_moved),
        EACH(p5_none_of_many_moves_of_one_entity_is_lost),
        EACH(p6_of_those_who_expect_the_same_one_wins),
        EACH(p7_a_request_that_many_make_at_once_is_done_once),
        EACH(p2_one_call_decides_moves_of_one_entity_in_their_order),
        EACH(p2_one_call_on_mariadb_decides_moves_of_one_entity_in_their_order),
        EACH(p4_creations_of_many_on_mariadb_are_of_what_is_not_there),
        EACH(p9_batch_is_one_statement_to_mariadb),
        EACH(p3_batch_that_fails_at_once_is_known_to_be_open),
        EACH(p2_who_creates_what_others_create_finds_it_there),
        EACH(p4_what_is_made_of_many_is_decided_by_locked_rows),
        EACH(p6_refusals_are_answers_of_their_own_callers),
        EACH(p3_an_error_of_one_hits_its_own_caller_only),
        EACH(p4_nobody_waits_for_a_lock_that_another_needs),
        EACH(p6_who_is_frozen_out_is_told_so_and_nobody_else),
        EACH(it_lives_as_long_as_its_handles),
        EACH(p3_who_is_under_way_goes_on_when_it_is_closed),
        EACH(who_is_new_joins_others_at_once),
        EACH(who_is_kept_from_writing_is_told_by_whom),
        EACH(longer_than_there_is_time_is_for_ever),
        EACH(bad_options_are_misuse),
    };
    moves_only(&payment_machine, &door_machine, &alarm_machine, NULL);
    return run_suite(tests);
}
