#include "emit/sql/postgres/postgres.h"

#include "model/hooks.h"
#include "resolve/references.h"

#include <string.h>
#include <strings.h>

enum { ARGUMENTS_MAX = 100 }; /* of a function in PostgreSQL */

static bool is_guard(const struct model_machine *machine, const struct model_hook *hook) {
    return hook >= machine->guards && hook < machine->guards + machine->guard_count;
}

void postgres_hook_name(struct text *out, const struct model_machine *machine,
                        const struct model_hook *hook) {
    sql_template(out, &sql_postgres, machine, "{schema}.{name}");
    text_printf(out, "_%s_%s", is_guard(machine, hook) ? "guard" : "effect", hook->name);
}

/* Its type, by the number that it has in sql_numbered, less 1. */
static const char *argument_type(const struct model_machine *machine, const struct sql_references *references,
                                 size_t number) {
    return postgres_types[sql_reference_type(machine, references->list[number])];
}

static void signature(struct text *out, const struct model_machine *machine, const struct model_hook *hook) {
    const struct sql_references references = sql_references(hook->sql[PAWL_DIALECT_POSTGRES]);
    postgres_hook_name(out, machine, hook);
    for (size_t i = 0; i < references.count; i++)
        text_printf(out, "%s%s", i > 0 ? ", " : "(", argument_type(machine, &references, i));
    text_put(out, references.count > 0 ? ")" : "()");
    if (references.count > ARGUMENTS_MAX)
        text_fail(out, "SQL of a guard or effect refers to more than 100 values, which is all that a "
                       "function of PostgreSQL takes; split it into several");
}

#define EFFECT_SETTINGS " volatile set search_path = pg_catalog, {schema}, pg_temp\n"

/*
 * A function of its own, so that an error in it names it and its text sees no name of the move's function. It
 * is parsed when it is made: what somebody puts into the schema afterwards cannot change what it means.
 *
 * A guard is made so that the planner can write it into the statement that asks it, whose plan is kept,
 * instead of planning it anew each time it is called: PostgreSQL's wiki, "Inlining of SQL functions", asks of
 * a table function that it be one SELECT, stable, and without settings. See keep_search_path for those that
 * need one.
 */
static void function(struct text *out, const struct model_machine *machine, const struct model_hook *hook) {
    text_printf(out, "\n-- %s %s\n", is_guard(machine, hook) ? "guard" : "effect", hook->name);
    sql_comment(out, NULL, hook->doc);
    text_put(out, "create or replace function ");
    signature(out, machine, hook);
    if (is_guard(machine, hook))
        text_put(out, " returns setof boolean\nlanguage sql stable\nbegin atomic\n");
    else
        sql_template(out, &sql_postgres, machine,
                     " returns void\nlanguage sql" EFFECT_SETTINGS "begin atomic\n");
    sql_numbered(out, hook->sql[PAWL_DIALECT_POSTGRES], "$");
    text_put(out, "\n;\nend;\nrevoke all on function ");
    signature(out, machine, hook);
    text_put(out, " from public;\n");
}

/* ---- effects that are planned once -------------------------------------------------------------------- */

/* A rule would not run what `returning` asks for. */
static bool may_be_rule(const struct model_machine *machine, const struct model_hook *hook) {
    static const char *const commands[] = {"insert", "update", "delete"};
    if (is_guard(machine, hook) || hook_is_callback(hook) ||
        has_word(hook->sql[PAWL_DIALECT_POSTGRES]->text, true, "returning"))
        return false;
    const char *text = hook->sql[PAWL_DIALECT_POSTGRES]->text +
                       first_statement(hook->sql[PAWL_DIALECT_POSTGRES]->text, true);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strncasecmp(text, commands[i], strlen(commands[i])) == 0)
            return true;
    return false;
}

/*
 * The function has been made, so names and syntax are right: what is caught is what PostgreSQL does not let a
 * rule be, such as one with a value inside of `with`, or of a join's condition.
 */
