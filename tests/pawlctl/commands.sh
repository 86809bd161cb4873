#!/bin/bash
# commands.sh DATABASE PAWLCTL PAWL: what each command does and answers, and what wrong input is told.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

# ---- before anything is deployed

answers 1 "no machine is deployed" status
answers 1 "no machine is deployed" verify

written migration '"migrates":[]' 'begin;\ncommit;' >"$scratch/migration.sql"
answers 1 "no machine is deployed in this database; nothing was changed" apply "$scratch/migration.sql"

: >"$scratch/empty.sql"
for command in apply plan; do answers 2 "empty.sql is no SQL that this version of pawl has generated" $command "$scratch/empty.sql"; done

# ---- apply

if [ "$database" = sqlite ]; then # which takes a foreign key to a table that is not there
    sql "alter table payments rename to set_aside"
    answers 1 "payments, whose rows machine payment moves; nothing was changed" apply "$payment"
    is "" "$(sql "select name from sqlite_master where name like 'payment_%'")"
    sql "alter table set_aside rename to payments"
    PAWL_DB=sqlite:$scratch/none.db # a dry run makes no file
    answers 0 "door: would be created" apply --dry-run "$scratch/gen/door.$database.sql"
    is "" "$(ls "$scratch" | grep none)"
    PAWL_DB=sqlite:$file
fi
answers 0 "payment: would be created" apply --dry-run "$payment"
answers 1 "no machine is deployed" status
answers 0 "payment: created" apply "$payment"
answers 0 "payment: nothing new" apply "$payment"
sed 's/f7778b177c88b7a5/0123456789abcdef/g' "$payment" >"$scratch/other.$database.sql"
answers 1 "machine payment is deployed in another version, f7778b177c88b7a5" apply "$scratch/other.$database.sql"
answers 1 "pawl diff OLD.fsm NEW.fsm --sql=$database > FILE.sql" apply --dry-run "$scratch/other.$database.sql"

# a migration of which an earlier pawl has written less, or in another form
mkdir "$scratch/later"
sed 's/  state submitted/    on note -> stay;\n&/; s/^    on note/  from pending_submission on note/' "$here/../../examples/payments/payment.fsm" >"$scratch/later/payment.fsm"
"$pawl" diff "$here/../../examples/payments/payment.fsm" "$scratch/later/payment.fsm" --sql="$database" >"$scratch/whole.sql" || exit 2
answers 0 "programs continue" plan "$scratch/whole.sql"
if [ "$database" = postgres ]; then # it waits for a table lock no longer than 10 s, and names the session
    coproc locking { PGAPPNAME=locker psql -XAtqd "$PAWL_DB"; }
    echo "begin; lock payment_transitions; select 'locked';" >&"${locking[1]}"
    read -r -u "${locking[0]}" _
    answers 3 "run this again: public.payment_transitions by process" plan "$scratch/whole.sql"
    grep -q ", locker)" "$scratch/err" || fail "the application is not named: $(cat "$scratch/err")"
    echo "rollback; \\q" >&"${locking[1]}"
    wait "$locking_PID"
fi
for change in 'del entry["history"]' 'del entry["from"]["name"]' 'del entry["changes"][0]["sentence"]' 'entry["changes"] = ["an event"]' \
    'entry["locks"] = [{}]' 'entry["obstacles"] = [{"reason": "x"}]' 'entry["work"] = None' 'del entry["back"]' 'entry["back"]["in_the_way"] = [1]' \
    'del header["migrates"]'; do
    python3 -c 'import json, re, sys
def changed(line):
    header = json.loads(line[1])
    entry = header["migrates"][0]
    exec(sys.argv[1])
    return "-- pawl: " + json.dumps(header, separators=(",", ":"))
print(re.sub("^-- pawl: (.*)", changed, sys.stdin.read(), count=1, flags=re.M), end="")' "$change" <"$scratch/whole.sql" >"$scratch/older.sql"
    for command in plan apply "apply --dry-run"; do
        # shellcheck disable=SC2086 # a word for each argument
        answers 2 "write it again with this one, by pawl diff OLD.fsm NEW.fsm --sql=$database" $command "$scratch/older.sql"
    done
done

