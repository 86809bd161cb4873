/* The generated C that makes many moves, or several together. */
#ifndef PAWL_EMIT_C_MANY_H
#define PAWL_EMIT_C_MANY_H

#include "base/text.h"
#include "model/model.h"

/* For the header: the struct of an item of each event, and that of a result. */
void c_many_structs(struct text *out, const struct model_machine *machine);
void c_many_declare(struct text *out, const struct model_machine *machine);
/* For the source. */
void c_many_define(struct text *out, const struct model_machine *machine);

#endif
