#include "core/handle.h"
#include "core/key.h"

#include "core/right.h"
#include "core/schema.h"
#include "core/text.h"
#include "core/transact.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- opening and closing ------------------------------------------------------------------------ */

static struct pawl_db *new_handle(const struct driver *driver, struct pawl_error *err) {
    struct pawl_db *db = calloc(1, sizeof *db);
    if (!db) {
        error_set(err, PAWL_NOMEM, "out of memory");
        return NULL;
    }
    db->driver = driver;
    db->process = getpid();
    return db;
}

static enum pawl_status open_or_adopt(struct pawl_db **out, const struct driver *driver, const char *where,
                                      void *adopted, struct pawl_error *err) {
    struct pawl_db *db = new_handle(driver, err);
    if (!db)
        return PAWL_NOMEM;
    db->is_adopted = adopted != NULL;
    enum pawl_status status = adopted ? driver->adopt(db, adopted, err) : driver->open(db, where, err);
    if (status != PAWL_OK) {
        free(db);
        return status;
    }
    if (driver->warn)
        driver->warn(db, db->warning, sizeof db->warning);
    *out = db;
    return PAWL_OK;
}

enum pawl_status adopt_connection(struct pawl_db **out, const struct driver *driver, void *connection,
                                  const char *function, struct pawl_error *err) {
    error_clear(err);
    if (out)
        *out = NULL;
    if (!out || !connection)
        return error_set(err, PAWL_MISUSE, "%s: %s is NULL", function, out ? "connection" : "out");
    return open_or_adopt(out, driver, NULL, connection, err);
}

enum pawl_status open_connection(struct pawl_db **out, const struct driver *driver, const char *where,
                                 struct pawl_error *err) {
    return open_or_adopt(out, driver, where, NULL, err);
}

enum pawl_status open_pooled(struct pawl_db **out, const struct driver *driver, const struct pool_calls *pool,
                             void *place, struct pawl_error *err) {
    struct pawl_db *db = new_handle(driver, err);
    if (!db)
        return PAWL_NOMEM;
    db->pool = pool;
    db->place = place;
    *out = db;
    return PAWL_OK;
}

static bool is_of_this_process(const struct pawl_db *db) {
    return db->process == getpid();
}

/* In a process forked from the handle's, all stays as it is: whatever was said to the database now would end
 * the session, or the transaction, of the other. */
void pawl_close(struct pawl_db *db) {
    if (!db || !is_of_this_process(db))
        return;
    if (db->transaction_open || (db->pool && pawl_in_transaction(db)))
        pawl_rollback(db, NULL);
    if (db->pool)
        db->pool->leave(db);
    else
        db->driver->close(db);
    results_free(&db->results[0]);
    results_free(&db->results[1]);
    results_free(&db->after_memory);
    free(db->hooks);
    free(db->known.machines);
    free(db);
}

const char *pawl_warning(const struct pawl_db *db) {
    return db && db->warning[0] ? db->warning : NULL;
}

const char *pawl_dialect(const struct pawl_db *db) {
    return db ? db->driver->name : "";
}

/* ---- the start of every operation --------------------------------------------------------------- */

/*
 * Whether a statement that changes nothing can be sent again, its connection having broken, on a new one. The
 * hang-up of an idle server may arrive just after it was looked for.
 */
static bool connects_again(struct pawl_db *db, enum pawl_status status, struct pawl_error *err) {
    if (status != PAWL_DB || transaction_is_ours(db) || !connection_is_lost(db) ||
        handle_ready(db, err) != PAWL_OK)
        return false;
    error_clear(err);
    return true;
}

enum pawl_status judge_connecting(struct pawl_db *db, enum pawl_status status, struct pawl_error *err) {
    db->is_away = status == PAWL_DB && !db->is_adopted && !transaction_is_ours(db);
    if (!db->is_away || !err)
        return status;
    err->retryable = true;
    if (!err->help[0])
        error_help(err, "ask again when the server is there and takes connections");
    return status;
}

enum pawl_status handle_ready(struct pawl_db *db, struct pawl_error *err) {
    return judge_connecting(db, db->driver->ready(db, err), err);
}

