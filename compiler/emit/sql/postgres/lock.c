#include "emit/sql/postgres/lock.h"

#include "emit/sql/postgres/postgres.h"

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

/* ---- which locks a move takes ------------------------------------------------------------------- */

static size_t parameter_of(const struct model_event *event, size_t column) {
    size_t i = 0;
    while (i < event->param_count && event->params[i].column != column)
        i++;
    return i;
}

/* The value behind a reference is a parameter of this very event, and not what an earlier one has written. */
static bool is_given(const struct model_event *event, const struct model_reference *reference) {
    return reference->kind == MODEL_KEY || reference->kind == MODEL_PARAM || event->is_creation;
}

/* As text, which is what a lock is called by. */
static void put_value(struct text *out, const struct model_machine *machine, const struct model_event *event,
                      const struct model_reference *reference) {
    if (reference->kind == MODEL_KEY) {
        text_put(out, "$1::text");
    } else if (!is_given(event, reference)) {
        text_put(out, "creation.");
        sql_name(out, &sql_postgres, machine->columns[reference->column].name);
        text_put(out, "::text");
    } else {
        size_t param = parameter_of(event, reference->column);
        if (param == event->param_count) /* of another way to begin */
            text_put(out, "null::text");
        else
            text_printf(out, "$%zu::text", param + 2);
    }
}

bool postgres_keeps_creation(const struct model_machine *machine, const struct model_event *event) {
    if (has_key(machine) && !is_given(event, machine->key))
        return true;
    for (size_t i = 0; i < event->serialize_count; i++)
        if (!is_given(event, &event->serialize_by[i]))
            return true;
    return false;
}

/* Two numbers, both exclusive, which are sorted without a query. */
static bool is_pair(const struct model_machine *machine, const struct model_event *event) {
    return !has_key(machine) && event->serialize_count == 2;
}

/* More locks than an expression can sort. */
static bool is_sorted_by_query(const struct model_machine *machine, const struct model_event *event) {
    return has_key(machine) ? event->serialize_count > 0 : event->serialize_count > 2;
}

void postgres_lock_variables(struct text *out, const struct model_machine *machine,
                             const struct model_event *event) {
    text_put(out, "  is_free boolean;\n");
    if ((has_key(machine) || event->serialize_count > 0) && !is_sorted_by_query(machine, event))
        text_put(out, "  is_locked boolean;\n"); /* an expression takes them, which costs less than a query */
    if (is_pair(machine, event))
        text_put(out, "  one_number bigint;\n"
                      "  other_number bigint;\n");
    if (has_key(machine))
        text_put(out, "  lock_key text;\n");
    if (postgres_keeps_creation(machine, event))
        sql_template(out, &sql_postgres, machine, "  creation {transitions};\n");
}

static void read_creation(struct text *out, const struct model_machine *machine,
                          const struct model_event *event) {
    sql_template(out, &sql_postgres, machine,
                 "  -- what it was created with never changes\n"
                 "  select * into creation from {transitions} begun\n"
                 "    where begun.{name}_id = $1 and begun.sort_key = {step};\n"
                 "  if not found then\n");
    postgres_refuse_locked(out, machine, event, "    ");
    text_put(out, "    outcome.status := 'NOT_FOUND';\n"
                  "    return outcome;\n"
                  "  end if;\n");
}

static void put_number(struct text *out, const struct model_machine *machine, const struct model_event *event,
                       size_t which) {
    sql_template(out, &sql_postgres, machine, "public.pawl_key({machine}::text, ");
    put_value(out, machine, event, &event->serialize_by[which]);
    text_put(out, ")");
}

