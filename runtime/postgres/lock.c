#include "lock/lock.h"

#include "postgres/postgres.h"

#include <stdio.h>

/* Locks on PostgreSQL: each question is one call of a function there, which decides. */

/* cells: status, token, until, detail */
static enum pawl_status read_lock_answer(void *context, const struct cell *cells, struct pawl_error *err) {
    struct lock_answer *answer = context;
    (void)err;
    answer->status = parse_status(cells[0].text ? cells[0].text : "");
    answer->token = cells[1].number;
    snprintf(answer->detail, sizeof answer->detail, "%s", cells[3].text ? cells[3].text : "");
    return PAWL_OK;
}

/* Of a function that answers with a status alone. */
static enum pawl_status read_status(void *context, const struct cell *cells, struct pawl_error *err) {
    struct lock_answer *answer = context;
    (void)err;
    answer->status = parse_status(cells[0].text ? cells[0].text : "");
    return PAWL_OK;
}

#define CALL(sql, read, ...)                                                                                 \
    db->driver->query(db, sql, (const struct value[]){__VA_ARGS__},                                          \
                      sizeof((const struct value[]){__VA_ARGS__}) / sizeof(struct value), read, answer, err)

static struct value number_or_null(int64_t number) {
    return (struct value){.type = PAWL_TYPE_BIGINT, .is_null = number == 0, .number = number};
}

static enum pawl_status postgres_lock_key(struct pawl_db *db, const char *type, const char *key,
                                          int64_t timeout_ms, struct lock_answer *answer,
                                          struct pawl_error *err) {
    struct value timeout = {.type = PAWL_TYPE_BIGINT, .is_null = timeout_ms < 0, .number = timeout_ms};
    return CALL("select public.pawl_lock($1::text, $2::text, $3::bigint)", read_status, value_text(type),
                value_text(key), timeout);
}

static enum pawl_status postgres_acquire(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                         int64_t waits_ms, struct lock_answer *answer,
                                         struct pawl_error *err) {
    return CALL("select public.pawl_acquire($1::text, $2::text, $3::text, $4::bigint, $5::bigint)",
                read_lock_answer, value_text(name->type), value_text(name->key), value_text(name->owner),
                number_or_null(lease_ms), value_number(PAWL_TYPE_BIGINT, waits_ms));
}

static enum pawl_status postgres_renew(struct pawl_db *db, const struct lock_name *name, int64_t lease_ms,
                                       struct lock_answer *answer, struct pawl_error *err) {
    return CALL("select public.pawl_renew($1::text, $2::text, $3::text, $4::bigint, $5::bigint)",
                read_lock_answer, value_text(name->type), value_text(name->key), value_text(name->owner),
                value_number(PAWL_TYPE_BIGINT, name->token), number_or_null(lease_ms));
}

static enum pawl_status postgres_release(struct pawl_db *db, const struct lock_name *name,
                                         struct lock_answer *answer, struct pawl_error *err) {
    return CALL("select public.pawl_release($1::text, $2::text, $3::text, $4::bigint)", read_lock_answer,
                value_text(name->type), value_text(name->key), value_text(name->owner),
                value_number(PAWL_TYPE_BIGINT, name->token));
}

static enum pawl_status postgres_take_away(struct pawl_db *db, const struct lock_name *name,
                                           const char *reason, struct lock_answer *answer,
                                           struct pawl_error *err) {
    return CALL("select public.pawl_break($1::text, $2::text, $3::text)", read_lock_answer,
                value_text(name->type), value_text(name->key), value_text(reason));
}

/* Seconds and microseconds apart: one product of all microseconds would be rounded to 53 bits. */
#define TIME(number)                                                                                         \
    "(timestamptz 'epoch' + ($" number "::bigint / 1000000)::float8 * interval '1 second'"                   \
    " + ($" number "::bigint % 1000000::bigint)::float8 * interval '1 microsecond')"

