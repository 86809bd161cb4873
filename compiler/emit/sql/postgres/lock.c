#include "emit/sql/postgres/lock.h"

#include "emit/sql/postgres/postgres.h"
#include "emit/sql/template.h"

static bool has_key(const struct model_machine *machine) {
    return machine->key != NULL;
}

void postgres_lock_definition(struct text *out, const struct model_machine *machine) {
    if (has_key(machine))
        text_put(out, ",\n  lock_owner text default null, lock_token bigint default null");
}

void postgres_lock_signature(struct text *out, const struct model_machine *machine) {
    if (has_key(machine))
        text_put(out, ", text, bigint");
}

void postgres_lock_call(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    if (!has_key(machine))
        return;
    text_put(out, ", ");
    postgres_parameter(out, postgres_lock_owner_of(event), PAWL_TYPE_TEXT);
    text_put(out, ", ");
    postgres_parameter(out, postgres_lock_owner_of(event) + 1, PAWL_TYPE_BIGINT);
}

static struct sql_scope scope_of(const struct model_machine *machine, const struct model_event *event) {
    return (struct sql_scope){.dialect = &sql_postgres, .machine = machine, .event = event};
}

void postgres_is_free(struct text *out, const struct model_machine *machine,
                      const struct model_event *event) {
    const struct sql_scope scope = scope_of(machine, event);
    sql_render_inline(out, &scope, "is_free");
}

/* ---- what a machine has of its own -------------------------------------------------------------- */

static void find_by_key(struct text *out, const struct model_machine *machine) {
    const struct model_reference *key = machine->key;
    const char *type = key->kind == MODEL_KEY ? postgres_types[machine->key_type]
                                              : postgres_types[machine->columns[key->column].type];
    if (key->kind == MODEL_CREATED && machine->storage == MODEL_HEAD) {
        sql_template(out, &sql_postgres, machine,
                     "do $pawl$\nbegin\n  if to_regclass('{schema}.{name}_transitions_key') is null then\n"
                     "    create index {name}_transitions_key on {transitions} (");
        sql_name(out, &sql_postgres, machine->columns[key->column].name);
        sql_template(out, &sql_postgres, machine,
                     ", {name}_id) where sort_key = {step};\n  end if;\nend\n$pawl$;\n");
    }
    sql_template(out, &sql_postgres, machine, "create or replace function {schema}.{name}_with_key(key ");
    text_printf(out, "%s)\n", type);
    sql_template(out, &sql_postgres, machine,
                 "returns setof {current} language sql stable set search_path = pg_catalog, pg_temp\nas ");
    struct text body = TEXT_INIT;
    text_put(&body, "\n");
    sql_template(&body, &sql_postgres, machine, "select head.* from {current} head");
    if (key->kind == MODEL_CREATED) {
        sql_template(&body, &sql_postgres, machine,
                     " join {transitions} begun\n"
                     "  on begun.{name}_id = head.{name}_id and begun.sort_key = {step} where begun.");
        sql_name(&body, &sql_postgres, machine->columns[key->column].name);
    } else {
        sql_template(&body, &sql_postgres, machine, " where head.{name}_id");
    }
    sql_template(&body, &sql_postgres, machine, " = $1\n  order by head.{name}_id\n");
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    out->failed |= text_failed(&body);
    text_free(&body);
    sql_template(out, &sql_postgres, machine, ";\ncomment on function {schema}.{name}_with_key(");
    text_printf(out, "%s) is 'Those that honour the locks held on this key.';\n", type);
}

void postgres_lock_machine(struct text *out, const struct model_machine *machine) {
    struct text head = TEXT_INIT;
    sql_template(&head, &sql_postgres, machine, machine->storage == MODEL_HEAD ? "{current}" : "{rows}");
    sql_template(out, &sql_postgres, machine,
                 "insert into public.pawl_freezes (machine, head) values ({machine}, ");
    if (!text_failed(&head))
        escape_postgres_literal(out, head.data);
    out->failed |= text_failed(&head);
    text_free(&head);
    text_put(out, ")\n  on conflict do nothing;\n"
                  "analyze public.pawl_freezes; -- so few rows that their index would cost each move more\n");
    if (has_key(machine))
        find_by_key(out, machine);
    text_char(out, '\n');
}
