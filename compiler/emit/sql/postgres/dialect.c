#include "model/dialect.h"

const struct dialect postgres_dialect = {
    .name = "postgres",
    .title = "PostgreSQL",
    .by_default = true,
    .comments_nest = true,
    .dollars_quote = true,
    .shell = "psql",
};
