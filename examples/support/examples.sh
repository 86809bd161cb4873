# Sourced by examples/run and by the tests: which examples there are, and what each does once it is built and its
# database is there. Needs ROOT: the project's folder.
#
# NAME|DATABASES|TARGET|MACHINE|WHAT: the first database is the one it runs on unless another is asked for; TARGET
# is what has to be built, MACHINE what is drawn.
EXAMPLES='payments|sqlite postgres|payments|payment|a payment, and eight threads that race for it
ledger|sqlite postgres|ledger|transfer|transfers between accounts, a storm of processes, and crashes
provision|sqlite postgres|provision|provision|orders that become machines: a cloud that fails, a killed worker, undos
orders|postgres|pawl|order|orders that clerks at psql pay and ship'

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

# The service's login, of that name, gets what every application needs, and what else is given.
make_service() {
    case $1 in
    sqlite:*) ;;
    *) "$POSTGRES_BIN/psql" -X -q -v ON_ERROR_STOP=1 -d "$1" -c "create role $2 login" -c "grant pawl_app to $2" "${@:3}" ;;
    esac
}

run_payments() {
    "$1" setup "$5"
    make_service "$5" payments_service -c "grant select, insert on payments to payments_service"
    "$1" race "$6"
}

run_ledger() {
    "$1" setup "$5"
    make_service "$5" ledger_service
    "$1" demo "$6"
}

run_orders() {
    "$3/compiler/pawl" "$ROOT/examples/orders/order.fsm" -o "$4"
    "$ROOT/examples/orders/demo.sh" "$POSTGRES_BIN/psql" "$4/order.postgres.sql" "$5" "$6"
}

run_provision() {
    rm -rf "$4/cloud"
    "$1" setup "$5"
    make_service "$5" provision_service -c "grant select, insert, update on orders to provision_service"
    "$1" story "$6" "$4/cloud"
}