enum pawl_status read_rows(struct pawl_db *db, const char *sql, const struct value *values,
                           size_t value_count, row_fn *row, void *context, struct pawl_error *err) {
    enum pawl_status status = db->driver->query(db, sql, values, value_count, row, context, err);
    if (connects_again(db, status, err))
        status = db->driver->query(db, sql, values, value_count, row, context, err);
    return judge_right(db, ROLE_APP, status, err);
}

enum pawl_status begin_behind_others(struct pawl_db *db, struct pawl_error *err) {
    if (!db->driver->catch_up)
        return PAWL_OK;
    enum pawl_status status = db->driver->catch_up(db, err);
    return connects_again(db, status, err) ? db->driver->catch_up(db, err) : status;
}

bool looks_again(struct pawl_db *db, bool fits, enum pawl_status *status, struct pawl_error *err) {
    if (*status != PAWL_OK || fits || !db->driver->catch_up)
        return false;
    *status = db->driver->catch_up(db, err);
    return *status == PAWL_OK;
}

bool known_has(const struct known_machines *known, const struct pawl_machine *machine) {
    for (size_t i = 0; i < known->count; i++)
        if (known->machines[i] == machine)
            return true;
    return false;
}

bool known_add(struct known_machines *known, const struct pawl_machine *machine) {
    const struct pawl_machine **machines =
        realloc(known->machines, (known->count + 1) * sizeof *known->machines);
    if (!machines)
        return false;
    machines[known->count++] = machine;
    known->machines = machines;
    return true;
}

void known_remove(struct known_machines *known, const struct pawl_machine *machine) {
    size_t kept = 0;
    for (size_t i = 0; machine && i < known->count; i++)
        if (known->machines[i] != machine)
            known->machines[kept++] = known->machines[i];
    known->count = kept;
}

void forget_machine(struct pawl_db *db, const struct pawl_machine *machine) {
    known_remove(&db->known, machine);
    if (db->pool)
        db->pool->learns(db, machine, false);
}

struct deployment {
    const char *wanted;
    int64_t schema; /* its version */
    bool deployed, matches;
    bool is_current;    /* it matches, and functions and tables are of this version, too */
    char stranger[160]; /* "" for none */
    char version[24];   /* that is deployed; "" where that is not known */
};

/* cells: version of the schema, fingerprint or null, stranger, is_deployed */
static enum pawl_status compare_fingerprint(void *context, const struct cell *cells, struct pawl_error *err) {
    struct deployment *deployment = context;
    (void)err;
    deployment->schema = cells[0].number;
    if (!cells[1].text)
        return PAWL_OK;
    deployment->deployed = true;
    if (cells[3].number != 0)
        snprintf(deployment->version, sizeof deployment->version, "%s", cells[1].text);
    snprintf(deployment->stranger, sizeof deployment->stranger, "%s", cells[2].text ? cells[2].text : "");
    if (strcmp(cells[1].text, deployment->wanted) == 0)
        deployment->matches = true, deployment->is_current = cells[3].number != 0;
    return PAWL_OK;
}

/* One statement says the version of the schema, too, so that a machine is checked in as many as ever. */
static enum pawl_status find_deployment(struct pawl_db *db, const struct pawl_machine *machine,
                                        struct deployment *deployment, struct pawl_error *err) {
    *deployment = (struct deployment){.wanted = machine->fingerprint, .schema = PAWL_SCHEMA_VERSION};
    if (!db->has_schema) {
        enum pawl_status status = schema_find(db, &deployment->schema, err);
        if (status != PAWL_OK || deployment->schema != PAWL_SCHEMA_VERSION)
            return status;
    }
    struct value name = value_text(machine->name);
    const char *sql = statements_of(db, machine)->fingerprints;
    enum pawl_status status = read_rows(db, sql, &name, 1, compare_fingerprint, deployment, err);
    if (looks_again(db, deployment->matches, &status, err))
        status = read_rows(db, sql, &name, 1, compare_fingerprint, deployment, err);
    db->has_schema = status == PAWL_OK && deployment->schema == PAWL_SCHEMA_VERSION;
    return status;
}

