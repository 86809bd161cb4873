#include "adopt.h"
#include "say/json.h"

#include "database/model.h"
#include "keep/adopt.sql.h"

#include <jansson.h>

#include <inttypes.h>
#include <string.h>

/* The table, and what the file says that it must have. */
struct adoption {
    struct call *call;
    const struct database_dialect *dialect;
    const char *table; /* with its schema, as SQL has it */
    const char *key;
    const json_t *wanted;
    json_t *columns; /* { name: {type, not_null, default} } */
    json_t *indexes; /* unique ones: [{columns: "a,b", predicate}] */
    size_t problems;
};

#define DIFFERS(adoption, help, format, ...)                                                                 \
    (complain(help, "%s: " format, (adoption)->table, __VA_ARGS__), (adoption)->problems++)

/* ---- what the table has ------------------------------------------------------------------------------ */

static void adopt_look(struct adoption *adoption) {
    const struct value table = value_text(adoption->table);
    const struct database_dialect *dialect = adoption->dialect;
    const struct row_set columns = database_query(adoption->call, dialect->column_details, &table, 1, 4);
    const struct row_set indexes = database_query(adoption->call, dialect->unique_indexes, &table, 1, 2);
    adoption->columns = json_object();
    adoption->indexes = json_array();
    for (EACH_ROW(row, columns))
        json_object_set_new(adoption->columns, row[0].text,
                            json_pack("{s:s, s:b, s:b}", "type", row[1].text ? row[1].text : "", "not_null",
                                      row[2].number != 0, "default", row[3].number != 0));
    for (EACH_ROW(row, indexes))
        json_array_append_new(
            adoption->indexes,
            json_pack("{s:s, s:s?}", "columns", row[0].text ? row[0].text : "", "predicate", row[1].text));
}

/* ---- columns ------------------------------------------------------------------------------------------ */

static const char integers[] = "bigint,integer,smallint,int,int2,int4,int8";
static const char texts[] = "text,varchar,character varying,clob";
static const char times[] =
    "timestamp,timestamptz,timestamp without time zone,timestamp with time zone,datetime";
static const char documents[] = "json,jsonb,text,varchar,character varying";
static const char booleans[] = "boolean,bool";

/* Of "a,b"; what is no plain column has no name in it. */
static bool has_word(const char *list, const char *word, size_t length) {
    for (const char *at = list; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, word, length) == 0)
            return true;
    return false;
}

/* "varchar(255)" is a varchar. */
static bool is_of(const char *type, const char *family) {
    size_t length = strcspn(type, "(");
    while (length > 0 && type[length - 1] == ' ')
        length--;
    return has_word(family, type, length);
}

/* A parameter's. */
static bool adopt_holds(const struct adoption *adoption, const char *type, const char *param) {
    static const struct {
        const char *param, *family;
    } families[] = {{"text", texts},
                    {"bigint", "bigint,int8"},
                    {"int", integers},
                    {"bool", booleans},
                    {"bytes", "bytea"}};
    if (adoption->dialect->holds_any_type)
        return true;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (strcmp(param, families[i].param) == 0)
            return is_of(type, families[i].family);
    if (strcmp(param, "timestamp") == 0)
        return strncmp(type, "timestamp", 9) == 0 && strstr(type, "with time zone") != NULL;
    return strncmp(type, param, strlen(param)) == 0; /* numeric, uuid, json */
}

/* Columns that a table of Statesman's has. */
static void need(struct adoption *adoption, const char *name, const char *family, const char *what,
                 bool not_null) {
    const json_t *column = json_object_get(adoption->columns, name);
    const char *type = text_of(column, "type");
    const char *help = arena_printf(memory, "add it, or change it: %s must be %s%s", name, what,
                                    not_null ? ", not null" : "");
    if (column == NULL)
        DIFFERS(adoption, help, "it has no column %s", name);
    else if (!is_of(type, family))
        DIFFERS(adoption, help, "its column %s is of type %s", name, type);
    else if (not_null && !flag_of(column, "not_null"))
        DIFFERS(adoption, help, "its column %s may be null", name);
}

