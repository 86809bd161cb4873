#include "database/database.h"
#include "database/model.h"
#include "relay.h"
#include "say/row.h"

#include <string.h>

/* ---- status ------------------------------------------------------------------------------------- */

/* cells: topic, rows, created_at of the oldest */
static enum pawl_status add_topic(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct field lag = row_age("lag_seconds", cells[2].number),
                       row[] = {
                           column("topic", row_text("topic", cells[0].text)),
                           column(">waiting", row_number("waiting", cells[1].number)),
                           column("oldest", row_time("oldest", cells[2].number)),
                           column("lag", row_alarm(lag.number >= OVERDUE_US, lag)),
                           ROW_END,
                       };
    (void)err;
    list_add(context, row);
    return PAWL_OK;
}

/* cells: machine, entity, rows, sort_key, topic, parked_at, error */
static enum pawl_status add_parked(void *context, const struct cell *cells, struct pawl_error *err) {
    const struct field row[] = {
        column("machine", row_text("machine", cells[0].text)),
        column("entity", row_text("entity", cells[1].text)),
        column(">rows", row_number("rows", cells[2].number)),
        column(">move", row_number("sort_key", cells[3].number)),
        column("topic", row_text("topic", cells[4].text)),
        column("parked at", row_time("since", cells[5].number)),
        column("error", row_alarm(true, row_or("", row_text("error", cells[6].text)))),
        ROW_END,
    };
    (void)err;
    list_add(context, row);
    return PAWL_OK;
}

void outbox_list(struct call *call, struct list lists[OUTBOX_LISTS]) {
    lists[0] = list_new(call, "topics", "waiting for a relay");
    lists[1] = list_new(call, "parked", "parked, until `pawlctl outbox retry`");
    if (outbox_topics(call->db, add_topic, &lists[0], &call->err) != PAWL_OK ||
        outbox_parked(call->db, add_parked, &lists[1], &call->err) != PAWL_OK)
        database_error(call);
}

static int outbox_print_status(struct call *call) {
    int64_t schema;
    if (schema_look(call->db, &schema, &call->err) != PAWL_OK)
        database_error(call);
    if (schema == SCHEMA_NONE)
        refused("deploy one with `emit`", "no machine and no flow of this database emits anything");
    struct list lists[OUTBOX_LISTS];
    outbox_list(call, lists);
    lists_print(lists, OUTBOX_LISTS, "nothing waits\n");
    return EXIT_DONE;
}

/* ---- retry -------------------------------------------------------------------------------------- */

static int retry_rows(struct call *call) {
    const char *machine = call->operands[1], *entity = call->operands[2];
    int64_t rows = 0;
    if (entity != NULL)
        entity = model_entity(call, machine, entity);
    database_begin(call);
    if (outbox_retry(call->db, machine, entity, &rows, &call->err) != PAWL_OK)
        database_error(call);
    if (rows > 0)
        database_log_action(call, "resend", machine, entity);
    database_commit(call);
    row_tell(call, ROW(row_number("rows", rows)),
             rows == 0   ? "{rows} events wait for a relay again: nothing of that was parked\n"
             : rows == 1 ? "{rows} event waits for a relay again\n"
                         : "{rows} events wait for a relay again\n");
    return rows > 0 ? EXIT_DONE : EXIT_REFUSED;
}

int command_outbox(struct call *call) {
    if (strcmp(call->operands[0], "status") == 0 && call->operand_count == 1 &&
        option(call, "--actor") == NULL)
        return outbox_print_status(call);
    if (strcmp(call->operands[0], "retry") == 0)
        return retry_rows(call);
    usage_error(call, "expected status, or retry [MACHINE [ID]]");
}
