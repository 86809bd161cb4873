# shellcheck shell=bash
# Sourced by scripts that ask PostgreSQL hundreds of things: one psql for each login, which finds each time the session
# as new. They need $folder, a temporary one, and $database below what PAWL_TEST_POSTGRES names.
#
#   open_session NAME [CONNINFO...]   as the superuser, or with "user=..."
#   ask NAME SQL                      prints what is answered, also errors
#
# What is asked lies in a file of its own (\i), whose end ends also what psql took for data behind a `copy`, or for the
# rest of a quoted text. Whoever gets no answer in time ends the script, with what was asked.

declare -A to from
patience=30
exec {report}>&1 # also where what is asked is caught

open_session() {
    mkfifo "$folder/$1.in" "$folder/$1.out"
    psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database ${2:-}" <"$folder/$1.in" >"$folder/$1.out" 2>&1 &
    exec {to[$1]}>"$folder/$1.in" {from[$1]}<"$folder/$1.out"
}

ask() {
    local line
    printf '%s\n' "$2" >"$folder/$1.sql"
    printf '\\i %s\nrollback;\ndiscard all;\n\\echo that is all\n' "$folder/$1.sql" >&"${to[$1]}"
    while read -r -t $patience line <&"${from[$1]}"; do
        line=${line#psql:"$folder/$1.sql":*: }
        case $line in
        "that is all") return ;;
        "WARNING:  there is no transaction in progress") ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
    echo "FAILED: psql as $1 has not answered for $patience seconds: $2" >&"$report"
    kill -TERM $$ # not only the subshell in which this often runs
}