/* What Pawl writes besides, with every move or with some; PostgreSQL keeps what there is no column for. */
static void may_have(struct adoption *adoption, const char *name, const char *type, bool always) {
    const json_t *column = json_object_get(adoption->columns, name);
    const char *found = text_of(column, "type");
    if (column == NULL && adoption->dialect->needs_columns) {
        DIFFERS(adoption,
                arena_printf(memory, "alter table %s add column %s %s;", adoption->table, name, type),
                "it has no column %s", name);
    } else if (column != NULL && !adopt_holds(adoption, found, type)) {
        DIFFERS(adoption, arena_printf(memory, "change it to %s, or give the parameter another name", type),
                "its column %s is of type %s", name, found);
    } else if (!always && flag_of(column, "not_null")) {
        DIFFERS(adoption, arena_printf(memory, "allow null: not every transition has a %s", name),
                "its column %s is not null", name);
    }
}

static void check_columns(struct adoption *adoption) {
    const json_t *params = json_object_get(adoption->wanted, "columns");
    const char *key_type = text_of(adoption->wanted, "key_type");
    static const char *const always[] = {"event", "from_state", "actor"}; /* Statesman has from_state */
    const char *key_columns = text_of(adoption->wanted, "key_columns");
    need(adoption, adoption->key, key_columns, arena_printf(memory, "%s (%s)", key_type, key_columns), true);
    need(adoption, "to_state", texts, "text", true);
    need(adoption, "sort_key", integers, "integer", true);
    need(adoption, "most_recent", booleans, "boolean", false);
    if (json_object_get(adoption->columns, "metadata") != NULL)
        need(adoption, "metadata", documents, "json, jsonb or text", false);
    else /* PostgreSQL has a table beside it then */
        may_have(adoption, "metadata", "text", true);
    need(adoption, "created_at", times, "a timestamp", true);
    need(adoption, "updated_at", times, "a timestamp", true);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        may_have(adoption, always[i], "text", true);
    may_have(adoption, "request_id", "text", false);
    for (EACH_MEMBER(member, params))
        may_have(adoption, member->name, member->text, false);
    static const char known[] =
        " to_state sort_key most_recent metadata created_at updated_at event from_state actor request_id ";
    for (EACH_MEMBER(member, adoption->columns)) {
        char word[80];
        snprintf(word, sizeof word, " %s ", member->name);
        if (strstr(known, word) != NULL || strcmp(member->name, adoption->key) == 0 ||
            json_object_get(params, member->name) != NULL || !flag_of(member->value, "not_null") ||
            flag_of(member->value, "default"))
            continue;
        DIFFERS(adoption, "give it a default, or allow null",
                "its column %s is not null and has no default, so that no row can be added", member->name);
    }
}

/* ---- indexes ------------------------------------------------------------------------------------------ */

/* The same in the words of migrations. */
static bool is_most_recent(const char *predicate) {
    static const char *const forms[] = {"most_recent", "most_recent = true", "most_recent is true",
                                        "most_recent IS TRUE", "most_recent = 1"};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(predicate, forms[i]) == 0)
            return true;
    return false;
}

/* A unique one on the key and `second`, over all rows or those that are the most recent. */
static bool has_index(const struct adoption *adoption, const char *second, bool is_partial) {
    const char *const wanted[] = {arena_printf(memory, "%s,%s", adoption->key, second),
                                  arena_printf(memory, "%s,%s", second, adoption->key)};
    for (EACH_ITEM(index, adoption->indexes)) {
        const char *columns = text_of(*index, "columns"), *predicate = text_of(*index, "predicate");
        if (is_partial != (predicate != NULL) || (is_partial && !is_most_recent(predicate)))
            continue;
        for (size_t order = 0; order < 2; order++)
            if (strcmp(wanted[order], columns) == 0)
                return true;
    }
    return false;
}

/* SQLite's REPLACE takes away the rows that stand in the way, which no trigger hears of. Triggers refuse what
 * would stand in the way of a row with the same key and one of these; of other columns they know nothing. */
static void check_replaceable(struct adoption *adoption) {
    static const char *const guarded[] = {"sort_key", "most_recent", "request_id"};
    for (EACH_ITEM(index, adoption->indexes)) {
        const char *columns = text_of(*index, "columns"), *predicate = text_of(*index, "predicate");
        bool is_guarded = false;
        for (size_t k = 0; k < sizeof guarded / sizeof *guarded; k++)
            is_guarded |= has_word(columns, adoption->key, strlen(adoption->key)) &&
                          has_word(columns, guarded[k], strlen(guarded[k]));
        if (!is_guarded)
            DIFFERS(adoption, "drop it, or keep to `storage transitions`, which is not enforced",
                    "its unique index on (%s%s%s) lets `insert or replace` take away rows of the history",
                    columns, predicate == NULL ? "" : " where ", predicate == NULL ? "" : predicate);
    }
}

