/*
 * shop WHERE FIRST COUNT MACHINE: changes purchases FIRST... in a circle until it is killed, as ADOPTION.md
 * says, or, where MACHINE is 0, as before there was a machine. Prints each change that has been committed: "3
 * paid".
 */
#include "purchase.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const states[] = {"new", "paid", "shipped"};
static const int events[] = {PURCHASE_EVENT_PAY, PURCHASE_EVENT_SHIP, PURCHASE_EVENT_GIVE_BACK};

static struct pawl_db *db;
static struct pawl_error err = PAWL_ERROR_INIT;

static void must(enum pawl_status status) {
    if (status == PAWL_OK)
        return;
    fprintf(stderr, "shop: %s: %s\n", pawl_status_name(status), err.message);
    exit(1);
}

static void lock(long id) {
    char sql[128];
    if (strcmp(pawl_dialect(db), "sqlite") == 0)
        return; /* pawl_begin has locked everything */
    snprintf(sql, sizeof sql, "select 1 from purchases where id = '%ld' for update", id);
    must(pawl_exec(db, sql, &err));
}

static void change_column(long id, int state) {
    char sql[256];
    snprintf(sql, sizeof sql, "update purchases set status = '%s' where id = '%ld' and status = '%s'",
             states[(state + 1) % 3], id, states[state]);
    must(pawl_exec(db, sql, &err));
}

static void change(long id, int state, bool has_machine) {
    char key[24];
    snprintf(key, sizeof key, "%ld", id);
    must(pawl_begin(db, &err));
    lock(id);
    enum pawl_status status = PAWL_NOT_FOUND;
    if (has_machine)
        status = pawl_fire(db, &purchase_machine, (struct pawl_key){.text = key}, events[state], NULL, NULL,
                           NULL, &err);
    if (status == PAWL_NOT_FOUND)
        change_column(id, state);
    else
        must(status);
    must(pawl_commit(db, &err));
    printf("%ld %s\n", id, states[(state + 1) % 3]);
    fflush(stdout);
}

/* In the machine from the first moment on. */
static void order(long id) {
    char sql[160], key[24];
    snprintf(key, sizeof key, "%ld", id);
    snprintf(sql, sizeof sql,
             "insert into purchases (id, status, changed_at) values ('%ld', 'new', '2026-01-01')", id);
    must(pawl_begin(db, &err));
    must(pawl_exec(db, sql, &err));
    must(purchase_create(db, key, NULL, NULL, &err));
    must(pawl_commit(db, &err));
}

int main(int argc, char **argv) {
    if (argc != 5)
        return 2;
    const long first = atol(argv[2]), count = atol(argv[3]);
    const bool has_machine = argv[4][0] == '1';
    int *state = calloc((size_t)count, sizeof *state);
    long new_count = 0;
    if (state == NULL)
        return 1;
    must(pawl_open(&db, argv[1], &err));
    for (unsigned turn = 0;; turn++) {
        long id = (long)(turn % (unsigned)count);
        change(first + id, state[id], has_machine);
        state[id] = (state[id] + 1) % 3;
        if (has_machine && turn % 50 == 0)
            order((first + 1) * 1000000 + new_count++); /* no other writer's, however long this one writes */
    }
}
