/* Locks on keys for a transaction, and what moves of machines with a key make of them. */
#include "transfers.h"

#include <pthread.h>
#include <stdatomic.h>

/* ---- for a transaction ---------------------------------------------------------------------------- */

/* The same as runtime/README.md and tests/unit/runtime publish. */
static void key_numbers_are_the_same_in_sql(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* it has no functions of its own */
    struct pawl_db *db = open_application();
    const char *const pairs[][2] = {
        {"payment", "PM1"}, {"", "A1"}, {"größe", "ключ"}, {"a", "bc"}, {"ab", "c"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char number[32];
        snprintf(number, sizeof number, "%lld\n", (long long)pawl_key_number(pairs[i][0], pairs[i][1]));
        expect_rows(db, number, "select pawl_key('%s', '%s')", pairs[i][0], pairs[i][1]);
    }
}

static void lock_lasts_until_the_end_of_the_transaction(void **state) {
    (void)state;
    struct pawl_db *db = open_application(), *other = open_application();
    begin_free(db);
    expect(PAWL_OK, pawl_lock(db, "account", "A", PAWL_WAIT, &err));
    expect(PAWL_OK, pawl_lock(db, "account", "A", 0, &err));
    begin_free(other);
    expect(PAWL_LOCKED, pawl_lock(other, "account", "A", 0, &err));
    expect_message("account A: another transaction holds the lock");
    expect(PAWL_LOCKED, pawl_lock(other, "account", "A", 150, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect(PAWL_OK, pawl_lock(other, "account", "A", 150, &err)); /* LOCKED has left the transaction usable */
    expect(PAWL_OK, pawl_commit(other, &err));
}

static void locks_of_other_types_and_keys_are_others(void **state) {
    (void)state;
    if (!on_postgres())
        skip(); /* there its writer locks all keys */
    struct pawl_db *db = open_application(), *other = open_application();
    begin_free(db);
    begin_free(other);
    expect(PAWL_OK, pawl_lock(db, "account", "A", PAWL_WAIT, &err));
    expect(PAWL_OK, pawl_lock(other, "account", "B", 0, &err));
    expect(PAWL_OK, pawl_lock(other, "order", "A", 0, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
    expect_rows(other, "OK|OK|MISUSE|0\n",
                "select pawl_lock('account', 'A', 0::bigint), pawl_lock('account', 'A', 100::bigint),"
                " pawl_lock('', 'A', 0::bigint), current_setting('lock_timeout')");
}

struct locker {
    pthread_t thread;
    struct pawl_db *db;
    atomic_bool done;
    enum pawl_status status;
    struct pawl_error error;
};

static void *lock_account(void *context) {
    struct locker *locker = context;
    locker->status = pawl_begin(locker->db, &locker->error);
    if (locker->status == PAWL_OK)
        locker->status = pawl_lock(locker->db, "account", "W", 20000, &locker->error);
    atomic_store(&locker->done, true);
    pawl_rollback(locker->db, NULL);
    return NULL;
}

static void lock_waits_for_its_turn(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct locker locker = {.db = open_application(), .error = PAWL_ERROR_INIT};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_lock(db, "account", "W", PAWL_WAIT, &err));
    assert_int_equal(pthread_create(&locker.thread, NULL, lock_account, &locker), 0);
    sleep_ms(300);
    bool waited = !atomic_load(&locker.done);
    expect(PAWL_OK, pawl_commit(db, &err));
    pthread_join(locker.thread, NULL);
    assert_true(waited);
    assert_int_equal(locker.status, PAWL_OK);
}

static void lock_is_misused_in_so_many_ways(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    expect(PAWL_MISUSE, pawl_lock(db, "account", "A", 0, &err));
    expect_message("pawl_lock outside a transaction");
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_MISUSE, pawl_lock(db, "", "A", 0, &err));
    expect_message("pawl_lock: the type is empty");
    expect(PAWL_MISUSE, pawl_lock(db, "account", NULL, 0, &err));
    expect_message("pawl_lock: the key is NULL");
    expect(PAWL_MISUSE, pawl_lock(db, "account", "\xff", 0, &err));
    expect(PAWL_MISUSE, pawl_lock(db, "account", "A", PAWL_WAIT - 1, &err));
    expect(PAWL_OK, pawl_rollback(db, &err));
}

/* ---- serialize by --------------------------------------------------------------------------------- */

static struct fire pay_of(const char *id, const struct transfer_pay_args *args) {
    return (struct fire){.machine = &transfer_machine, .key = id, .event = TRANSFER_EVENT_PAY, .args = args};
}

static void serialised_moves_wait_for_each_other(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_transfer(db, "ser1", "ser-A");
    new_transfer(db, "ser2", "ser-B");
    new_transfer(db, "ser3", "ser-C");
    struct transfer_pay_args to_a = {.to_account = "ser-A"}, to_none = {0};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pay(db, "ser1", "ser-D"));
    struct fire second = pay_of("ser2", &to_a), free = pay_of("ser3", &to_none);
    fire_start(&second);
    fire_start(&free);
    bool waited = fire_waits(&second);
    bool free_waited = fire_waits(&free);
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&second);
    fire_join(&free);
    assert_true(waited);
    assert_int_equal(free_waited, on_sqlite());
    assert_int_equal(second.status, PAWL_OK);
    assert_int_equal(free.status, PAWL_OK);
}

/* The user's own locks and those of a machine are one: its type is the machine's name. */
static void serialised_moves_wait_for_locks_of_their_keys(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_transfer(db, "own", "own-A");
    struct transfer_pay_args to_b = {.to_account = "own-B"};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_lock(db, "transfer", "own-B", PAWL_WAIT, &err));
    struct fire move = pay_of("own", &to_b);
    fire_start(&move);
    bool waited = fire_waits(&move);
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&move);
    assert_true(waited);
    assert_int_equal(move.status, PAWL_OK);
}