# the same machine in other words
mkdir "$scratch/other"
sed 's/"Bank payment"/"Bank transfer"/' "$here/../../examples/payments/payment.fsm" >"$scratch/other/payment.fsm"
"$pawl" "$scratch/other/payment.fsm" -o "$scratch/other" --emit="$database" || exit 2
deployed_at=$(sql "select deployed_at from pawl_machines")
answers 0 "payment: $([ "$database" = mariadb ] && echo nothing new || echo would be renewed) (" apply --dry-run "$scratch/other/payment.$database.sql"
answers 0 "payment: renewed" apply "$scratch/other/payment.$database.sql"
answers 0 "Bank transfer" status
answers 0 "payment: nothing new" apply "$scratch/other/payment.$database.sql"
answers 0 "payment: renewed" apply "$payment"
answers 0 "Bank payment" status
answers 0 "deployed is version f7778b177c88b7a5" status payment
is "$deployed_at" "$(sql "select deployed_at from pawl_machines")"
is 1 "$(sql "select count(*) from pawl_machines")"
# or with other functions
if [ "$database" != sqlite ]; then
    sed -E 's/-- (and it is fired again|until its migration has ended)/& by then/' "$payment" >"$scratch/functions.$database.sql"
    answers 0 "payment: $([ "$database" = mariadb ] && echo nothing new || echo would be renewed) (" apply --dry-run "$scratch/functions.$database.sql"
    answers 0 "payment: renewed" apply "$scratch/functions.$database.sql"
    answers 0 "payment: nothing new" apply "$scratch/functions.$database.sql"
    answers 0 "payment: renewed" apply "$payment"
fi
answers 0 "door: created" apply "$scratch/gen/door.$database.sql" "$scratch/gen/pawl.$database.sql" "$payment"
grep -q "^payment: nothing new" "$scratch/out" || fail "the third of three files was not applied: $(cat "$scratch/out")"
answers 2 "$payment was not applied, since the file before it has failed" apply "$scratch/nothing.sql" "$payment"
answers 2 "with --json, apply takes one file at a time" apply "$scratch/gen/door.$database.sql" "$payment" --json
answers 2 "deploys no machine or flow" apply "$scratch/gen/pawl.$database.sql"
ctl apply "$scratch/gen/sample.$database.sql" --json
is "sample created False" "$(json "d['machines'][0]['machine'], d['machines'][0]['outcome'], d['machines'][0]['dry_run']" | tr -d "(),'")"
for other in postgres sqlite; do
    [ $other = "$database" ] || "$pawl" "$here/../conformance/door.fsm" -o "$scratch/gen" --emit=$other
done
answers 2 "and this database is $database" apply "$scratch/gen/door.$([ "$database" = sqlite ] && echo postgres || echo sqlite).sql"
answers 2 "no SQL that" apply "$0"
answers 2 "apply the file of one, which installs the shared schema" apply "$scratch/gen/pawl.$database.sql"
answers 2 "door.fsm is not compiled: pawl $here/../conformance/door.fsm --databases=$database -o gen, and then pawlctl apply gen/door.$database.sql" \
    apply "$here/../conformance/door.fsm"
answers 2 "No such file" apply "$scratch/nothing.sql"
written machines '"machines":[{"name":"broken","fingerprint":"1"}]' 'begin; select from from;\ncommit;' >"$scratch/broken.sql"
answers 3 "syntax" apply "$scratch/broken.sql"

# the model that it keeps is as documented
sql "select model from pawl_machines where machine = 'payment'" |
    python3 -c "import json, sys; json.dump({'pawl_model': 1, 'stem': 'x', 'machines': [json.load(sys.stdin)]}, open(sys.argv[1], 'w'))" \
        "$scratch/model.json" && "$here/../page/schema.py" "$scratch/model.json" || fail "the model is not as model.schema.json says"

# everything that is Pawl's is on record
if [ "$database" = postgres ]; then
    is "" "$(sql "select relname from pg_class where pg_get_userbyid(relowner) = 'pawl_owner' and relkind in ('r', 'v', 'i')
        and relnamespace = 'public'::regnamespace
        and not exists (select from pawl_objects where object ~ (' public\.' || relname || '\$'))")"
    is "" "$(sql "select proname from pg_proc where pg_get_userbyid(proowner) = 'pawl_owner'
        and not exists (select from pawl_objects where object like '% public.' || proname || '(%')")"

    # and a copy is found to be as it was deployed
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "create database ${name}_copy"
    pg_dump -d "$PAWL_DB" | psql -XAtq -v ON_ERROR_STOP=1 -d "$PAWL_TEST_POSTGRES dbname=${name}_copy" >/dev/null ||
        fail "the copy cannot be made"
    answers 0 "sample: 0 entities, 0 transitions, 0 problems" verify --db="$PAWL_TEST_POSTGRES dbname=${name}_copy"
    psql -Xq -d "$PAWL_TEST_POSTGRES" -c "drop database ${name}_copy with (force)"
