/*
 * Connections that break under the threads of a pool, by a proxy that cuts them or by the server's end of a
 * session. What was acknowledged is there once; who has given a request id learns what came of it; who has
 * none is told UNKNOWN at most.
 */
#include "crew.h"

#include "../support/cut_proxy.h"

#include "pool/pool.h"

#include <stdatomic.h>

enum { THREADS = 12, WITH_IDS = 8, LAST_MS = 1500, LAST_AT_MOST_MS = 60000 };

static struct pawl_pool *pool;
static struct pawl_db *admin;
static atomic_bool is_over;
static atomic_int flips_so_far;

struct pool_member {
    struct pawl_db *db;
    char key[32];
    bool has_ids;
    int64_t sort_key; /* of its door, which nobody else moves */
    int flips, unknowns;
    char problem[700]; /* "" for none */
};

__attribute__((format(printf, 2, 3))) static void complain(struct pool_member *member, const char *format,
                                                           ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!member->problem[0])
        vsnprintf(member->problem, sizeof member->problem, format, arguments);
    va_end(arguments);
}

/* Nobody knows: the door is where it was, or one flip further. */
static void read_again(struct pool_member *member) {
    struct door_current current;
    struct pawl_error own = PAWL_ERROR_INIT;
    enum pawl_status status = PAWL_DB;
    for (int attempt = 0; status == PAWL_DB && attempt < 200; attempt++)
        if ((status = door_get(member->db, member->key, &current, &own)) == PAWL_DB)
            sleep_ms(5);
    member->unknowns++;
    if (status != PAWL_OK)
        complain(member, "get: %s: %s", pawl_status_name(status), own.message);
    else if (current.sort_key != member->sort_key && current.sort_key != member->sort_key + 10)
        complain(member, "after UNKNOWN at %lld", (long long)current.sort_key);
    else
        member->sort_key = current.sort_key;
}

static enum pawl_status flip_once(struct pool_member *member, struct door_transition *moved,
                                  struct pawl_error *own) {
    char id[48];
    struct pawl_opts opts = {.struct_size = sizeof opts};
    snprintf(id, sizeof id, "flip from %lld", (long long)member->sort_key);
    opts.request_id = member->has_ids ? id : NULL;
    enum pawl_status status = PAWL_DB;
    /* DB: it could not connect, and nothing was sent; UNKNOWN under an id: it is asked for again */
    for (int attempt = 0; attempt < 200; attempt++) {
        status = door_flip(member->db, member->key, &opts, moved, own);
        const bool is_asked_again = status == PAWL_DB || (status == PAWL_UNKNOWN && opts.request_id);
        if (!is_asked_again)
            break;
        sleep_ms(5);
    }
    return status;
}

static void *flip_on(void *context) {
    struct pool_member *member = context;
    while (!atomic_load(&is_over) && !member->problem[0]) {
        struct door_transition moved;
        struct pawl_error own = PAWL_ERROR_INIT;
        enum pawl_status status = flip_once(member, &moved, &own);
        if (status == PAWL_OK && moved.sort_key == member->sort_key + 10) {
            member->sort_key = moved.sort_key;
            member->flips++;
            atomic_fetch_add(&flips_so_far, 1);
        } else if (status == PAWL_UNKNOWN && !member->has_ids) {
            read_again(member);
        } else {
            complain(member, "%s at %lld behind %lld: %s", pawl_status_name(status),
                     (long long)(status == PAWL_OK ? moved.sort_key : 0), (long long)member->sort_key,
                     own.message);
        }
    }
    return NULL;
}

/* On a busy machine, where nothing may have moved by then, it lasts on, and disturbs what moves alone. */
static void *end_after_a_while(void *context) {
    void (*disturb)(void) = *(void (**)(void))context;
    int flips_before = 0;
    for (int waited_ms = 0;
         waited_ms < LAST_MS || (atomic_load(&flips_so_far) <= THREADS && waited_ms < LAST_AT_MOST_MS);
         waited_ms += 25) {
        sleep_ms(25);
        if (waited_ms < LAST_MS || atomic_load(&flips_so_far) > flips_before)
            disturb();
        flips_before = atomic_load(&flips_so_far);
    }
    atomic_store(&is_over, true);
    return NULL;
}

