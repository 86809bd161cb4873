/* What the files of PostgreSQL's dialect share. */
#ifndef PAWL_EMIT_SQL_POSTGRES_POSTGRES_H
#define PAWL_EMIT_SQL_POSTGRES_POSTGRES_H

#include "emit/sql/sql.h"
#include "model/hooks.h"

extern const char *const postgres_types[]; /* by enum pawl_type; of parameters */

const char *postgres_column_type(enum pawl_type type); /* likewise, of columns */

/* What comes before the machines, in two parts: roles and what they must be granted, then what machines
 * share. */
void postgres_begin_roles(struct text *out, const struct model_machine *machines, size_t count);
void postgres_begin_shared(struct text *out, const struct model_machine *machines, size_t count, bool emits);
/* "payment_create,payment_submit": the names of the machine's functions, without their schema. */
void postgres_routines(struct text *out, const struct model_machine *machine);
/* The statements that put them into pawl_objects; machine NULL: what all machines share. */
void postgres_record_objects(struct text *out, const struct model_machine *machine);
/* Ends a deployment where somebody else has a name of Pawl's. */
void postgres_refuse_shared_names(struct text *out);
/*
 * The trigger has one name everywhere: it is its table's own, and so never too long. It always fires: with
 * `session_replication_role = replica`, which can be granted to anybody, others do not. 62: before each
 * statement, on all that writes (pg_trigger.h). Where it stands nothing is locked, so that what is deployed
 * is deployed again, or migrated, beside moves of any machine.
 */
#define POSTGRES_REFUSE_WRITES(tables) POSTGRES_REFUSE_WRITES_TO tables POSTGRES_REFUSE_WRITES_END
#define POSTGRES_REFUSE_WRITES_TO                                                                            \
    "do $pawl$\n"                                                                                            \
    "declare\n"                                                                                              \
    "  relation regclass;\n"                                                                                 \
    "begin\n"                                                                                                \
    "  foreach relation in array array["
#define POSTGRES_REFUSE_WRITES_END                                                                           \
    "]::regclass[] loop\n"                                                                                   \
    "    continue when exists (select from pg_trigger own\n"                                                 \
    "      where own.tgrelid = relation and own.tgname = 'pawl_refuse_write'\n"                              \
    "        and own.tgfoid = 'public.pawl_refuse_write()'::regprocedure and own.tgenabled = 'A'\n"          \
    "        and own.tgtype = 62 and own.tgattr::text = '' and own.tgqual is null);\n"                       \
    "    execute format('create or replace trigger pawl_refuse_write before insert or update or delete "     \
    "or truncate\n"                                                                                          \
    "      on %s for each statement execute function public.pawl_refuse_write()', relation);\n"              \
    "    execute format('alter table %s enable always trigger pawl_refuse_write', relation);\n"              \
    "  end loop;\n"                                                                                          \
    "end\n"                                                                                                  \
    "$pawl$;\n"

/* A column of a table that was deployed without it; like the next one it looks before it locks. */
#define POSTGRES_COLUMN(table, name, type)                                                                   \
    "do $pawl$\n"                                                                                            \
    "begin\n"                                                                                                \
    "  if not exists (select from pg_attribute own where own.attrelid = '" table "'::regclass\n"             \
    "                 and own.attname = '" name "' and not own.attisdropped) then\n"                         \
    "    alter table " table " add column " name " " type ";\n"                                              \
    "  end if;\n"                                                                                            \
    "end\n"                                                                                                  \
    "$pawl$;\n"

/* An index, unless it is there: `create index if not exists` waits for all writers before it looks. */
#define POSTGRES_INDEX(schema, unique, name, on)                                                             \
    "do $pawl$\n"                                                                                            \
    "begin\n"                                                                                                \
    "  if to_regclass('" schema "." name "') is null then\n"                                                 \
    "    create " unique "index " name " on " on ";\n"                                                       \
    "  end if;\n"                                                                                            \
    "end\n"                                                                                                  \
    "$pawl$;\n"

/* A value from libpawl. */
void postgres_parameter(struct text *out, size_t number, enum pawl_type type);

/* Whether the event has a function for many entities at once. */
bool postgres_has_many(const struct model_machine *machine, size_t event);

/* Whether the function of an event takes verdicts of guards in C. */
bool postgres_takes_verdicts(const struct model_machine *machine, const struct model_event *event);

#endif
