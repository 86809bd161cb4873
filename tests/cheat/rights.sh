#!/bin/bash
# rights.sh DATABASE PAWLCTL PAWL [--update]: the table of rights in runtime/SECURITY.md is what the catalog says: which tasks each
# role of Pawl's may do, and that it may do all of a task or nothing. Each routine that a role may call is part of one task.
# --update writes the table.
set -u
# shellcheck source=../pawlctl/support.sh
. "$(dirname "$0")/../pawlctl/support.sh"

sql "create table boxes (id $([ "$database" = postgres ] && echo text || echo 'varchar(99)') primary key)"
"$pawl" "$here/../cheat/routines.fsm" -o "$scratch/box" --databases=postgres,mariadb || exit 2
ctl apply "$scratch/box/routines.$database.sql"
[ "$status" -eq 0 ] || fail "pawlctl apply: $(cat "$scratch/out" "$scratch/err")"

# what, object, roles
if [ "$database" = postgres ]; then
    sql "select 'execute', own.proname, role.rolname
          from pg_proc own cross join pg_roles role
          where own.proowner = 'pawl_owner'::regrole and role.rolname ~ '^pawl_(app|operator|reader)\$'
            and has_function_privilege(role.oid, own.oid, 'execute')
            and not exists (select from aclexplode(coalesce(own.proacl, acldefault('f', own.proowner))) where grantee = 0)
        union all
        select lower(privilege), own.relname, role.rolname
          from pg_class own cross join pg_roles role cross join unnest('{SELECT,INSERT,UPDATE,DELETE}'::text[]) privilege
          where own.relowner = 'pawl_owner'::regrole and own.relkind in ('r', 'p', 'v') and role.rolname ~ '^pawl_(app|operator|reader)\$'
            and has_table_privilege(role.oid, own.oid, privilege)" >"$scratch/catalog"
else
    mariadb_sql root mysql "select 'execute', routine_name, substr(user, char_length('${name}_') + 1) from mysql.procs_priv
          where db = '${name}_pawl' and user in ('${name}_pawl_app', '${name}_pawl_operator', '${name}_pawl_reader') and find_in_set('Execute', proc_priv)
          and routine_name <> 'pawl_check_hook'
        union all
        select lower(privilege_type), table_name, substr(replace(grantee, '''', ''), char_length('${name}_') + 1) from information_schema.table_privileges
          where table_schema = '${name}_pawl' and replace(replace(grantee, '''', ''), '@', '') in ('${name}_pawl_app', '${name}_pawl_operator', '${name}_pawl_reader')" |
        sed 's/@$//' >"$scratch/catalog"
fi
python3 - "$scratch/catalog" "$here/../../runtime/SECURITY.md" "$database" "${4:-}" <<'END' || failed=1
import re, sys
catalog, page, database, update = sys.argv[1:]
ROLES = ("pawl_reader", "pawl_app", "pawl_operator")
TASKS = (
    ("read everything", r"select .*|execute (box_model_.*|pawl_(catalog|key|now|prepared|node_rows))"),
    ("ask why", r"execute box_why(_locking)?"),
    ("fire and defer events", r"execute (box_(create|open|rot)(_many)?(\$.*)?|box_\d+_[0-9a-f]{16}_.*|box_(fire|fail)_deferred|box_spelling|pawl_(defer|wake|undo_all))"),
    ("work on jobs", r"execute box_pending_(claim|complete|extend|fail|not_yet)"),
    ("take locks", r"execute pawl_(lock|acquire|renew|release)"),
    ("start and execute runs", r"execute (pawl_run_(start|enter|claim|claim_due|lock|save)|deliver_(start|signal_\w+)(\$.*)?)"),
    ("control runs", r"execute pawl_run_(say|signal)"),
    ("retry jobs", r"execute (box_pending_retry|pawl_log_action)"),
    ("freeze, break locks", r"execute pawl_(freeze|freeze_waits_for|thaw|break)"),
    ("relay events", r"execute pawl_outbox_(claim|settle|park|retry)"),
    ("write tables", r"(insert|update|delete) .*"),
)
failed = False
rights = {}
for line in open(catalog):
    what, name, role = line.rstrip("\n").split("|")
    rights.setdefault(f"{what} {name}", set()).add(role)
rows = []
for task, pattern in TASKS:
    found = {right for right in rights if re.fullmatch(pattern, right)}
    cells = []
    for role in ROLES:
        held = {right for right in found if role in rights[right]}
        if held not in (set(), found):
            failed = print(f"FAILED: {role}: {task}: only {sorted(held)}, not {sorted(found - held)}") is None
        cells.append("yes" if held else "")
    rows.append(f"| {task} | " + " | ".join(cells) + " |")
for right in sorted(rights):
    if sum(re.fullmatch(pattern, right) is not None for _, pattern in TASKS) != 1:
        failed = print(f"FAILED: {right} of {sorted(rights[right])} is part of no task, or of several") is None
table = "\n".join(["| | " + " | ".join(f"`{role}`" for role in ROLES) + " |", "|---|---|---|---|", *rows]) + "\n"
text = open(page).read()
old = re.search(r"(?<=\n\n)\| \| `pawl_reader`[^\n]*\n(\|[^\n]*\n)+", text)
if update:
    open(page, "w").write(text.replace(old[0], table))
elif old is None or old[0] != table:
    failed = print(f"FAILED: {database} has other rights than SECURITY.md (--update writes it):\n{table}") is None
sys.exit(failed)
END
exit $failed
