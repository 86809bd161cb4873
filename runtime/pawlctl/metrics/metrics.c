#include "metrics.h"
#include "act/act.h"
#include "look/look.h"
#include "relay/relay.h"
#include "say/json.h"

#include <string.h>

/* ---- the table ---------------------------------------------------------------------------------------- */

enum { DEPTH_MAX = 4 };

/*
 * A sample for each row. Rows with the same labels are added up; of ages the highest counts. Lines of the
 * same metric stand together, and the first has its help.
 */
struct metric {
    const char *name;
    const char *rows;   /* lists within lists of the commands' JSON: "machines.states" */
    const char *labels; /* members of the row or of those around it: "machine,LABEL=MEMBER"; "": the row */
    const char *value;  /* a member of the row; NULL: 1. A number, or a time, whose age counts */
    const char *help;
};

static const struct metric metrics[] = {
    {"pawl_version_deployed", "machines", "machine,fingerprint", NULL,
     "The deployed version of a machine; always 1."},
    {"pawl_version_accepted", "machines.accepted", "machine,fingerprint=", NULL,
     "A version whose programs the machine accepts; always 1."},
    {"pawl_frozen", "machines.frozen", "machine,mode", NULL,
     "A frozen (reject) or paused (sleep) machine or flow; always 1."},
    {"pawl_frozen", "flows.frozen", "machine=flow,mode", NULL, NULL},
    {"pawl_deferred_events", "frozen", "machine", "deferred", "Events that a paused machine has deferred."},
    {"pawl_entities", "machines.states", "machine,state", "count", "Entities by state."},
    {"pawl_entities_unknown", "machines", "machine", "in_unknown_states",
     "Entities in a state that the deployed machine does not have: see pawlctl verify."},
    {"pawl_entities_oldest_seconds", "machines.states", "machine,state", "oldest_since",
     "How long the oldest entity has been in a state that is not final."},
    {"pawl_queue_waiting", "waiting", "machine,name", "waiting",
     "Entities that wait for a timer or work, by its name."},
    {"pawl_queue_due", "waiting", "machine,name", "due",
     "Entities whose timer or work is due, and that no worker has claimed."},
    {"pawl_queue_claimed", "waiting", "machine,name", "claimed",
     "Entities whose timer or work is claimed, or pauses until its next attempt."},
    {"pawl_queue_late_seconds", "waiting", "machine,name", "late_seconds",
     "How long the first timer or work has been due; 0 if none is."},
    {"pawl_queue_parked", "machines", "machine", "parked",
     "Jobs that failed in all their attempts: see pawlctl queue status."},
    {"pawl_runs", "flows.statuses", "flow,status", "count", "Runs of flows by status."},
    {"pawl_runs_oldest_seconds", "flows.statuses", "flow,status", "oldest_since",
     "How long the oldest run that has not ended has been at its step, by status."},
    {"pawl_outbox_waiting", "topics", "topic", "waiting", "Events that wait for a relay."},
    {"pawl_outbox_lag_seconds", "topics", "topic", "lag_seconds",
     "Age of the oldest event that waits for a relay."},
    {"pawl_outbox_parked", "parked", "machine,topic", "rows",
     "Events that were rejected, and later events of the same entities: see pawlctl outbox status."},
    {"pawl_locks_held", "locks", "machine", NULL, "Held locks; machine is empty for locks of all machines."},
    {"pawl_locks_waiting", "locks", "machine", "waiting", "Callers and runs that wait for held locks."},
};

/* ---- samples ------------------------------------------------------------------------------------------ */

/* A row, and those around it, the innermost last. */
struct row_path {
    const json_t *rows[DEPTH_MAX];
    size_t depth;
};

static const json_t *member_of(const struct row_path *path, const char *key) {
    if (*key == '\0')
        return path->rows[path->depth - 1];
    for (size_t i = path->depth; i-- > 0;) {
        const json_t *member = json_object_get(path->rows[i], key);
        if (member != NULL)
            return member;
    }
    return NULL;
}

/* As the text format has them. A text that is not UTF-8 is {"hex": ...} here. */
static void put_label_value(struct text *out, const json_t *value) {
    const char *text = json_is_object(value) ? text_of(value, "hex") : json_string_value(value);
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '\n')
            text_put(out, "\\n");
        else if (*text == '\\' || *text == '"')
            text_printf(out, "\\%c", *text);
        else
            text_char(out, *text);
    }
}

