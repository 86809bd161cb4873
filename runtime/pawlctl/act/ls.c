/* The entities of a machine, page by page. */
#include "act.h"
#include "act/ls.sql.h"
#include "base/suggest.h"
#include "database/argument.h"
#include "database/entity.h"
#include "machine.h"
#include "say/json.h"
#include "say/print.h"

#include <inttypes.h>
#include <string.h>

enum {
    LIMIT = 50,
    LIMIT_MAX = 10000,
    LOOKED_MAX = 10000, /* entities of which one page compares parameters */
    CHUNK = 1000        /* so many in one query */
};

#define AFTER_ALL_US INT64_C(9000000000000000)

/* What was typed, and how far the listing has come. */
struct listing {
    struct call *call;
    const struct deployed_model *model;
    bool *wanted; /* by state */
    int64_t until_us, limit;
    int64_t after_us;
    struct value after; /* a key */
    const struct pawl_column *column;
    struct value value;
    struct list list;
    int64_t looked_at;
    const struct cell *last; /* that was looked at */
    const char *next;        /* NULL: there is no next page */
};

/* ---- what was typed ----------------------------------------------------------------------------- */

/* Whether `inner` is the composite of that name, or is in it. */
static bool is_within(const struct deployed_model *model, const char *inner, const char *name) {
    for (EACH_ITEM(composite, json_object_get(model->json, "composites")))
        if (inner != NULL && strcmp(text_of(*composite, "name"), inner) == 0)
            return strcmp(inner, name) == 0 || is_within(model, text_of(*composite, "parent"), name);
    return false;
}

/* A state by its name or stored text, or a composite; without --state, states that are not final. */
static void read_states(struct listing *listing, const char *name) {
    const struct deployed_model *model = listing->model;
    struct suggestion suggestion = suggestion_for(name == NULL ? "" : name);
    bool is_found = false;
    listing->wanted = MACHINE_ARRAY(model->state_count + 1, bool);
    for (size_t i = 1; i <= model->state_count; i++) {
        const struct pawl_state *state = &model->states[i];
        const json_t *json = json_array_get(json_object_get(model->json, "states"), i - 1);
        listing->wanted[i] = name == NULL
                                 ? !state->is_final
                                 : strcmp(state->name, name) == 0 || strcmp(state->stored, name) == 0 ||
                                       is_within(model, text_of(json, "parent"), name);
        is_found |= listing->wanted[i];
        suggestion_offer(&suggestion, state->name);
    }
    if (name != NULL && !is_found)
        refused(arena_printf(memory, "pawlctl status %s lists its states", model->name),
                "%s has no state %s%s%s%s", model->name, name, DID_YOU_MEAN(suggestion));
}

static void read_where(struct listing *listing, const char *where) {
    const struct deployed_model *model = listing->model;
    const size_t length = strcspn(where, "=");
    const char *name = arena_strndup(memory, where, length);
    static struct results settled;
    struct suggestion suggestion = suggestion_for(name);
    struct complaint complaint = {.problem = ""};
    const size_t column = model_column(model, name);
    if (where[length] != '=')
        usage_error(listing->call, "--where: expected PARAMETER=VALUE, got `%s`", where);
    for (size_t i = 0; i < model->column_count; i++)
        suggestion_offer(&suggestion, model->columns[i].name);
    if (column == model->column_count)
        refused(NULL, "%s has no parameter %s%s%s%s", model->name, name, DID_YOU_MEAN(suggestion));
    listing->column = &model->columns[column];
    listing->value = (struct value){.type = listing->column->type};
    if (listing->column->type == PAWL_TYPE_JSON)
        refused(NULL, "--where: %s is JSON, which is not compared", name);
    if (!argument_parse(where + length + 1, &listing->value))
        usage_error(listing->call, "--where: %s: `%s` is not %s", name, where + length + 1,
                    argument_form(listing->column->type));
    if (value_settle(&settled, &listing->value, &complaint) != PAWL_OK)
        usage_error(listing->call, "--where: %s is %s", name, complaint.problem);
    if (listing->value.type == PAWL_TYPE_NUMERIC)
        listing->value.type = PAWL_TYPE_TEXT;
}

