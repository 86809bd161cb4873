/* Part of the build: ends it where a template says what no vocabulary has. */
#include "emit/sql/sql.h"
#include "emit/sql/template.h"

#include <stdio.h>

int main(void) {
    struct text problems = TEXT_INIT;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++)
        sql_check_templates(&problems, sql_dialects[i]);
    if (problems.length > 0)
        fputs(problems.data, stderr);
    const bool are_right = problems.length == 0 && !text_failed(&problems);
    text_free(&problems);
    return are_right ? 0 : 1;
}
