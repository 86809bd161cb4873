/* What the files of PostgreSQL's dialect share. */
#ifndef PAWL_SQL_POSTGRES_H
#define PAWL_SQL_POSTGRES_H

#include "sql.h"

extern const char *const postgres_types[]; /* by enum pawl_type; of parameters */

/* A value from libpawl. */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type);

/* The name of an event's function, with its schema. */
void postgres_event_name(struct text *out, const struct model_machine *machine,
                         const struct model_event *event);
/* Where the parameters from here on are all optional, a person in psql may leave them out. */
bool postgres_may_be_left_out(const struct model_event *event, size_t param);

/* The function of an event, with its grants and its comment. */
void postgres_function(struct text *out, const struct model_machine *machine, size_t event);
/* The call of it that libpawl sends. */
void postgres_fire(struct text *out, const struct model_machine *machine, const struct model_event *event);

/*
 * The same for many entities at once, and its call. Nothing where a callback is asked, which only libpawl
 * can: then libpawl makes the moves one by one.
 */
bool postgres_has_many(const struct model_machine *machine, size_t event);
void postgres_many_function(struct text *out, const struct model_machine *machine, size_t event);
void postgres_fire_many(struct text *out, const struct model_machine *machine,
                        const struct model_event *event);

#endif
