#include "model/dialect.h"

const struct dialect postgres_dialect = {
    .name = "postgres",
    .title = "PostgreSQL",
    .comments_nest = true,
};