/* What is written for several nodes (--distribute) is applied by hand, and has no migrations. */
static bool is_on_nodes(const struct pawl_db *db, const struct pawl_machine *machine) {
    return !statements_of(db, machine)->schema;
}

/*
 * `missing`: what the database says that it lacks; "" where it has told the versions that it accepts.
 * `deployed`: which one it has; "" where that is not known.
 */
static enum pawl_status another_version(const struct pawl_db *db, const struct pawl_machine *machine,
                                        const char *missing, const char *deployed, struct pawl_error *err) {
    error_set(err, PAWL_MISMATCH,
              "machine %s: the database does not accept the version of it that this program has (%s%s%s)%s%s",
              machine->name, machine->fingerprint, *deployed ? "; deployed is " : "", deployed,
              *missing ? ", or lacks a part of it: " : "", missing);
    error_help(
        err, "%s; after an update of pawl%s, apply the SQL of the machine again",
        is_on_nodes(db, machine)
            ? "deploy the program that belongs to the database: there are no migrations of machines that "
              "are spread over nodes, so that a new version has another name, or another database"
            : "apply the migration that pawl diff OLD.fsm NEW.fsm --sql=... writes, or deploy the "
              "program that belongs to the database",
        *missing && !is_on_nodes(db, machine) ? ", or where pawlctl verify misses a part" : "");
    return PAWL_MISMATCH;
}

/* The same, and which side is older: the database keeps the versions that it has had. */
static enum pawl_status refuse_unaccepted(struct pawl_db *db, const struct pawl_machine *machine,
                                          const struct deployment *deployment, struct pawl_error *err) {
    const struct value values[] = {value_text(machine->name), value_text(machine->fingerprint)};
    bool is_earlier = false;
    enum pawl_status status = read_rows(db, db->driver->find_earlier, values, 2, row_found, &is_earlier, err);
    if (status != PAWL_OK)
        return status;
    another_version(db, machine, "", deployment->version, err);
    if (is_earlier)
        error_help(err, "the program is older: the database was migrated away from its version; deploy the "
                        "program of a version that is accepted, as pawlctl status lists them");
    else if (!is_on_nodes(db, machine))
        error_help(err, "the database has not had it: if the program is newer, apply the migration that pawl "
                        "diff OLD.fsm NEW.fsm --sql=... writes; else deploy the program that belongs to the "
                        "database");
    return PAWL_MISMATCH;
}

static enum pawl_status refuse_without(struct pawl_db *db, const struct pawl_machine *machine,
                                       const char *missing, struct pawl_error *err) {
    forget_machine(db, machine);
    return another_version(db, machine, missing, "", err);
}

enum pawl_status refuse_version(struct pawl_db *db, const struct pawl_machine *machine,
                                struct pawl_error *err) {
    return refuse_without(db, machine, "", err);
}

/* Whether the message names what the database accepts a version of the machine by, whichever that is. */
static bool names_a_version(const char *message, const char *machine) {
    char object[128];
    const int length = snprintf(object, sizeof object, "%s_model_", machine);
    for (const char *at = message; (at = strstr(at, object)); at++) {
        const bool begins = at == message || (!isalnum((unsigned char)at[-1]) && at[-1] != '_');
        if (begins && isdigit((unsigned char)at[length]))
            return true;
    }
    return false;
}

enum pawl_status judge_version(struct pawl_db *db, const struct pawl_machine *machine,
                               enum pawl_status status, struct pawl_error *err) {
    char version[128];
    if (!machine->has_no_roles)
        judge_right(db, ROLE_APP, status, err);
    if (status != PAWL_DB || !err || !db->driver->is_missing(err, machine->name) ||
        (!machine->has_no_roles && right_is_lacking(db, ROLE_APP, err)))
        return status;
    snprintf(version, sizeof version, "%s_model_%d_%s", machine->name, PAWL_ABI, machine->fingerprint);
    const bool is_version = names_a_version(err->message, machine->name);
    /* another's function was replaced as it ran; without functions one version stands on the next one */
    if (db->driver->moves_by_function && is_version && !strstr(err->message, version)) {
        err->retryable = true;
        return status;
    }
    char missing[sizeof err->message];
    snprintf(missing, sizeof missing, "%s",
             is_version || strstr(err->message, machine->fingerprint) ? "" : err->message);
    return refuse_without(db, machine, missing, err);
}

