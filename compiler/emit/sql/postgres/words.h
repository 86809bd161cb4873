/* The vocabularies of PostgreSQL's templates. */
#ifndef PAWL_SQL_POSTGRES_WORDS_H
#define PAWL_SQL_POSTGRES_WORDS_H

#include "emit/sql/template.h"

extern const struct sql_fragment sql_postgres_fragments[];
extern const struct sql_vocabulary postgres_event_vocabulary, postgres_lock_vocabulary;

#endif