elif [ "$database" = sqlite ]; then
    is "" "$(sql "select name from sqlite_master where sql is not null and name not in ('payments', 'samples')
        and type || ' ' || name not in (select object from pawl_objects)")"
fi

# ---- fire

sql "insert into payments values ('P1'), ('P2'), ('same'), ('odd')"
sql "insert into samples values (1), (-7)"
answers 0 "payment P1: created in pending_submission (create, sort key 10, " fire payment P1 create amount=1000 currency=EUR
answers 0 "payment P1: pending_submission -> submitted (submit, sort key 20, " fire payment P1 submit submission_id=SB1 --actor=ops --request-id=r1
answers 0 "Z); it was made before, under this request id" fire payment P1 submit submission_id=SB1 --request-id=r1
ctl fire payment P1 submit submission_id=SB1 --request-id=r1 --json
is "0 True" "$status $(json "d['made_before']")"
answers 1 "stands for another request" fire payment P1 submit submission_id=SB2 --request-id=r1
answers 1 "payment P1: submit is not allowed in submitted" fire payment P1 submit submission_id=SB2
answers 1 "it exists already" fire payment P1 create amount=1 currency=EUR
answers 1 "payments first, with that key as id" fire payment P9 create amount=1 currency=EUR
answers 1 "finds no such payment" fire payment P9 cancel
ctl fire payment P1 submit submission_id=SB2 --json
is "1 ILLEGAL submitted None 20" "$status $(json "d['status'], d['from'], d['to'], d['sort_key']" | tr -d "(),'")"
ctl fire payment P1 cancel reason= --json
is "0 OK submitted cancelled" "$status $(json "d['status'], d['from'], d['to']" | tr -d "(),'")"
answers 1 "did you mean \`payment\`?" fire paymnt P1 cancel
answers 1 "has no event sumbit; did you mean \`submit\`?" fire payment P1 sumbit
grep -qF "its events are create, " "$scratch/err" || fail "its events are not named: $(cat "$scratch/err")"
answers 2 "amount: \`1e3\` is not a whole number of 64 bits" fire payment P2 create amount=1e3 currency=EUR
answers 2 "create takes amount: bigint, currency: text" fire payment P2 create amount=1
answers 2 "\`40000d\` is more than 100 years" clock add 40000d
answers 2 "needs currency: add currency=VALUE" fire payment P2 create amount=1
answers 2 "create has no parameter colour" fire payment P2 create colour=red
answers 2 "amount is given twice" fire payment P2 create amount=1 amount=2
answers 2 "expected NAME=VALUE, got \`EUR\`" fire payment P2 create amount=1 EUR
answers 2 "text in UTF-8" fire payment P2 create amount=1 currency=$'\xff'
long=$(printf 'x%.0s' {1..300}) # what libpawl says is told without the names of its functions, and of C's values
answers 2 "create: the request id has 300 bytes; 1 to 255 are possible" fire payment P2 create amount=1 currency=EUR --request-id="$long"
answers 2 "  give it that many, or none at all" fire payment P2 create amount=1 currency=EUR --request-id="$long"
answers 2 "pawlctl: the reason is too long" freeze payment --reason="$long" --until=2999-01-01
answers 2 "  give it 1 to 255 bytes" freeze payment --reason="$long" --until=2999-01-01
answers 2 "pawlctl: the reason is too long" locks K --break --reason="$long"