enum pawl_status read_versioned(struct pawl_db *db, const struct pawl_machine *machine, const char *sql,
                                const struct value *values, size_t value_count, row_fn *row, void *context,
                                struct pawl_error *err) {
    struct pawl_error own = PAWL_ERROR_INIT;
    if (!err)
        err = &own; /* what is missing stands there */
    enum pawl_status status = read_rows(db, sql, values, value_count, row, context, err);
    if (status == PAWL_DB && db->driver->ends_reads && db->driver->ends_reads(db, err))
        status = read_rows(db, sql, values, value_count, row, context, err);
    return judge_version(db, machine, status, err);
}

static enum pawl_status check_deployment(struct pawl_db *db, const struct pawl_machine *machine,
                                         struct pawl_error *err) {
    struct deployment deployment;
    enum pawl_status status = find_deployment(db, machine, &deployment, err);
    if (status != PAWL_OK)
        return status;
    if (deployment.schema != SCHEMA_NONE && schema_judge(deployment.schema, err) != PAWL_OK)
        return PAWL_MISMATCH;
    if (!deployment.deployed) {
        error_set(err, PAWL_MISMATCH, "machine %s: this database does not have it", machine->name);
        if (is_on_nodes(db, machine))
            error_help(err, "connect to the coordinator, or apply the generated SQL there with psql");
        else
            error_help(err, "call %s_apply once, or run the generated %s SQL", machine->name,
                       db->driver->name);
        return judge_unseen(db, PAWL_MISMATCH, err);
    }
    if (!deployment.matches)
        return refuse_unaccepted(db, machine, &deployment, err);
    if (deployment.stranger[0]) {
        error_set(err, PAWL_MISMATCH,
                  "machine %s: %s belongs to somebody else, whose code would run within moves", machine->name,
                  deployment.stranger);
        error_help(err, "drop it, or give its function to a superuser, and apply the generated SQL again");
        return PAWL_MISMATCH;
    }
    if (!known_add(&db->known, machine))
        return error_set(err, PAWL_NOMEM, "out of memory");
    if (db->pool)
        db->pool->learns(db, machine, true);
    return PAWL_OK;
}

static bool is_known(struct pawl_db *db, const struct pawl_machine *machine) {
    return known_has(&db->known, machine) ||
           (db->pool && db->pool->knows(db, machine) && known_add(&db->known, machine));
}

enum pawl_status check_abi(const char *what, const char *name, uint32_t abi, struct pawl_error *err) {
    if (abi == PAWL_ABI)
        return PAWL_OK;
    error_set(err, PAWL_MISMATCH, "%s %s was compiled for ABI %u of libpawl, and this is ABI %d", what, name,
              (unsigned)abi, PAWL_ABI);
    error_help(err, abi < PAWL_ABI ? "run the newer pawl on its .fsm file again" : "link a newer libpawl");
    return PAWL_MISMATCH;
}

enum pawl_status handle_connect(struct pawl_db *db, struct pawl_error *err) {
    return db->connection ? PAWL_OK : db->pool->check_out(db, err);
}

/* Of each thread that is alive another one. */
static uintptr_t number_of_thread(void) {
    static _Thread_local char of_thread;
    return (uintptr_t)&of_thread;
}

struct pawl_db *operation_enter(struct pawl_db *db) {
    const uintptr_t thread = number_of_thread();
    uintptr_t user = 0;
    if (!db || !is_of_this_process(db) ||
        (!atomic_compare_exchange_strong_explicit(&db->user, &user, thread, memory_order_acquire,
                                                  memory_order_relaxed) &&
         user != thread))
        return NULL;
    db->depth++;
    return db;
}

enum pawl_status refuse_other_process(const char *what, struct pawl_error *err) {
    error_clear(err);
    error_set(err, PAWL_MISUSE, "the %s was opened by another process, from which this one was forked", what);
    error_help(err, "open one behind fork()");
    return PAWL_MISUSE;
}