/* One key, without a lock of the machine's own; none where it is null. */
static void serialised_by_one_key(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    new_exchange(db, "desk1", "x");
    new_exchange(db, "desk2", "x");
    struct exchange_tally_args at_desk = {.desk = "desk-A"}, nowhere = {0};
    struct fire first = {
        .machine = &exchange_machine, .key = "desk1", .event = EXCHANGE_EVENT_TALLY, .args = &at_desk};
    struct fire free = {
        .machine = &exchange_machine, .key = "desk2", .event = EXCHANGE_EVENT_TALLY, .args = &nowhere};
    expect(PAWL_OK, pawl_begin(db, &err));
    expect(PAWL_OK, pawl_lock(db, "exchange", "desk-A", PAWL_WAIT, &err));
    fire_start(&first);
    bool waited = fire_waits(&first);
    fire_start(&free);
    bool free_waited = fire_waits(&free);
    expect(PAWL_OK, pawl_commit(db, &err));
    fire_join(&first);
    fire_join(&free);
    assert_true(waited);
    assert_int_equal(free_waited, on_sqlite());
    assert_int_equal(first.status, PAWL_OK);
    assert_int_equal(free.status, PAWL_OK);
}

/* Whoever holds the greater number back sees whether the smaller one was taken first, whatever the order in
   which they are written. */
