# shellcheck shell=bash
# Sourced by scripts that ask PostgreSQL hundreds of things: one psql for each login, which finds each time the session
# as new. They need $folder, a temporary one, and $database below what PAWL_TEST_POSTGRES names.
#
#   open_session NAME [CONNINFO...]   as the superuser, or with "user=..."
#   ask NAME SQL                      prints what is answered, also errors

declare -A to from

open_session() {
    mkfifo "$folder/$1.in" "$folder/$1.out"
    psql -XAtq -d "$PAWL_TEST_POSTGRES dbname=$database ${2:-}" <"$folder/$1.in" >"$folder/$1.out" 2>&1 &
    exec {to[$1]}>"$folder/$1.in" {from[$1]}<"$folder/$1.out"
}

ask() {
    local line
    printf '%s\n;rollback;discard all;\n\\echo that is all\n' "$2" >&"${to[$1]}"
    while read -r -t 60 line <&"${from[$1]}"; do
        case $line in
        "that is all") return ;;
        "WARNING:  there is no transaction in progress") ;;
        *) printf '%s\n' "$line" ;;
        esac
    done
    echo "psql has not answered: $2"
}