static void make_rule(struct text *out, const struct model_machine *machine, const struct model_hook *hook) {
    const size_t count = sql_references(hook->sql[PAWL_DIALECT_POSTGRES]).count;
    text_put(out, "\nbegin\n  create rule effect as on insert to ");
    postgres_hook_name(out, machine, hook);
    text_put(out, " do instead (\n");
    sql_numbered(out, hook->sql[PAWL_DIALECT_POSTGRES], "new.argument_");
    text_put(out, "\n  );\n  create or replace function ");
    signature(out, machine, hook);
    sql_template(out, &sql_postgres, machine, " returns void\n  language plpgsql" EFFECT_SETTINGS);
    text_put(out, "  as $$ begin insert into ");
    postgres_hook_name(out, machine, hook);
    for (size_t i = 0; i < count; i++)
        text_printf(out, "%s$%zu", i > 0 ? ", " : " values (", i + 1);
    text_put(out, count > 0 ? ")" : " default values");
    text_put(out, "; end $$;\n"
                  "exception when syntax_error_or_access_rule_violation or feature_not_supported then\n"
                  "  drop view ");
    postgres_hook_name(out, machine, hook);
    text_put(out, "; -- PostgreSQL has no such rule\nend\n");
}

/*
 * A statement of a PL/pgSQL function is planned once a session, and what is in one with `begin atomic` at
 * each call; but in PL/pgSQL it would be parsed when it runs. A rule is parsed when it is made, as that one
 * is. The view of the function's name holds nothing and takes the arguments.
 */
static void plan_once(struct text *out, const struct model_machine *machine, const struct model_hook *hook) {
    const struct sql_references references = sql_references(hook->sql[PAWL_DIALECT_POSTGRES]);
    struct text body = TEXT_INIT;
    text_put(out, "drop view if exists ");
    postgres_hook_name(out, machine, hook);
    text_put(out, ";\ncreate view ");
    postgres_hook_name(out, machine, hook);
    text_put(out, " as\n  select ");
    for (size_t i = 0; i < references.count; i++)
        text_printf(out, "%snull::%s as argument_%zu", i > 0 ? ", " : "",
                    argument_type(machine, &references, i), i + 1);
    text_put(out, references.count > 0 ? " where false;\ndo " : "null::text as nothing where false;\ndo ");
    make_rule(&body, machine, hook);
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    text_put(out, ";\n");
    out->failed |= text_failed(&body);
    text_free(&body);
}

/* Whoever deploys hears of a missing grant at once, and not the first who fires the event. To explain is to
 * compute what is constant. */
static void check_grants(struct text *out, const struct model_machine *machine,
                         const struct model_hook *hook) {
    const struct sql_references references = sql_references(hook->sql[PAWL_DIALECT_POSTGRES]);
    struct text explained = TEXT_INIT;
    struct text body = TEXT_INIT;
    sql_numbered(&explained, hook->sql[PAWL_DIALECT_POSTGRES], "$");
    text_put(&body, "\nbegin\n  perform public.pawl_explain(");
    if (!text_failed(&explained))
        escape_postgres_literal(&body, explained.data);
    text_put(&body, "::text,\n    '");
    for (size_t i = 0; i < references.count; i++)
        text_printf(&body, "%s%s", i > 0 ? ", " : "(", argument_type(machine, &references, i));
    text_put(&body, references.count > 0 ? ")'::text, '" : "'::text, '");
    for (size_t i = 0; i < references.count; i++)
        text_put(&body, i > 0 ? ", null" : "(null");
    text_printf(
        &body,
        "%s'::text, current_setting('search_path'));\n"
        "exception when insufficient_privilege then\n"
        "  raise warning '%s %s of machine %s cannot run yet: %%', sqlerrm\n"
        "    using hint = 'It runs as pawl_owner: grant pawl_owner what it does with that table, such "
        "as select or insert.';\n"
        "end\n",
        references.count > 0 ? ")" : "", is_guard(machine, hook) ? "guard" : "effect", hook->name,
        machine->name);
    body.failed |= text_failed(&explained);
    text_free(&explained);
    text_put(out, "do ");
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    out->failed |= text_failed(&body);
    text_free(&body);
    text_put(out, ";\n");
}