static void check_indexes(struct adoption *adoption) {
    const json_t *recent = json_object_get(adoption->columns, "most_recent");
    if (!has_index(adoption, "sort_key", false))
        DIFFERS(
            adoption,
            arena_printf(memory, "create unique index on %s (%s, sort_key);", adoption->table, adoption->key),
            "it has no unique index on (%s, sort_key)", adoption->key);
    if (!has_index(adoption, "most_recent", true) &&
        (!has_index(adoption, "most_recent", false) || flag_of(recent, "not_null")))
        DIFFERS(adoption,
                arena_printf(memory, "create unique index on %s (%s, most_recent) where most_recent;",
                             adoption->table, adoption->key),
                "it has no unique index on (%s, most_recent) where most_recent", adoption->key);
    if (adoption->dialect->replaces_rows && flag_of(adoption->wanted, "enforced"))
        check_replaceable(adoption);
}

/* ---- rows --------------------------------------------------------------------------------------------- */

/* Keys of the {table} with something wrong in their rows. */
static const struct content_check {
    const char *wrong, *problem, *help;
} content_checks[] = {
    {sql_unknown_states, "entities that have been in a state that the machine does not have",
     "declare the state in the .fsm file, or mend the rows"},
    {sql_several_most_recent, "entities with several most recent rows",
     "let only the row of the highest sort_key be the most recent"},
    {sql_other_most_recent, "entities whose most recent row is not that of the highest sort_key",
     "let only the row of the highest sort_key be the most recent"},
    {sql_gaps, "entities with gaps in their sort_key", "number their rows 10, 20, 30, ... as Statesman does"},
};

/* Says how many there are, and some of them. */
static void check_rows(struct adoption *adoption, const struct content_check *check, const char *states) {
    /* cells: how many in all, one of them */
    const struct row_set wrong = model_query(
        adoption->call, NULL, check->wrong,
        WORDS({"key", adoption->key}, {"table", adoption->table}, {"states", states}), NO_VALUES, 2);
    struct text examples = TEXT_INIT;
    for (EACH_ROW(row, wrong))
        text_printf(&examples, "%s%s", examples.length > 0 ? ", " : "",
                    row[1].text == NULL ? "" : row[1].text);
    const char *listed = text_keep(&examples, memory);
    if (wrong.count > 0)
        DIFFERS(adoption, check->help, "%s: %" PRId64 " (%s%s)", check->problem, wrong.cells[0].number,
                listed, wrong.cells[0].number > 5 ? ", ..." : "");
}

static void check_content(struct adoption *adoption) {
    struct text states = TEXT_INIT;
    for (EACH_ITEM(state, json_object_get(adoption->wanted, "states")))
        text_printf(&states, "%s%s", states.length > 0 ? ", " : "",
                    database_literal(json_string_value(*state)));
    const char *listed = text_keep(&states, memory);
    for (size_t i = 0; i < sizeof content_checks / sizeof *content_checks; i++)
        check_rows(adoption, &content_checks[i], listed);
}

/* ---- all of it ---------------------------------------------------------------------------------------- */

bool adopt_check(struct call *call, const json_t *wanted, const char *machine, bool may_adopt) {
    if (wanted == NULL)
        return false;
    if (call->dialect->adopts_by_itself)
        return may_adopt;
    struct adoption adoption = {.call = call,
                                .dialect = call->dialect,
                                .table = text_of(wanted, "table"),
                                .key = arena_printf(memory, "%s_id", machine),
                                .wanted = wanted};
    adopt_look(&adoption);
    if (json_object_size(adoption.columns) == 0)
        return false;
    if (!may_adopt)
        refused("take it over with --adopt, which first lists the missing parts",
                "the table %s of machine %s is there already; nothing was changed", adoption.table, machine);
    check_columns(&adoption);
    check_indexes(&adoption);
    if (adoption.problems == 0)
        check_content(&adoption);
    if (adoption.problems > 0)
        refused("change the table, and adopt it then",
                "the table %s cannot be adopted by machine %s as it is; nothing was changed", adoption.table,
                machine);
    return true;
}
