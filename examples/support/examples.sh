# Sourced by examples/run and by the tests: which examples there are, and what each does once it is built and its
# database is there. Needs ROOT: the project's folder.
#
# NAME|DATABASES|TARGET|MACHINE|WHAT: the first database is the one it runs on unless another is asked for; TARGET
# is what has to be built, MACHINE what is drawn.
EXAMPLES='payments|sqlite postgres mariadb|payments|payment|a payment, and eight threads that race for it
payments_transitions|sqlite postgres mariadb|payments_transitions|payment|the same machine in the table of transitions that others use
ledger|sqlite postgres mariadb|ledger|transfer|transfers between accounts, a storm of processes, and crashes
provision|sqlite postgres mariadb|provision|provision|orders that become servers: a cloud that fails, a killed worker, undos
orders|postgres mariadb|pawl|order|orders that clerks at a shell of the database pay and ship
accounts|sqlite postgres mariadb|accounts|accounts|a service that opens accounts: locks, pauses, maintenance, events
service|sqlite postgres mariadb|service|seat|a box office on a Unix socket: many threads, and a pool'

# example_field NAME NUMBER: from the table; fails where there is no such example.
example_field() {
    local row
    row=$(grep "^$1|" <<<"$EXAMPLES") && cut -d '|' -f "$2" <<<"$row"
}

# run_example NAME BUILD OUTPUT OWNER SERVICE: BUILD is a build tree, OUTPUT a folder for what is left behind. OWNER
# and SERVICE are as pawl_open takes them: logins that may make tables and roles, and of the application. The first
# run with a database makes what it needs.
run_example() {
    "run_$1" "$2/examples/$1/$1" "$@"
}

# make_login OWNER LOGIN ROLE [GRANT...]: a login that has Pawl's role for applications (app) or operators (operator),
# and what else is given.
make_login() {
    local name
    case $1 in
    sqlite:*) ;;
    mariadb:*)
        name=${1#mariadb://*/}
        name=${name%%\?*}
        printf '%s;\n' "create user $2" "grant ${name}_pawl_$3 to $2" "set default role ${name}_pawl_$3 for $2" "${@:4}" |
            mariadb --no-defaults -uroot -S "${1#*socket=}" "$name"
        ;;
    *)
        printf '%s;\n' "create role $2 login" "grant pawl_$3 to $2" "${@:4}" |
            "$POSTGRES_BIN/psql" -X -q -v ON_ERROR_STOP=1 -d "$1"
        ;;
    esac
}

run_payments() {
    "$1" setup "$5"
    make_login "$5" "$2_service" app "grant select, insert on payments to $2_service"
    "$1" race "$6"
}

# It writes the table itself, too, so its login gets the rights that it would have had before there was Pawl.
run_payments_transitions() {
    run_payments "$@"
    case $5 in
    sqlite:* | mariadb:*) ;; # every application has those rights on MariaDB
    *) "$POSTGRES_BIN/psql" -X -q -v ON_ERROR_STOP=1 -d "$5" \
        -c "grant insert, update on payment_transitions to $2_service" \
        -c "grant usage on all sequences in schema public to $2_service" ;;
    esac
    "$3/examples/payments_transitions/payments_article" "$6"
}

run_ledger() {
    "$1" setup "$5"
    make_login "$5" ledger_service app "grant select on accounts to ledger_service" \
        "grant select on waiting to ledger_service"
    "$1" demo "$6"
}

run_orders() {
    "$3/compiler/pawl" "$ROOT/examples/orders/order.fsm" --databases=postgres,mariadb -o "$4"
    PATH=${POSTGRES_BIN:+$POSTGRES_BIN:}$PATH "$ROOT/examples/orders/demo.sh" "$4" "$5" "$6"
}

run_provision() {
    rm -rf "$4/cloud"
    "$1" setup "$5"
    make_login "$5" provision_service app "grant select, insert, update on orders to provision_service"
    "$1" story "$6" "$4/cloud"
}

# Whoever looks after the accounts has a login of his own, which may freeze and relay. MariaDB lets nobody into a
# database who has no right in it.
run_accounts() {
    "$1" setup "$5"
    make_login "$5" accounts_service app "grant select, insert on cards to accounts_service"
    make_login "$5" accounts_operator operator "grant select on cards to accounts_operator"
    "$ROOT/examples/accounts/demo.sh" "$1" "$3/runtime/pawlctl/pawlctl" "$6" "${6/accounts_service/accounts_operator}"
}

run_service() {
    local program=$3/examples/service/box-office
    "$program" setup "$5"
    make_login "$5" service_service app "grant select on seats to service_service"
    "$ROOT/examples/service/demo.sh" "$program" "$6"
}
