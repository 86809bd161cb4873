#include "ledger.h"

#include <stdio.h>
#include <string.h>

/* ---- set-up --------------------------------------------------------------------------------------- */

/*
 * The application's own tables. A balance is kept with the account, since adding up all transfers takes
 * longer every day; only the machine's effects write it. `place` tells who lines up first.
 */
static const char *const tables_postgres =
    "create table if not exists accounts (\n"
    "  id text primary key, opening bigint not null check (opening >= 0),\n"
    "  balance bigint not null check (balance >= 0));\n"
    "create table if not exists waiting (\n"
    "  transfer_id text primary key, payer text not null, place bigint generated always as identity);\n"
    "create index if not exists waiting_payer on waiting (payer, place)";
static const char *const tables_sqlite =
    "create table if not exists accounts (\n"
    "  id text primary key, opening integer not null check (opening >= 0),\n"
    "  balance integer not null check (balance >= 0 and typeof(balance) = 'integer'));\n"
    "create table if not exists waiting (\n"
    "  place integer primary key autoincrement, transfer_id text not null unique, payer text not null);\n"
    "create index if not exists waiting_payer on waiting (payer, place)";

static const char *const tables_mariadb =
    "create table if not exists accounts (\n"
    "  id varchar(100) collate utf8mb4_nopad_bin primary key, opening bigint not null check (opening >= 0),\n"
    "  balance bigint not null check (balance >= 0));\n"
    "create table if not exists waiting (\n"
    "  place bigint auto_increment primary key, transfer_id varbinary(1024) not null,\n"
    "  payer varchar(100) collate utf8mb4_nopad_bin not null, unique index (transfer_id),\n"
    "  index waiting_payer (payer, place))";

/* What the guards and effects touch. They run as pawl_owner, and on MariaDB as a role of their own; the first
 * machine that is applied makes it. */
static const char *const grants_postgres =
    "do 'begin if not exists (select from pg_roles where rolname = ''pawl_owner'') then"
    " create role pawl_owner nologin; end if; end';\n"
    "grant select, update (balance) on accounts to pawl_owner;\n"
    "grant select, insert, delete on waiting to pawl_owner;\n"
    "grant select on accounts, waiting to public";
/* Roles belong to a whole server: this one is named after Pawl's database, and that after ours. */
static const char *const grants_mariadb =
    "execute immediate concat('create role if not exists `', database(), '_pawl_hooks`');\n"
    "execute immediate concat('grant select, update on accounts to `', database(), '_pawl_hooks`');\n"
    "execute immediate concat('grant select, insert, delete on waiting to `', database(), '_pawl_hooks`')";

static bool is_on(const struct pawl_db *db, const char *dialect) {
    return strcmp(pawl_dialect(db), dialect) == 0;
}

static enum pawl_status make_tables(struct pawl_db *db, struct pawl_error *err) {
    const char *tables = is_on(db, "postgres")  ? tables_postgres
                         : is_on(db, "mariadb") ? tables_mariadb
                                                : tables_sqlite;
    const char *grants = is_on(db, "postgres")  ? grants_postgres
                         : is_on(db, "mariadb") ? grants_mariadb
                                                : NULL;
    enum pawl_status status = pawl_exec(db, tables, err);
    return status == PAWL_OK && grants != NULL ? pawl_exec(db, grants, err) : status;
}

enum pawl_status ledger_set_up(struct pawl_db *db, int count, int64_t opening, struct pawl_error *err) {
    static const char accounts[] =
        "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)\n"
        "insert into accounts (id, opening, balance)\n"
        "select 'A' || n, $2, $2 from numbers where true on conflict do nothing";
    static const char accounts_mariadb[] =
        "insert ignore into accounts (id, opening, balance)\n"
        "with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < $1)\n"
        "select concat('A', n), $2, $2 from numbers";
    enum pawl_status status = make_tables(db, err);
    if (status == PAWL_OK) {
        status = transfer_apply(db, err);
    }
    return status == PAWL_OK ? pawl_query(db, is_on(db, "mariadb") ? accounts_mariadb : accounts,
                                          PAWL_VALUES(pawl_int(count), pawl_bigint(opening)), NULL, err)
                             : status;
}

/* ---- transfers ------------------------------------------------------------------------------------ */

/* Each move has a request id, so that libpawl asks again where the answer is lost. */
static struct pawl_opts under(const char *request_id) {
    return (struct pawl_opts){.struct_size = sizeof(struct pawl_opts), .request_id = request_id};
}

enum pawl_status ledger_record(struct pawl_db *db, const char *id, const struct transfer_create_args *wanted,
                               struct pawl_error *err) {
    const struct pawl_opts opts = under(id);
    return transfer_create(db, id, wanted, &opts, NULL, err);
}

/* Some that its payer was to pay earlier, the oldest first; copied, as each is decided by a call. */
enum { EARLIER_MAX = 50 };
struct earlier {
    size_t count;
    char ids[EARLIER_MAX][PAWL_KEY_MAX_BYTES + 1];
};

