#include "tenants.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 1024 };

/* A database that was used. A tenant that moves leaves its old one here until the end. */
struct place {
    struct place *next;
    struct pawl_pool *pool;
    char where[LINE_SIZE];
};

struct tenants {
    const char *map;
    pthread_mutex_t lock;
    struct place *places;
};

struct tenants *tenants_open(const char *map) {
    struct tenants *tenants = calloc(1, sizeof *tenants);
    if (tenants != NULL) {
        tenants->map = map;
        pthread_mutex_init(&tenants->lock, NULL);
    }
    return tenants;
}

void tenants_close(struct tenants *tenants) {
    while (tenants != NULL && tenants->places != NULL) {
        struct place *place = tenants->places;
        tenants->places = place->next;
        pawl_pool_close(place->pool);
        free(place);
    }
    if (tenants != NULL) {
        pthread_mutex_destroy(&tenants->lock);
    }
    free(tenants);
}

static enum pawl_status fail(struct pawl_error *err, enum pawl_status status, const char *what,
                             const char *why) {
    err->status = status;
    snprintf(err->message, sizeof err->message, "%.250s: %.250s", what, why);
    return status;
}

/* A map of thousands of tenants is better kept in memory, and read again when it has changed. */
static enum pawl_status look_up(const char *map, const char *tenant, char where[LINE_SIZE],
                                struct pawl_error *err) {
    char line[LINE_SIZE], name[LINE_SIZE];
    bool is_found = false;
    FILE *file = fopen(map, "r");
    if (file == NULL) {
        return fail(err, PAWL_NOT_FOUND, map, strerror(errno));
    }
    while (!is_found && fgets(line, sizeof line, file) != NULL) {
        is_found = sscanf(line, "%1023s %1023[^\n]", name, where) == 2 && strcmp(name, tenant) == 0;
    }
    fclose(file);
    return is_found ? PAWL_OK : fail(err, PAWL_NOT_FOUND, map, "no such tenant");
}

static enum pawl_status find_place(struct tenants *tenants, const char *where, struct place **found,
                                   struct pawl_error *err) {
    static const struct pawl_pool_options options = {.struct_size = sizeof options, .connections = 2};
    for (*found = tenants->places; *found != NULL; *found = (*found)->next) {
        if (strcmp((*found)->where, where) == 0) {
            return PAWL_OK;
        }
    }
    struct place *place = calloc(1, sizeof *place);
    if (place == NULL) {
        return fail(err, PAWL_NOMEM, where, "out of memory");
    }
    snprintf(place->where, sizeof place->where, "%s", where);
    enum pawl_status status = pawl_pool_open(&place->pool, where, &options, err);
    if (status != PAWL_OK) {
        free(place);
        return status;
    }
    place->next = tenants->places;
    tenants->places = *found = place;
    return PAWL_OK;
}

enum pawl_status tenants_handle(struct tenants *tenants, const char *tenant, struct pawl_db **db,
                                struct pawl_error *err) {
    char where[LINE_SIZE];
    struct place *place = NULL;
    enum pawl_status status = look_up(tenants->map, tenant, where, err);
    *db = NULL;
    if (status == PAWL_OK) {
        pthread_mutex_lock(&tenants->lock);
        status = find_place(tenants, where, &place, err);
        pthread_mutex_unlock(&tenants->lock);
    }
    return status == PAWL_OK ? pawl_pool_handle(place->pool, db, err) : status;
}
