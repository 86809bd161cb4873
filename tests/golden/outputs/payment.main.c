/*
 * A program for payment.fsm. It is yours: fill in its stubs, and keep it; pawl does not overwrite it.
 *
 *     pawl payment.fsm -o gen
 *     cc -Igen payment.main.c gen/payment.c $(pkg-config --cflags --libs pawl) -o payment
 */
#include "payment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: payment [--db=WHERE] COMMAND\n"
    "  apply  create the tables and functions, as the deploying login\n"
    "  payment ID [EVENT [NAME=VALUE]...]  fire an event, and print the state\n"
    "WHERE: sqlite:FILE, postgresql://... or mariadb://... (default: PAWL_DB)\n";

/* ---- commands ----------------------------------------------------------------------------------- */

static enum pawl_status apply(struct pawl_db *db, struct pawl_error *err) {
    enum pawl_status status = PAWL_OK;
    /* Fill in: your own table, unless you create it elsewhere. */
    if (status == PAWL_OK)
        status = pawl_exec(db, "create table if not exists payments (id varchar(64) primary key)", err);
    if (status == PAWL_OK)
        status = payment_apply(db, err);
    return status;
}

struct words { /* ID EVENT NAME=VALUE... */
    char **list;
    size_t count;
};

/* The row of your own table, unless it is there. */
static enum pawl_status insert_payment(struct pawl_db *db, const struct words *words, struct pawl_error *err) {
    struct pawl_result_set found;
    enum pawl_status status = pawl_query(db, "select 1 from payments where id = $1",
                                         PAWL_VALUES(pawl_text(words->list[0])), &found, err);
    if (status == PAWL_OK && found.row_count == 0)
        status = pawl_query(db, "insert into payments (id) values ($1)",
                            PAWL_VALUES(pawl_text(words->list[0])), NULL, err);
    return status;
}

static enum pawl_status fire_payment(struct pawl_db *db, void *context, struct pawl_error *err) {
    const struct words *words = context;
    enum pawl_status status = PAWL_OK;
    /* Fill in: your own SQL, in the transaction of the event. */
    if (payment_event_parse(words->list[1]) == PAYMENT_EVENT_CREATE)
        status = insert_payment(db, words, err);
    if (status == PAWL_OK)
        status = pawl_fire_text(db, &payment_machine, words->list[0], words->list[1],
                                (const char *const *)words->list + 2, words->count - 2, NULL, NULL, err);
    return status;
}

static enum pawl_status show_payment(struct pawl_db *db, struct words *words, struct pawl_error *err) {
    struct payment_current now;
    enum pawl_status status = words->count > 1 ? pawl_transact(db, fire_payment, words, err) : PAWL_OK;
    if (status == PAWL_OK || status == PAWL_IGNORED)
        status = payment_get(db, words->list[0], &now, err);
    if (status == PAWL_OK)
        printf("%s %s: %s\n", "payment", words->list[0], payment_state_label(now.state));
    return status;
}

static enum pawl_status command(struct pawl_db *db, char **words, size_t count, struct pawl_error *err) {
    if (strcmp(words[0], "apply") == 0)
        return apply(db, err);
    if (strcmp(words[0], "payment") == 0 && count > 1)
        return show_payment(db, &(struct words){words + 1, count - 1}, err);
    snprintf(err->message, sizeof err->message, "%s: not a command, or words are missing", words[0]);
    return PAWL_MISUSE;
}

static enum pawl_status connect_and(const char *where, char **words, size_t count, struct pawl_error *err) {
    struct pawl_db *db = NULL;
    enum pawl_status status = pawl_open(&db, where, err);
    if (status == PAWL_OK)
        status = command(db, words, count, err);
    pawl_close(db);
    return status;
}

int main(int argc, char **argv) {
    struct pawl_error err = PAWL_ERROR_INIT;
    const char *where = getenv("PAWL_DB");
    char **words = argv + 1;
    if (argc > 1 && strncmp(words[0], "--db=", strlen("--db=")) == 0)
        where = *words++ + strlen("--db=");
    const size_t count = (size_t)(argv + argc - words);
    if (count > 0 && strcmp(words[0], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (where == NULL || count == 0) {
        fputs(usage, stderr);
        return 2;
    }
    const enum pawl_status status = connect_and(where, words, count, &err);
    if (status != PAWL_OK)
        fprintf(stderr, "%s: %s\n%s%s", pawl_status_name(status), err.message, err.help, *err.help != '\0' ? "\n" : "");
    return status == PAWL_OK ? 0 : 1;
}