answers 0 "created in fresh" fire sample 1 create words='a b' big=-9223372036854775808 small=2147483647 yes=true due=2026-11-21T10:30:00.5+02:00
answers 0 "changed" fire sample 1 change new_big=9223372036854775807 new_yes=false new_due=1999-12-31
answers 2 "small: \`2147483648\` is not a whole number of 32 bits" fire sample -- -7 create words= big=1 small=2147483648 yes=true due=2026-01-01
answers 2 "yes: \`1\` is not true or false" fire sample -- -7 create words= big=1 small=1 yes=1 due=2026-01-01
answers 2 "is not a time such as" fire sample -- -7 create words= big=1 small=1 yes=true due=2026-02-30
answers 2 "the key of a sample is a whole number" fire sample x create words= big=1 small=1 yes=true due=2026-01-01
answers 0 "sample -7: created" fire sample -- -7 create words= big=1 small=1 yes=true due=2026-01-01T00:00
ctl history sample 1 --json
is "a b -9223372036854775808 2147483647 True 2026-11-21T08:30:00.500000Z 9223372036854775807 False 1999-12-31T00:00:00.000000Z" \
    "$(json "*[*d['moves'][0]['params'].values(), *d['moves'][1]['params'].values()]")"

# ---- status, history, at

ctl status --json
is "['door', 'payment', 'sample']" "$(json "[m['machine'] for m in d['machines']]")"
ctl status payment
grep -qE "^  cancelled +Cancelled +1 +[A-Za-z0-9]+ +20.*Z  " "$scratch/out" || fail "status: $(cat "$scratch/out")"
answers 1 "there is no machine or flow pament; did you mean \`payment\`?" status pament
answers 0 "submission_id=SB1" history P1
grep -qE "^ +20  20[0-9T: .-]+Z  submit  pending_submission  submitted +ops +r1 +submission_id=SB1" "$scratch/out" || fail "history: $(cat "$scratch/out")"
answers 1 "no machine has an entity P2" history P2
answers 1 "payment P2: there is no such payment" history payment P2
answers 0 "payment odd: created" fire payment odd create amount=1 currency=EUR --actor=$'\e[31mred\xc2\x9b'
answers 0 '\x1b[31mred\xc2\x9b' history odd
answers 0 "door same: created" fire door same create
answers 0 "payment same: created" fire payment same create amount=1 currency=EUR
answers 2 "machines door, payment have an entity same: name the machine" history same
answers 0 "payment same" history payment same
plant "update payment_transitions set created_at = $(time_of 100) where payment_id = 'P1' and sort_key = 10;
    update payment_transitions set created_at = $(time_of 200) where payment_id = 'P1' and sort_key = 20"
answers 0 "payment P1 at 1970-01-01 00:02:00.000000Z: pending_submission" at P1 1970-01-01T00:02
answers 0 "since 1970-01-01 00:03:20.000000Z, by submit of ops (sort key 20)" at payment P1 "1970-01-01 01:03:20.0+01:00"
answers 1 "later than 1970-01-01 00:00:00.000000Z" at P1 1970-01-01
ctl at P1 1970-01-01T00:03:20 --json
is "submitted 20 1970-01-01T00:03:20.000000Z" "$(json "d['state'], d['sort_key'], d['since']" | tr -d "(),'")"
for time in yesterday 2026-13-01 2026-02-30 2026-01-01T25:00 2026-01-01T10 2026-01-01T10:30+ 2026-01-01x; do
    answers 2 "\`$time\` is no time" at P1 "$time"
done

# ---- graph

answers 0 created fire door other create
answers 0 opened fire door other open
answers 0 closed fire door other shut
answers 0 opened fire door same open
plant "update door_transitions set created_at = $(time_of 0) where sort_key = 10;
    update door_transitions set created_at = $(time_of 10) where sort_key = 20 and door_id = 'other';
    update door_transitions set created_at = $(time_of 20) where sort_key = 20 and door_id = 'same';
    update door_transitions set created_at = $(time_of 7225) where sort_key = 30"
ctl graph door --json
is "closed 1 15000000 opened 1 7215000000 locked 0 None" \
    "$(json "*[word for s in d['states'] for word in (s['state'], s['count'], s['median_stay_us'])]")"
ctl graph door
is 0 "$status"
grep -qF "<b>1</b> here" "$scratch/out" && grep -qF "stay 2 h" "$scratch/out" && ! grep -q '<!--' "$scratch/out" ||
    fail "graph: $(cat "$scratch/out")"
