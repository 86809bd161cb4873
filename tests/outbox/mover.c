/*
 * mover WHERE setup ENTITIES           deploys machines and flow, and creates so many of each machine
 * mover WHERE move WRITERS MOVES ENTITIES   moves them at random; every move is committed by itself
 * mover WHERE run WRITERS RUNS         starts so many runs of the flow and takes them to their ends; every
 *                                      third one is undone
 *
 * Entities are numbered from 1.
 */
#include <pawl.h>

#include "parcel.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *where;
static long entities;

static _Noreturn void fail(const char *doing, const struct pawl_error *err) {
    fprintf(stderr, "mover: %s: %s\n", doing, err->message);
    exit(1);
}

static struct pawl_db *open_handle(void) {
    struct pawl_db *db = NULL;
    struct pawl_error err = PAWL_ERROR_INIT;
    if (pawl_open(&db, where, &err) != PAWL_OK)
        fail("open", &err);
    return db;
}

static void setup(void) {
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_handle();
    const char *table = strcmp(pawl_dialect(db), "mariadb") == 0
                            ? "create table if not exists parcels (id varchar(100) primary key)"
                            : "create table if not exists parcels (id text primary key)";
    if (pawl_exec(db, table, &err) != PAWL_OK || parcel_apply(db, &err) != PAWL_OK ||
        letter_apply(db, &err) != PAWL_OK || round_apply(db, &err) != PAWL_OK)
        fail("apply", &err);
    if (pawl_begin(db, &err) != PAWL_OK)
        fail("begin", &err);
    for (long n = 1; n <= entities; n++) {
        char id[32], sql[128];
        snprintf(id, sizeof id, "%ld", n);
        snprintf(sql, sizeof sql, "insert into parcels values ('%s')", id);
        if (pawl_exec(db, sql, &err) != PAWL_OK ||
            parcel_create(db, id, &(struct parcel_create_args){.weight = (int32_t)n}, NULL, NULL, &err) !=
                PAWL_OK ||
            letter_create(db, id, &(struct letter_create_args){.channel = "letters"}, NULL, NULL, &err) !=
                PAWL_OK)
            fail("create", &err);
    }
    if (pawl_commit(db, &err) != PAWL_OK)
        fail("commit", &err);
    pawl_close(db);
}

struct writer {
    pthread_t thread;
    long moves;
    unsigned seed;
};

static void *write_moves(void *context) {
    struct writer *writer = context;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_handle();
    for (long i = 0; i < writer->moves; i++) {
        char id[32];
        snprintf(id, sizeof id, "%ld", rand_r(&writer->seed) % entities + 1);
        enum pawl_status status =
            rand_r(&writer->seed) % 2
                ? letter_read(db, id, NULL, NULL, &err)
                : parcel_scan_at(db, id, &(struct parcel_scan_at_args){.place = "somewhere"}, NULL, NULL,
                                 &err);
        if (status != PAWL_OK)
            fail("move", &err);
    }
    pawl_close(db);
    return NULL;
}

/* ---- runs --------------------------------------------------------------------------------------- */

static enum pawl_status load(struct pawl_db *db, const struct pawl_step *step, const struct round_args *args,
                             struct round_data *data, void *context, struct pawl_error *err) {
    (void)context, (void)db, (void)step, (void)args, (void)err;
    data->driver = "Zoë \"Z\"";
    return PAWL_OK;
}

static enum pawl_status hand_over(const struct pawl_step *step, const struct round_args *args,
                                  const struct round_data *data, void *context, struct pawl_error *err) {
    (void)context, (void)step, (void)args, (void)data, (void)err;
    return PAWL_OK;
}

static enum pawl_status unload(struct pawl_db *db, const struct pawl_step *step,
                               const struct round_args *args, const struct round_data *data, void *context,
                               struct pawl_error *err) {
    (void)context, (void)db, (void)step, (void)args, (void)data, (void)err;
    return PAWL_OK;
}

static enum pawl_status come_home(struct pawl_db *db, const struct pawl_step *step,
                                  const struct round_args *args, const struct round_data *data, void *context,
                                  struct pawl_error *err) {
    (void)context, (void)db, (void)args, (void)data;
    if (step->run % 3 != 0)
        return PAWL_OK;
    snprintf(err->message, sizeof err->message, "the road is closed");
    return PAWL_REFUSED;
}

static void *run_rounds(void *context) {
    static const struct round_hooks hooks = {.load = load,
                                             .unload = unload,
                                             .hand_over = hand_over,
                                             .take_back = hand_over,
                                             .come_home = come_home};
    struct writer *writer = context;
    struct pawl_error err = PAWL_ERROR_INIT;
    struct pawl_db *db = open_handle();
    if (round_set_hooks(db, &hooks, &err) != PAWL_OK)
        fail("hooks", &err);
    for (long i = 0; i < writer->moves; i++) {
        struct round_args args = {.van = "van", .stops = (int32_t)(i % 3 + 1)};
        int64_t run = 0;
        if (round_start(db, &args, NULL, &run, &err) != PAWL_OK || round_run(db, run, NULL, &err) != PAWL_OK)
            fail("run", &err);
    }
    pawl_close(db);
    return NULL;
}

int main(int argc, char **argv) {
    where = argc > 3 ? argv[1] : NULL;
    if (where != NULL && argc == 4 && strcmp(argv[2], "setup") == 0) {
        entities = atol(argv[3]);
        setup();
        return 0;
    }
    const bool moves = where != NULL && argc == 6 && strcmp(argv[2], "move") == 0;
    if (!moves && (where == NULL || argc != 5 || strcmp(argv[2], "run") != 0))
        return 2;
    entities = moves ? atol(argv[5]) : 0;
    enum { WRITERS_MAX = 64 };
    struct writer writers[WRITERS_MAX];
    long count = atol(argv[3]) < WRITERS_MAX ? atol(argv[3]) : WRITERS_MAX;
    for (long i = 0; i < count; i++) {
        writers[i] = (struct writer){.moves = atol(argv[4]) / count, .seed = (unsigned)i + 1};
        if (pthread_create(&writers[i].thread, NULL, moves ? write_moves : run_rounds, &writers[i]) != 0)
            return 1;
    }
    for (long i = 0; i < count; i++)
        pthread_join(writers[i].thread, NULL);
    return 0;
}
