#include "core/driver.h"

/*
 * The model that a deployed machine keeps for pawlctl is renewed here, because the file that deploys it
 * cannot do so: what that may do, everybody may who can open the database. What it would write is seen where
 * it is run in an empty database.
 */
#define MODEL_OF                                                                                             \
    "select abi, deployed_at, model from main.pawl_machines where machine = ?1 and fingerprint = ?2"
#define RENEW                                                                                                \
    "update main.pawl_machines set model = ?5 where machine = ?1 and fingerprint = ?2 and abi = ?3"          \
    " and deployed_at = ?4"

struct renewal {
    struct value machine, fingerprint, abi, deployed_at, model; /* as permission to write is given */
    bool is_needed;
};

static enum pawl_status see_deployed(void *context, const struct cell *cells, struct pawl_error *err) {
    struct renewal *renewal = context;
    (void)err;
    renewal->abi = value_number(PAWL_TYPE_BIGINT, cells[0].number);
    renewal->deployed_at = value_number(PAWL_TYPE_TIMESTAMP, cells[1].number);
    renewal->is_needed = !value_is(&renewal->model, &cells[2]);
    return PAWL_OK;
}

/* cells: machine, fingerprint, model */
static enum pawl_status renew(void *context, const struct cell *cells, struct pawl_error *err) {
    struct pawl_db *db = context;
    struct renewal renewal = {.machine = value_text(cells[0].text),
                              .fingerprint = value_text(cells[1].text),
                              .model = value_text(cells[2].text)};
    const struct value name[] = {renewal.machine, renewal.fingerprint};
    enum pawl_status status = db->driver->query(db, MODEL_OF, name, 2, see_deployed, &renewal, err);
    if (status != PAWL_OK || !renewal.is_needed)
        return status;
    const struct value values[] = {renewal.machine, renewal.fingerprint, renewal.abi, renewal.deployed_at,
                                   renewal.model};
    return db->driver->write(db, "pawl_machines", RENEW, values, sizeof values / sizeof *values, err);
}

enum pawl_status sqlite_apply(struct pawl_db *db, const char *sql, struct pawl_error *err) {
    struct pawl_db *empty = NULL;
    enum pawl_status status = db->driver->exec(db, sql, err);
    if (status == PAWL_OK)
        status = pawl_open(&empty, "sqlite::memory:", err);
    if (status == PAWL_OK)
        status = empty->driver->exec(empty, sql, err);
    if (status == PAWL_OK)
        status = empty->driver->query(empty, "select machine, fingerprint, model from main.pawl_machines",
                                      NULL, 0, renew, db, err);
    pawl_close(empty);
    return status;
}
