# shellcheck shell=bash
# Sourced by the scripts here, which are called with DATABASE PAWLCTL PAWL and more: what tests/pawlctl/support.sh
# offers, and
#
#   migrate OLD.fsm NEW.fsm   writes the migration to $migration, its complaint to $scratch/err; as pawl exits
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../pawlctl/support.sh
. "$here/../pawlctl/support.sh"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
migration=$scratch/migration.$database.sql

migrate() {
    "$pawl" diff "$1" "$2" --sql="$database" >"$migration" 2>"$scratch/err"
}

# version FILE.fsm: its fingerprint
version() {
    "$pawl" "$1" -o "$scratch/version" --emit="$database" 2>/dev/null || exit 2
    fingerprint "$scratch/version/$(basename "$1" .fsm).$database.sql"
}
