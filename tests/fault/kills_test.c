/*
 * Statements that are killed at any moment, while several move the same entities: what was acknowledged is
 * there, once, and nothing is there by halves. What the checker reads it reads with SQL of its own.
 */
#include "../conformance/machines.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

enum { MOVERS = 12, DOORS = 8, ACKNOWLEDGED_MAX = 20000 };

static atomic_bool stop;

struct mover {
    pthread_t thread;
    struct pawl_db *db;
    unsigned number, seed;
    bool has_ids, in_transaction;
    int acknowledged, unknown, failed; /* moves */
    char surprise[200];
};

static void note_surprise(struct mover *mover, enum pawl_status status, const struct pawl_error *error) {
    if (!mover->surprise[0])
        snprintf(mover->surprise, sizeof mover->surprise, "%s: %.150s", pawl_status_name(status),
                 error->message);
}

/* A move, or a creation, so that a pool makes several calls of both together. */
static enum pawl_status ask(struct mover *mover, bool creates, const char *key, const struct pawl_opts *opts,
                            struct pawl_error *error) {
    return creates ? door_create(mover->db, opts->actor, opts, NULL, error)
                   : door_flip(mover->db, key, opts, NULL, error);
}

static enum pawl_status move_once(struct mover *mover, int number, struct pawl_error *error) {
    const bool creates = number % 3 == 0;
    char key[16], id[32];
    snprintf(key, sizeof key, "kill%d", rand_r(&mover->seed) % DOORS);
    snprintf(id, sizeof id, "m%u-%d", mover->number, number);
    const struct pawl_opts opts = {.request_id = mover->has_ids ? id : NULL, .actor = id};
    enum pawl_status status = PAWL_UNKNOWN;
    if (!mover->in_transaction) {
        /* whose ten attempts were all killed asks again what became of it */
        for (int asked = 0; status == PAWL_UNKNOWN && asked < (mover->has_ids ? 10 : 1); asked++)
            status = ask(mover, creates, key, &opts, error);
        return status;
    }
    status = pawl_begin(mover->db, error);
    if (status == PAWL_OK)
        status = ask(mover, creates, key, &opts, error);
    if (status == PAWL_OK)
        return pawl_commit(mover->db, error);
    if (pawl_in_transaction(mover->db))
        pawl_rollback(mover->db, NULL);
    return status;
}

static void *move(void *context) {
    struct mover *mover = context;
    struct pawl_error error = PAWL_ERROR_INIT;
    for (int i = 0; !atomic_load(&stop) && i < ACKNOWLEDGED_MAX; i++) {
        enum pawl_status status = move_once(mover, i, &error);
        mover->acknowledged += status == PAWL_OK;
        mover->unknown += status == PAWL_UNKNOWN;
        mover->failed += status == PAWL_DB || status == PAWL_CONFLICT;
        if (status != PAWL_OK && status != PAWL_UNKNOWN && status != PAWL_DB && status != PAWL_CONFLICT)
            note_surprise(mover, status, &error);
        if (status == PAWL_UNKNOWN && mover->has_ids && !mover->in_transaction)
            note_surprise(mover, status, &error); /* it can be asked what became of it */
    }
    return NULL;
}

/* Kills what runs, and sometimes who runs it: looked up, it has often ended until it is killed, so one look
 * is for many, who may be between two statements then. */
static void kill_some(struct pawl_db *admin, unsigned *seed) {
    char *ids = rows_of(admin, "select id from information_schema.processlist"
                               " where user = database() and command <> 'Sleep' order by rand() limit 3");
    for (int i = 0; i < 8 && *ids; i++) {
        char sql[64];
        long id = strtol(ids, NULL, 10);
        const char *next = strchr(ids, '\n') + 1;
        if (i % 2 && *next)
            id = strtol(next, NULL, 10);
        snprintf(sql, sizeof sql, "kill %s %ld", rand_r(seed) % 64 == 0 ? "connection" : "query", id);
        pawl_exec(admin, sql, NULL); /* it may have gone */
    }
    free(ids);
}