static enum pawl_status find_earlier(struct pawl_db *db, const char *id, struct earlier *earlier,
                                     struct pawl_error *err) {
    static const char *const sql = "select earlier.transfer_id from waiting own join waiting earlier\n"
                                   "  on earlier.payer = own.payer and earlier.place < own.place\n"
                                   " where own.transfer_id = $1 order by earlier.place limit 50";
    struct pawl_result_set found;
    enum pawl_status status = pawl_query(db, sql, PAWL_VALUES(pawl_text(id)), &found, err);
    earlier->count = found.row_count;
    for (size_t i = 0; i < found.row_count; i++) {
        snprintf(earlier->ids[i], sizeof earlier->ids[i], "%s", pawl_at(&found, i, 0).text);
    }
    return status;
}

static enum pawl_status decide_once(struct pawl_db *db, const char *id, struct transfer_transition *moved,
                                    struct pawl_error *err) {
    const struct pawl_opts opts = under("decide");
    return transfer_decide(db, id, &opts, moved, err);
}

/* That some of them are decided meanwhile, or that others have come before them, is all right. */
static enum pawl_status decide_earlier(struct pawl_db *db, const char *id, struct earlier *earlier,
                                       struct pawl_error *err) {
    enum pawl_status status = find_earlier(db, id, earlier, err);
    for (size_t i = 0; status == PAWL_OK && i < earlier->count; i++) {
        struct transfer_transition moved;
        enum pawl_status one = decide_once(db, earlier->ids[i], &moved, err);
        if (one != PAWL_OK && one != PAWL_ILLEGAL && one != PAWL_REFUSED) {
            status = one;
        }
    }
    return status;
}

enum pawl_status ledger_decide(struct pawl_db *db, const char *id, enum transfer_state *state,
                               struct pawl_error *err) {
    enum { IDLE_ROUNDS_MAX = 100 }; /* it is refused, though nothing is before it: others are being quick */
    enum pawl_status status = PAWL_REFUSED;
    for (int idle_rounds = 0; status == PAWL_REFUSED && idle_rounds < IDLE_ROUNDS_MAX; idle_rounds++) {
        struct transfer_transition moved;
        struct earlier earlier;
        status = decide_once(db, id, &moved, err);
        if (status == PAWL_OK || status == PAWL_ILLEGAL) { /* ILLEGAL: decided before, by the clock */
            *state = status == PAWL_OK ? moved.to : moved.from;
            return PAWL_OK;
        }
        if (status == PAWL_REFUSED) {
            enum pawl_status helped = decide_earlier(db, id, &earlier, err);
            status = helped == PAWL_OK ? PAWL_REFUSED : helped;
            idle_rounds = earlier.count > 0 ? 0 : idle_rounds;
        }
    }
    return status;
}

enum pawl_status ledger_transfer(struct pawl_db *db, const char *id,
                                 const struct transfer_create_args *wanted, enum transfer_state *state,
                                 struct pawl_error *err) {
    const struct pawl_opts recording = under(id), deciding = under("decide");
    const struct pawl_request both[] = {transfer_create_move(id, wanted, &recording),
                                        transfer_decide_move(id, &deciding)};
    struct pawl_transition moved[2];
    size_t failed;
    enum pawl_status status = pawl_fire_all(db, both, 2, moved, &failed, err);
    if (status == PAWL_OK) {
        *state = (enum transfer_state)moved[1].to;
    }
    if (failed != 1) {
        return status;
    }
    /* it is not its turn, or it was recorded earlier and the clock has decided it: one after the other */
    status = ledger_record(db, id, wanted, err);
    return status == PAWL_OK ? ledger_decide(db, id, state, err) : status;
}

/* ---- looking at it -------------------------------------------------------------------------------- */

enum pawl_status ledger_accounts(struct pawl_db *db, ledger_account_fn *each, void *context,
                                 struct pawl_error *err) {
    char sql[1024], pawl[80] = "";
    struct pawl_result_set found;
    if (is_on(db, "mariadb")) { /* where Pawl's tables have a database of their own */
        enum pawl_status status = pawl_query(db, "select concat(database(), '_pawl.')", NULL, 0, &found, err);
        if (status != PAWL_OK) {
            return status;
        }
        snprintf(pawl, sizeof pawl, "%s", pawl_at(&found, 0, 0).text);
    }
    /* one statement, so one snapshot */
    snprintf(sql, sizeof sql,
             "with booked as (\n"
             "  select asked.payer, asked.payee, asked.amount\n"
             "    from %stransfer_current head join %stransfer_transitions asked\n"
             "      on asked.transfer_id = head.transfer_id and asked.event = 'create'\n"
             "   where head.state = 'successful'),\n"
             "received as (select payee as id, sum(amount) as amount from booked group by payee),\n"
             "paid as (select payer as id, sum(amount) as amount from booked group by payer)\n"
             "select accounts.id, accounts.balance, accounts.opening,\n"
             "    coalesce(received.amount, 0), coalesce(paid.amount, 0)\n"
             "  from accounts left join received on received.id = accounts.id\n"
             "    left join paid on paid.id = accounts.id\n"
             " order by length(accounts.id), accounts.id",
             pawl, pawl);
    enum pawl_status status = pawl_query(db, sql, NULL, 0, &found, err);
    for (size_t i = 0; i < found.row_count; i++) {
        const struct ledger_account account = {.id = pawl_at(&found, i, 0).text,
                                               .balance = pawl_at(&found, i, 1).number,
                                               .opening = pawl_at(&found, i, 2).number,
                                               .received = pawl_at(&found, i, 3).number,
                                               .paid = pawl_at(&found, i, 4).number};
        each(context, &account);
    }
    return status;
}
