# shellcheck shell=bash
# Sourced by the scripts here: each command is printed, then run in $FOLDER.
#
#   heading TEXT
#   run           the commands on standard input, one a line
#   sql LOGIN     the SQL on standard input. If something exists already, this is printed, and the script continues
#   refused TEXT  as run; a command must fail with this error
#
# A here-document whose name is that of a page in runtime/ is on that page, word by word: tests/toolchain/documents.sh.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
FOLDER=${FOLDER:-$PWD/first_day_$(basename "$0" .sh)}
MADE=$FOLDER/made_by_first_day # a line for each object that the script made: its server and its name

heading() { printf '\n== %s\n' "$*"; }

run() (
    cd "$FOLDER"
    mapfile -t commands
    for command in "${commands[@]}"; do
        echo "\$ $command"
        eval "$command"
    done
)

refused() {
    local output
    if output=$(run 2>&1); then
        echo "this was not refused: $output" >&2
        exit 1
    fi
    echo "$output"
    grep -qF -- "$1" <<<"$output"
}

# send_sql, of each script, runs a file of SQL as a login and continues after errors. Those of $EXISTS are of a second run.
EXISTS='already exists|ERROR (1007|1050|1396)'
sql() {
    local statements
    statements=$(cat)
    sed "s/^/$1> /" <<<"$statements"
    echo "$statements" >"$FOLDER/statements.sql"
    send_sql "$1" "$FOLDER/statements.sql" >"$FOLDER/output" 2>&1 || true
    if grep -E '^(psql:.*)?ERROR|^psql: error|^Error' "$FOLDER/output" | grep -qvE "$EXISTS"; then
        cat "$FOLDER/output" >&2
        exit 1
    fi
    cat "$FOLDER/output"
}

stop() {
    echo "$(basename "$0"): $*" >&2
    exit 1
}

# claim OBJECT...: notes objects that the script will make, for `record`. Stops if a database or a login exists that no earlier
# run made. A role that exists is not noted, and stays. The scripts have `identity` of the server, and `objects`, its list.
claimed=()
claim() {
    local server existing object
    server=$(identity)
    existing=$(objects)
    for object in "$@"; do
        if grep -qxF -- "$server $object" "$MADE"; then
            continue
        elif ! grep -qxF -- "$object" <<<"$existing"; then
            claimed+=("$server $object")
        elif [[ $object != role* ]]; then
            stop "the $object exists, and this script did not make it; nothing is changed"
        fi
    done
}
record() { [ ${#claimed[@]} = 0 ] || printf '%s\n' "${claimed[@]}" >>"$MADE"; }

# made KIND: the names of this server's recorded objects of a kind
made() {
    local server
    server=$(identity) || return
    SERVER="$server $1 " awk 'index($0, ENVIRON["SERVER"]) == 1 { print substr($0, length(ENVIRON["SERVER"]) + 1) }' "$MADE"
}

# forget: this server has none of them any more
forget() {
    local server
    server=$(identity)
    SERVER="$server " awk 'index($0, ENVIRON["SERVER"]) != 1' "$MADE" >"$FOLDER/others"
    mv "$FOLDER/others" "$MADE"
}

# begin ARGUMENT: with --remove it calls remove_all, of each script, and ends.
begin() {
    case ${1:-} in
    "") ;;
    --remove)
        [ -e "$MADE" ] || stop "$FOLDER was not made by this script; nothing is removed"
        remove_all
        [ ! -s "$MADE" ] || stop "$FOLDER stays: it lists objects on another server:" "$(cat "$MADE")"
        rm -rf "$FOLDER"
        exit
        ;;
    *)
        sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
        [ "$1" = --help ]
        exit
        ;;
    esac
    mkdir -p "$FOLDER"
    [ -e "$MADE" ] || [ -z "$(ls -A "$FOLDER")" ] || stop "$FOLDER is not empty, and was not made by this script"
    touch "$MADE"
    cp "$here/../payments/payment.fsm" "$FOLDER"
    export PAYMENTS=$here/../payments
}

# The example's program, compiled with the installed library; with PKG_CONFIG_PATH=build/NAME/compiler/package with a built one.
compile_program() {
    run <<'END'
cc -Igen $PAYMENTS/main.c $PAYMENTS/print.c gen/payment.c $(pkg-config --cflags --libs pawl) -pthread -o payments
END
}

# run_program PAYMENTS: unless so many payments exist, which is not none
run_program() {
    if [ "$1" != 0 ]; then
        echo "$1 payments exist: the program has run before"
    else
        run <<'END'
./payments race "$PAWL_DB"
END
    fi
}

# What an operator looks at; a server for the live page ends with these commands, even if one fails.
look() {
    run <<'END'
pawlctl status
pawlctl metrics | grep '^pawl_entities'
coproc pawlctl serve --listen=127.0.0.1:0
trap "kill $COPROC_PID" EXIT
read -r -u "${COPROC[0]}" _ url _
curl --silent --show-error --fail --output page.json "${url%;}api/status"
head -n 4 page.json
END
    echo "import $(pkg-config --variable=dashboard pawl) into Grafana"
}