static long seconds(void) {
    const char *text = getenv("PAWL_TEST_SECONDS");
    return text ? strtol(text, NULL, 10) : 5;
}

static void p9_killed_statements_leave_all_or_nothing(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator(), *app = open_application();
    struct mover movers[MOVERS];
    unsigned seed = 1;
    for (int i = 0; i < DOORS; i++) {
        char key[16];
        snprintf(key, sizeof key, "kill%d", i);
        expect(PAWL_OK, door_create(app, key, NULL, NULL, &err));
    }
    for (unsigned i = 0; i < MOVERS; i++) {
        movers[i] =
            (struct mover){.number = i, .seed = i, .has_ids = i % 3 != 2, .in_transaction = i % 3 == 1};
        movers[i].db = open_application();
        assert_int_equal(pthread_create(&movers[i].thread, NULL, move, &movers[i]), 0);
    }
    for (const time_t until = time(NULL) + seconds(); time(NULL) < until; sleep_ms(2))
        kill_some(admin, &seed);
    atomic_store(&stop, true);
    int acknowledged = 0, unknown = 0, failed = 0;
    for (unsigned i = 0; i < MOVERS; i++) {
        pthread_join(movers[i].thread, NULL);
        assert_string_equal(movers[i].surprise, "");
        acknowledged += movers[i].acknowledged;
        unknown += movers[i].unknown;
        failed += movers[i].failed;
    }
    printf("%d acknowledged, %d unknown, %d failed\n", acknowledged, unknown, failed);
    check_histories(admin, "door", DOOR_MOVES);
    /* each actor is one attempt */
    expect_rows(admin, "0\n",
                "select count(*) from (select actor from door_transitions where actor regexp '^m[0-9]+-'"
                " group by actor having count(*) > 1) twice");
    for (unsigned i = 0; i < MOVERS; i++) {
        char sql[200];
        snprintf(sql, sizeof sql, "select count(*) from door_transitions where actor like 'm%u-%%'", i);
        char *count = rows_of(admin, sql);
        const long made = strtol(count, NULL, 10);
        free(count);
        assert_true(made >= movers[i].acknowledged);
        assert_true(made <= movers[i].acknowledged + movers[i].unknown);
    }
}

/* A function of somebody's that goes on after an error of Pawl's, in the middle of a move, keeps no half of
 * it. */
static void p3_who_catches_an_error_keeps_no_half(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator(), *app = open_application();
    char *names = rows_of(admin, "select database()");
    names[strcspn(names, "\n")] = '\0';
    expect(PAWL_OK, door_create(app, "half", NULL, NULL, &err));
    execute(admin,
            "create function caught(which varchar(20)) returns integer modifies sql data begin"
            " declare said longtext; declare continue handler for sqlexception begin end;"
            " if which = 'flip' then set said = %s_pawl.door_flip$4('half', null, null, null);"
            " elseif which = 'gathered' then"
            " set said = %s_pawl.door_%d_%s_%d_all('[[\"half\", null, null, null]]');"
            " elseif which = 'own' then set said = %s_pawl.door_%d_%s_%d_own('half', null);"
            " else set said = %s_pawl.door_create$3('another', null, null); end if; return 1; end",
            names, names, PAWL_ABI, door_machine.fingerprint, DOOR_EVENT_FLIP, names, PAWL_ABI,
            door_machine.fingerprint, DOOR_EVENT_FLIP, names);
    free(names);
    execute(admin, "set @pawl_has_savepoint = true"); /* as functions of Pawl's say it to each other */
    break_on_mariadb("half", "before update", "door_current", NULL, "broken on purpose");
    expect_rows(
        admin, "1\n1\n1\n",
        "select caught('flip') union all select caught('gathered') union all select caught('create')");
    mend_on_mariadb("half");
    break_on_mariadb("half", "before insert", "door_transitions", NULL, "broken on purpose");
    expect_rows(admin, "1\n", "select caught('own')");
    mend_on_mariadb("half");
    check_histories(admin, "door", DOOR_MOVES);
    expect_rows(admin, "closed|10|1\n",
                "select state, sort_key, (select count(*) from door_transitions where door_id = 'half')"
                " from door_current where door_id = 'half'");
    expect_rows(admin, "0\n", "select count(*) from door_current where door_id = 'another'");
}