enum pawl_status refuse_other_user(const struct pawl_db *db, struct pawl_error *err) {
    if (!is_of_this_process(db))
        return refuse_other_process("handle", err);
    error_clear(err);
    error_set(err, PAWL_MISUSE, "the handle is in use: a call of another thread is under way");
    error_help(err, "give each thread a handle of its own: pawl_open, or pawl_pool_handle");
    return PAWL_MISUSE;
}

static bool is_in_callers_transaction(const struct pawl_db *db) {
    return !db->transaction_open && pawl_in_transaction(db);
}

void operation_end(struct pawl_db *const *of) {
    struct pawl_db *db = *of;
    if (!db || --db->depth > 0)
        return;
    /* with a connection goes whatever transaction was open on it, also one that only the caller knows of */
    if (connection_is_lost(db))
        after_rollback(db, BEGUN_BY_CALLER);
    db->in_callers_transaction = !connection_is_lost(db) && is_in_callers_transaction(db);
    if (db->pool && db->connection && !db->is_pinned && !pawl_in_transaction(db))
        db->pool->check_in(db);
    atomic_store_explicit(&db->user, 0, memory_order_release);
}

/* What the previous call returned stays valid until this one returns. */
static void turn_results(struct pawl_db *db) {
    struct results oldest = db->results[1];
    db->results[1] = db->results[0];
    db->results[0] = oldest;
    results_reset(&db->results[0]);
}

enum pawl_status connection_begin(struct pawl_db *db, struct pawl_error *err) {
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "the database handle is NULL");
    turn_results(db);
    if (db->depth <= 1 &&
        !connection_is_lost(db)) /* on the connection itself he may have ended it, or begun */
        db->in_callers_transaction = is_in_callers_transaction(db);
    return db->connection ? handle_ready(db, err) : handle_connect(db, err);
}

static enum pawl_status check_machine(const struct pawl_machine *machine, struct pawl_error *err) {
    return machine ? check_abi("machine", machine->name, machine->abi, err)
                   : error_set(err, PAWL_MISUSE, "the machine is NULL");
}

enum pawl_status check_compiled(const struct pawl_db *db, const char *kind, const char *name, bool is_there,
                                struct pawl_error *err) {
    if (is_there)
        return PAWL_OK;
    error_set(err, PAWL_MISMATCH, "%s %s: this program was compiled without its SQL for %s", kind, name,
              db->driver->name);
    error_help(err, "compile the .fsm file with --databases, and name %s among them", db->driver->name);
    return PAWL_MISMATCH;
}

static enum pawl_status check_statements(const struct pawl_db *db, const struct pawl_machine *machine,
                                         struct pawl_error *err) {
    const size_t number = db->driver->dialect;
    return check_compiled(db, "machine", machine->name,
                          number < machine->dialect_count && machine->sql[number], err);
}

enum pawl_status operation_joins(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err) {
    enum pawl_status status = check_machine(machine, err);
    if (status != PAWL_OK || is_known(db, machine))
        return status;
    status = check_statements(db, machine, err);
    return status == PAWL_OK ? check_deployment(db, machine, err) : status;
}

enum pawl_status operation_begin(struct pawl_db *db, const struct pawl_machine *machine,
                                 struct pawl_error *err) {
    error_clear(err);
    enum pawl_status status = check_machine(machine, err);
    if (status == PAWL_OK)
        status = connection_begin(db, err);
    return status == PAWL_OK ? operation_joins(db, machine, err) : status;
}

enum pawl_status operation_go_to(struct pawl_db *db, const struct pawl_machine *machine,
                                 const struct pawl_key *key, struct pawl_error *err) {
    return db->driver->go_to ? judge_connecting(db, db->driver->go_to(db, key_hash(machine, key), err), err)
                             : PAWL_OK;
}

enum pawl_status operation_begin_apart(struct pawl_db *db, const struct pawl_machine *machine,
                                       struct pawl_error *err) {
    const bool must_ask =
        !db || !db->pool || db->connection || db->depth > 1 || !machine || !is_known(db, machine);
    if (must_ask)
        return operation_begin(db, machine, err);
    error_clear(err);
    turn_results(db);
    return PAWL_OK;
}