static void storm(const char *where, const char *prefix, void (*disturb)(void)) {
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 6};
    struct pool_member members[THREADS];
    pthread_t disturber;
    pool = open_pool(where, &options);
    atomic_store(&is_over, false);
    atomic_store(&flips_so_far, 0);
    for (int i = 0; i < THREADS; i++) {
        struct pool_member *member = &members[i];
        *member = (struct pool_member){.db = open_handle(pool), .has_ids = i < WITH_IDS, .sort_key = 10};
        snprintf(member->key, sizeof member->key, "%s %d", prefix, i);
        expect(PAWL_OK, door_create(admin, member->key, NULL, NULL, &err));
    }
    assert_int_equal(pthread_create(&disturber, NULL, end_after_a_while, &disturb), 0);
    run_crew(flip_on, members, sizeof *members, THREADS);
    pthread_join(disturber, NULL);
    int flips = 0, unknowns = 0;
    for (int i = 0; i < THREADS; i++) {
        pawl_close(members[i].db);
        if (members[i].problem[0])
            fail_msg("%s: %s", members[i].key, members[i].problem);
        flips += members[i].flips;
        unknowns += members[i].unknowns;
        char expected[32];
        snprintf(expected, sizeof expected, "%lld\n", (long long)members[i].sort_key);
        expect_rows(admin, expected, "select max(sort_key) from door_" HISTORY " where door_id = '%s'",
                    members[i].key);
    }
    pawl_pool_close(pool);
    pool = NULL;
    check_histories(admin, "door", DOOR_MOVES);
    print_message("%d flips, %d of them without an answer\n", flips, unknowns);
    assert_true(flips > THREADS);
}

/* ---- what breaks ---------------------------------------------------------------------------------- */

static void leave_in_peace(void) {
}

static void end_sessions(void) {
    if (on_postgres()) {
        execute(admin,
                "select pg_terminate_backend(pid) from (select pid from pg_stat_activity where datname ="
                " current_database() and usename <> current_user order by random() limit 1) one");
        return;
    }
    char *thread = rows_of(admin, "select id from information_schema.processlist where user = database()"
                                  " order by rand() limit 1");
    struct pawl_error own = PAWL_ERROR_INIT;
    if (*thread) { /* which may have ended by itself meanwhile */
        char sql[64];
        snprintf(sql, sizeof sql, "kill %ld", strtol(thread, NULL, 10));
        pawl_exec(admin, sql, &own);
    }
    free(thread);
}

static struct cut_proxy *proxy;
static int cuts;

static void cut(void) {
    static unsigned long number = 12345;
    number = number * 1103515245 + 12345;
    cuts += cut_proxy_has_cut(proxy);
    cut_proxy_arm(proxy, number & 4096 ? TO_SERVER : TO_CLIENT, (long)(number >> 16) % 3000);
}

static void p9_what_was_acknowledged_is_there_once(void **state) {
    (void)state;
    admin = open_administrator();
    storm(application_where(), "calm", leave_in_peace);
}

static void p9_sessions_that_end_under_a_pool_lose_nothing(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    admin = open_administrator();
    storm(application_where(), "ended", end_sessions);
}

static void p7_answers_that_are_lost_hit_nobody_who_has_an_id(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    admin = open_administrator();
    proxy = cut_proxy_start(application_where());
    storm(cut_proxy_where(proxy), "cut", cut);
    cut_proxy_stop(proxy);
    assert_true(cuts > 3);
}

/* The connection cannot be made again at once, so that another one is there to be read on. */
static void p7_what_is_read_after_unknown_stays(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 3, .lanes = 1};
    struct door_current current;
    admin = open_administrator();
    proxy = cut_proxy_start(application_where());
    pool = open_pool(cut_proxy_where(proxy), &options);
    pool_gathers_always(pool);
    struct pawl_db *far = open_handle(pool);
    expect(PAWL_OK, door_create(admin, "read", NULL, NULL, &err));
    for (int i = 0; i < 2; i++) /* the first asks which machine it is, the second prepares */
        expect(PAWL_OK, door_flip(far, "read", NULL, NULL, &err));
    cut_proxy_hold(proxy);
    cut_proxy_arm(proxy, TO_SERVER, 1);
    expect(PAWL_UNKNOWN, door_flip(far, "read", NULL, NULL, &err));
    assert_true(cut_proxy_has_cut(proxy));
    expect(PAWL_OK, door_get(far, "read", &current, &err));
    assert_int_equal(current.sort_key, 30);
    cut_proxy_release(proxy);
    expect_rows(admin, "30\n", "select max(sort_key) from door_" HISTORY " where door_id = 'read'");
    pawl_close(far);
    pawl_pool_close(pool);
    pool = NULL;
    cut_proxy_stop(proxy);
}