/* A procedure of somebody's that commits after an error of Pawl's: the statement is undone whole, also where
 * no handler of a function hears of the error, as of a lock that was not free. */
static void p3_what_is_committed_after_an_error_is_no_half(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator(), *holder = open_administrator(), *app = open_application();
    char *names = rows_of(admin, "select database()");
    names[strcspn(names, "\n")] = '\0';
    expect(PAWL_OK, door_create(app, "split", NULL, NULL, &err));
    expect(PAWL_OK, door_create(app, "first", NULL, NULL, &err));
    execute(admin, "create table held (number integer primary key)");
    execute(admin, "insert into held values (1)");
    execute(admin, "create table heard (said longtext)");
    execute(admin,
            "create procedure gone_on(which varchar(20)) begin"
            " declare said, heard longtext; declare continue handler for sqlexception"
            " get diagnostics condition 1 heard = message_text;"
            " set innodb_lock_wait_timeout = 0; start transaction;"
            " if which = 'flip' then select %s_pawl.door_flip$4('split', null, null, null) into said;"
            " elseif which = 'many' then select %s_pawl.door_flip_many$4('[[\"first\", null, null],"
            " [\"split\", null, null]]', null) into said;"
            " elseif which = 'create_many' then select %s_pawl.door_create_many$3('[[\"unborn1\", null],"
            " [\"unborn2\", null], [\"unborn3\", null]]', null) into said;"
            " else select %s_pawl.door_create$3('unborn', null, null) into said; end if; commit;"
            " insert into heard values (heard); end",
            names, names, names, names);
    execute(holder, "begin");
    execute(holder, "update held set number = 2");
    char is_held[200];
    snprintf(is_held, sizeof is_held, "(select number from %s.held for update) > 0", names);
    const char *const conditions[] = {"new.door_id in ('split', 'unborn', 'unborn2')", is_held};
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        break_on_mariadb("split", "before update", "door_current", conditions[i], "broken on purpose");
        execute(admin, "call gone_on('flip')");
        execute(admin, "call gone_on('create')");
        execute(admin, "call gone_on('many')");
        execute(admin, "call gone_on('create_many')");
        mend_on_mariadb("split");
    }
    execute(holder, "rollback");
    expect_rows(admin, "Lock wait timeout exceeded; try restarting transaction|4\nbroken on purpose|4\n",
                "select said, count(*) from heard group by said order by said");
    free(names);
    check_histories(admin, "door", DOOR_MOVES);
    expect_rows(admin, "closed|10|1\n",
                "select state, sort_key, (select count(*) from door_transitions where door_id = 'split')"
                " from door_current where door_id = 'split'");
    expect_rows(admin, "10\n", "select sort_key from door_current where door_id = 'first'");
    expect_rows(admin, "0\n", "select count(*) from door_current where door_id like 'unborn%%'");
}

