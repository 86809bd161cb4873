/* The vocabularies of PostgreSQL's templates. */
#ifndef PAWL_SQL_POSTGRES_WORDS_H
#define PAWL_SQL_POSTGRES_WORDS_H

#include "emit/template/template.h"
#include "model/hooks.h"

extern const struct template_fragment sql_postgres_fragments[], sql_postgres_schema[],
    postgres_migration_fragments[];
extern const struct template_vocabulary postgres_event_vocabulary, postgres_lock_vocabulary,
    postgres_many_vocabulary, postgres_choice_vocabulary, postgres_hook_vocabulary,
    postgres_deferred_vocabulary, postgres_machine_vocabulary, postgres_follow_vocabulary,
    postgres_outbox_vocabulary, postgres_transitions_vocabulary, postgres_migrate_vocabulary;

/* Those of the scope's event. */
struct moves postgres_moves_of(const struct template_scope *scope);

#endif