cp "$scratch/out" "$scratch/door.dot"
dot -Tpng "$scratch/door.dot" -o "$scratch/door.png" 2>"$scratch/err" && [ ! -s "$scratch/err" ] || fail "dot: $(cat "$scratch/err")"
answers 2 "graph: expected MACHINE|FLOW, got 0 operands" graph
ctl graph door --entity=other
is 0 "$status"
grep -qF "<b>1, 3</b>: here, last at 1970-01-01 02:00:25 UTC" "$scratch/out" && grep -qF "<b>2</b></font>" "$scratch/out" &&
    ! grep -q '<!--' "$scratch/out" || fail "graph of an entity: $(cat "$scratch/out")"
dot -Tpng "$scratch/out" -o "$scratch/door.png" 2>"$scratch/err" && [ ! -s "$scratch/err" ] || fail "dot: $(cat "$scratch/err")"
ctl graph door --entity=other --json
is "create open shut" "$(json "*[move['event'] for move in d['moves']]")"
answers 1 "door nobody" graph door --entity=nobody

# ---- the command line

answers 2 "name a command"
answers 0 "Usage: pawlctl" -h
answers 2 "there is no command \`statsu\`; did you mean \`status\`?" statsu
answers 0 "Usage: pawlctl COMMAND" help
answers 0 "Usage: pawlctl freeze MACHINE|FLOW" help freeze
answers 2 "there is no command \`frieze\`; did you mean \`freeze\`?" help frieze
answers 2 "there is no option -P1 of history; a key that begins so comes after --" history -P1
answers 2 "there is no option --jsn of status; did you mean \`--json\`?" status --jsn
answers 2 "there is no option --actr of fire; did you mean \`--actor\`?" fire payment P1 cancel --actr=me
answers 2 "--json takes no value" status --json=yes
answers 2 "--actor: a value is missing: --actor=WHO" fire payment P1 cancel --actor
answers 2 "--command: a value is missing before --once: write --command=PROGRAM" relay --command --once
answers 2 "status: expected [MACHINE|FLOW], got 2 operands" status a b
answers 2 "fire: expected MACHINE ID EVENT [NAME=VALUE]..., got 1 operand" fire a
answers 2 "give --force and --reason=TEXT" repair --force
answers 2 "expected bash, zsh or fish, got csh" --completion=csh
answers 0 "pawlctl 0" --version
PAWL_DB='' answers 2 "no database is named" status
answers 2 "pawlctl: nonsense does not name a database" status --db=nonsense
if [ "$database" = sqlite ]; then
    answers 0 "payment" status --db="$PAWL_DB?wait_ms=100"
    answers 2 "there is no option \`wait\` of sqlite:FILE" status --db="$PAWL_DB?wait=3"
    answers 3 "there is no such file" status --db=sqlite:nowhere.db?wait_ms=100
fi
answers 2 "pawlctl: this does not name a database" status --db=user:secret@host
answers 2 "pawlctl: nosuch:... does not name a database" status --db=nosuch:secret
answers 2 "pawlctl: oracle:... does not name a database" status --db=oracle://user:secret@host/shop
answers 2 "write postgresql://user@host:port/database?NAME=VALUE" status --db="postgresql://localhost/shop?hosst=db"
answers 2 "give one of them" relay --stdout --kafka=broker:9092
"$pawlctl" status >/dev/full 2>"$scratch/err"
is "2 pawlctl: cannot write to standard output" "$? $(cat "$scratch/err")"

# ---- what a database holds, or is typed, reaches no control of the terminal

evil=$'\e[2J\e]0;x\a\u202e\u2066\u009b31m\u2028\x7f'
controls='[\x00-\x09\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xa8-\xae]|\xe2\x81[\xa6-\xa9]'
harmless() { # harmless ARG...
    ctl "$@"
    cat "$scratch/out" "$scratch/err" | LC_ALL=C grep -qaP "$controls" && fail "pawlctl $* shows controls: $(cat -v "$scratch/out" "$scratch/err")"
}
sql "insert into payments (id) values ('$evil')"
harmless fire payment "$evil" create amount=1 currency="$evil" --actor="$evil" --request-id="$evil"
is 0 "$status"
harmless fire payment "$evil" submit submission_id="$evil" --actor="$evil"
harmless fire payment "$evil" "$evil"
harmless fire payment "$evil" confirm "$evil=1"
harmless history payment "$evil"
harmless at payment "$evil" 2100-01-01
harmless freeze payment --reason="$evil"
harmless status
harmless fire payment "$evil" confirm
harmless thaw payment
harmless locks "$evil"
harmless "$evil"
harmless "--$evil"
harmless status "$evil"
harmless status --db="$evil"
harmless apply "$evil"
harmless erase payment "$evil" --reason=x
plant "update payment_current set state = '$evil' where payment_id = '$evil'"
harmless history payment "$evil"
harmless status payment
harmless verify payment
is 1 "$status"
harmless repair payment "$evil" --reason="$evil"
harmless verify payment
plant "update payment_transitions set event = '$evil', from_state = '$evil', actor = '$evil' where payment_id = '$evil'"
harmless verify payment
harmless history payment "$evil"
harmless repair payment "$evil" --reason=x
plant "delete from payment_transitions where payment_id = '$evil'; delete from payment_current where payment_id = '$evil'"

