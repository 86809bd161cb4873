#include "bench.h"

#include "payment.h"

#include <stdio.h>

/* The article's table and its two indexes, with the columns that Pawl records added. */
#define ARTICLE_TABLE(identity, number, time, now)                                                           \
    "create table article_transitions (id " identity " primary key, payment_id text not null references "    \
    "payments (id), to_state text not null, most_recent boolean not null, sort_key integer not null, "       \
    "created_at " time " not null default " now ", updated_at " time " not null default " now ", "           \
    "event text not null, from_state text not null, actor text not null, amount " number ", "                \
    "currency text, submission_id text, reason text);"                                                       \
    "create unique index by_most_recent on article_transitions (payment_id, most_recent) where most_recent;" \
    "create unique index by_sort_key on article_transitions (payment_id, sort_key);"
/* Pawl's own tables, without what protects them. */
#define SAME_TABLES                                                                                          \
    "create table same_current (payment_id text not null primary key references payments (id), "             \
    "state text not null, sort_key integer not null, since integer not null) without rowid;"                 \
    "create index same_state on same_current (state, since);"                                                \
    "create table same_transitions (payment_id text not null, sort_key integer not null, "                   \
    "event text not null, from_state text not null, to_state text not null, created_at integer not null, "   \
    "actor text not null, request_id text, amount integer, currency text, submission_id text, reason text, " \
    "primary key (payment_id, sort_key)) without rowid;"                                                     \
    "create unique index same_request on same_transitions (payment_id, request_id) "                         \
    "where request_id is not null;"
#define BARE_TABLE "create table bare_payments (id text primary key, state text not null);"
/* As one would write it in an afternoon: only an update is looked at, and whoever has the right may write a
 * history. */
#define TRIGGER_TABLES                                                                                       \
    "create table checked_payments (id text primary key, state text not null, sort_key integer not null, "   \
    "since timestamptz not null, submission_id text) with (fillfactor = 80);"                                \
    "create table checked_history (payment_id text not null, sort_key integer not null, from_state text "    \
    "not null, to_state text not null, created_at timestamptz not null, actor text not null, "               \
    "submission_id text, primary key (payment_id, sort_key));"                                               \
    "create function check_payment() returns trigger language plpgsql as 'begin "                            \
    "if (old.state, new.state) not in ((''pending_submission'', ''submitted''), (''submitted'', ''paid''), " \
    "(''pending_submission'', ''cancelled''), (''submitted'', ''cancelled'')) then "                         \
    "raise exception ''% is not allowed in %'', new.state, old.state; end if; "                              \
    "new.sort_key := old.sort_key + 10; new.since := greatest(clock_timestamp(), old.since); "               \
    "insert into checked_history values (new.id, new.sort_key, old.state, new.state, new.since, "            \
    "session_user, new.submission_id); return new; end';"                                                    \
    "create trigger checked before update of state on checked_payments for each row "                        \
    "execute function check_payment();"
/* What a pool writes, head and history, with an index by state and without; and nothing protects them. */
#define BATCH_TABLE(name)                                                                                    \
    "create table " name " (id text primary key, state text not null, sort_key integer not null, "           \
    "since timestamptz not null) with (fillfactor = 80);"                                                    \
    "create table " name "_history (id text not null, sort_key integer not null, event text not null, "      \
    "from_state text not null, to_state text not null, created_at timestamptz not null, "                    \
    "actor text not null, submission_id text, primary key (id, sort_key));"
#define BATCH_TABLES                                                                                         \
    BATCH_TABLE("batch_payments")                                                                            \
    BATCH_TABLE("batch_unindexed")                                                                           \
    "create index batch_by_state on batch_payments (state, since);"

static void set_up(const char *where, const char *before, const char *after) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_open(&db, where, &err) != PAWL_OK || pawl_exec(db, before, &err) != PAWL_OK ||
        payment_apply(db, &err) != PAWL_OK || pawl_exec(db, after, &err) != PAWL_OK) {
        bench_fail("setting up %s: %s", where, err.message);
    }
    pawl_close(db);
}

void setup_postgres(const struct postgres *postgres) {
    set_up(postgres->owner, "create table payments (id text primary key)",
           ARTICLE_TABLE("bigint generated always as identity", "bigint", "timestamptz", "now()")
               BARE_TABLE TRIGGER_TABLES BATCH_TABLES
           "create role bench login; grant pawl_app to bench;"
           "grant select, insert, update on payments, article_transitions, bare_payments, "
           "checked_payments, checked_history, batch_payments, batch_payments_history, batch_unindexed, "
           "batch_unindexed_history to bench");
}

void setup_sqlite(const char *path) {
    char where[WHERE_BYTES];
    snprintf(where, sizeof where, "sqlite:%s", path);
    set_up(where, "create table payments (id text primary key)",
           ARTICLE_TABLE("integer", "integer", "integer", "(unixepoch())") BARE_TABLE SAME_TABLES);
}
