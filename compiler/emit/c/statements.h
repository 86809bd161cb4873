/* The SQL of each dialect in C: what pawl_machine.sql refers to. */
#ifndef PAWL_EMIT_C_STATEMENTS_H
#define PAWL_EMIT_C_STATEMENTS_H

#include "base/text.h"
#include "model/model.h"

/* The tables, before the machine's own, up to sql_of_MACHINE. */
void c_statements(struct text *out, const struct model_machine *machine);

#endif