typedef enum pawl_status move_fn(struct pawl_db *db, const char *key, const struct pawl_opts *opts,
                                 struct door_transition *out, struct pawl_error *err);

/* Somebody is in its way. */
struct blocked {
    struct pawl_db *db;
    move_fn *move;
    const char *key;
    enum pawl_status expected, answer;
    struct pawl_error error;
};

static void *move_blocked(void *context) {
    struct blocked *blocked = context;
    blocked->answer = blocked->move(blocked->db, blocked->key, NULL, NULL, &blocked->error);
    return NULL;
}

/* Whoever was told UNKNOWN has made it again; then somebody is in the way of two who move with others. */
static void p4_a_connection_that_is_made_again_waits_for_nobody(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 4, .lanes = 1, .wait_ms = 1000};
    struct door_current current;
    pthread_t threads[2];
    admin = open_administrator();
    proxy = cut_proxy_start(application_where());
    pool = open_pool(cut_proxy_where(proxy), &options);
    pool_gathers_always(pool);
    struct pawl_db *far = open_handle(pool);
    struct blocked blocked[2] = {{.move = door_create, .key = "held", .expected = PAWL_EXISTS},
                                 {.move = door_knock, .key = "busy", .expected = PAWL_OK}};
    expect(PAWL_OK, door_create(admin, "busy", NULL, NULL, &err));
    expect(PAWL_OK, door_create(admin, "made again", NULL, NULL, &err));
    for (int i = 0; i < 2; i++) /* the first asks which machine it is, the second prepares */
        expect(PAWL_OK, door_flip(far, "made again", NULL, NULL, &err));
    cut_proxy_hold(proxy);
    cut_proxy_arm(proxy, TO_SERVER, 1);
    expect(PAWL_UNKNOWN, door_flip(far, "made again", NULL, NULL, &err));
    expect(PAWL_OK, door_get(far, "made again", &current, &err));
    cut_proxy_release(proxy);
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_create(admin, "held", NULL, NULL, &err));
    expect(PAWL_OK, door_knock(admin, "busy", NULL, NULL, &err));
    for (int i = 0; i < 2; i++) {
        blocked[i].db = open_handle(pool);
        blocked[i].error = (struct pawl_error)PAWL_ERROR_INIT;
        expect(PAWL_OK, door_get(blocked[i].db, "made again", &current, &err)); /* and asks which machine */
        assert_int_equal(pthread_create(&threads[i], NULL, move_blocked, &blocked[i]), 0);
    }
    for (int i = 0; i < 20; i++) {
        sleep_ms(10);
        expect(PAWL_OK, door_flip(far, "made again", NULL, NULL, &err));
    }
    expect(PAWL_OK, pawl_commit(admin, &err));
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        if (blocked[i].answer != blocked[i].expected)
            fail_msg("%s: %s: %s", blocked[i].key, pawl_status_name(blocked[i].answer),
                     blocked[i].error.message);
        pawl_close(blocked[i].db);
    }
    pawl_close(far);
    pawl_pool_close(pool);
    pool = NULL;
    cut_proxy_stop(proxy);
}

static void *end_transaction_soon(void *context) {
    (void)context;
    sleep_ms(200);
    pawl_commit(admin, NULL);
    return NULL;
}

/* Though it is on the connection of a lane, which is the one that broke. */
static void p5_who_was_told_unknown_waits_for_locks_as_anybody(void **state) {
    (void)state;
    if (on_sqlite())
        skip(); /* a library in one's own process has no connection */
    const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 3, .lanes = 1};
    pthread_t other;
    admin = open_administrator();
    proxy = cut_proxy_start(application_where());
    pool = open_pool(cut_proxy_where(proxy), &options);
    pool_gathers_always(pool);
    struct pawl_db *far = open_handle(pool);
    expect(PAWL_OK, door_create(admin, "patient", NULL, NULL, &err));
    for (int i = 0; i < 2; i++) /* the first asks which machine it is, the second prepares */
        expect(PAWL_OK, door_flip(far, "patient", NULL, NULL, &err));
    cut_proxy_hold(proxy);
    cut_proxy_arm(proxy, TO_SERVER, 1);
    expect(PAWL_UNKNOWN, door_flip(far, "patient", NULL, NULL, &err));
    expect(PAWL_OK, pawl_begin(admin, &err));
    expect(PAWL_OK, door_flip(admin, "patient", NULL, NULL, &err));
    assert_int_equal(pthread_create(&other, NULL, end_transaction_soon, NULL), 0);
    expect(PAWL_OK, pawl_begin(far, &err));
    expect(PAWL_OK, door_flip(far, "patient", NULL, NULL, &err));
    expect(PAWL_OK, pawl_commit(far, &err));
    pthread_join(other, NULL);
    cut_proxy_release(proxy);
    expect_rows(admin, "50\n", "select max(sort_key) from door_" HISTORY " where door_id = 'patient'");
    pawl_close(far);
    pawl_pool_close(pool);
    pool = NULL;
    cut_proxy_stop(proxy);
}

