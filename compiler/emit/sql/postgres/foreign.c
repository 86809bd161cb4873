/* Code of others that would run as the owner of Pawl's tables: what finds it, when it is deployed and in
 * pawlctl verify. */
#include "emit/sql/postgres/postgres.h"

/*
 * Guards, effects, the mirror and the history of `storage transitions` run as that owner, on tables of
 * others. What they call is bound when it is deployed. Trusted are superusers, whoever deploys, who owns the
 * schema, and who owns a table that a guard, effect or mirror touches: he decides what is in it. The parent
 * of `storage transitions` is only locked: its owner is not among them, and his policies would run.
 */

static bool writes_elsewhere(const struct model_machine *machine) {
    return machine->mirror != NULL || machine->storage != MODEL_HEAD;
}

static bool has_sql_hooks(const struct model_machine *machine) {
    for (size_t i = 0; i < machine->hook_count; i++)
        if (!hook_is_callback(machine->hooks[i]))
            return true;
    return false;
}

static bool may_run_foreign_code(const struct model_machine *machine) {
    return has_sql_hooks(machine) || writes_elsewhere(machine);
}

/* "payment_guard_small,payment_effect_note" */
static void hook_names(struct text *out, const struct model_machine *machine) {
    const char *before = "";
    for (size_t i = 0; i < machine->hook_count; i++) {
        if (hook_is_callback(machine->hooks[i]))
            continue;
        const bool is_effect = machine->hooks[i] < machine->guards ||
                               machine->hooks[i] >= machine->guards + machine->guard_count;
        text_printf(out, "%s%s_%s_%s", before, machine->name, is_effect ? "effect" : "guard",
                    machine->hooks[i]->name);
        before = ",";
    }
}

/*
 * From what a guard or effect names, and from the tables that moves write, to all that runs with them: what a
 * view reads, partitions, defaults, checks, indexes, rules, policies, conditions of triggers, domains. A
 * trigger's function is told below, by the trigger's name. What a foreign key refers to is read as its owner.
 */
static const char reached_from[] =
    "    union\n"
    "    select coalesce((select relation.oid::regclass::text from pg_class relation\n"
    "        where next.class = 'pg_class'::regclass and relation.oid = next.object\n"
    "          and relation.relkind in ('r', 'p', 'v', 'm', 'f')\n"
    "          and relation.oid not in (select oid from hook)), reached.name), next.class, next.object\n"
    "      from reached cross join lateral (\n"
    "        select uses.refclassid as class, uses.refobjid as object from pg_depend uses\n"
    "          where uses.classid = reached.class and uses.objid = reached.object and uses.deptype = 'n'\n"
    "            and (uses.refclassid in ('pg_proc'::regclass, 'pg_operator'::regclass)\n"
    "              or uses.refclassid = 'pg_type'::regclass and reached.class <> 'pg_class'::regclass\n"
    "              or reached.class in ('pg_proc'::regclass, 'pg_rewrite'::regclass, "
    "'pg_policy'::regclass))\n"
    "            and not exists (select from pg_trigger hung where uses.classid = 'pg_trigger'::regclass\n"
    "              and hung.oid = uses.objid and hung.tgfoid = uses.refobjid)\n"
    "        union all\n"
    "        select hung.classid, hung.objid from pg_depend hung\n"
    "          where hung.refclassid = reached.class and hung.refobjid = reached.object\n"
    "            and hung.deptype in ('a', 'i') and (hung.refclassid = 'pg_class'::regclass\n"
    "                and hung.classid <> 'pg_type'::regclass\n"
    "              or hung.refclassid = 'pg_type'::regclass and hung.classid = 'pg_constraint'::regclass)\n"
    "        union all\n"
    "        select 'pg_class'::regclass, child.inhrelid from pg_inherits child\n"
    "          where reached.class = 'pg_class'::regclass and child.inhparent = reached.object\n"
    "        union all\n"
    "        select 'pg_type'::regclass, part.oid from pg_type part\n"
    "          where (part.typtype in ('c', 'd') or part.typelem <> 0) and part.oid in (\n"
    "            select a.atttypid from pg_attribute a where a.attnum > 0 and a.attrelid =\n"
    "              case reached.class when 'pg_class'::regclass then reached.object\n"
    "                when 'pg_type'::regclass then (select typrelid from pg_type where oid = reached.object) "
    "end\n"
    "            union all select unnest(array[whole.typelem, whole.typbasetype]) from pg_type whole\n"
    "              where reached.class = 'pg_type'::regclass and whole.oid = reached.object)\n"
    "      ) next\n"
    "  ), need as (\n"
    "    select distinct name, class, object from reached\n"
    "      where class = 'pg_proc'::regclass and object not in (select oid from hook)\n"
    "        or class = 'pg_operator'::regclass\n"
    "        or class = 'pg_type'::regclass and object in (select oid from pg_type\n"
    "          where typtype <> 'c' and typelem = 0)\n"
    "  ), touched as (\n"
    "    select relation.oid, relation.relowner, relation.relacl from pg_class relation\n"
    "      where relation.relkind in ('r', 'p', 'v', 'm', 'f')\n"
    "        and relation.oid in (select object from reached where class = 'pg_class'::regclass)\n";

