/*
 * A database of its own for each test program, on either side, so that one suite runs on both.
 *
 * PAWL_TEST_DB chooses it: "sqlite:" makes a file in a temporary folder; "mariadb://root@..." names a server;
 * otherwise it is libpq's "host=... user=..." of a superuser, below which a database and a login without any
 * rights but those of pawl_app are made. PAWL_TEST_FILTER picks tests by name (* and ?).
 */
#ifndef TEST_DATABASE_H
#define TEST_DATABASE_H

#include "distributed.h"

#include <pawl.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* Runs the tests of one program and returns its exit status; 77 where PAWL_TEST_DB is not set. */
#define run_suite(tests)                                                                                     \
    (tests_are_possible() ? cmocka_run_group_tests(tests, database_create, database_drop) : 77)
/* Which machines the program moves, NULL behind the last one. On MariaDB, where a database cannot be copied,
 * no others are deployed. */
void moves_only(const struct pawl_machine *first, ...);
#define TEST(function) cmocka_unit_test_teardown(function, close_handles)
/* Of those who wait for each other's locks: on another node nobody waits, and who comes second learns it when
 * all is done. */
#define TEST_ON_ONE_NODE(function) ON_ONE_NODE(function, close_handles)
#define ON_ONE_NODE(function, teardown)                                                                      \
    { #function, across_nodes() ? skip_across_nodes : function, NULL, teardown, NULL }

bool tests_are_possible(void);
int database_create(void **state);
int database_create_empty(void **state); /* without the machines of these tests */
int database_drop(void **state);
int close_handles(void **state);
void skip_across_nodes(void **state);
/* As below, on that node of a cluster, from 0. */
struct pawl_db *open_application_on(size_t node);
struct pawl_db *open_administrator_on(size_t node);

bool on_postgres(void);
bool on_mariadb(void);
bool across_nodes(void);       /* of a cluster: each handle is on any of them */
void wait_for_all_nodes(void); /* until they have what was committed on any; elsewhere for nothing */
/*
 * Holds one node back until it is released: what is committed on others is not done there yet, and what
 * commits there waits. The second waits until somebody does. Meanwhile the helpers below that look at all
 * nodes would wait for it.
 */
void hold_node(size_t node);
void wait_for_commit(void);
void release_node(void); /* also where none is held */
bool on_sqlite(void);
bool through_pool(void); /* the application's handles belong to a pool */
/* Whether a handle has a session of PostgreSQL's for itself: neither a pool's nor a pooler's. */
bool has_session_of_postgres(void);
const char *application_where(void);
const char *administrator_where(void);

/* Handles are closed when the test ends, also where it fails. */
struct pawl_db *open_application(void);
/* With a connection of its own, also where those of open_application belong to a pool. */
struct pawl_db *open_application_apart(void);
/* By what is between, such as a proxy: of a pool of its own where the others are one's. Closed by its caller.
 */
struct pawl_db *open_by_another_way(const char *where);
/* May change tables; on PostgreSQL the superuser. */
struct pawl_db *open_administrator(void);

/* SQL with the header of a file that pawl has written: PAWL_SCRIPT_MIGRATION and so on. */
void write_script(char *script, size_t size, const char *file, const char *dialect, const char *sql);

/* For the calls under test; what the helpers below do does not touch it. */
extern struct pawl_error err;
#define expect(status, call) expect_at(status, call, #call, __FILE__, __LINE__)
void expect_at(enum pawl_status expected, enum pawl_status actual, const char *call, const char *file,
               int line);
#define expect_message(text) assert_string_equal(err.message, text)
#define expect_message_has(text)                                                                             \
    do {                                                                                                     \
        if (!strstr(err.message, text))                                                                      \
            fail_msg("\"%s\" is not in \"%s\"", text, err.message);                                          \
    } while (0)

/* To the application's login, in a database that was created empty; pawl_app, too. Only on PostgreSQL. */
void grant_application(struct pawl_db *db, const char *rights, const char *tables);

/*
 * On MariaDB, by an administrator: a trigger on a table of Pawl's that fails with the message, for rows of
 * which the condition holds, NULL for all. when: "after insert".
 */
void break_on_mariadb(const char *trigger, const char *when, const char *table, const char *condition,
                      const char *message);
void mend_on_mariadb(const char *trigger);
/* Likewise: of rows with this value in the column there can be one, until any are let in again. */
void one_on_mariadb(const char *table, const char *column, const char *value);
void any_on_mariadb(const char *table);
/* A column that a later version of Pawl might bring. */
void add_column_on_mariadb(const char *table);
/* A right on the application's database for guards and effects. */
void grant_hooks_on_mariadb(const char *right);

/* A connection to MariaDB that is no handle's, as an application would open it; and what it does by itself.
 */
struct st_mysql *open_own_mariadb(void);
bool own_mariadb_sql(struct st_mysql *own, const char *sql);
/* The same; what was wrong, until the next statement, or NULL. */
const char *own_mariadb_failure(struct st_mysql *own, const char *sql);
void close_own_mariadb(struct st_mysql *own);

/* SQL that must succeed. */
void execute(struct pawl_db *db, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The rows of a query: columns joined by '|', each row ended by '\n', NULL as "". The caller frees it. */
char *rows_of(struct pawl_db *db, const char *sql);
void expect_rows(struct pawl_db *db, const char *expected, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A transaction that waits for nobody yet; and one that has read, with a snapshot older than whatever comes.
 */
void begin_free(struct pawl_db *db);
void begin_with_snapshot(struct pawl_db *db);
void expect_serialization_failure(enum pawl_status status);

/* Writes into Pawl's tables as nobody should: as pawl_owner, or with a forged function of libpawl's. */
void forge(const char *sql);

/* SQLite says nothing to other processes, and through a pooler nobody can listen. */
bool can_listen(void);
/* Whether a worker says that it sleeps, until it is told on the channel; the other waits for it. */
bool worker_sleeps(struct pawl_db *admin, const char *channel);
void wait_for_sleeper(const char *channel);

/* By an administrator. While it is full, whatever writes into it fails with "the outbox is full". */
void set_outbox_full(struct pawl_db *db, bool is_full);

/*
 * Reads heads and histories with SQL of its own and fails unless each history is a path through `moves`,
 * a list of SQL rows ('event', 'from', 'to') written by hand, numbered 10, 20, ..., its times never run
 * backwards, and each head is the last row of its history.
 */
void check_histories(struct pawl_db *db, const char *machine, const char *moves);

/* ---- an event fired by a thread with a connection of its own ------------------------------------ */

struct fire {
    const struct pawl_machine *machine;
    const char *key;
    int event;
    const void *args;
    const struct pawl_opts *opts;
    const void *hooks;  /* of the machine; NULL: none */
    struct pawl_db *db; /* which nobody else uses meanwhile; NULL: one of its own */
    /* the answer, after fire_join */
    enum pawl_status status;
    struct pawl_transition moved;
    struct pawl_error error;
    void *thread;
};
void fire_start(struct fire *fire);
/*
 * True if it waits: for another's lock, as PostgreSQL says, or still after a time in which an unhindered move
 * would be done many times.
 */
bool fire_waits(struct fire *fire);
void fire_join(struct fire *fire);
/* Starts all at the same moment and joins them. */
void fire_together(struct fire *fires, size_t count);

void sleep_ms(long duration_ms);

#endif
