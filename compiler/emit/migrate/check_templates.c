/* Part of the build: ends it where a template says what no vocabulary has. */
#include "emit/c/c.h"
#include "emit/diagram/mermaid.h"
#include "emit/diff/parts.h"
#include "emit/json/json.h"
#include "emit/migrate/migrate.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"
#include "emit/prose/sentence_flow.h"

#include <stdio.h>

/* What is added for migrations means nothing else in what a machine has. */
static void check_migrations(struct text *problems, const struct sql_dialect *dialect) {
    struct migrate_templates made;
    template_check(problems, migrate_templates(&made, dialect));
    template_check_additions(problems, &made.common);
    template_check_additions(problems, &made.own);
    for (size_t i = 0; i < STEP_COUNT; i++)
        if (!template_has_fragment(&made.own, migrate_step_fragments[i]))
            text_printf(problems, "{define %s}: %s has no such step of a migration\n",
                        migrate_step_fragments[i], dialect->name);
}

int main(void) {
    struct text problems = TEXT_INIT;
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        template_check(&problems, &sql_dialects[i]->templates);
        if (sql_dialect_for(i, true) != sql_dialects[i])
            template_check(&problems, &sql_dialect_for(i, true)->templates);
        if (sql_dialects[i]->migration != NULL)
            check_migrations(&problems, sql_dialects[i]);
    }
    template_check(&problems, &c_templates);
    template_check(&problems, &diff_templates);
    template_check(&problems, &page_templates);
    template_check(&problems, &mermaid_templates);
    template_check(&problems, &json_templates);
    template_check(&problems, &sql_model_templates);
    template_check(&problems, &sentence_templates);
    template_check(&problems, &sentence_flow_templates);
    if (problems.length > 0)
        fputs(problems.data, stderr);
    const bool are_right = problems.length == 0 && !text_failed(&problems);
    text_free(&problems);
    return are_right ? 0 : 1;
}
