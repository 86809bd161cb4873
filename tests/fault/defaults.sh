#!/bin/bash
# defaults.sh DATABASE PAWLCTL PAWL: a server of MariaDB whose settings are not those that it comes with: it cuts answers, lists and
# errors short, limits how far a query recurs, speaks German, and has no room for long keys. What is deployed there is
# whole, what is asked is answered whole, and what is in the way is told with its remedy.
set -u
tests=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=../../examples/support/mariadb.sh
. "$tests/../examples/support/mariadb.sh"
mariadb_find || exit 77
folder=$(mktemp -d /tmp/pawl.XXXXXX)
mariadb_start "$folder" --innodb-flush-log-at-trx-commit=0 --group-concat-max-len=64 --max-recursive-iterations=3 \
    --max-error-count=0 --lc-messages=de_DE || exit 1
disown
export PAWL_TEST_MARIADB=$MARIADB_URI
# shellcheck source=../pawlctl/support.sh
. "$tests/pawlctl/support.sh"
clean_up() {
    cleanup
    kill -KILL "$(cat "$folder/pid")"
    rm -rf "$folder"
}
trap clean_up EXIT

cat >"$scratch/task.fsm" <<'END'
machine task {
  entity things.id: text;
  storage transitions enforced;
  event create(title: text);
  event take(who: text);
  event pay();
  guard has_funds sql "select exists (select 1 from mysql.plugin)";
  initial state open { on take -> taken; on pay -> taken when has_funds; }
  final state taken;
}
END
cat >"$scratch/job.fsm" <<'END'
machine job {
  entity things.id: text;
  event create();
  event finish();
  initial state open { work finish lease 1m attempts 3; on finish -> done; }
  final state done;
}
END
mariadb_sql root mysql "set global sql_select_limit = 1, innodb_default_row_format = compact"
"$pawl" "$scratch/task.fsm" -o "$scratch/gen" --emit=mariadb || exit 2
"$pawl" "$scratch/job.fsm" -o "$scratch/gen" --emit=mariadb || exit 2
mariadb_sql root "$name" "create table things (id varchar(64) primary key) row_format = dynamic; insert into things values ('T1')"

answers 3 "set global innodb_default_row_format = dynamic" apply "$scratch/gen/task.mariadb.sql"
mariadb_sql root mysql "set global innodb_default_row_format = dynamic"
# from a shell that commits nothing by itself, and by pawlctl
cat "$scratch/gen/pawl.mariadb.sql" "$scratch/gen/task.mariadb.sql" |
    sed "s/pawl_database/${name}_pawl/g; s/pawl_application/$name/g" >"$scratch/applied.sql"
mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" --init-command="set autocommit = 0, sql_quote_show_create = 0" "$name" <"$scratch/applied.sql" || fail "the shell cannot apply it"
answers 0 "task (task): 0" status
answers 1 "grant select on \`mysql\`.\`plugin\` to ${name}_pawl_hooks" apply "$scratch/gen/task.mariadb.sql"

answers 0 "created in open" fire task T1 create title=x
answers 3 "grant select on \`mysql\`.\`plugin\` to ${name}_pawl_hooks" fire task T1 pay
answers 0 "open -> taken" fire task T1 take who=me
answers 0 "create" history task T1
answers 0 "take " history task T1
answers 0 "task: frozen; nothing of it moves" freeze task --reason=disks --wait=2s
is 257 "$(owned "select count(*) from pawl_gates where machine = 'task'")"
answers 1 "task: 1 entity, 2 transitions, 1 problem" verify # the grant

# callers in SQL have the server's settings
answers 0 "job: created" apply "$scratch/gen/job.mariadb.sql"
mariadb_sql root "$name" "insert into things values ('T2'), ('T3')"
for id in T1 T2 T3; do
    answers 0 "created in open" fire job "$id" create
done
is 3 "$(owned "select json_length(job_pending_claim(5, 'work', null))")"

exit $failed
