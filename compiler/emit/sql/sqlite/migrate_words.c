/* What templates of SQLite's migrations say of what is dropped and made anew, of a machine and by all. */
#include "emit/sql/sqlite/sqlite.h"

#include <stdio.h>
#include <string.h>

static void write_create_shared_triggers(struct text *out, const struct template_scope *scope) {
    static const char *const with_triggers[] = {"registry", "locks", "freezes", "outbox", "runs", "record"};
    for (size_t i = 0; i < sizeof with_triggers / sizeof *with_triggers; i++) {
        text_put(out, i > 0 ? "\n" : "");
        sql_schema_part(out, scope->dialect, with_triggers[i]);
    }
}

/* All triggers and views of the machine, and indexes, where they get other names. */
static void drop_created(struct text *out, const struct template_scope *scope, bool indexes) {
    static const char *const kinds[] = {"trigger", "view", "index", "unique index"};
    struct text made = TEXT_INIT;
    template_render_text(&made, scope, "{>machine_objects}");
    for (const char *line = text_failed(&made) ? "" : made.data; line != NULL && *line != '\0';) {
        for (size_t i = 0; i < (indexes ? 4 : 2); i++) {
            char create[64];
            const int length = snprintf(create, sizeof create, "create %s if not exists ", kinds[i]);
            if (strncmp(line, create, (size_t)length) == 0)
                text_printf(out, "drop %s if exists %.*s;\n", i < 2 ? kinds[i] : "index",
                            (int)strcspn(line + length, " (\n"), line + length);
        }
        line = strchr(line, '\n');
        line = line == NULL ? NULL : line + 1;
    }
    text_fail(out, made.problem);
    text_free(&made);
}

#define OWN_WORDS(X)                                                                                         \
    /* of what all machines share, as what keeps others from it would refuse a migration, too; */            \
    X(WORD, drop_shared_triggers, sql_schema_part(out, scope->dialect, "triggers"))                          \
    /* so that it is as it was deployed */                                                                   \
    X(WORD, create_shared_triggers, write_create_shared_triggers(out, scope))                                \
    X(WORD, drop_triggers_and_views, drop_created(out, scope, false)) /* of the machine */                   \
    /* likewise */                                                                                           \
    X(WORD, drop_triggers_views_and_indexes, drop_created(out, scope, true))
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary sqlite_migrate_vocabulary = {words, NULL, NULL};
