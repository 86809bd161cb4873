/*
 * The frozen model: what the checks have accepted, flat and const, the only thing that emitters read.
 * Built by resolve.c; nothing writes to it afterwards. Every index is valid, every text is valid UTF-8
 * without NUL, every name is unique in its kind.
 */
#ifndef PAWL_MODEL_H
#define PAWL_MODEL_H

#include "pawl_abi.h"

#include <stdbool.h>
#include <stddef.h>

#define MODEL_NOTHING ((size_t)-1) /* move.from of a creation */

struct model_column { /* a parameter column of the history table; shared by events whose types agree */
    const char *name;
    enum pawl_type type;
};

struct model_param {
    const char *name;
    enum pawl_type type;
    bool optional;
    size_t column; /* index into machine.columns */
};

struct model_event {
    const char *name;
    const char *stored; /* text in the database; the name where nothing else was said */
    const char *label;  /* never NULL; the name, with blanks for underscores, where none was given */
    const char *doc;    /* NULL where none was given; lines joined by \n */
    bool is_creation;
    size_t param_count;
    const struct model_param *params;
};

struct model_state {
    const char *name;
    const char *stored;
    const char *label; /* never NULL */
    const char *doc;   /* NULL where none was given */
    bool is_initial;   /* target of the event `create` */
    bool is_final;
};

struct model_move {
    size_t event;
    size_t from; /* MODEL_NOTHING for a creation */
    size_t to;
};

struct model_entity { /* the parent row; schema is NULL where the file did not name one */
    const char *schema;
    const char *table;
    const char *column;
};

struct model_machine {
    const char *name;
    const char *label;                 /* never NULL */
    const char *doc;                   /* NULL where none was given */
    const char *fingerprint;           /* 16 hexadecimal digits over everything that changes behaviour */
    const struct model_entity *entity; /* NULL: the key stands alone, no parent row is asked for */
    enum pawl_type key_type;           /* TEXT or BIGINT */
    size_t state_count;
    const struct model_state *states;
    size_t event_count;
    const struct model_event *events;
    size_t column_count;
    const struct model_column *columns;
    size_t move_count;
    const struct model_move *moves; /* sorted by event, then from (a creation first), as declared */
};

struct model {
    const char *stem; /* of the input file: payment.fsm -> payment; the outputs are named after it */
    size_t machine_count;
    const struct model_machine *machines;
};

#endif
