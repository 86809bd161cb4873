#!/bin/bash
# What you do on the first day with Pawl on SQLite. Each command is printed and run:
#
#   sqlite.sh            makes a folder first_day_sqlite, or the one that FOLDER names, with shop.db and a restored copy
#   sqlite.sh --remove   removes the folder
#
# SQLite has no logins: whoever may write the file and its folder deploys, runs programs and operates. You need sqlite3, curl, a
# C compiler, and an installed Pawl.
set -euo pipefail
. "$(dirname "$0")/steps.sh"
send_sql() { sqlite3 "$FOLDER/$1" <"$2"; }
remove_all() { :; }
begin "$@"
export PAWL_DB=sqlite:shop.db

heading "A table of the application, and the machine"
sql shop.db <<'END'
create table payments (id text primary key);
END
run <<'SQLITE.md'
pawl payment.fsm -o gen
pawlctl apply gen/payment.sqlite.sql                  # after you created the entity's table
pawlctl verify
SQLITE.md

heading "A program"
compile_program
run_program "$(sqlite3 "$FOLDER/shop.db" "select count(*) from payments")"
refused "only_libpawl_may_write" <<'END'
sqlite3 shop.db "update payment_current set state = 'paid'"
END

heading "What an operator sees"
look

heading "A backup, and a restore into another file"
run <<'RESTORE.md'
sqlite3 shop.db ".backup shop.backup.db"
RESTORE.md
PAWL_DB=sqlite:shop.backup.db
run <<'RESTORE.md'
pawlctl restored
pawlctl verify
RESTORE.md
