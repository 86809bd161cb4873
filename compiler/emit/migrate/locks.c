/*
 * A migration on PostgreSQL locks all that it will change before it changes anything.
 *
 * Programs take locks in more than one order: a move locks its entity's row, its head and what it writes, a
 * transaction of theirs may have read a view or changed the entity's row before, and a transfer moves several
 * machines. So no order is right for all of them. Instead, the migration waits for long only where it holds
 * nothing; once it holds something it waits for less than `deadlock_timeout`, after which those who wait for
 * it would be told of a deadlock, and otherwise gives back what it has and begins again, each second time
 * in another order, and with more patience. While it waits, those who come later stand behind it, and those
 * who have begun end.
 */
#include "emit/migrate/migrate.h"

#include "emit/sql/postgres/postgres.h"
#include "emit/sql/queue.h"

#include <string.h>

/* Not longer than moves may be held up. */
#define LONGEST      "interval '10 seconds'"
#define LONGEST_WAIT "'10s'"

static void step(struct text *out, const struct model_machine *machine, const char *array, const char *sql) {
    struct text statement = TEXT_INIT;
    sql_template(&statement, &sql_postgres, machine, sql);
    text_printf(out, "    %s := %s || ", array, array);
    if (!text_failed(&statement))
        escape_postgres_literal(out, statement.data);
    out->failed |= text_failed(&statement);
    text_put(out, "::text;\n");
    text_free(&statement);
}

/* What changes nothing of a view, and locks it alone: `lock table` would lock the tables behind it, too. */
static void lock_view(struct text *out, const struct model_machine *old, const char *array,
                      const char *view) {
    struct text statement = TEXT_INIT;
    text_printf(&statement, "alter view if exists %s reset (security_barrier)", view);
    if (!text_failed(&statement))
        step(out, old, array, statement.data);
    out->failed |= text_failed(&statement);
    text_free(&statement);
}

/* Each by itself: `lock_timeout` is for one wait. */
static void lock_table(struct text *out, const struct model_machine *machine, const char *table,
                       const char *mode) {
    struct text statement = TEXT_INIT;
    text_printf(&statement, "lock table %s in %s mode", table, mode);
    if (!text_failed(&statement))
        step(out, machine, "tables", statement.data);
    out->failed |= text_failed(&statement);
    text_free(&statement);
}

/* It belongs to others, who have granted pawl_owner single columns. */
static void lock_parent(struct text *out, const struct model_machine *machine, const char *mode) {
    struct text parent = TEXT_INIT, statement = TEXT_INIT;
    if (machine->no_roles) {
        lock_table(out, machine, "{parent}", mode);
        return;
    }
    sql_template(&parent, &sql_postgres, machine, "{parent}");
    if (!text_failed(&parent))
        escape_postgres_literal(&statement, parent.data);
    if (!text_failed(&statement))
        text_printf(out,
                    "    tables := tables || format('set local role %%I; lock table %%s in %s mode; '\n"
                    "      'set local role pawl_owner', current_setting('pawl.applied_by'), %s);\n",
                    mode, statement.data);
    out->failed |= text_failed(&parent) || text_failed(&statement);
    text_free(&parent);
    text_free(&statement);
}

static void lock_parents(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old, *new = migration->d.new;
    const bool is_other = !same_entity(old->entity, new->entity);
    /* a foreign key that goes takes its triggers there with it */
    const bool loses_key =
        old->storage == MODEL_HEAD && old->entity != NULL && (is_other || migrate_moves_rows(migration));
    if (loses_key)
        lock_parent(out, old, "access exclusive");
    if (new->entity != NULL && (!loses_key || is_other) &&
        (is_other || migrate_moves_rows(migration) || migrate_writes_mirror(migration)))
        lock_parent(out, new, "exclusive");
}