static enum pawl_status postgres_freeze(struct pawl_db *db, const char *machine, enum pawl_freeze_mode mode,
                                        int64_t until_us, const char *reason, struct lock_answer *answer,
                                        struct pawl_error *err) {
    return CALL("select public.pawl_freeze($1::text, $2::text, " TIME("3") ", $4::text)", read_lock_answer,
                value_text(machine), value_text(mode == PAWL_FREEZE_SLEEP ? "sleep" : "reject"),
                number_or_null(until_us), value_text(reason));
}

static enum pawl_status postgres_thaw(struct pawl_db *db, const char *machine, struct lock_answer *answer,
                                      struct pawl_error *err) {
    return CALL("select public.pawl_thaw($1::text)", read_lock_answer, value_text(machine));
}

static enum pawl_status postgres_wake_machine(struct pawl_db *db, const char *machine,
                                              struct pawl_error *err) {
    struct value value = value_text(machine);
    return db->driver->query(db, "select public.pawl_wake($1::text)", &value, 1, NULL, NULL, err);
}

/* Programs of the version may go on. */
#define IS_ACCEPTED(fingerprint)                                                                             \
    "where version.machine = $1::text and version.fingerprint = " fingerprint "::text and "                  \
    "version.is_accepted"

static enum pawl_status postgres_defer(struct pawl_db *db, const struct deferred *event,
                                       struct lock_answer *answer, struct pawl_error *err) {
    answer->status = PAWL_MISMATCH; /* without a row */
    return CALL("select public.pawl_defer($1::text, $2::text, $3::text, $4::text, $5::text, $6::text,"
                " $7::text, $8::bigint) from public.pawl_machines version " IS_ACCEPTED("$9"),
                read_lock_answer, value_text(event->machine), value_text(event->entity),
                value_text(event->request_id), value_text(event->event), value_text(event->arguments),
                value_text(event->actor), value_text(event->lock_owner), number_or_null(event->lock_token),
                value_text(event->fingerprint));
}

const struct lock_driver postgres_locks = {
    .list =
        "select type, key, owner, token, since, until, waiting + (select count(distinct waits.run)"
        "  from public.pawl_run_waits waits where waits.key = held.key"
        "   and (waits.type = held.type or '' in (waits.type, held.type)))"
        " from public.pawl_held_locks held where ($1::text is null or key = $1::text)"
        " and ($2::text is null or (key, type) > ($2::text, $3::text)) order by key, type limit $4::bigint",
    .next_deferred =
        "select number, entity, request_id, event, arguments, actor, lock_owner, lock_token,\n"
        "  (select 1 from public.pawl_machines other where first.number is not null\n"
        "    and other.machine = $1::text and other.is_accepted and (other.model is null or exists (\n"
        "      select from pg_catalog.json_array_elements(other.model -> 'events'::text) known\n"
        "      where known ->> 'stored'::text = first.event)) limit 1)\n"
        "from public.pawl_machines version left join (\n"
        "  select * from public.pawl_deferred pending where machine = $1::text and status is null\n"
        "    and not exists (select from public.pawl_freezes type_lock\n"
        "      where type_lock.machine = $1::text and type_lock.mode is not null\n"
        "        and (type_lock.until is null or type_lock.until > clock_timestamp()))\n"
        "  order by number limit 1) first on true\n" IS_ACCEPTED("$2"),
    .find_freeze = "select mode, until, reason from public.pawl_freezes\n"
                   "where machine = $1::text and mode is not null"
                   " and (until is null or until > clock_timestamp())",
    .find_deferred = "select event, status, from_state, to_state, sort_key, created_at, detail\n"
                     "from public.pawl_machines version left join (\n"
                     "  select * from public.pawl_deferred where machine = $1::text and entity = $3::text\n"
                     "    and request_id = $4::text) asked on true\n" IS_ACCEPTED("$2"),
    .lock = postgres_lock_key,
    .acquire = postgres_acquire,
    .renew = postgres_renew,
    .release = postgres_release,
    .take_away = postgres_take_away,
    .freeze = postgres_freeze,
    .freeze_waits_for = "select transaction, pid, application_name"
                        " from public.pawl_freeze_waits_for($1::text, $2::text)",
    .thaw = postgres_thaw,
    .wake = postgres_wake_machine,
    .defer = postgres_defer,
};