enum pawl_status judge_lost_answer(const struct pawl_db *db, enum pawl_status status,
                                   struct pawl_error *err) {
    if ((status != PAWL_DB && status != PAWL_NOMEM) || !db->driver->answer_lost(db))
        return status;
    if (err) {
        err->status = PAWL_UNKNOWN;
        err->retryable = false;
        error_help(err, "it was sent, and may have been done or not: read the state before you repeat it");
    }
    return PAWL_UNKNOWN;
}

/* ---- plain SQL and transactions ----------------------------------------------------------------- */

void *pawl_native(struct pawl_db *db) {
    OPERATION_OR(db, NULL);
    if (!db || handle_connect(db, NULL) != PAWL_OK)
        return NULL;
    db->is_pinned |= db->pool && db->depth == 1 && !pawl_in_transaction(db);
    return db->driver->native(db);
}

enum pawl_status pawl_exec(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    OPERATION(db, err);
    enum pawl_status status = connection_begin(db, err);
    if (status != PAWL_OK)
        return status;
    if (!sql || !text_is_utf8(sql))
        return error_set(err, PAWL_MISUSE, "pawl_exec: sql is %s", sql ? "not valid UTF-8" : "NULL");
    status = db->driver->exec(db, sql, err);
    return pawl_in_transaction(db) ? status : judge_lost_answer(db, status, err);
}

bool pawl_in_transaction(const struct pawl_db *db) {
    return db && (db->transaction_open || (db->connection && db->driver->in_transaction(db)));
}

enum pawl_status check_outside(const struct pawl_db *db, const char *function, const char *instead,
                               struct pawl_error *err) {
    if (!pawl_in_transaction(db))
        return PAWL_OK;
    error_set(err, PAWL_MISUSE, "%s inside an open transaction", function);
    error_help(err, "%s", instead);
    return PAWL_MISUSE;
}

enum pawl_status pawl_begin(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (db && pawl_in_transaction(db)) {
        error_set(err, PAWL_MISUSE, "pawl_begin: a transaction is open already");
        error_help(err, "commit it or roll it back first; transactions do not nest");
        return PAWL_MISUSE;
    }
    enum pawl_status status = connection_begin(db, err);
    if (status == PAWL_OK)
        status = db->driver->exec_with_next(db, db->driver->begin, NEXT_MAY_BE_CALLERS, err);
    if (status == PAWL_OK)
        db->transaction_open = true;
    return status;
}

enum pawl_status check_not_in_callback(const struct pawl_db *db, const char *function,
                                       struct pawl_error *err) {
    if (!db->running)
        return PAWL_OK;
    bool in_step = db->running->step != NULL;
    error_set(err, PAWL_MISUSE, "%s within %s of %s", function, in_step ? "a step" : "a guard or effect",
              db->running->machine->name);
    error_help(err, "the transaction belongs to the %s: answer PAWL_OK or %s instead",
               in_step ? "step" : "move", in_step ? "another status" : "PAWL_REFUSED");
    return PAWL_MISUSE;
}

static enum pawl_status check_open(const struct pawl_db *db, const char *function, struct pawl_error *err) {
    error_clear(err);
    if (!db || !pawl_in_transaction(db))
        return error_set(err, PAWL_MISUSE, "%s: %s", function, db ? "no transaction is open" : "db is NULL");
    return check_not_in_callback(db, function, err);
}

static enum transaction_owner owner_of_transaction(const struct pawl_db *db) {
    return db->transaction_open ? BEGUN_BY_LIBPAWL : BEGUN_BY_CALLER;
}

/* What the database, or a broken connection, has ended is rolled back already. */
static enum pawl_status roll_back(struct pawl_db *db, struct pawl_error *err) {
    after_rollback(db, owner_of_transaction(db));
    db->transaction_open = false;
    return db->driver->in_transaction(db) ? db->driver->exec(db, "rollback", err) : PAWL_OK;
}