static void lock_tables(struct text *out, const struct migration *migration) {
    const struct diffing *d = &migration->d;
    /* who only reads goes on where no column comes or goes; moves lock rows, which `exclusive` keeps out */
    const bool keeps_columns = migration->accepts_old && d->old->column_count == d->new->column_count;
    const char *mode = keeps_columns ? "exclusive" : "access exclusive";
    if (d->old->storage == MODEL_HEAD)
        lock_table(out, d->old, "{current}", mode);
    lock_table(out, d->old, "{rows}", mode);
    if (queue_is_used(d->old))
        lock_table(out, d->old, "{pending}", mode);
    if (strcmp(d->old->name, d->new->name) == 0)
        return;
    lock_table(out, d->old, "public.pawl_deferred", "exclusive");
    lock_table(out, d->old, "public.pawl_locks", "exclusive");
    if (d->old->emit != NULL && d->new->emit != NULL) {
        lock_table(out, d->old, "public.pawl_outbox", "exclusive");
        lock_table(out, d->old, "public.pawl_outbox_parked", "exclusive");
    }
}

static void collect(struct text *out, const struct migration *migration) {
    const struct model_machine *old = migration->d.old;
    sql_template(out, &sql_postgres, old,
                 "  if exists (select from public.pawl_machines\n"
                 "             where machine = {machine} and fingerprint = {fingerprint} and is_deployed) "
                 "then\n");
    lock_view(out, old, "views", "{moves}");
    lock_view(out, old, "views", "{schema}.{name}_state");
    if (old->storage != MODEL_HEAD) {
        lock_view(out, old, "views", "{transitions}");
        lock_view(out, old, "views", "{current}");
    }
    if (queue_is_used(old))
        lock_view(out, old, "rules", "{pending}_rules");
    lock_parents(out, migration);
    lock_tables(out, migration);
    text_put(out, "  end if;\n");
}

void migrate_lock(struct text *out, const struct migrations *migrations) {
    struct text body = TEXT_INIT;
    text_put(&body, "\ndeclare\n"
                    "  views text[] := '{}';\n"
                    "  tables text[] := '{}';\n"
                    "  rules text[] := '{}'; -- which a claim reads after the queue\n"
                    "  step text;\n"
                    "  last timestamptz := clock_timestamp() + " LONGEST ";\n"
                    "  patience interval := (select setting::integer * interval '0.2 milliseconds'\n"
                    "    from pg_settings where name = 'deadlock_timeout');\n"
                    "  longest_patience interval := patience * 2.5;\n"
                    "  until timestamptz;\n"
                    "  is_odd boolean := false;\n"
                    "begin\n");
    for (size_t i = 0; i < migrations->count; i++)
        collect(&body, &migrations->items[i]);
    text_put(&body, "  loop\n"
                    "    is_odd := not is_odd;\n"
                    "    until := last;\n"
                    "    begin\n"
                    "      foreach step in array case when is_odd then views || tables || rules\n"
                    "          else rules || tables || views end loop\n"
                    "        perform set_config('lock_timeout', greatest(1, ceil(extract(epoch from\n"
                    "          least(until, last) - clock_timestamp()) * 1000))::integer::text, true);\n"
                    "        execute step;\n"
                    "        if until = last then -- from here on others may wait for this\n"
                    "          until := clock_timestamp() + patience;\n"
                    "        end if;\n"
                    "      end loop;\n"
                    "      exit;\n"
                    "    exception when lock_not_available or deadlock_detected then\n"
                    "      if clock_timestamp() >= last then\n"
                    "        raise exception 'what this changes is in use for long: %; nothing was '\n"
                    "          'changed', step using errcode = 'lock_not_available';\n"
                    "      end if;\n"
                    "    end;\n"
                    "    perform pg_sleep(random() * 0.02);\n"
                    "    patience := least(patience * 1.2, longest_patience);\n"
                    "  end loop;\n"
                    "end\n");
    text_put(out, "\n-- all that is changed below, before anything is\ndo ");
    if (!text_failed(&body))
        escape_dollar_quote(out, body.data);
    text_put(out, ";\nset local lock_timeout = " LONGEST_WAIT ";\n" PAWL_SCRIPT_LOCKED);
    out->failed |= text_failed(&body);
    text_free(&body);
}
