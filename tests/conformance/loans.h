/* What the tests know of loan.fsm, callbacks that write down what they are told, and how to make a loan. */
#ifndef TEST_LOANS_H
#define TEST_LOANS_H

#include "../support/database.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "loan.h"

#define LOAN_MOVES                                                                                           \
    "('create', '', 'pending'), ('import', '', 'pending'), ('ask', 'pending', 'granted'),"                   \
    "('ask', 'pending', 'deferred'), ('rate', 'pending', 'deferred'), ('rate', 'pending', 'granted'),"       \
    "('consent', 'pending', 'deferred'), ('consent', 'pending', 'pending'), ('audit', 'pending', "           \
    "'pending'),"                                                                                            \
    "('ring', 'pending', 'pending'), ('sign', 'pending', 'pending'), ('note', 'pending', 'pending'),"        \
    "('fail', 'pending', 'pending'), ('touch', 'pending', 'pending'), ('draw', 'pending', 'pending'),"       \
    "('skip', 'pending', 'deferred'),"                                                                       \
    "('pay', 'granted', 'paid'), ('give_back', 'granted', 'deferred'), ('settle', 'paid', 'settled'),"       \
    "('touch', 'deferred', 'deferred'), ('settle', 'deferred', 'settled')"

static const struct loan_create_args hundred = {.amount = 100};
static const struct loan_import_args from_elsewhere = {.amount = 100};
static const struct loan_ask_args asked_by_ann = {.officer = "ann"};
static const struct loan_note_args a_note = {.text = "a note"};

/* What the callbacks of one set of hooks do, and what they were told. */
struct clerk {
    char log[4096];       /* "agreed(ask pending>granted) " and so on, in the order of the calls */
    const char *refusing; /* " agreed tell ": the hooks that answer REFUSED */
    bool blocks;          /* what the guard `blocked` answers */
    const char *failing;  /* the hook that answers `failure`, with a message */
    enum pawl_status failure;
    /* What the hook of that name does first; another answer than OK is the hook's. */
    const char *acting;
    enum pawl_status (*act)(struct pawl_db *db, const struct loan_call *call, struct clerk *clerk,
                            struct pawl_error *error);
    void *context; /* of act */
    int calls;
};

static enum pawl_status clerk_called(struct clerk *clerk, const char *name, struct pawl_db *db,
                                     const struct loan_call *call, struct pawl_error *error) {
    char entry[160], words[64];
    snprintf(entry, sizeof entry, "%s(%s %s>%s) ", name, loan_event_name(call->event),
             call->from ? loan_state_name(call->from) : "", loan_state_name(call->to));
    strncat(clerk->log, entry, sizeof clerk->log - strlen(clerk->log) - 1);
    clerk->calls++;
    if (clerk->acting && strcmp(clerk->acting, name) == 0) {
        enum pawl_status status = clerk->act(db, call, clerk, error);
        if (status != PAWL_OK)
            return status;
    }
    if (clerk->failing && strcmp(clerk->failing, name) == 0) {
        snprintf(error->message, sizeof error->message, "%s is out for lunch", name);
        return clerk->failure;
    }
    if (strcmp(name, "blocked") == 0)
        return clerk->blocks ? PAWL_OK : PAWL_REFUSED;
    snprintf(words, sizeof words, " %s ", name);
    return clerk->refusing && strstr(clerk->refusing, words) ? PAWL_REFUSED : PAWL_OK;
}

#define LOAN_CALLBACKS(X)                                                                                    \
    X(agreed)                                                                                                \
    X(blocked)                                                                                               \
    X(tell) X(leave_pending) X(enter_open) X(leave_open) X(enter_granted) X(leave_granted) X(announce) X(file)

#define X(name)                                                                                              \
    static enum pawl_status clerk_##name(struct pawl_db *db, const struct loan_call *call, void *context,    \
                                         struct pawl_error *error) {                                         \
        return clerk_called(context, #name, db, call, error);                                                \
    }
LOAN_CALLBACKS(X)
#undef X

static inline struct loan_hooks hooks_of_clerk(struct clerk *clerk) {
    return (struct loan_hooks){.context = clerk,
#define X(name) .name = clerk_##name,
                               LOAN_CALLBACKS(X)
#undef X
    };
}

/* An application's handle, on which that clerk is called. hooks must live as long. */
static inline struct pawl_db *open_with_clerk(struct clerk *clerk, struct loan_hooks *hooks) {
    struct pawl_db *db = open_application();
    *hooks = hooks_of_clerk(clerk);
    expect(PAWL_OK, loan_set_hooks(db, hooks, &err));
    return db;
}

static inline void expect_log(struct clerk *clerk, const char *expected) {
    assert_string_equal(clerk->log, expected);
    clerk->log[0] = '\0';
}

static inline void new_loan(struct pawl_db *db, const char *id) {
    execute(db, "insert into loans (id) values ('%s')", id);
    execute(db, "insert into funds (loan_id, amount) values ('%s', 100)", id);
    expect(PAWL_OK, loan_create(db, id, &hundred, NULL, NULL, &err));
}

/* The state, the mirror, how many moves, and what is booked. */
static inline void expect_loan(struct pawl_db *db, const char *id, const char *state_moves_bookings) {
    if (on_mariadb()) { /* where what stands in `from` sees nothing of the query around it */
        expect_rows(db, state_moves_bookings,
                    "select head.state, loans.state,"
                    " (select count(*) from loan_transitions where loan_id = loans.id),"
                    " (select group_concat(what order by number) from bookings where loan_id = loans.id)"
                    " from loans left join loan_current head on loan_id = id where id = '%s'",
                    id);
        return;
    }
    const char *together = on_postgres() ? "string_agg(what, ',' order by number)" : "group_concat(what)";
    expect_rows(db, state_moves_bookings,
                "select head.state, loans.state,"
                " (select count(*) from loan_transitions where loan_id = loans.id),"
                " (select %s from (select what, number from bookings where loan_id = loans.id"
                " order by number) booked)"
                " from loans left join loan_current head on loan_id = id where id = '%s'",
                together, id);
}

/* For the group of tests: the tables that loan.fsm refers to, and the machine. */
static inline int loans_create(void **state) {
    if (database_create(state) != 0)
        return 1;
    struct pawl_db *db = open_administrator();
    execute(db, "create table loans (id text primary key, state text, rating int)");
    execute(db, "create table funds (loan_id text not null, amount bigint not null)");
    if (on_postgres())
        execute(db, "create table bookings (number bigint generated always as identity primary key,"
                    " loan_id text not null, what text not null, amount bigint);"
                    "grant select on loans, funds to pawl_owner; grant insert on bookings to pawl_owner;"
                    "grant select, insert, update, delete on loans, funds, bookings to public");
    else
        execute(db, "create table bookings (number integer primary key autoincrement,"
                    " loan_id text not null, what text not null, amount bigint)");
    expect(PAWL_OK, loan_apply(db, &err));
    return close_handles(state);
}

#define run_loan_suite(tests)                                                                                \
    (tests_are_possible() ? cmocka_run_group_tests(tests, loans_create, database_drop) : 77)

#endif