static void take_in_sorted_order(const struct pawl_machine *machine,
                                 void (*make)(struct pawl_db *db, const char *id, const char *account)) {
    if (!on_postgres())
        skip(); /* there is one lock */
    struct pawl_db *db = open_application(), *other = open_application();
    bool is_less = pawl_key_number(machine->name, "sort-A") < pawl_key_number(machine->name, "sort-B");
    const char *low = is_less ? "sort-A" : "sort-B", *high = is_less ? "sort-B" : "sort-A";
    for (int i = 0; i < 2; i++) {
        char id[16];
        snprintf(id, sizeof id, "sort%d", i);
        make(db, id, i == 0 ? low : high);
        struct transfer_pay_args to = {.to_account = i == 0 ? high : low};
        struct exchange_pay_args change = {.to_account = to.to_account};
        bool is_exchange = machine == &exchange_machine;
        struct fire move =
            is_exchange
                ? (struct fire){.machine = machine, .key = id, .event = EXCHANGE_EVENT_PAY, .args = &change}
                : pay_of(id, &to);
        expect(PAWL_OK, pawl_begin(db, &err));
        expect(PAWL_OK, pawl_lock(db, machine->name, high, PAWL_WAIT, &err));
        fire_start(&move);
        bool waited = fire_waits(&move);
        expect(PAWL_OK, pawl_begin(other, &err));
        enum pawl_status low_lock = pawl_lock(other, machine->name, low, 0, &err);
        expect(PAWL_OK, pawl_rollback(other, &err));
        expect(PAWL_OK, pawl_commit(db, &err));
        fire_join(&move);
        assert_true(waited);
        assert_int_equal(low_lock, PAWL_LOCKED);
        assert_int_equal(move.status, PAWL_OK);
    }
}

static void keyed_locks_are_taken_in_sorted_order(void **state) {
    (void)state;
    take_in_sorted_order(&transfer_machine, new_transfer);
}

static void keyed_locks_of_a_pair_are_taken_in_sorted_order(void **state) {
    (void)state;
    take_in_sorted_order(&exchange_machine, new_exchange);
}

/* ---- those with a key ----------------------------------------------------------------------------- */

static void those_with_a_key_are_listed(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    struct transfer_page page;
    new_transfer(db, "ls2", "LS");
    new_transfer(db, "ls1", "LS");
    new_transfer(db, "ls3", "LS");
    new_transfer(db, "ls4", "LT");
    expect(PAWL_OK, transfer_close(db, "ls2", NULL, NULL, &err));
    expect(PAWL_OK, transfer_with_key(db, "LS", NULL, 2, &page, &err));
    assert_int_equal(page.count, 2);
    assert_string_equal(page.rows[0].id, "ls1");
    assert_string_equal(page.rows[1].id, "ls2");
    assert_int_equal(page.rows[1].state, TRANSFER_STATE_CLOSED);
    expect(PAWL_OK, transfer_with_key(db, "LS", &page.rows[1], 2, &page, &err));
    assert_int_equal(page.count, 1);
    assert_string_equal(page.rows[0].id, "ls3");
    execute(db, "insert into slots values (8)");
    expect(PAWL_OK, slot_create(db, 8, NULL, NULL, &err));
    struct slot_page slots;
    expect(PAWL_OK, slot_with_key(db, 8, NULL, 2, &slots, &err));
    assert_int_equal(slots.count, 1);
    assert_int_equal(slots.rows[0].id, 8);
    struct pawl_rows rows;
    expect(PAWL_MISUSE,
           pawl_with_key(db, &door_machine, (struct pawl_key){.text = "x"}, NULL, 1, &rows, &err));
    expect(PAWL_MISUSE, transfer_with_key(db, "", NULL, 2, &page, &err));
    expect_message("transfer: the key is empty");
    expect(PAWL_MISUSE, transfer_with_key(db, "LS", NULL, (size_t)INT32_MAX + 1, &page, &err));
    expect_message("transfer: a page of 2147483648 rows");
    if (on_postgres())
        expect_rows(db, "ls1\nls2\nls3\n", "select transfer_id from transfer_with_key('LS')");
}