enum pawl_status pawl_commit(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    enum pawl_status status = check_open(db, "pawl_commit", err);
    if (status != PAWL_OK)
        return status;
    status = judge_lost_answer(db, db->driver->commit(db, err), err);
    if (status != PAWL_OK && status != PAWL_UNKNOWN) {
        roll_back(db, NULL);
        return status;
    }
    const enum transaction_owner owner = owner_of_transaction(db);
    db->transaction_open = false;
    if (status == PAWL_OK)
        after_commit(db, owner);
    else
        after_rollback(db, owner);
    return status;
}

enum pawl_status pawl_rollback(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    enum pawl_status status = check_open(db, "pawl_rollback", err);
    return status == PAWL_OK ? roll_back(db, err) : status;
}

static enum pawl_status check_ended(const struct pawl_db *db, const char *function, struct pawl_error *err) {
    error_clear(err);
    if (!db)
        return error_set(err, PAWL_MISUSE, "%s: db is NULL", function);
    enum pawl_status status = check_not_in_callback(db, function, err);
    if (status != PAWL_OK || !pawl_in_transaction(db))
        return status;
    error_set(err, PAWL_MISUSE, "%s: the transaction is still open", function);
    error_help(err,
               "call it after your own COMMIT or ROLLBACK; pawl_commit and pawl_rollback need no such word");
    return PAWL_MISUSE;
}

enum pawl_status pawl_committed(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    enum pawl_status status = check_ended(db, "pawl_committed", err);
    if (status == PAWL_OK)
        after_commit(db, BEGUN_BY_CALLER);
    return status;
}

enum pawl_status pawl_rolled_back(struct pawl_db *db, struct pawl_error *err) {
    OPERATION(db, err);
    enum pawl_status status = check_ended(db, "pawl_rolled_back", err);
    if (status == PAWL_OK)
        after_rollback(db, BEGUN_BY_CALLER);
    return status;
}

/* ---- deployment --------------------------------------------------------------------------------- */

static enum pawl_status apply_once(struct pawl_db *db, void *context, struct pawl_error *err) {
    enum pawl_status status = db->driver->apply(db, context, err);
    if (status != PAWL_OK && db->driver->in_transaction(db))
        db->driver->exec(db, "rollback", NULL);
    return status;
}

enum pawl_status apply_schema(struct pawl_db *db, const char *schema, struct pawl_error *err) {
    return retry(db, apply_once, (void *)(uintptr_t)schema, err);
}

enum pawl_status begin_apply(struct pawl_db *db, const char *function, struct pawl_error *err) {
    enum pawl_status status = connection_begin(db, err);
    return status == PAWL_OK
               ? check_outside(db, function, "apply schemas before the program's own transactions begin", err)
               : status;
}

enum pawl_status pawl_apply(struct pawl_db *db, const struct pawl_machine *machine, struct pawl_error *err) {
    OPERATION(db, err);
    error_clear(err);
    if (!machine)
        return error_set(err, PAWL_MISUSE, "pawl_apply: the machine is NULL");
    enum pawl_status status = check_abi("machine", machine->name, machine->abi, err);
    if (status == PAWL_OK)
        status = begin_apply(db, "pawl_apply", err);
    if (status == PAWL_OK)
        status = check_statements(db, machine, err);
    if (status != PAWL_OK)
        return status;
    if (!statements_of(db, machine)->schema) {
        char what[128];
        snprintf(what, sizeof what, "the SQL of machine %s", machine->name);
        return schema_refuse_nodes(db, what, err);
    }
    struct deployment deployment;
    status = schema_install(db, machine->has_no_roles, err);
    if (status == PAWL_OK)
        status = find_deployment(db, machine, &deployment, err);
    if (status != PAWL_OK)
        return status;
    if (deployment.deployed && !deployment.matches)
        return refuse_unaccepted(db, machine, &deployment, err);
    if (deployment.deployed && !deployment.is_current) /* a newer version that accepts this one stays */
        return db->driver->accept ? db->driver->accept(db, err) : PAWL_OK;
    status = apply_schema(db, statements_of(db, machine)->schema, err);
    if (!machine->has_no_roles)
        judge_right(db, ROLE_DEPLOYER, status, err);
    if (status != PAWL_OK && err && !err->help[0])
        error_help(err,
                   "the tables that %s refers to must exist, and the login must be one that may create "
                   "roles and tables",
                   machine->name);
    return status;
}