/*
 * Names in a guard are found when it is made, but code that it calls may look for names as it runs:
 * functions, operators and types of others, views, policies. What writes or locks rows is not stable.
 */
static void keep_search_path(struct text *out, const struct model_machine *machine) {
    bool any = false;
    for (size_t i = 0; i < machine->guard_count; i++) {
        struct text name = TEXT_INIT;
        if (hook_is_callback(&machine->guards[i]))
            continue;
        signature(&name, machine, &machine->guards[i]);
        text_put(out, any ? ",\n        "
                          : "\n-- Guards that run code of others, or lock rows, find that code's names as "
                            "before.\n"
                            "do $pawl$\n"
                            "declare\n"
                            "  guard regprocedure;\n"
                            "begin\n"
                            "  for guard in\n"
                            "    select made.oid from pg_proc made\n"
                            "      where made.oid = any (array[\n        ");
        if (!text_failed(&name))
            escape_postgres_literal(out, name.data);
        out->failed |= text_failed(&name);
        text_free(&name);
        any = true;
    }
    if (any)
        sql_template(
            out, &sql_postgres, machine,
            "]::regprocedure[])\n"
            "      and (made.prosqlbody::text ~ ':commandType [02-9]|:hasForUpdate true'\n"
            "        or exists (\n"
            "          select from pg_depend uses\n"
            "            left join pg_class relation\n"
            "              on uses.refclassid = 'pg_class'::regclass and relation.oid = uses.refobjid\n"
            "            where uses.classid = 'pg_proc'::regclass and uses.objid = made.oid\n"
            "              and uses.refclassid not in ('pg_namespace'::regclass, 'pg_collation'::regclass)\n"
            "              and (relation.relkind in ('r', 'p') and not relation.relrowsecurity) is not "
            "true))\n"
            "  loop\n"
            "    execute format('alter function %s volatile set search_path = pg_catalog, {schema}, "
            "pg_temp', guard);\n"
            "  end loop;\n"
            "end\n"
            "$pawl$;\n");
}

void postgres_hook_functions(struct text *out, const struct model_machine *machine) {
    bool any = false;
    for (size_t i = 0; i < machine->hook_count; i++) {
        if (hook_is_callback(machine->hooks[i]))
            continue;
        if (!any)
            sql_template(
                out, &sql_postgres, machine,
                "\n-- Guards and effects are only called by the functions of events. Their tables "
                "are those of {schema}.\n"
                "-- What an effect inserts, updates or deletes becomes the rule of an empty view, "
                "wherever it can: it is\n"
                "-- parsed now, as in a function with `begin atomic`, but planned once a session and "
                "not at each call.\n"
                "set local search_path = pg_catalog, {schema}, pg_temp;\n");
        any = true;
        function(out, machine, machine->hooks[i]);
        if (may_be_rule(machine, machine->hooks[i]))
            plan_once(out, machine, machine->hooks[i]);
    }
    if (!any)
        return;
    text_put(out, "\nset local search_path = pg_catalog, pg_temp;\n");
    keep_search_path(out, machine);
}

void postgres_check_grants(struct text *out, const struct model_machine *machine) {
    bool any = false;
    for (size_t i = 0; i < machine->hook_count; i++) {
        if (hook_is_callback(machine->hooks[i]))
            continue;
        if (!any)
            sql_template(out, &sql_postgres, machine,
                         "\nset local search_path = pg_catalog, {schema}, pg_temp;\n");
        any = true;
        check_grants(out, machine, machine->hooks[i]);
    }
    if (any)
        text_put(out, "\nset local search_path = pg_catalog, pg_temp;\n");
}

void postgres_drop_effects(struct text *out, const struct model_machine *machine) {
    for (size_t i = 0; i < machine->hook_count; i++)
        if (may_be_rule(machine, machine->hooks[i])) {
            text_put(out, "  drop view if exists ");
            postgres_hook_name(out, machine, machine->hooks[i]);
            text_put(out, ";\n");
        }
}