/* TIME,KEY as a page prints it; or a key alone, which stands for its place now. */
static void read_place(struct listing *listing, const char *after) {
    const struct deployed_model *model = listing->model;
    const char *comma = strchr(after, ',');
    if (comma != NULL &&
        parse_time(arena_strndup(memory, after, (size_t)(comma - after)), &listing->after_us)) {
        listing->after = model_key_value(model, model_key(listing->call, model, comma + 1));
        return;
    }
    listing->after = model_key_value(model, model_key(listing->call, model, after));
    const struct row_set place = model_query(listing->call, model, sql_place, NULL, &listing->after, 1, 1);
    if (place.count == 0)
        refused("give the place that the last page printed: --after=TIME,KEY", "%s %s: there is no such %s",
                model->name, after, model->name);
    listing->after_us = place.cells[0].number;
}

static struct listing read_options(struct call *call) {
    const char *where = option(call, "--where"), *after = option(call, "--after");
    struct listing listing = {.call = call,
                              .model = models_read(call, call->operands[0]).models,
                              .until_us = AFTER_ALL_US,
                              .after_us = BEFORE_ALL_US,
                              .limit = LIMIT,
                              .list = list_new(call, "entities", NULL)};
    int64_t age_ms = 0;
    listing.after = model_key_value(listing.model, (struct pawl_key){0});
    listing.after.is_null = true;
    if (option_duration(call, "--older-than", "90m, 12h or 2d", &age_ms))
        listing.until_us = now_us() - age_ms * 1000;
    option_number(call, "--limit", LIMIT_MAX, &listing.limit);
    read_states(&listing, option(call, "--state"));
    if (where != NULL)
        read_where(&listing, where);
    if (after != NULL)
        read_place(&listing, after);
    return listing;
}

/* ---- reading ------------------------------------------------------------------------------------ */

/* Whether an index leads from the parameter's value to its entities. */
static bool has_index(const struct listing *listing) {
    const char *column = text_of(json_object_get(listing->model->json, "key"), "column");
    return column != NULL && listing->column != NULL && strcmp(column, listing->column->name) == 0;
}

/* That the parameter has the value, which is parameter 5. A numeric is compared as it was written, as all
 * databases can. */
static const char *comparison_of(const struct listing *listing) {
    static const char *const forms[] = {[PAWL_TYPE_TEXT] = "made.{column} = {text:5}",
                                        [PAWL_TYPE_UUID] = "made.{column} = {uuid:5}",
                                        [PAWL_TYPE_NUMERIC] = "{as_text:made.{column}} = {text:5}",
                                        [PAWL_TYPE_BIGINT] = "made.{column} = {bigint:5}",
                                        [PAWL_TYPE_INT] = "made.{column} = {integer:5}",
                                        [PAWL_TYPE_BOOL] = "made.{column} = {boolean:5}",
                                        [PAWL_TYPE_TIMESTAMP] = "made.{column} = {moment:{bigint:5}}",
                                        [PAWL_TYPE_BYTES] = "made.{column} = {bytes:5}",
                                        [PAWL_TYPE_JSON] = ""};
    const struct pawl_column *column = listing->column;
    return column == NULL ? ""
                          : model_sql(listing->call, listing->model, forms[column->type],
                                      WORDS({"column", column->name},
                                            {"uuid", listing->call->dialect->parameters[PAWL_TYPE_UUID]},
                                            {"bytes", listing->call->dialect->parameters[PAWL_TYPE_BYTES]}));
}

/* The statement of a page, its parameters being limit, until, since and key of the last one, and the value.
 */
static const char *page_of(const struct listing *listing) {
    const struct deployed_model *model = listing->model;
    const bool is_by_key = has_index(listing);
    struct text states = TEXT_INIT, entities = TEXT_INIT;
    for (size_t i = 1; i <= model->state_count; i++) {
        const char *state = database_literal(model->states[i].stored);
        if (!listing->wanted[i])
            continue;
        text_printf(&states, "%s%s", states.length > 0 ? ", " : "", state);
        if (!is_by_key)
            text_printf(&entities, "%s%s", entities.length > 0 ? " union all " : "",
                        model_sql(listing->call, model, sql_of_state, WORDS({"state", state})));
    }
    const struct database_word *words =
        WORDS({"compared", comparison_of(listing)}, {"states", text_keep(&states, memory)});
    const char *found =
        is_by_key ? model_sql(listing->call, model, sql_of_key, words) : text_keep(&entities, memory);
    const char *matches =
        listing->column == NULL || is_by_key ? "1" : model_sql(listing->call, model, sql_has_value, words);
    return model_sql(listing->call, model, sql_page, WORDS({"entities", found}, {"matches", matches}));
}

