/* A door that is flipped for ever, so that many moves fall on few rows: see contention and soak. */
#include "bench.h"

#include "door.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SPREAD_DOORS = 8192, STEP = 10 };

static atomic_long hot_flips;

static void must(enum pawl_status status, const char *doing, const struct pawl_error *err) {
    if (status != PAWL_OK) {
        bench_fail("%s: %s: %s", doing, pawl_status_name(status), err->message);
    }
}

void setup_doors(const char *owner) {
    setup_crowd(owner, SPREAD_DOORS);
}

void setup_crowd(const char *owner, long count) {
    static char ids[SPREAD_DOORS][BENCH_ID_BYTES];
    static struct door_create_item items[SPREAD_DOORS];
    static struct door_result results[SPREAD_DOORS];
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    must(pawl_open(&db, owner, &err), "opening", &err);
    must(door_apply(db, &err), "applying", &err);
    for (long made = 0; made < count;) {
        size_t i = 0;
        for (; i < SPREAD_DOORS && made < count; i++, made++) {
            snprintf(ids[i], sizeof ids[i], "%ld", made);
            items[i].id = ids[i];
        }
        must(door_create_many(db, items, i, NULL, results, &err), "making doors", &err);
    }
    pawl_close(db);
}

static void *open_doors(const char *where) {
    return bench_open(where);
}

static void nothing(void *connection, long first, long count) {
    (void)connection, (void)first, (void)count;
}

static void flip(void *connection, long door) {
    char id[BENCH_ID_BYTES];
    struct pawl_error err = PAWL_ERROR_INIT;
    snprintf(id, sizeof id, "%ld", door);
    must(door_flip(connection, id, NULL, NULL, &err), "flip", &err);
}

static void flip_hot(void *connection, long number) {
    flip(connection, number % HOT_DOORS);
    atomic_fetch_add(&hot_flips, 1);
}

static void flip_spread(void *connection, long number) {
    flip(connection,
         number * 7919 % SPREAD_DOORS); /* a prime, so that neighbours in time are none in place */
}

struct crowd {
    struct pawl_db *db;
    long count;
};

static void *open_crowd(const char *where) {
    struct crowd *crowd = malloc(sizeof *crowd);
    const char *count = strstr(where, CROWD_DATABASE);
    if (crowd == NULL || count == NULL) {
        bench_fail("%s: no database of so many doors", where);
    }
    *crowd = (struct crowd){bench_open(where), atol(count + strlen(CROWD_DATABASE))};
    return crowd;
}

static void close_crowd(void *connection) {
    struct crowd *crowd = connection;
    bench_close(crowd->db);
    free(crowd);
}

static void flip_in_crowd(void *connection, long number) {
    const struct crowd *crowd = connection;
    flip(crowd->db, number * 7919 % crowd->count);
}

const struct way way_crowd = {"a crowd", open_crowd, nothing, flip_in_crowd, close_crowd};
const struct way way_hot_doors = {"4 hot rows", open_doors, nothing, flip_hot, bench_close};
const struct way way_spread_doors = {"8,192 rows", open_doors, nothing, flip_spread, bench_close};

long doors_flipped(void) {
    return atomic_load(&hot_flips);
}

long doors_moved(const char *where) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = bench_open(where);
    long moves = 0;
    for (int door = 0; door < HOT_DOORS; door++) {
        char id[BENCH_ID_BYTES];
        struct door_current current;
        snprintf(id, sizeof id, "%d", door);
        must(door_get(db, id, &current, &err), "get", &err);
        moves += (long)current.sort_key / STEP - 1; /* the first made it */
    }
    bench_close(db);
    return moves;
}