/* Of each class of cheating, those that only locks offer. */
static void tables_of_locks_are_not_written_by_others(void **state) {
    (void)state;
    struct pawl_db *db = open_application();
    acquire(db, "transfer", "CH", "nightly");
    const char *const attempts[] = {
        "delete from pawl_locks",
        "update pawl_locks set owner = 'me'",
        "insert into pawl_locks values ('CH', '', 'me', 99, %s, null)",
        "update pawl_lock_keys set last_token = 0",
        "delete from pawl_lock_keys",
        "delete from pawl_lock_log",
        "insert into pawl_lock_waiters values ('CH', '', 'me', %s, %s)",
        "delete from pawl_freezes",
        "update pawl_freezes set mode = null",
        "delete from pawl_deferred",
    };
    const char *now = on_postgres() ? "now()" : "0";
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts; i++) {
        char sql[256];
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(sql, sizeof sql, attempts[i], now, now);
#pragma GCC diagnostic pop
        pawl_exec(db, sql, NULL);
    }
    expect_rows(db, "CH|transfer|nightly\n",
                "select key, type, owner from pawl_locks where key = 'CH' and until is null");
    expect_rows(db, "1\n", "select count(*) from pawl_lock_keys where key = 'CH' and last_token = 1");
}

/* PostgreSQL keeps locks on keys in a table of a fixed size, which all sessions share. */
static void many_with_keys_are_so_many_at_most(void **state) {
    (void)state;
    static struct transfer_create_item created[PAWL_KEYED_ITEM_MAX + 1];
    static struct transfer_pay_item paid[PAWL_KEYED_ITEM_MAX + 1];
    static struct transfer_result results[PAWL_KEYED_ITEM_MAX + 1];
    static char ids[PAWL_KEYED_ITEM_MAX + 1][16], payees[PAWL_KEYED_ITEM_MAX + 1][16];
    struct pawl_db *db = open_application();
    for (int i = 0; i <= PAWL_KEYED_ITEM_MAX; i++) {
        snprintf(ids[i], sizeof ids[i], "many-%d", i);
        snprintf(payees[i], sizeof payees[i], "payee-%d", i);
        created[i] = (struct transfer_create_item){.id = ids[i], .args = {.account = ids[i]}};
        paid[i] = (struct transfer_pay_item){.id = ids[i], .args = {.to_account = payees[i]}};
    }
    expect(PAWL_MISUSE, transfer_create_many(db, created, PAWL_KEYED_ITEM_MAX + 1, NULL, results, &err));
    expect_message_has(
        "create of 2001: one call takes at most 2000, since each also takes a lock on its key");
    assert_string_equal(err.help, "make several calls: each keeps its locks to its end");
    expect(PAWL_OK, transfer_create_many(db, created, PAWL_KEYED_ITEM_MAX, NULL, results, &err));
    /* a lock of the machine's key, and one for each account */
    expect(PAWL_OK, transfer_pay_many(db, paid, PAWL_KEYED_ITEM_MAX, NULL, results, &err));
    for (int i = 0; i < PAWL_KEYED_ITEM_MAX; i++)
        assert_int_equal(results[i].status, PAWL_OK);
}

/* ---- beside what MySQL has ------------------------------------------------------------------------ */

static long session_of(struct pawl_db *db) {
    char *number = rows_of(db, "select connection_id()");
    const long session = strtol(number, NULL, 10);
    free(number);
    return session;
}

/* GET_LOCK is not let go by a rollback, and is by a connection that breaks; nodes of a cluster have one each.
 */