/* deploys: whoever deploys has seen it. */
static void foreign_code(struct text *out, const struct model_machine *machine, bool deploys) {
    sql_template(out, &sql_postgres, machine,
                 "  with recursive hook as (\n"
                 "    select made.oid, made.proname as name, 'pg_proc'::regclass as class, made.oid as code\n"
                 "      from pg_proc made where made.pronamespace = '{schema}'::regnamespace\n"
                 "        and made.proname = ");
    text_put(out, "any ('{");
    hook_names(out, machine);
    text_put(out, "}')\n");
    sql_template(out, &sql_postgres, machine,
                 "    union all\n"
                 "    select made.oid, made.relname, 'pg_rewrite'::regclass, rule.oid\n"
                 "      from pg_class made join pg_rewrite rule on rule.ev_class = made.oid\n"
                 "      where made.relnamespace = '{schema}'::regnamespace and made.relname = ");
    text_put(out, "any ('{");
    hook_names(out, machine);
    text_put(out, "}')\n"
                  "  ), reached (name, class, object) as (\n"
                  "    select hook.name::text, hook.class, hook.code from hook\n");
    if (machine->mirror != NULL)
        sql_template(out, &sql_postgres, machine,
                     "    union select '{parent}', 'pg_class'::regclass, to_regclass('{parent}')\n");
    if (machine->storage != MODEL_HEAD)
        sql_template(out, &sql_postgres, machine,
                     "    union select '{rows}', 'pg_class'::regclass, to_regclass('{rows}')\n");
    text_put(out, reached_from);
    text_put(out, "  ), trusted as (\n"
                  "    select role.oid from pg_roles role\n"
                  "      where role.rolsuper\n"
                  "        or role.oid in (select relowner from touched)\n");
    if (deploys)
        text_put(out, "        or role.rolname = current_setting('pawl.applied_by')\n");
    sql_template(
        out, &sql_postgres, machine,
        "        or role.oid in (select nspowner from pg_namespace where oid = '{schema}'::regnamespace)\n"
        "        or role.oid in (select relowner from pg_class where oid = "
        "'public.pawl_machines'::regclass)\n"
        "        or role.oid in (select datdba from pg_database where datname = current_database())\n"
        "  )\n"
        "  select format('%s in %s', case need.class when 'pg_proc'::regclass then 'function '\n"
        "        || need.object::regprocedure when 'pg_operator'::regclass then 'operator '\n"
        "        || need.object::regoperator else 'type ' || need.object::regtype end, need.name) as "
        "object,\n"
        "      owner.rolname as author\n"
        "    from need\n"
        "      left join pg_proc code on need.class = 'pg_proc'::regclass and code.oid = need.object\n"
        "      left join pg_operator sign on need.class = 'pg_operator'::regclass and sign.oid = "
        "need.object\n"
        "      left join pg_type type on need.class = 'pg_type'::regclass and type.oid = need.object\n"
        "      join pg_roles owner on owner.oid = coalesce(code.proowner, sign.oprowner, type.typowner)\n"
        "    where owner.oid not in (select oid from trusted)\n"
        "  union all\n"
        "  select format('trigger %I on %s', hung.tgname, touched.oid::regclass), owner.rolname\n"
        "    from touched join pg_trigger hung on hung.tgrelid = touched.oid and not hung.tgisinternal\n"
        "      join pg_proc code on code.oid = hung.tgfoid join pg_roles owner on owner.oid = code.proowner\n"
        "    where owner.oid not in (select oid from trusted)\n"
        "  union all\n"
        "  select format('the right to hang triggers on %s', touched.oid::regclass),\n"
        "      coalesce(grantee.rolname, 'public')\n"
        "    from touched cross join aclexplode(touched.relacl) acl\n"
        "      left join pg_roles grantee on grantee.oid = acl.grantee\n"
        "    where acl.privilege_type = 'TRIGGER' and acl.grantee not in (select oid from trusted)\n");
    if (machine->storage != MODEL_HEAD)
        sql_template(out, &sql_postgres, machine,
                     "  union all\n"
                     "  select format('policy %I on %s', hung.polname, parent.oid::regclass), owner.rolname\n"
                     "    from pg_class parent join pg_policy hung on hung.polrelid = parent.oid\n"
                     "      join pg_roles owner on owner.oid = parent.relowner\n"
                     "    where parent.oid = to_regclass('{parent}') and parent.relrowsecurity\n"
                     "      and owner.oid not in (select oid from trusted)\n");
}

void postgres_refuse_foreign_code(struct text *out, const struct model_machine *machine) {
    if (!may_run_foreign_code(machine))
        return;
    text_put(out, "\n-- Code of others must not run within guards and effects, nor on tables that moves "
                  "write or lock.\n"
                  "do $pawl$\n"
                  "declare\n"
                  "  stranger record;\n"
                  "begin\n"
                  "  for stranger in\n");
    foreign_code(out, machine, true);
    text_put(out,
             "  loop\n"
             "    raise exception '% belongs to %, whose code would run within moves; nothing was changed',\n"
             "        stranger.object, stranger.author\n"
             "      using errcode = 'PW002', hint = 'Drop or revoke it, give it to the owner of the tables, "
             "or write '\n"
             "        'another name into the guard or effect, such as operator(pg_catalog.>=).';\n"
             "  end loop;\n"
             "end\n"
             "$pawl$;\n");
}

void postgres_foreign_objects(struct text *out, const struct model_machine *machine) {
    if (machine == NULL || !may_run_foreign_code(machine))
        return;
    text_put(out, "\nunion all\n"
                  "select 'code of others: ' || code.object, 'belongs to ' || code.author from (\n");
    foreign_code(out, machine, false);
    text_put(out, ") code");
}
