#include "hooks.h"

#include "database.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- PostgreSQL: the functions that are the hooks ----------------------------------------------- */

struct routine {
    char *name, *body, *types, *nulls, *path;
};

struct routines {
    struct routine *routines;
    size_t count;
};

/* Functions of SQL, named after the machine, that belong to pawl_owner. */
static const char find_routines[] =
    "select p.proname::text, p.prosrc,"
    " coalesce('(' || (select string_agg(format_type(a, null), ', ' order by n)"
    "                    from unnest(p.proargtypes) with ordinality as t (a, n)) || ')', ''),"
    " coalesce('(' || array_to_string(array_fill('null'::text, array[nullif(p.pronargs, 0)::int]), ', ') || "
    "')', ''),"
    " coalesce((select substr(s, 13) from unnest(p.proconfig) s where starts_with(s, 'search_path=')), '')"
    " from pg_catalog.pg_proc p join pg_catalog.pg_language l on l.oid = p.prolang"
    " where l.lanname = 'sql' and pg_get_userbyid(p.proowner) = 'pawl_owner'"
    " and (starts_with(p.proname, $1::text || '_guard_') or starts_with(p.proname, $2::text || '_effect_'))"
    " order by 1";

static enum pawl_status add_routine(void *context, const struct cell *cells, struct pawl_error *err) {
    struct routines *routines = context;
    struct routine *grown = realloc(routines->routines, (routines->count + 1) * sizeof *grown);
    if (grown == NULL)
        return error_set(err, PAWL_NOMEM, "out of memory");
    routines->routines = grown;
    struct routine *routine = &grown[routines->count++];
    *routine = (struct routine){strdup(cells[0].text), strdup(cells[1].text), strdup(cells[2].text),
                                strdup(cells[3].text), strdup(cells[4].text)};
    return PAWL_OK;
}

/* The word, in any case, as a whole. */
static bool has_word(const char *text, const char *word) {
    size_t length = strlen(word);
    for (const char *at = text; *at != '\0'; at++)
        if (strncasecmp(at, word, length) == 0 && (at == text || !isalnum((unsigned char)at[-1])) &&
            !isalnum((unsigned char)at[length]))
            return true;
    return false;
}

/* "permission denied for table ledger": which grant would do; "" where that was not the matter. */
static void name_grant(const struct call *call, const struct routine *routine, struct text *grant) {
    static const char denied[] = "permission denied for ";
    static const char *const privileges[] = {"select", "insert", "update", "delete"};
    const char *object = strstr(call->err.message, denied);
    if (strcmp(call->err.sqlstate, "42501") != 0 || object == NULL)
        return;
    object += strlen(denied);
    const char *name = strchr(object, ' ');
    if (name == NULL)
        return;
    text_put(grant, "grant ");
    if (strncmp(object, "table", 5) == 0 || strncmp(object, "view", 4) == 0) {
        const char *separator = "";
        for (size_t i = 0; i < sizeof privileges / sizeof *privileges; i++)
            if (has_word(routine->body, privileges[i])) {
                text_printf(grant, "%s%s", separator, privileges[i]);
                separator = ", ";
            }
        text_put(grant, " on");
    } else if (strncmp(object, "schema", 6) == 0 || strncmp(object, "sequence", 8) == 0) {
        text_printf(grant, "usage on %.*s", (int)(name - object), object);
    } else {
        text_printf(grant, "execute on %.*s", (int)(name - object), object);
    }
    text_printf(grant, "%s to pawl_owner;", name);
}

/* As pawl_owner, in the path in which it will run; EXPLAIN asks for every right, and runs nothing. */
static bool can_run(struct call *call, const struct routine *routine, struct text *sql) {
    text_printf(sql,
                "begin; set local role pawl_owner; select set_config('search_path', $path$%s$path$, true);"
                " prepare pawl_hook%s as %s;",
                routine->path, routine->types, routine->body);
    bool done = !text_failed(sql) && database_exec(call, sql->data);
    if (done) {
        text_free(sql);
        text_printf(sql, "explain execute pawl_hook%s; deallocate pawl_hook", routine->nulls);
        done = !text_failed(sql) && database_exec(call, sql->data);
    }
    return done;
}

static int check_routines(struct call *call, const struct model *model) {
    struct routines routines = {0};
    struct value name[] = {value_text(model->name), value_text(model->name)};
    int problems = database_rows(call, find_routines, name, 2, add_routine, &routines) ? 0 : -1;
    for (size_t i = 0; i < routines.count; i++) {
        struct routine *routine = &routines.routines[i];
        struct text sql = TEXT_INIT, grant = TEXT_INIT;
        if (problems >= 0 && !can_run(call, routine, &sql)) {
            name_grant(call, routine, &grant);
            refused(grant.data, "%s cannot run: %s", routine->name, call->err.message);
            problems++;
        }
        database_rollback(call);
        text_free(&sql);
        text_free(&grant);
        free(routine->name);
        free(routine->body);
        free(routine->types);
        free(routine->nulls);
        free(routine->path);
    }
    free(routines.routines);
    return problems;
}

/* ---- SQLite: the texts of the model ------------------------------------------------------------- */

/* The text with a placeholder for each reference. */
static void put_hook(struct text *sql, const json_t *text) {
    const char *written = json_string_value(json_object_get(text, "text"));
    const json_t *references = json_object_get(text, "references");
    size_t at = 0;
    for (size_t i = 0; i < json_array_size(references); i++) {
        const json_t *reference = json_array_get(references, i);
        size_t offset = (size_t)json_integer_value(json_object_get(reference, "offset"));
        text_write(sql, written + at, offset - at);
        text_char(sql, '?');
        at = offset + (size_t)json_integer_value(json_object_get(reference, "length"));
    }
    text_put(sql, written + at);
}

/* EXPLAIN prepares it and lists what would be done. */
static int check_texts(struct call *call, const struct model *model) {
    static const char *const kinds[] = {"guards", "effects"};
    int problems = 0;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        const json_t *hooks = json_object_get(model->json, kinds[kind]);
        for (size_t i = 0; i < json_array_size(hooks); i++) {
            const json_t *hook = json_array_get(hooks, i);
            const json_t *text = json_object_get(hook, "sqlite");
            struct text sql = TEXT_INIT;
            if (text == NULL)
                continue;
            text_put(&sql, "explain ");
            put_hook(&sql, text);
            if (text_failed(&sql) || !database_exec(call, sql.data)) {
                refused(NULL, "%s %.*s %s cannot run: %s", model->name, (int)strlen(kinds[kind]) - 1,
                        kinds[kind], json_string_value(json_object_get(hook, "name")), call->err.message);
                problems++;
            }
            text_free(&sql);
        }
    }
    return problems;
}

int hooks_check(struct call *call, const struct model *model) {
    return database_dialect(call)->become_owner != NULL ? check_routines(call, model)
                                                        : check_texts(call, model);
}