static void *release_soon(void *context) {
    (void)context;
    sleep_ms(400);
    cut_proxy_release(proxy);
    return NULL;
}

struct creator {
    struct pawl_db *db;
    char key[16];
    pthread_t thread;
    enum pawl_status status;
    struct pawl_error error;
};

static void *create_with_id(void *context) {
    struct creator *creator = context;
    const struct pawl_opts once = {.request_id = "once"};
    creator->status = door_create(creator->db, creator->key, &once, NULL, &creator->error);
    return NULL;
}

/*
 * However short wait_ms is: the connection is there again in less than half a second, and each of those whose
 * batch was lost takes longer than that by itself.
 */
static void p7_who_is_sent_again_waits_longer_than_wait_ms(void **state) {
    (void)state;
    if (!on_postgres() || !has_session_of_postgres())
        skip(); /* the connection is a pool's own there, and it gathers */
    enum { CREATORS = 24 };
    const struct pawl_pool_options options = {
        .struct_size = sizeof options, .connections = 2, .lanes = 1, .wait_ms = 50};
    struct creator creators[CREATORS] = {{0}};
    struct door_current current;
    pthread_t releaser;
    admin = open_administrator();
    proxy = cut_proxy_start(application_where());
    pool = open_pool(cut_proxy_where(proxy), &options);
    pool_gathers_always(pool);
    for (int i = 0; i < CREATORS; i++) {
        creators[i] = (struct creator){.db = open_handle(pool), .error = PAWL_ERROR_INIT};
        snprintf(creators[i].key, sizeof creators[i].key, "again %d", i);
        expect(PAWL_NOT_FOUND,
               door_get(creators[i].db, creators[i].key, &current, &err)); /* asks which machine */
    }
    execute(admin, "create function takes_long() returns trigger language plpgsql as"
                   " 'begin perform pg_sleep(0.03); return new; end'; create trigger takes_long before insert"
                   " on door_current for each row execute function takes_long()");
    struct pawl_db *far = open_handle(pool);
    for (int i = 0; i < 2; i++) {
        char key[16];
        snprintf(key, sizeof key, "first %d", i);
        expect(PAWL_OK, door_create(far, key, NULL, NULL, &err)); /* prepares */
    }
    for (int i = 0; i < CREATORS; i++) { /* the first is alone, and the others come together behind it */
        assert_int_equal(pthread_create(&creators[i].thread, NULL, create_with_id, &creators[i]), 0);
        if (i == 0) {
            sleep_ms(15);
            cut_proxy_hold(proxy);
            cut_proxy_arm(proxy, TO_SERVER, 1);
            assert_int_equal(pthread_create(&releaser, NULL, release_soon, NULL), 0);
        }
    }
    pthread_join(releaser, NULL);
    for (int i = 0; i < CREATORS; i++) {
        pthread_join(creators[i].thread, NULL);
        if (creators[i].status == PAWL_UNKNOWN)
            fail_msg("%s is not known: %s", creators[i].key, creators[i].error.message);
        pawl_close(creators[i].db);
    }
    pawl_close(far);
    pawl_pool_close(pool);
    pool = NULL;
    cut_proxy_stop(proxy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(p7_who_is_sent_again_waits_longer_than_wait_ms),
        TEST(p9_what_was_acknowledged_is_there_once),
        TEST(p9_sessions_that_end_under_a_pool_lose_nothing),
        TEST(p7_answers_that_are_lost_hit_nobody_who_has_an_id),
        TEST(p7_what_is_read_after_unknown_stays),
        TEST(p4_a_connection_that_is_made_again_waits_for_nobody),
        TEST(p5_who_was_told_unknown_waits_for_locks_as_anybody),
    };
    moves_only(&door_machine, NULL);
    return run_suite(tests);
}
