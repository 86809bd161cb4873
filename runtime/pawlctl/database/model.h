/* The machines of a database, as it describes them itself. */
#pragma once

#include "database.h"

#include <jansson.h>

/* Earlier than any transition, and a time of all databases. */
#define BEFORE_ALL_US (-INT64_C(60000000000000000))

/* Numbers of states, events begin with 1, as in struct pawl_machine; 0 is nothing. */

struct deployed_move {
    size_t event, from, to;
};

struct deployed_model {
    json_t *json; /* owns all text */
    const char *name, *label, *fingerprint;
    int64_t abi;
    enum pawl_type key_type;
    size_t state_count, event_count, column_count, move_count;
    struct pawl_state *states;
    struct pawl_event *events; /* parameter n of each lies at n times ARGUMENT_BYTES of its arguments */
    struct pawl_column *columns;
    struct deployed_move *moves; /* by event and from, then as they are tried; as in the JSON */
    json_t *states_by_name, *events_by_name, *states_by_stored, *events_by_stored;
    int64_t migrated_at_us; /* 0: never; what is older follows the rules of an earlier version */
    json_t *past_moves;     /* { event: { from: { to: true }}}, as stored: which histories may hold besides */
    const char *current, *transitions; /* tables */
    bool has_personal;                 /* a parameter is */
    bool shares_rows;    /* `storage transitions`: other programs write its rows, too, and name no event */
    size_t implicit;     /* the state of an entity without a row; 0: none */
    const char *pending; /* NULL: likewise as queue */
    const char *parent, *parent_column;   /* NULL: no entity's table; as the SQL has them */
    const char *objects, *shared_objects; /* queries, see model.schema.json */
    json_t *statements, *fire;
    json_t *queue;      /* NULL: it has no timers and no work, or the database does not keep what is needed */
    json_t *hooks;      /* its guards, and behind them its effects; see model.schema.json */
    size_t guard_count; /* of these */
    const char *diagram;
};

enum { ARGUMENT_BYTES = 24 };

struct models {
    struct deployed_model *models; /* by name */
    size_t count;
};

/* Complains that no machine is deployed, or that this login may not see it, and returns the exit status. */
int refuse_nothing(struct call *call, const char *help);

/* All machines, or the one of that name; a machine without a model is wrong only where it is the one that is
 * named. The second complains of what is wrong, and returns the exit status. */
struct models models_read(struct call *call, const char *name);
int models_look(struct call *call, const char *name, struct models *models);
/* Like the second: the one of a machine that is not deployed; NULL: none. */
int models_take(const struct call *call, const char *name, const char *text, struct models *models);

/* 0: there is none. */
size_t model_state(const struct deployed_model *model, const char *stored);
/* What a message says of a stored state: the text, and the name if it is another, as in "3 (approved)". */
const char *model_told_state(const struct deployed_model *model, const char *stored);
size_t model_event(const struct deployed_model *model, const char *stored);
/* Whether an earlier version had that move, or a migration made it. */
bool model_had_move(const struct deployed_model *model, const char *event, const char *from, const char *to);
/* Whether it was a state of an earlier version, as stored; and whether any event led from one to another. */
bool model_had_state(const struct deployed_model *model, const char *stored);
bool model_had_way(const struct deployed_model *model, const char *from, const char *to);
/* By their names in the language; of columns the count, of states and events 0 where there is none. */
size_t model_column(const struct deployed_model *model, const char *name);
size_t model_state_named(const struct deployed_model *model, const char *name);
size_t model_event_named(const struct deployed_model *model, const char *name);
size_t model_initial(const struct deployed_model *model); /* 0: it has no such state */
/* What move number `move` was written as; see model.schema.json. */
const json_t *model_arrow(const struct deployed_model *model, size_t move);
/* Whether an event may leave that parameter out. */
bool model_may_be_null(const struct deployed_model *model, const char *column);
bool model_has_move(const struct deployed_model *model, size_t event, size_t from, size_t to);
bool model_leads(const struct deployed_model *model, size_t from, size_t to); /* by any event */

/* Whether pawlctl can move its entities: timers that nobody arms would be lost without a word. Complains
 * where it cannot. */
bool model_has_queue(const struct deployed_model *model);

/* Of an entity that the database has named; the text is borrowed. */
struct pawl_key model_key_of(const struct deployed_model *model, const char *id);
/* A key as it was typed: whether it can be one; the second ends the program where it cannot. */
bool model_could_be_key(const struct deployed_model *model, const char *text, struct pawl_key *key);
struct pawl_key model_key(const struct call *call, const struct deployed_model *model, const char *text);
/* "PM123" or "17". */
const char *model_key_text(const struct deployed_model *model, struct pawl_key key);
/* The same, by the machine's name: as given if there is no such machine, as of a flow. */
const char *model_entity(struct call *call, const char *machine, const char *text);
/* The uuid in its one spelling; NULL: it is none, or has it already. */
const char *model_other_spelling(const char *text);
/* Calls look for a uuid in small letters. Keys of other types have one spelling only. */
bool model_is_spelled(const struct deployed_model *model, const char *text);
/* "PM123" or "17", of a cell. */
const char *key_text(const struct cell *key);
struct value model_key_value(const struct deployed_model *model, struct pawl_key key);

/*
 * A statement on its tables: a template in which {name}_id is their key, {current}, {transitions}, {pending}
 * and {parent} are the tables, {parent_column} the parent's key, {schema} that of what all share, and {key:1}
 * is the key as parameter 1, {text:2}, {bigint:3}, {integer:4} and {boolean:5} are others; with the words of
 * the dialect, and those that are given, or NULL. Of no machine, NULL, it has the dialect's.
 */
const char *model_sql(const struct call *call, const struct deployed_model *model, const char *template,
                      const struct database_word *words);
/* The rows of such a statement. */
struct row_set model_query(struct call *call, const struct deployed_model *model, const char *template,
                           const struct database_word *words, const struct value *values, size_t value_count,
                           size_t width);

/* Writes one row of its table MACHINE_SUFFIX by the statement. */
void model_write(struct call *call, const struct deployed_model *model, const char *suffix, const char *sql,
                 const struct value *values, size_t value_count);

extern const char *const model_types[]; /* by enum pawl_type, as in the language */