static void lock_belongs_to_its_owner_and_not_to_a_session(void **state) {
    (void)state;
    if (!on_mariadb() || through_pool())
        skip(); /* a pool has sessions of its own */
    struct pawl_db *one = across_nodes() ? open_application_on(0) : open_application();
    struct pawl_db *other = across_nodes() ? open_application_on(1) : open_application();
    int64_t token;
    expect(PAWL_OK, pawl_begin(one, &err));
    expect_rows(one, "1\n", "select get_lock('by hand', 0)");
    expect(PAWL_OK, pawl_rollback(one, &err));
    expect_rows(other, across_nodes() ? "1\n" : "0\n", "select get_lock('by hand', 0)");
    expect(PAWL_OK, pawl_begin(one, &err));
    expect(PAWL_OK, pawl_lock(one, "transfer", "by Pawl", PAWL_WAIT, &err));
    expect(PAWL_OK, pawl_rollback(one, &err));
    expect(PAWL_OK, pawl_acquire(other, "transfer", "by Pawl", "other", 0, 0, &token, &err));
    expect(PAWL_LOCKED, pawl_acquire(one, "transfer", "by Pawl", "one", 0, 0, &token, &err));
    if (across_nodes())
        return; /* whose sessions cannot be ended from everywhere */
    expect_rows(other, "0\n", "select get_lock('by hand', 0)");
    execute(open_administrator(), "kill %ld", session_of(one));
    for (int waits = 0; waits < 500; waits++) {
        char *got = rows_of(other, "select get_lock('by hand', 0)");
        const bool has = got[0] == '1';
        free(got);
        if (has)
            break;
        sleep_ms(2);
    }
    expect_rows(other, "1\n", "select is_used_lock('by hand') = connection_id()");
    one = open_application();
    execute(open_administrator(), "kill %ld", session_of(other));
    expect(PAWL_LOCKED, pawl_acquire(one, "transfer", "by Pawl", "one", 0, 0, &token, &err));
}

/* `for update` of a row that is not there locks the gap in REPEATABLE READ, and both have it: neither
 * inserts. */
static void lock_that_is_not_there_yet_keeps_nobody_waiting(void **state) {
    (void)state;
    if (!on_mariadb() || through_pool())
        skip(); /* a pool has sessions of its own */
    struct pawl_db *both[] = {open_application(), open_application()};
    execute(open_administrator(), "create table locks_by_hand (name varchar(64) primary key, owner text)");
    for (int i = 0; i < 2; i++)
        execute(both[i], "set session transaction isolation level repeatable read");
    for (int i = 0; i < 2; i++) {
        expect(PAWL_OK, pawl_begin(both[i], &err));
        expect_rows(both[i], "", "select * from locks_by_hand where name = '%d' for update", i);
    }
    execute(both[0], "set innodb_lock_wait_timeout = 0");
    expect(PAWL_DB, pawl_exec(both[0], "insert into locks_by_hand values ('0', 'one')", &err));
    expect_message_has("Lock wait timeout exceeded");
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, pawl_rollback(both[i], &err));
    for (int i = 0; i < 2; i++) { /* by Pawl, whose connections are in READ COMMITTED */
        both[i] = open_application();
        char key[8];
        int64_t token;
        snprintf(key, sizeof key, "new %d", i);
        expect(PAWL_OK, pawl_begin(both[i], &err));
        expect(PAWL_OK, pawl_acquire(both[i], "transfer", key, "me", 0, 0, &token, &err));
    }
    for (int i = 0; i < 2; i++)
        expect(PAWL_OK, pawl_commit(both[i], &err));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(key_numbers_are_the_same_in_sql),
        TEST_ON_ONE_NODE(lock_lasts_until_the_end_of_the_transaction),
        TEST(locks_of_other_types_and_keys_are_others),
        TEST_ON_ONE_NODE(lock_waits_for_its_turn),
        TEST(lock_is_misused_in_so_many_ways),
        TEST_ON_ONE_NODE(serialised_moves_wait_for_each_other),
        TEST_ON_ONE_NODE(serialised_moves_wait_for_locks_of_their_keys),
        TEST_ON_ONE_NODE(serialised_by_one_key),
        TEST(keyed_locks_are_taken_in_sorted_order),
        TEST(keyed_locks_of_a_pair_are_taken_in_sorted_order),
        TEST(those_with_a_key_are_listed),
        TEST(tables_of_locks_are_not_written_by_others),
        TEST(many_with_keys_are_so_many_at_most),
        TEST(lock_belongs_to_its_owner_and_not_to_a_session),
        TEST_ON_ONE_NODE(lock_that_is_not_there_yet_keeps_nobody_waiting),
    };
    if (!tests_are_possible())
        return 77;
    moves_only(&payment_machine, &door_machine, NULL);
    return cmocka_run_group_tests(tests, create_with_transfers, database_drop);
}