# ---- databases that are not there, or not what they were

answers 3 "$scratch/none.db: there is no such file" status --db="sqlite:$scratch/none.db"
[ ! -e "$scratch/none.db" ] || fail "status has made a database"
echo "this is no database, though it is long enough to be looked at as one" >"$scratch/text.db"
answers 3 "not a database" status --db="sqlite:$scratch/text.db"
answers 3 "onnection refused" status --db="host=127.0.0.1 port=1 user=x dbname=x connect_timeout=5"
if [ "$database" = postgres ]; then
    answers 3 "does not exist" status --db="$PAWL_TEST_POSTGRES dbname=no_such_database"
elif [ "$database" = mariadb ]; then
    answers 3 "Unknown database" status --db="${PAWL_DB/$name/no_such_database}"
    answers 3 "grant select on one of its tables" status --db="${plain/"/$name?"//mysql?}"
    # errors of the server's come with what to do, and so does waiting for another
    echo 'machine plain { entity plains.id: bigint; event create; initial state a { on go -> b; } final state b; }' >"$scratch/plain.fsm"
    "$pawl" "$scratch/plain.fsm" -o "$scratch/gen" --databases=mariadb || exit 2
    mariadb_sql root "$name" "create table plains (id bigint primary key) engine = MyISAM"
    answers 3 "the entity's table must be a table of InnoDB" apply "$scratch/gen/plain.mariadb.sql"
    mariadb_sql root "$name" "alter table plains engine = InnoDB"
    answers 0 "plain: created" apply "$scratch/gen/plain.mariadb.sql"
    hold "do get_lock('${name}_pawl', 9)"
    {
        for ((i = 0; i < 300; i++)); do
            sleep 0.1
            [ "$(mariadb_sql root "$name" "select count(*) from information_schema.processlist where state = 'User lock' and info like '%${name}_pawl%'")" = 0 ] || break
        done
        sleep 2 # whoever waits says so after a second
        kill $holder
    } &
    answers 0 "waits for another deployment, of connection" apply "$payment"
    wait
fi
if [ "$database" != sqlite ]; then
    for verb in status "history D1" verify "fire payment P1 cancel"; do # shellcheck disable=SC2086 # its words
        answers "$([ "$database" = mariadb ] && echo 1 || echo 3)" \
            "${before_role}$([[ $verb = fire* ]] && echo pawl_app || echo pawl_operator) to" $verb --db="$plain"
    done
    if [ "$database" = mariadb ]; then # each right that it lacks, as it is granted
        lacking="  grant create user, set user, process on *.* to '${name}_plain'@'localhost' with grant option; grant all on ${name}_pawl.* to '${name}_plain'@'localhost' with grant option"
    else
        lacking="  deploy as a superuser, or with a login for deployments: create role deployer login createrole; grant"
    fi
    answers 3 "$lacking" apply "$payment" --db="$plain"
    answers 3 "$lacking" apply --dry-run "$payment" --db="$plain"
    answers "$([ "$database" = mariadb ] && echo 1 || echo 3)" "grant ${before_role}pawl_reader to" plan "$scratch/whole.sql" --db="$plain"
    be_granted pawl_reader
    answers 0 "programs continue" plan "$scratch/whole.sql" --db="$plain"
    sql "revoke ${before_role}pawl_reader from ${name}_plain$([ "$database" = mariadb ] && echo @localhost)"
    be_granted pawl_operator
    answers 3 "needs the role ${before_role}pawl_app: grant ${before_role}pawl_app to" fire payment P1 cancel --db="$plain"
    if [ "$database" = mariadb ]; then
        mariadb_sql root mysql "set default role none for ${name}_plain@localhost"
        answers 3 "does not use it: set default role ${before_role}pawl_operator for '${name}_plain'@'localhost'" status --db="$plain"
    fi
    sql "revoke ${before_role}pawl_operator from ${name}_plain$([ "$database" = mariadb ] && echo @localhost)"
    be_granted pawl_app
    answers 0 "payment" status --db="$plain"
    answers 0 "this login may not read $schema.payments" verify payment --db="$plain"
    sed 's/on confirm -> paid;/& on return_it -> cancelled;/' "$here/../../examples/payments/payment.fsm" >"$scratch/other/payment.fsm"
    "$pawl" diff "$here/../../examples/payments/payment.fsm" "$scratch/other/payment.fsm" --sql="$database" >"$scratch/migration.sql"
    answers 3 "$lacking" apply "$scratch/migration.sql" --db="$plain"
