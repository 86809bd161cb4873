#include "look.h"
#include "look/flow_graph.sql.h"
#include "say/json.h"
#include "say/print.h"

#include <inttypes.h>

struct runs_counting {
    json_t *places; /* { path: { status: count } }; "" for those that have not begun */
    int64_t done, undone, cancelled;
};

static struct runs_counting count_runs(struct call *call, const char *flow) {
    struct runs_counting counting = {.places = json_object()};
    const struct row_set runs = model_query(call, NULL, sql_runs_by_step, NULL, VALUES(value_text(flow)), 3);
    for (EACH_ROW(row, runs)) { /* path or null, status, count */
        const enum pawl_run_status status = pawl_run_status_parse(row[1].text);
        int64_t *over = status == PAWL_RUN_DONE        ? &counting.done
                        : status == PAWL_RUN_UNDONE    ? &counting.undone
                        : status == PAWL_RUN_CANCELLED ? &counting.cancelled
                                                       : NULL;
        if (over != NULL)
            *over += row[2].number;
        else
            json_object_set_new(object_in(counting.places, row[0].text == NULL ? "" : row[0].text),
                                row[1].text, json_integer((json_int_t)row[2].number));
    }
    return counting;
}

static void put_counts(const json_t *place) {
    bool any = false;
    for (EACH_MEMBER(status, place)) {
        printf("%s<b>%" JSON_INTEGER_FORMAT "</b> %s", any ? ", " : "<br/><font point-size=\"12\">",
               json_integer_value(status->value), status->name);
        any = true;
    }
    printf("%s", any ? "</font>" : "");
}

static void put_title(const struct runs_counting *counting) {
    char now[TIME_SIZE];
    printf("<br align=\"left\"/><font point-size=\"12\" color=\"#556070\">%.19s UTC: %" PRId64
           " done, %" PRId64 " undone, %" PRId64 " cancelled</font>",
           print_time(now, now_us(), ' '), counting->done, counting->undone, counting->cancelled);
    put_counts(json_object_get(counting->places, ""));
    printf("<br align=\"left\"/>");
}

static void put_slot(const void *context, const char *step) {
    const struct runs_counting *counting = context;
    if (step == NULL)
        put_title(counting);
    else
        put_counts(json_object_get(counting->places, step));
}

int flow_graph(struct call *call, const char *name, const json_t *model) {
    const char *diagram = text_of(model, "diagram");
    if (diagram == NULL)
        refused("its steps can be seen with pawl --emit=dot",
                "flow %s: the database does not hold its diagram", name);
    const struct runs_counting counting = count_runs(call, name);
    if (call->json)
        row_tell(call,
                 ROW(row_text("flow", name), row_text("fingerprint", text_of(model, "fingerprint")),
                     row_json("steps", counting.places), row_number("done", counting.done),
                     row_number("undone", counting.undone), row_number("cancelled", counting.cancelled)),
                 "");
    else
        diagram_print(diagram, put_slot, &counting);
    return EXIT_DONE;
}
