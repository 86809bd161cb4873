/*
 * What differs where the machines of these tests have `storage transitions`: their history is a view, and
 * each has an entity, even one that needs none otherwise. Its rows are inserted where tests create it.
 */
#ifndef TEST_TRANSITIONS_H
#define TEST_TRANSITIONS_H

#include "database.h"

/* Before the macros below, which have the names of their functions. */
#include "alarm.h"
#include "bid.h"
#include "door.h"
#include "job.h"
#include "ticket.h"

#ifdef PAWL_TEST_TRANSITIONS

#define HISTORY "history"
/* For tests that forge where an entity is. */
#define HEADS(machine) machine "_transitions"
#define STATE          "to_state"
#define SINCE          "created_at"
#define LATEST         " and most_recent"

/* A table for each machine that needs none otherwise. */
#define PARENTS "doors", "tickets", "alarms", "jobs", "bids", "documents"

static inline void create_parents(struct pawl_db *db) {
    static const char *const parents[] = {PARENTS};
    for (size_t i = 0; i < sizeof parents / sizeof *parents; i++)
        execute(db, "create table %s (id text primary key)", parents[i]);
}

static inline void grant_parents(struct pawl_db *db, const char *login) {
    static const char *const parents[] = {PARENTS};
    for (size_t i = 0; i < sizeof parents / sizeof *parents; i++)
        execute(db, "grant select, insert on %s to %s", parents[i], login);
}

/* Through the connection itself, which leaves results and errors of the handle alone. */
struct pawl_db *with_parent(struct pawl_db *db, const char *table, const char *id);

#define insert_parent(db, table, id) with_parent(db, table, id)
/* `items` as for the functions of many: each begins with its key. */
struct pawl_db *with_parents(struct pawl_db *db, const char *table, const void *items, size_t item_size,
                             size_t count);

#define bid_create_many(db, items, count, ...)                                                               \
    bid_create_many(with_parents(db, "bids", items, sizeof *(items), count), items, count, __VA_ARGS__)
#define ticket_create_many(db, items, count, ...)                                                            \
    ticket_create_many(with_parents(db, "tickets", items, sizeof *(items), count), items, count, __VA_ARGS__)
#define door_create_many(db, items, count, ...)                                                              \
    door_create_many(with_parents(db, "doors", items, sizeof *(items), count), items, count, __VA_ARGS__)
#define door_create(db, id, ...)     door_create(with_parent(db, "doors", id), id, __VA_ARGS__)
#define ticket_create(db, id, ...)   ticket_create(with_parent(db, "tickets", id), id, __VA_ARGS__)
#define alarm_create(db, id, ...)    alarm_create(with_parent(db, "alarms", id), id, __VA_ARGS__)
#define alarm_import(db, id, ...)    alarm_import(with_parent(db, "alarms", id), id, __VA_ARGS__)
#define job_create(db, id, ...)      job_create(with_parent(db, "jobs", id), id, __VA_ARGS__)
#define bid_create(db, id, ...)      bid_create(with_parent(db, "bids", id), id, __VA_ARGS__)
#define document_create(db, id, ...) document_create(with_parent(db, "documents", id), id, __VA_ARGS__)

#else

#define HISTORY        "transitions"
#define HEADS(machine) machine "_current"
#define STATE          "state"
#define SINCE          "since"
#define LATEST         ""

#define insert_parent(db, table, id) ((void)(db))

static inline void create_parents(struct pawl_db *db) {
    (void)db;
}

static inline void grant_parents(struct pawl_db *db, const char *login) {
    (void)db, (void)login;
}

#endif
#endif
