#include "database/database.h"
#include "look.h"
#include "say/json.h"
#include "say/print.h"

#include <inttypes.h>
#include <string.h>

struct runs_counting {
    json_t *places; /* { path: { status: count } }; "" for those that have not begun */
    int64_t done, undone, cancelled;
};

/* cells: path or null, status, count */
static enum pawl_status flow_graph_count(void *context, const struct cell *cells, struct pawl_error *err) {
    struct runs_counting *counting = context;
    const char *path = cells[0].text == NULL ? "" : cells[0].text;
    (void)err;
    enum pawl_run_status status = pawl_run_status_parse(cells[1].text);
    int64_t *over = status == PAWL_RUN_DONE        ? &counting->done
                    : status == PAWL_RUN_UNDONE    ? &counting->undone
                    : status == PAWL_RUN_CANCELLED ? &counting->cancelled
                                                   : NULL;
    if (over != NULL) {
        *over += cells[2].number;
        return PAWL_OK;
    }
    json_t *place = json_object_get(counting->places, path);
    if (place == NULL) {
        place = json_object();
        json_object_set_new(counting->places, path, place);
    }
    json_object_set_new(place, cells[1].text, json_integer((json_int_t)cells[2].number));
    return PAWL_OK;
}

static void put_counts(const json_t *place) {
    const char *status;
    json_t *number;
    bool any = false;
    json_object_foreach((json_t *)(uintptr_t)place, status, number) {
        printf("%s<b>%" JSON_INTEGER_FORMAT "</b> %s", any ? ", " : "<br/><font point-size=\"12\">",
               json_integer_value(number), status);
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
    struct runs_counting counting = {.places = json_object()};
    const struct value flow = value_text(name);
    const char *diagram = text_of(model, "diagram");
    if (diagram == NULL) {
        json_decref(counting.places);
        return refused("its steps can be seen with pawl --emit=dot",
                       "flow %s: the database does not hold its diagram", name);
    }
    if (!database_rows(call, call->dialect->runs_by_step, &flow, 1, flow_graph_count, &counting)) {
        json_decref(counting.places);
        return database_error(call);
    }
    if (call->json)
        row_tell(call,
                 ROW(row_text("flow", name), row_json("steps", json_incref(counting.places)),
                     row_number("done", counting.done), row_number("undone", counting.undone),
                     row_number("cancelled", counting.cancelled)),
                 "");
    else
        diagram_print(diagram, put_slot, &counting);
    json_decref(counting.places);
    return EXIT_DONE;
}
