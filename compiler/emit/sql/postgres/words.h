/* The vocabularies of PostgreSQL's templates. */
#pragma once

#include "emit/template/template.h"
#include "model/hooks.h"

extern const struct template_fragment sql_postgres_fragments[], postgres_migration_fragments[],
    sql_citus_fragments[];
extern const struct template_vocabulary postgres_machine_vocabulary, postgres_migrate_vocabulary;
