/* Part of the build: ends it where a template says what no vocabulary has, or a vocabulary has what no
 * template says. */
#include "emit/c/c.h"
#include "emit/diagram/mermaid.h"
#include "emit/diff/parts.h"
#include "emit/json/json.h"
#include "emit/migrate/migrate.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"
#include "emit/prose/sentence_flow.h"

#include <stdio.h>

struct checking {
    struct text problems;
    struct template_uses uses;
    bool uses_are_known; /* all templates were checked, so that what was not said is said nowhere */
};

static void check(struct checking *checking, const struct templates *templates) {
    if (checking->uses_are_known)
        template_check_unused(&checking->problems, &checking->uses, templates);
    else
        template_check(&checking->problems, &checking->uses, templates);
}

static void check_migrations(struct checking *checking, const struct sql_dialect *dialect) {
    struct migrate_templates made;
    check(checking, migrate_templates(&made, dialect));
    if (checking->uses_are_known)
        return;
    /* What is added for migrations means nothing else in what a machine has. */
    template_check_additions(&checking->problems, &made.common);
    template_check_additions(&checking->problems, &made.own);
    for (size_t i = 0; i < STEP_COUNT; i++)
        if (!template_has_fragment(&made.own, migrate_step_fragments[i]))
            text_printf(&checking->problems, "{define %s}: %s has no such step of a migration\n",
                        migrate_step_fragments[i], dialect->name);
}

static void check_all(struct checking *checking) {
    static const struct templates *const others[] = {
        &c_templates,    &diff_templates,      &page_templates,     &mermaid_templates,
        &json_templates, &sql_model_templates, &sentence_templates, &sentence_flow_templates};
    for (size_t i = 0; i < PAWL_DIALECT_COUNT; i++) {
        check(checking, &sql_dialects[i]->templates);
        if (sql_dialect_for(i, true) != sql_dialects[i])
            check(checking, &sql_dialect_for(i, true)->templates);
        if (sql_dialects[i]->migration != NULL)
            check_migrations(checking, sql_dialects[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        check(checking, others[i]);
}

int main(void) {
    struct checking checking = {.problems = TEXT_INIT, .uses = {.arena = arena_new()}};
    check_all(&checking);
    checking.uses_are_known = true;
    check_all(&checking);
    if (checking.problems.length > 0)
        fputs(checking.problems.data, stderr);
    const bool are_right = checking.problems.length == 0 && !text_failed(&checking.problems);
    text_free(&checking.problems);
    arena_free(checking.uses.arena);
    return are_right ? 0 : 1;
}