fi
if [ "$database" = sqlite ] && [ "$(id -u)" = 0 ]; then # another login, which may only read
    mkdir "$scratch/reading"
    sqlite3 "$file" "vacuum into '$scratch/reading/shop.db'"
    sqlite3 "$scratch/reading/shop.db" "pragma journal_mode = wal" >/dev/null
    cp "$pawlctl" "$scratch/reading/pawlctl"
    chmod 755 "$scratch" "$scratch/reading"
    setpriv --reuid=65534 --regid=65534 --clear-groups "$scratch/reading/pawlctl" status \
        --db=sqlite:"$scratch/reading/shop.db" >"$scratch/out" 2>"$scratch/err"
    is 3 $?
    grep -q "can do so while a program has it open" "$scratch/err" || fail "status says: $(cat "$scratch/err")"
fi
if [ "$database" = sqlite ]; then # a model that no compiler wrote reaches no other file
    for statement in "vacuum into '$scratch/stolen.db' || substr(?1, 1, 0)" "attach '$scratch/stolen.db' || substr(?1, 1, 0) as stolen"; do
        plant "update pawl_machines set model = json_set(model, '\$.database.statements.history', '${statement//\'/\'\'}')
            where machine = 'door'"
        ctl history door D1
        [ "$status" -ne 0 ] || fail "pawlctl has run $statement"
        grep -qF "too many attached databases" "$scratch/err" || fail "$statement: $(cat "$scratch/err")"
        [ ! -e "$scratch/stolen.db" ] || fail "$statement has made a file"
    done
fi

# ---- files of a version that is no more, and migrations from one

first=$(fingerprint "$scratch/gen/door.$database.sql")
for version in 1 2 3; do
    mkdir "$scratch/$version"
    sed "s/on lock -> locked;/& $([ $version = 1 ] || printf 'on kick_%d -> closed; ' $(seq 2 $version))/" \
        "$here/../conformance/door.fsm" >"$scratch/$version/door.fsm"
done
for from in "1 2" "2 3" "1 3"; do
    "$pawl" diff "$scratch/${from% *}/door.fsm" "$scratch/${from#* }/door.fsm" --sql="$database" >"$scratch/${from/ /to}.sql" || exit 2
done
answers 0 "door: migrated, $first -> " apply "$scratch/1to2.sql"
second=$(sed -n "s/^door: migrated, $first -> //p" "$scratch/out")
answers 1 "machine door was migrated to version $second, and $scratch/gen/door.$database.sql is of the earlier version $first; nothing was changed" \
    apply "$scratch/gen/door.$database.sql"
answers 1 "machine door is of version $second: write the migration from that: pawl diff OLD.fsm NEW.fsm --sql=$database > FILE.sql" \
    apply "$scratch/1to3.sql"
answers 0 "door: migrated, $second -> " apply "$scratch/2to3.sql"
third=$(sed -n "s/^door: migrated, $second -> //p" "$scratch/out")
answers 1 "machine door has had this migration, and is of version $third by now" apply "$scratch/1to2.sql"

plant "update pawl_machines set abi = 99 where machine = 'door' and is_deployed"
answers 3 "machine door was deployed for ABI 99" status door
plant "update pawl_machines set abi = 2, model = null where machine = 'door' and is_deployed"
answers 1 "does not hold its model" status door
answers 0 "payment" status
plant "update pawl_machines set model = '{\"name\": \"door\"}' where machine = 'door' and is_deployed"
answers 3 "is not the model that pawl writes" status
exit $failed
