/* Entities that were there before the machine: where their states stand, and what is written for them. */
#pragma once

#include "database/database.h"
#include "database/model.h"

/* What a text of the source means. */
struct mapping {
    const char *old;
    size_t state;
};

/* A parameter of the first row, from a column of the entity's table. */
struct taken {
    size_t column;      /* of the model */
    const char *source; /* as SQL has it */
};

struct backfill {
    struct call *call;
    const struct deployed_model *model;
    const char *status, *at;    /* columns of the entity's table, as SQL has them; NULL: not asked for */
    const char *said_of_status; /* as it was typed */
    const char *statesman, *statesman_key; /* NULL: it is no Statesman's table */
    const char *statesman_key_type;
    json_t *other_spellings;       /* of uuids in it: { uuid: spelling } */
    const char *said_of_statesman; /* as it was typed */
    bool has_most_recent, has_metadata;
    struct mapping *mappings;
    size_t mapping_count;
    struct taken *taken;
    size_t taken_count;
};

/* An entity without a head, under the lock of its own row. */
struct candidate {
    struct pawl_key key;
    const char *id;
    const char *status; /* NULL: null, or not asked for */
    struct value at;
    struct value *params; /* [model.column_count] */
    const char *misfit;   /* of params: why one cannot be taken; NULL: none */
};

struct past_move {
    size_t state; /* where it leads */
    int64_t at_us;
    struct value *params; /* [model.column_count] */
};

struct past {
    struct past_move *moves;
    size_t count, capacity;
    const char *problem; /* why it is left out, to be read after "payment PM1: "; NULL: it is not */
};
#define PROBLEM(past, ...) ((past)->problem = arena_printf(memory, __VA_ARGS__))

/* ---- backfill_source.c ------------------------------------------------------------------------------- */

/* Reads --from-column and the like. */
void backfill_read_options(struct backfill *backfill);

/* The query of candidates after the key $1, or of the first ones; `locking` ends it. Its rows have
 * backfill_width. */
const char *backfill_query(const struct backfill *backfill, bool is_first, int rows, const char *locking);
size_t backfill_width(const struct backfill *backfill);
/* What its row says. */
struct candidate backfill_candidate(struct backfill *backfill, const struct cell *cells);

/* Where the entity has been, as far as the source says. */
struct past backfill_past(struct backfill *backfill, const struct candidate *candidate);

/* ---- backfill_statesman.c ----------------------------------------------------------------------------- */

/* Returns the keys in Statesman's table that have no entity, and fills other_spellings. */
struct row_set backfill_orphans(struct backfill *backfill);
/* False if the database finds an entity by another spelling of that key. */
bool backfill_is_orphan(const struct backfill *backfill, const char *key);
void backfill_statesman(struct backfill *backfill, const struct candidate *candidate, struct past *past);

/* 0: it is no state. */
size_t backfill_state(const struct backfill *backfill, const char *text);
/* A move more. Its parameters are null. */
struct past_move *backfill_add(const struct backfill *backfill, struct past *past, size_t state,
                               int64_t at_us);

/* ---- backfill_write.c ---------------------------------------------------------------------------------- */

/* A timer whose time every event must give needs that, too. */
void backfill_check_timers(const struct backfill *backfill, struct past *past);

/* As the owner. False: somebody else was quicker. */
bool backfill_write(struct backfill *backfill, const struct candidate *candidate, const struct past *past);