/* cells: key, state, since, event, actor, whether it matches */
static void add_entity(struct listing *listing, const struct cell *cells) {
    const struct deployed_model *model = listing->model;
    list_add(&listing->list, ROW(column("id", row_text("id", key_text(&cells[0]))),
                                 column("state", row_text("state", entity_state_name(model, cells[1].text))),
                                 column("since", row_time("since", cells[2].number)),
                                 column("for", row_age("age_seconds", cells[2].number)),
                                 column("event", row_text("event", entity_event_name(model, cells[3].text))),
                                 column("actor", row_actor(cells[4].text))));
}

static const char *place_of(const struct cell *cells) {
    char time[TIME_SIZE];
    return arena_printf(memory, "%s,%s", print_time(time, cells[2].number, 'T'), key_text(&cells[0]));
}

/* False at the end of the page, or of all. */
static bool read_chunk(struct listing *listing, const char *sql) {
    const bool compares = listing->column != NULL && !has_index(listing);
    const int64_t size = compares ? CHUNK : listing->limit + 1;
    const struct value values[] = {value_bigint(size), value_bigint(listing->until_us),
                                   value_bigint(listing->after_us), listing->after, listing->value};
    const struct row_set rows =
        database_query(listing->call, sql, values, listing->column == NULL ? 4 : 5, 6);
    for (EACH_ROW(row, rows)) {
        if ((int64_t)listing->list.count == listing->limit || listing->looked_at == LOOKED_MAX) {
            listing->next = place_of(listing->last);
            return false;
        }
        listing->looked_at++;
        listing->last = row;
        if (row[5].number != 0)
            add_entity(listing, row);
    }
    if ((int64_t)rows.count < size)
        return false;
    listing->after_us = listing->last[2].number;
    listing->after.number = listing->last[0].number;
    listing->after.text = listing->last[0].text;
    listing->after.is_null = false;
    return true;
}

/* ---- events that only programs can fire --------------------------------------------------------- */

static void add_programs_events(struct list *list, const struct pawl_machine *machine) {
    for (int event = 1; event <= machine->event_count; event++) {
        const struct pawl_hook *needed = callback_of_event(machine, event);
        if (needed != NULL)
            list_say(list,
                     ROW(row_text("event", machine->events[event].name), row_text("kind", hook_kind(needed)),
                         row_text("name", needed->name)),
                     "pawlctl cannot fire {event}: the {kind} {name} is in C\n");
    }
}

int command_ls(struct call *call) {
    struct listing listing = read_options(call);
    struct list programs = list_new(call, "needs_program", NULL);
    const char *sql = page_of(&listing);
    while (read_chunk(&listing, sql))
        continue;
    if (call->json)
        add_programs_events(&programs, machine_make(call, listing.model));
    row_tell(call,
             ROW(row_text("machine", listing.model->name), row_list(&listing.list),
                 row_text("next", listing.next), row_number("looked_at", listing.looked_at),
                 row_list(&programs)),
             "");
    if (call->json)
        return EXIT_DONE;
    list_print(&listing.list);
    if (listing.list.count == 0 && listing.next == NULL)
        say("there is no %s %s\n", option(call, "--after") == NULL ? "such" : "further", listing.model->name);
    if (listing.next != NULL && (int64_t)listing.list.count < listing.limit)
        say("%" PRId64 " entities were compared; to continue, add --after='%s'\n", listing.looked_at,
            listing.next);
    else if (listing.next != NULL)
        say("for the next page, add --after='%s'\n", listing.next);
    add_programs_events(&programs, machine_make(call, listing.model));
    return EXIT_DONE;
}
