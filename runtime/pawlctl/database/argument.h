/* Values that are typed on a command line. */
#pragma once

#include "pawl_admin.h"

/* Parses text as value->type. False if it is none of that type; value_settle checks texts further. */
bool argument_parse(const char *text, struct value *value);

/* "true or false": what argument_parse expects. */
const char *argument_form(enum pawl_type type);