static void lock_by_query(struct text *out, const struct model_machine *machine,
                          const struct model_event *event) {
    text_put(out, "  perform case when lock.is_shared then pg_advisory_xact_lock_shared(lock.number)\n"
                  "      else pg_advisory_xact_lock(lock.number) end\n"
                  "    from (select distinct wanted.number, wanted.is_shared from (values\n");
    if (has_key(machine))
        text_put(out, "      (public.pawl_key(''::text, lock_key), true),\n");
    for (size_t i = 0; i < event->serialize_count; i++) {
        text_put(out, "      (");
        put_number(out, machine, event, i);
        text_printf(out, ", false)%s\n", i + 1 < event->serialize_count ? "," : "");
    }
    text_put(out, "      ) wanted (number, is_shared) where wanted.number is not null\n"
                  "      order by wanted.number) lock;\n");
}

void postgres_keyed_locks(struct text *out, const struct model_machine *machine,
                          const struct model_event *event) {
    if (!has_key(machine) && event->serialize_count == 0)
        return;
    if (postgres_keeps_creation(machine, event))
        read_creation(out, machine, event);
    if (has_key(machine)) {
        text_put(out, "  lock_key := ");
        put_value(out, machine, event, machine->key);
        text_put(out, ";\n");
    }
    text_put(out, "  -- sorted, so that no two moves wait for each other; all that is read comes after\n");
    if (is_sorted_by_query(machine, event)) {
        lock_by_query(out, machine, event);
    } else if (event->serialize_count == 0) {
        text_put(out, "  is_locked := pg_advisory_xact_lock_shared(public.pawl_key(''::text, lock_key)) is "
                      "not null;\n");
    } else if (event->serialize_count == 1) {
        text_put(out, "  is_locked := pg_advisory_xact_lock(");
        put_number(out, machine, event, 0);
        text_put(out, ") is not null;\n");
    } else {
        text_put(out, "  one_number := ");
        put_number(out, machine, event, 0);
        text_put(out, ";\n  other_number := ");
        put_number(out, machine, event, 1);
        text_put(out, ";\n"
                      "  is_locked := pg_advisory_xact_lock(least(one_number, other_number)) is not null\n"
                      "    and pg_advisory_xact_lock(greatest(one_number, other_number)) is not null;\n");
    }
}

/* ---- whether a lock stands in the way ----------------------------------------------------------- */

/*
 * One row of a tiny table. It is read by the statement that first locks a row of the head, whose snapshot
 * PostgreSQL takes after that lock, or, by a creation, after the head's table was locked; so a freeze either
 * is seen here, or finds this transaction among those that hold such a lock, and waits for it. Likewise a
 * lock is granted only when nobody holds the key's advisory lock, which is taken before.
 */
void postgres_free_condition(struct text *out, const struct model_machine *machine,
                             const struct model_event *event) {
    sql_template(out, &sql_postgres, machine,
                 "type_lock.mode is null and {is_accepted}\n"
                 "        and current_setting('transaction_isolation') = 'read committed'");
    if (has_key(machine))
        text_printf(out,
                    "\n        and $%zu is null and $%zu is null\n"
                    "        and not exists (select from public.pawl_locks held where held.key = lock_key)",
                    postgres_lock_owner_of(event), postgres_lock_owner_of(event) + 1);
}

void postgres_is_free(struct text *out, const struct model_machine *machine,
                      const struct model_event *event) {
    text_put(out, "(select ");
    postgres_free_condition(out, machine, event);
    sql_template(out, &sql_postgres, machine,
                 "\n      from public.pawl_freezes type_lock where type_lock.machine = {machine})");
}

void postgres_refuse_locked(struct text *out, const struct model_machine *machine,
                            const struct model_event *event, const char *indent) {
    text_put(out, indent);
    sql_template(out, &sql_postgres, machine,
                 "outcome := public.pawl_refuse_locked(outcome, {machine}::text, $1::text, ");
    text_printf(out, "$%zu, ", event->param_count + 3);
    if (has_key(machine))
        text_printf(out, "lock_key, $%zu, $%zu", postgres_lock_owner_of(event),
                    postgres_lock_owner_of(event) + 1);
    else
        text_put(out, "null::text, null::text, null::bigint");
    text_printf(out,
                ");\n"
                "%sif outcome.status in ('LOCKED', 'ASLEEP') then\n"
                "%s  return outcome;\n"
                "%send if;\n",
                indent, indent, indent);
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