/* The same of what was deferred: nothing says behind it that it is being fired. */
static void p3_deferred_event_that_is_cut_off_is_not_being_fired(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator(), *holder = open_administrator(), *app = open_application();
    const struct pawl_opts flip = {.request_id = "late flip", .defer = true},
                           create = {.request_id = "late create", .defer = true};
    char *names = rows_of(admin, "select database()");
    names[strcspn(names, "\n")] = '\0';
    expect(PAWL_OK, door_create(app, "late", NULL, NULL, &err));
    expect(PAWL_OK, pawl_freeze(admin, "door", PAWL_FREEZE_SLEEP, 0, "a nap", 20000, &err));
    expect(PAWL_DEFERRED, door_flip(app, "late", &flip, NULL, &err));
    expect(PAWL_DEFERRED, door_create(app, "later", &create, NULL, &err));
    expect(PAWL_OK, pawl_thaw(admin, "door", &err));
    execute(admin, "create table awaited (number integer primary key)");
    execute(admin, "insert into awaited values (1)");
    execute(admin,
            "create procedure cut_off(which varchar(20)) begin"
            " declare said longtext; declare its bigint;"
            " declare continue handler for 1205 set said = 'cut off';"
            " select number into its from %s_pawl.pawl_deferred where request_id = which;"
            " set innodb_lock_wait_timeout = 0; start transaction;"
            " set said = %s_pawl.door_fire_deferred(its, null); commit;"
            " if said <> 'cut off' then signal sqlstate '45000' set message_text = said; end if; end",
            names, names);
    execute(holder, "begin");
    execute(holder, "update awaited set number = 2");
    char is_awaited[200];
    snprintf(is_awaited, sizeof is_awaited, "(select number from %s.awaited for update) > 0", names);
    break_on_mariadb("cut", "before update", "door_current", is_awaited, "broken on purpose");
    execute(admin, "call cut_off('late flip')");
    execute(admin, "call cut_off('late create')");
    execute(holder, "rollback");
    mend_on_mariadb("cut");
    expect_rows(admin, "0|2\n", "select sum(is_firing), count(*) from pawl_deferred where status is null");
    expect_rows(admin, "0\n", "select count(*) from door_current where door_id = 'later'");
    free(names);
    expect(PAWL_OK, pawl_fire_deferred(app, &door_machine, NULL, &err));
    check_histories(admin, "door", DOOR_MOVES);
    expect_rows(admin, "late|20\nlater|10\n",
                "select door_id, sort_key from door_current where door_id like 'late%%' order by door_id");
}

/* The session of this test's that does; 0: none. */
static long waits_to_commit(struct pawl_db *admin) {
    char *ids =
        rows_of(admin, "select id from information_schema.processlist where state = 'Waiting for backup lock'"
                       " and user = database()");
    const long id = strtol(ids, NULL, 10);
    free(ids);
    return id;
}

/* The row of a move has been sent by then; what follows it says that there is none. */
static void p9_move_that_does_not_commit_is_not_acknowledged(void **state) {
    (void)state;
    struct pawl_db *admin = open_administrator(), *backup = open_administrator(), *app = open_application();
    struct fire waiting = {.machine = &door_machine, .key = "row", .event = DOOR_EVENT_FLIP};
    expect(PAWL_OK, door_create(app, "row", NULL, NULL, &err));
    execute(backup, "backup stage start");
    for (const char *const *stage = (const char *const[]){"flush", "block_ddl", "block_commit", NULL}; *stage;
         stage++)
        execute(backup, "backup stage %s", *stage);
    fire_start(&waiting);
    long id = 0;
    for (int i = 0; i < 1000 && id == 0; i++, sleep_ms(10))
        id = waits_to_commit(admin);
    execute(admin, "kill query %ld", id);
    for (int i = 0; i < 1000 && waits_to_commit(admin); i++) /* or it is let through before it notices */
        sleep_ms(10);
    execute(backup, "backup stage end");
    fire_join(&waiting);
    assert_int_equal(waiting.status, PAWL_UNKNOWN);
    check_histories(admin, "door", DOOR_MOVES);
    expect_rows(admin, "closed\n", "select state from door_current where door_id = 'row'");
}

int main(void) {
    const struct CMUnitTest tests[] = {TEST(p9_killed_statements_leave_all_or_nothing),
                                       TEST(p9_move_that_does_not_commit_is_not_acknowledged),
                                       TEST(p3_who_catches_an_error_keeps_no_half),
                                       TEST(p3_what_is_committed_after_an_error_is_no_half),
                                       TEST(p3_deferred_event_that_is_cut_off_is_not_being_fired)};
    moves_only(&door_machine, NULL);
    return run_suite(tests);
}
