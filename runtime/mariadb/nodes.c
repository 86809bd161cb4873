/* Which host of a cluster does what, where a place says that this goes by the entity. */
#include "mariadb/mariadb.h"

#include "core/clock.h"

/* One that had to leave its host goes on elsewhere, and back when that host may be there again. */
static void look_home(struct mariadb *mariadb) {
    const int64_t now_us = monotonic_us();
    const int64_t next_us = now_us + mariadb->place.away_timeout_s * INT64_C(1000000);
    if (mariadb->session.host == mariadb->home) {
        mariadb->looks_home_us = next_us;
    } else if (now_us > mariadb->looks_home_us) {
        mariadb->looks_home_us = next_us;
        mariadb->place.host = (mariadb->home + mariadb->place.host_count - 1) % mariadb->place.host_count;
        state_breaks_decided(&mariadb->state); /* it is connected anew, to the host behind that one first */
    }
}

/* Nothing holds it here: no transaction, no code of the caller's, and nothing whose end is not known. */
static bool may_leave(const struct pawl_db *db) {
    const struct mariadb *mariadb = mariadb_of(db);
    const bool begins = mariadb->state.transaction == TRANSACTION_WAITS && mariadb->waiting.count == 1;
    return !mariadb->is_shared && !mariadb_connection_lost(db) && !mariadb_transaction_failed(db) &&
           (begins || !mariadb_in_transaction(db));
}

/* Of a transaction the server has not heard yet. */
static void hand_over_begin(struct mariadb *from, struct mariadb *to) {
    if (from->state.transaction != TRANSACTION_WAITS || !state_set_transaction(&to->state, TRANSACTION_WAITS))
        return;
    to->waiting = from->waiting;
    to->savepoints = 0;
    mariadb_forget_waiting(from);
}

enum pawl_status mariadb_go_to(struct pawl_db *db, uint64_t hash, struct pawl_error *err) {
    struct connections *connections = db->connection->of_driver;
    struct mariadb *from = connections->current;
    if (!connections->where || !may_leave(db))
        return PAWL_OK;
    const size_t host = (size_t)(hash % from->place.host_count);
    struct mariadb **to = &connections->of_host[host];
    TRY(*to ? PAWL_OK : mariadb_make(connections->where, host, to, err));
    look_home(*to);
    if (*to == from && !state_is_broken(&from->state))
        return PAWL_OK;
    if (*to != from)
        hand_over_begin(from, *to);
    connections->current = *to;
    return mariadb_ready(db, err);
}
