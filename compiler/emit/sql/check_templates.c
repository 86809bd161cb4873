/* Part of the build: ends it where a template says what no vocabulary has. */
#include "emit/sql/sql.h"
#include "emit/sql/template.h"

#include <stdio.h>

int main(void) {
    static const struct sql_dialect *const dialects[] = {&sql_postgres, &sql_sqlite};
    struct text problems = TEXT_INIT;
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        sql_check_templates(&problems, dialects[i]);
    if (problems.length > 0)
        fputs(problems.data, stderr);
    const bool are_right = problems.length == 0 && !text_failed(&problems);
    text_free(&problems);
    return are_right ? 0 : 1;
}