static const char *labels_of(const struct metric *metric, const struct row_path *path) {
    struct text labels = TEXT_INIT;
    for (const char *at = metric->labels; *at != '\0'; at += strcspn(at, ","), at += *at == ',') {
        const size_t length = strcspn(at, ","), name = strcspn(at, "=,");
        const size_t before = name == length ? 0 : name + 1; /* of the member's name */
        text_printf(&labels, "%s%.*s=\"", at == metric->labels ? "" : ",", (int)name, at);
        put_label_value(&labels, member_of(path, arena_strndup(memory, at + before, length - before)));
        text_char(&labels, '"');
    }
    return text_keep(&labels, memory);
}

/* False: the row has no value, so it is no sample. Entities that have no row of their own are of no age:
 * 1970. */
static bool value_of(const struct metric *metric, const struct row_path *path, double *value) {
    const json_t *member = metric->value == NULL ? NULL : member_of(path, metric->value);
    int64_t since_us;
    *value = metric->value == NULL ? 1 : json_number_value(member);
    if (!json_is_string(member))
        return metric->value == NULL || json_is_number(member);
    if (!parse_time(json_string_value(member), &since_us) || since_us <= 0)
        return false;
    *value = now_us() > since_us ? (double)(now_us() - since_us) / 1e6 : 0;
    return true;
}

static bool is_age(const struct metric *metric) {
    return strstr(metric->name, "_seconds") != NULL;
}

static bool has_ended(const json_t *row) {
    const char *status = text_of(row, "status");
    return flag_of(row, "final") || (status != NULL && pawl_run_status_parse(status) >= PAWL_RUN_DONE);
}

static void add_sample(const struct metric *metric, const struct row_path *path, json_t *samples) {
    double value;
    /* what has ended has no age */
    if ((is_age(metric) && has_ended(member_of(path, ""))) || !value_of(metric, path, &value))
        return;
    const char *labels = labels_of(metric, path);
    const double before = json_number_value(json_object_get(samples, labels));
    json_object_set_new(samples, labels,
                        json_real(!is_age(metric)  ? before + value
                                  : value > before ? value
                                                   : before));
}

/* A list is entered; null is no row. */
static void each_row(const struct metric *metric, const char *rows, struct row_path path, const json_t *json,
                     json_t *samples) {
    if (json_is_array(json)) {
        for (EACH_ITEM(row, json))
            each_row(metric, rows, path, *row, samples);
    } else if (json != NULL && !json_is_null(json)) {
        path.rows[path.depth++] = json;
        const size_t length = strcspn(rows, ".");
        const char *key = arena_strndup(memory, rows, length);
        if (*rows == '\0')
            add_sample(metric, &path, samples);
        else
            each_row(metric, rows + length + (rows[length] == '.'), path, json_object_get(json, key),
                     samples);
    }
}

/* ---- the command -------------------------------------------------------------------------------------- */

/* The rows of `status`, `queue status`, `locks` and `outbox status`. */
static json_t *rows_read(struct call *call) {
    struct list lists[STATUS_LISTS + OUTBOX_LISTS + 3];
    struct list *const waiting = lists + STATUS_LISTS + OUTBOX_LISTS, *const locks = waiting + 1,
                       *const freezes = waiting + 2;
    json_t *rows = json_object();
    call->json = true; /* which makes lists keep their rows */
    *waiting = list_new(call, "waiting", NULL);
    *locks = list_new(call, "locks", NULL);
    *freezes = list_new(call, "frozen", NULL);
    status_list(call, NULL, lists);
    outbox_list(call, lists + STATUS_LISTS);
    if (json_array_size(lists[0].rows) > 0) {
        const struct models models = models_read(call, NULL);
        queue_list(call, &models, waiting);
    }
    locks_list(call, locks, freezes);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        json_object_set_new(rows, lists[i].key, lists[i].rows);
    return rows;
}

int command_metrics(struct call *call) {
    const json_t *rows = rows_read(call);
    for (size_t i = 0, count = sizeof metrics / sizeof *metrics; i < count;) {
        const struct metric *first = &metrics[i];
        json_t *samples = json_object();
        for (; i < count && strcmp(metrics[i].name, first->name) == 0; i++)
            each_row(&metrics[i], metrics[i].rows, (struct row_path){.depth = 0}, rows, samples);
        printf("# HELP %s %s\n# TYPE %s gauge\n", first->name, first->help, first->name);
        if (is_age(first))
            printf("# UNIT %s seconds\n", first->name);
        for (EACH_MEMBER(labels, samples))
            printf("%s{%s} %.*f\n", first->name, labels->name, is_age(first) ? 3 : 0,
                   json_real_value(labels->value));
    }
    printf("# EOF\n");
    return EXIT_DONE;
}
