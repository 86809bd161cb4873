/*
 * agreement FOLDER STEM [TABLES.sql]: holds what was compiled from STEM.fsm against itself, for every machine
 * of it and every pair of state and event: the table in STEM.so, the model in STEM.json, the view of moves in
 * the database, and what the database answers when all guards in C pass, when all refuse, and when all
 * effects do. Then makes every move that can be reached, and reads it back. TABLES.sql makes what the
 * machine's own SQL touches.
 */
#include "../support/database.h"
#include "choices.h"

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *folder, *stem, *tables;
static void *library;
static char *json; /* STEM.json as a text of SQL, quoted */

/* ---- the compiled machine ---------------------------------------------------------------------------- */

struct subject {
    const char *name;
    const struct pawl_machine *machine;
    int origin;                        /* where an entity without a row is: 0 for nowhere */
    int (*next)(int state, int event); /* NAME_next and NAME_can, whose enums are int-sized */
    bool (*can)(int state, int event);
};

static void *symbol(const char *machine, const char *suffix) {
    char name[128];
    snprintf(name, sizeof name, "%s_%s", machine, suffix);
    void *address = dlsym(library, name);
    if (!address)
        fail_msg("%s.so has no %s", stem, name);
    return address;
}

static struct subject subject_of(const char *name) {
    struct subject subject = {.name = name, .machine = symbol(name, "machine")};
    /* ISO C has no cast from a pointer to data to one to a function */
    void *next = symbol(name, "next"), *can = symbol(name, "can");
    memcpy(&subject.next, &next, sizeof next);
    memcpy(&subject.can, &can, sizeof can);
    return subject;
}

static const char *state_name(const struct subject *subject, int state) {
    return state == 0 ? "nothing" : subject->machine->states[state].name;
}

static const char *event_name(const struct subject *subject, int event) {
    return subject->machine->events[event].name;
}

/* Every pair, with state 0 for nothing. */
#define EACH_PAIR(subject, state, event)                                                                     \
    for (int event = 1; event <= (subject)->machine->event_count; event++)                                   \
        for (int state = 0; state <= (subject)->machine->state_count; state++)

/* ---- STEM.json --------------------------------------------------------------------------------------- */

/* The rows of a query on the document, which it reads as `document.text`. */
static char *rows_of_json(const char *sql) {
    static const char with[] = "with document (text) as (values (%s)) %s";
    size_t size = sizeof with + strlen(json) + strlen(sql);
    char *query = malloc(size);
    assert_non_null(query);
    snprintf(query, size, with, json, sql);
    struct pawl_db *db = NULL;
    assert_int_equal(pawl_open(&db, "sqlite::memory:", NULL), PAWL_OK);
    char *rows = rows_of(db, query);
    pawl_close(db);
    free(query);
    return rows;
}

/* Takes the first line off; NULL when there is none. */
static char *next_line(char **rows) {
    char *line = *rows, *end = strchr(line, '\n');
    if (!end)
        return NULL;
    *end = '\0';
    *rows = end + 1;
    return line;
}

/* Cuts a row at its separators. */
static void cut(char *row, char **cells, size_t count) {
    for (size_t i = 0; i < count; i++) {
        cells[i] = row;
        row = strchr(row, '|');
        if (!row != (i + 1 == count))
            fail_msg("a row with another number of columns than %zu", count);
        if (row)
            *row++ = '\0';
    }
}

static int find_state(const struct subject *subject, const char *name, bool stored) {
    for (int state = 1; state <= subject->machine->state_count; state++)
        if (strcmp(name, stored ? subject->machine->states[state].stored
                                : subject->machine->states[state].name) == 0)
            return state;
    if (*name)
        fail_msg("%s: the table has no state %s", subject->name, name);
    return 0;
}

static int find_event(const struct subject *subject, const char *name, bool stored) {
    for (int event = 1; event <= subject->machine->event_count; event++)
        if (strcmp(name, stored ? subject->machine->events[event].stored
                                : subject->machine->events[event].name) == 0)
            return event;
    fail_msg("%s: the table has no event %s", subject->name, name);
    return 0;
}

/*
 * Rows of "event|from|to", and "event|state|" for what is ignored, are what the table says: no more, no less.
 */
static void expect_table(const struct subject *subject, const char *whose, char *rows, bool stored,
                         bool tells_ignored) {
    const struct pawl_machine *machine = subject->machine;
    size_t width = machine->state_count + 1u;
    bool *told = calloc((machine->event_count + 1u) * width * width, sizeof *told);
    assert_non_null(told);
    for (char *rest = rows, *row = next_line(&rest); row; row = next_line(&rest)) {
        char *cells[3];
        cut(row, cells, 3);
        int event = find_event(subject, cells[0], stored);
        int from = find_state(subject, cells[1], stored);
        int to = find_state(subject, cells[2], stored);
        bool *told_here = &told[((size_t)event * width + (size_t)from) * width + (size_t)to];
        if (*told_here && (way_of(machine, from, event, true).move == NULL || !tells_ignored))
            fail_msg("%s: %s moves from %s on %s twice", subject->name, whose, state_name(subject, from),
                     cells[0]);
        *told_here = true;
        if (!may_lead(machine, from, event, to) || pawl_ignores(machine, from, event) != !to)
            fail_msg("%s: %s says that %s leads from %s to %s, and the table says %s", subject->name, whose,
                     cells[0], state_name(subject, from), state_name(subject, to),
                     state_name(subject, pawl_next(machine, from, event)));
    }
    EACH_PAIR(subject, state, event)
    for (int to = 0; to <= machine->state_count; to++) {
        bool known =
            to ? may_lead(machine, state, event, to) : tells_ignored && pawl_ignores(machine, state, event);
        if (known != told[((size_t)event * width + (size_t)state) * width + (size_t)to])
            fail_msg("%s: %s does not know %s from %s to %s", subject->name, whose,
                     event_name(subject, event), state_name(subject, state), state_name(subject, to));
    }
    free(told);
}

static void json_agrees(const struct subject *subject) {
    char sql[1024];
    snprintf(sql, sizeof sql,
             "select json_extract(item.value, '$.event'),"
             " coalesce(json_extract(item.value, '$.from'), json_extract(item.value, '$.state')),"
             " json_extract(item.value, '$.to')"
             " from document, json_each(text, '$.machines') machine,"
             " json_each(machine.value) list, json_each(list.value) item"
             " where json_extract(machine.value, '$.name') = '%s' and list.key in ('moves', 'ignores')",
             subject->name);
    char *rows = rows_of_json(sql);
    expect_table(subject, "JSON", rows, false, true);
    free(rows);
}

/* The generated functions, which are what an application asks. */
static void functions_agree(const struct subject *subject) {
    EACH_PAIR(subject, state, event) {
        int to = pawl_next(subject->machine, state, event);
        if (subject->next(state, event) != to ||
            subject->can(state, event) != is_possible(subject->machine, state, event))
            fail_msg("%s: %s_next or %s_can does not agree with the table on %s in %s", subject->name,
                     subject->name, subject->name, event_name(subject, event), state_name(subject, state));
    }
}

/* ---- the database ------------------------------------------------------------------------------------ */

#define KEY_SIZE 48
#define A_UUID   "6ba7b810-9dad-11d1-80b4-%012d"

/* For what reads it again at once: a ring, so that one call may have several. */
static const char *key_text(const struct subject *subject, int number) {
    static char texts[8][KEY_SIZE];
    static size_t used;
    char *text = texts[used++ % 8];
    snprintf(text, KEY_SIZE,
             subject->machine->key_type == PAWL_TYPE_TEXT   ? "'e%d'"
             : subject->machine->key_type == PAWL_TYPE_UUID ? "'" A_UUID "'"
                                                            : "%d",
             number);
    return text;
}

static struct pawl_key key_of(const struct subject *subject, int number, char text[KEY_SIZE]) {
    const enum pawl_type type = subject->machine->key_type;
    if (type != PAWL_TYPE_TEXT && type != PAWL_TYPE_UUID)
        return (struct pawl_key){.number = number};
    snprintf(text, KEY_SIZE, type == PAWL_TYPE_UUID ? A_UUID : "e%d", number);
    return (struct pawl_key){.text = text};
}

/* Around names, on the database of the test. */
static char quote(void) {
    return on_mariadb() ? '`' : '"';
}

/* The entity's parts: "schema.", "table" and "column", or nothing at all. */
static bool find_entity(const struct subject *subject, char schema[128], char table[128], char column[128]) {
    char sql[512];
    snprintf(sql, sizeof sql,
             "select json_extract(machine.value, '$.entity.schema'),"
             " json_extract(machine.value, '$.entity.table'), json_extract(machine.value, '$.entity.column')"
             " from document, json_each(text, '$.machines') machine"
             " where json_extract(machine.value, '$.name') = '%s'",
             subject->name);
    char *rows = rows_of_json(sql), *rest = rows, *cells[3];
    cut(next_line(&rest), cells, 3);
    *schema = '\0';
    if (*cells[0] && !on_sqlite())
        snprintf(schema, 128, "%c%s%c.", quote(), cells[0], quote());
    snprintf(table, 128, "%s", cells[1]);
    snprintf(column, 128, "%s", cells[2]);
    free(rows);
    return *table != '\0';
}

/* A schema is a database of the server's there: made anew once, and Pawl's owner must reach it. */
static void make_database(struct pawl_db *db, const char *schema) {
    static bool is_made;
    char *names = rows_of(db, "select database()");
    if (!is_made)
        execute(db,
                "set foreign_key_checks = 0; drop database if exists %.*s; set foreign_key_checks = 1;"
                " create database %.*s character set utf8mb4 collate utf8mb4_nopad_bin",
                (int)strlen(schema) - 1, schema, (int)strlen(schema) - 1, schema);
    is_made = true;
    execute(db, "grant select, update on %s* to %.*s_pawl_owner", schema, (int)strcspn(names, "\n"), names);
    free(names);
}

static const char *const type_names[] = {
#define X(constant, name) name,
    PAWL_TYPES(X)
#undef X
};

/* Makes the table that the machine moves the rows of, with rows numbered from 1, and the machine's own. */
static void deploy(const struct subject *subject, struct pawl_db *db, int parents) {
    char schema[128], table[128], column[128];
    bool has_entity = find_entity(subject, schema, table, column);
    if (has_entity && *schema && on_mariadb())
        make_database(db, schema);
    else if (has_entity && *schema)
        execute(db, "create schema if not exists %.*s", (int)strlen(schema) - 1, schema);
    if (has_entity)
        execute(db, "create table if not exists %s%c%s%c (%c%s%c %s primary key)", schema, quote(), table,
                quote(), quote(), column, quote(), type_names[subject->machine->key_type]);
    for (int number = 1; has_entity && number <= parents; number++)
        execute(db, "insert into %s%c%s%c (%c%s%c) values (%s)", schema, quote(), table, quote(), quote(),
                column, quote(), key_text(subject, number));
    expect(PAWL_OK, pawl_apply(db, subject->machine, &err));
    if (on_postgres() && tables)
        execute(db, "grant select, insert, update, delete on all tables in schema public to pawl_owner");
}

static int find_origin(const struct subject *subject) {
    char sql[512];
    snprintf(sql, sizeof sql,
             "select json_extract(machine.value, '$.initial_is_implicit')"
             " from document, json_each(text, '$.machines') machine"
             " where json_extract(machine.value, '$.name') = '%s'",
             subject->name);
    char *rows = rows_of_json(sql);
    int event = strcmp(rows, "1\n") == 0 ? subject->machine->event_count : 0;
    free(rows);
    while (event > 0 && strcmp(event_name(subject, event), "create") != 0)
        event--;
    return event ? pawl_next(subject->machine, 0, event) : 0;
}

/* Puts entity N into state N, by whatever way, or by none. */
static void put_into_every_state(const struct subject *subject) {
    char schema[128], table[128], column[128];
    find_entity(subject, schema, table, column);
    const bool has_head = subject->machine->sql[PAWL_DIALECT_SQLITE]->insert_current != NULL;
    char *sql = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&sql, &size);
    assert_non_null(out);
    fprintf(out,
            has_head ? "insert into %s%s (%s_id, state, sort_key, since) values"
                     : "insert into %s%s (%s_id, to_state, sort_key, created_at, updated_at, "
                       "most_recent) values",
            on_postgres() ? schema : "",
            has_head ? subject->machine->table_current : subject->machine->table_transitions, subject->name);
    for (int state = 1; state <= subject->machine->state_count; state++) {
        fprintf(out, "%s (%s, '", state > 1 ? "," : "", key_text(subject, state));
        for (const char *byte = subject->machine->states[state].stored; *byte; byte++) {
            if (*byte == '\'')
                fputc(*byte, out);
            fputc(*byte, out);
        }
        if (has_head)
            fprintf(out, "', 10, %s)", on_postgres() ? "now()" : "0");
        else
            fprintf(out, "', 10, current_timestamp, current_timestamp, true)");
    }
    fclose(out);
    forge(sql);
    free(sql);
}

/* Some value for everything that must be given; the rest is left out. */
static const void *arguments_of(const struct pawl_event *event) {
    static union {
        unsigned char bytes[4096];
        int64_t alignment;
    } args;
    memset(&args, 0, sizeof args);
    for (uint16_t i = 0; i < event->param_count; i++) {
        const struct pawl_param *param = &event->params[i];
        assert_true(param->offset + sizeof(struct pawl_bytes) <= sizeof args);
        if (param->optional)
            continue;
        static const char *const text = "text", *const numeric = "1.50", *const object = "{}",
                                 *const uuid = "6ba7b810-9dad-11d1-80b4-00c04fd430c8";
        const int64_t number = 1;
        switch (param->type) {
        case PAWL_TYPE_TEXT:
            memcpy(args.bytes + param->offset, &text, sizeof text);
            break;
        case PAWL_TYPE_NUMERIC:
            memcpy(args.bytes + param->offset, &numeric, sizeof numeric);
            break;
        case PAWL_TYPE_UUID:
            memcpy(args.bytes + param->offset, &uuid, sizeof uuid);
            break;
        case PAWL_TYPE_JSON:
            memcpy(args.bytes + param->offset, &object, sizeof object);
            break;
        case PAWL_TYPE_BYTES:
            memcpy(args.bytes + param->offset, &(struct pawl_bytes){text, 4}, sizeof(struct pawl_bytes));
            break;
        case PAWL_TYPE_BIGINT:
        case PAWL_TYPE_TIMESTAMP:
            memcpy(args.bytes + param->offset, &number, sizeof number);
            break;
        case PAWL_TYPE_INT:
            memcpy(args.bytes + param->offset, &(int32_t){1}, sizeof(int32_t));
            break;
        case PAWL_TYPE_BOOL:
            memcpy(args.bytes + param->offset, &(bool){true}, sizeof(bool));
            break;
        }
    }
    return &args;
}

static enum pawl_status fire(const struct subject *subject, struct pawl_db *db, int number, int event,
                             struct pawl_transition *moved) {
    char text[KEY_SIZE];
    *moved = (struct pawl_transition){0};
    return pawl_fire(db, subject->machine, key_of(subject, number, text), event,
                     arguments_of(&subject->machine->events[event]), NULL, moved, &err);
}

/* What guards and effects in C return, and guards in SQL: NULL: as they are written. */
struct hooks_answer {
    enum pawl_status guards, effects;
    const char *sql;
};

static void set_hooks(const struct subject *subject, struct pawl_db *db, struct hooks_answer answer) {
    const void *hooks = hooks_that_answer(subject->machine, answer.guards, answer.effects);
    if (hooks)
        expect(PAWL_OK, pawl_set_hooks(db, subject->machine, hooks, &err));
}

static enum pawl_status expected_answer(const struct subject *subject, int state, int event, struct way way,
                                        struct hooks_answer says) {
    const struct pawl_machine *machine = subject->machine;
    if (machine->events[event].is_creation && state)
        return PAWL_EXISTS;
    if (!machine->events[event].is_creation && !state)
        return PAWL_NOT_FOUND;
    if (!is_possible(machine, state, event))
        return pawl_ignores(machine, state, event) ? PAWL_IGNORED : PAWL_ILLEGAL;
    if (says.guards == PAWL_DB && asks_c(machine, state, event))
        return PAWL_DB;
    return way.is_refused || (says.effects != PAWL_OK && has_effect_in_c(machine, way.move)) ? PAWL_REFUSED
                                                                                             : PAWL_OK;
}

/* What pawl_why says of an event in a state. */
struct reason {
    enum pawl_status status;
    int to;
    char guard[sizeof err.guard], detail[sizeof err.message];
};

/* For entity N in state N: [state * (event_count + 1) + event]. */
static struct reason *reasons_of(const struct subject *subject, struct pawl_db *db) {
    const size_t events = subject->machine->event_count + 1u;
    struct pawl_reason *read = calloc(events, sizeof *read);
    struct reason *reasons = calloc((subject->machine->state_count + 1u) * events, sizeof *reasons);
    assert_true(read && reasons);
    for (int state = 1; state <= subject->machine->state_count; state++) {
        char text[KEY_SIZE];
        expect(PAWL_OK, pawl_why(db, subject->machine, key_of(subject, state, text), NULL, read, &err));
        for (size_t event = 1; event < events; event++) {
            struct reason *reason = &reasons[(size_t)state * events + event];
            *reason = (struct reason){.status = read[event].status, .to = read[event].to};
            snprintf(reason->guard, sizeof reason->guard, "%s", read[event].guard);
            snprintf(reason->detail, sizeof reason->detail, "%s", read[event].detail);
        }
    }
    free(read);
    return reasons;
}

/* Firing then returns the same; where it needs arguments, it passes or is refused. */
static bool is_reason(const struct reason *reason, enum pawl_status answer, int to, bool effects_pass) {
    if (reason->status == PAWL_PENDING)
        return answer == PAWL_OK || answer == PAWL_REFUSED || answer == PAWL_DB;
    if (answer == PAWL_DB)
        return reason->status == answer && reason->to == 0 && *reason->guard && *reason->detail &&
               strstr(err.message, reason->detail);
    if (reason->status == PAWL_OK && answer == PAWL_REFUSED)
        return !effects_pass;
    return reason->status == answer && reason->to == to &&
           strcmp(reason->guard, answer == PAWL_OK ? "" : err.guard) == 0;
}

/* ---- guards in SQL, which all answer alike ---------------------------------------------------------------
 */

static const char *const sql_answers[] = {"1 = 1", "1 = 0", "null", "fails"};
enum { SQL_FAILS = 3 };

static bool asks_sql(const struct pawl_machine *machine, int state, int event) {
    for (size_t i = 0; i < machine->move_count; i++)
        for (size_t c = 0; machine->moves[i].from == state && machine->moves[i].event == event &&
                           c < machine->moves[i].condition_count;
             c++)
            if (!machine->hooks[machine->moves[i].conditions[c].hook].is_callback)
                return true;
    return false;
}

static bool has_guards_in_sql(const struct pawl_machine *machine) {
    for (uint16_t i = 0; i < machine->hook_count; i++)
        if (!machine->hooks[i].is_callback && machine->hooks[i].kind == PAWL_HOOK_GUARD)
            return true;
    return false;
}

/* The body that a guard gets on PostgreSQL or MariaDB. locks: it reads the row of `locked`. */
static void replace_guard(const struct subject *subject, struct pawl_db *db, const char *guard,
                          const char *answer) {
    const bool fails = answer == sql_answers[SQL_FAILS], locks = strcmp(answer, "locks") == 0;
    char sql[1024];
    if (on_postgres())
        snprintf(sql, sizeof sql, "select oid::regprocedure from pg_proc where proname = '%s_guard_%s'",
                 subject->name, guard);
    else
        snprintf(sql, sizeof sql,
                 "select concat(specific_name, '(', coalesce(group_concat('`', parameter_name, '` ', "
                 "dtd_identifier order by ordinal_position separator ', '), ''), ')')"
                 " from information_schema.parameters where specific_schema = database() and specific_name = "
                 "'%s_guard_%s' and ordinal_position > 0",
                 subject->name, guard);
    char *rows = rows_of(db, sql);
    const int length = (int)strcspn(rows, "\n");
    if (on_postgres())
        execute(db,
                "create or replace function %.*s returns setof boolean language sql %s as $$ select "
                "(%s)::boolean $$",
                length, rows, locks ? "volatile" : "stable",
                fails   ? "1 / 0 = 1"
                : locks ? "select is_true from public.locked for share"
                        : answer);
    else
        execute(db,
                "create or replace function %.*s returns boolean reads sql data sql security invoker begin "
                "declare answer boolean;"
                " if %d then signal sqlstate '45000' set message_text = 'made to fail'; end if; select %s "
                "into answer; return answer; end",
                length, rows, fails,
                fails   ? "1"
                : locks ? "is_true from locked lock in share mode"
                        : answer);
    free(rows);
}

/* A copy of the machine with the guards so; on SQLite they are texts in it. */
static struct subject with_guards(const struct subject *subject, struct pawl_db *db, const char *answer) {
    static struct pawl_machine machine;
    static struct pawl_statements statements;
    static struct pawl_hook_sql hooks[256];
    static const struct pawl_statements *dialects[PAWL_DIALECT_COUNT];
    static char text[256][64];
    struct subject changed = *subject;
    machine = *subject->machine;
    assert_true(machine.hook_count <= 256);
    for (uint16_t i = 0; !on_sqlite() && i < machine.hook_count; i++)
        if (!machine.hooks[i].is_callback && machine.hooks[i].kind == PAWL_HOOK_GUARD)
            replace_guard(subject, db, machine.hooks[i].name, answer);
    if (!on_sqlite())
        return changed;
    statements = *machine.sql[PAWL_DIALECT_SQLITE];
    memcpy(hooks, statements.hooks, machine.hook_count * sizeof *hooks);
    for (uint16_t i = 0; i < machine.hook_count; i++) {
        if (machine.hooks[i].is_callback || machine.hooks[i].kind != PAWL_HOOK_GUARD)
            continue;
        snprintf(text[i], sizeof text[i], "select %s",
                 answer == sql_answers[SQL_FAILS] ? "json('{')" : answer);
        hooks[i] = (struct pawl_hook_sql){.text = text[i]};
    }
    statements.hooks = hooks;
    dialects[PAWL_DIALECT_SQLITE] = &statements;
    machine.sql = dialects;
    changed.machine = &machine;
    return changed;
}

/* On PostgreSQL functions decide, which know nothing of the table; on SQLite libpawl reads it. */
static void answers_agree(const struct subject *subject, struct pawl_db *db, struct hooks_answer says) {
    int nobody = subject->machine->state_count + 1;
    set_hooks(subject, db, says);
    struct reason *reasons = reasons_of(subject, db);
    EACH_PAIR(subject, pair, event) {
        struct pawl_transition moved;
        const int number = pair ? pair : nobody, state = pair ? pair : subject->origin;
        struct way way = way_of(subject->machine, state, event, says.guards == PAWL_OK);
        enum pawl_status expected = expected_answer(subject, state, event, way, says);
        expect(PAWL_OK, pawl_begin(db, &err));
        enum pawl_status answer = fire(subject, db, number, event, &moved);
        const bool may_fail = asks_sql(subject->machine, state, event) && says.sql == sql_answers[SQL_FAILS];
        if (answer != expected && !(way.depends_on_sql && answer == PAWL_REFUSED) &&
            !(may_fail && answer == PAWL_DB))
            fail_msg("%s: %s in %s is answered %s (%s), and the table says %s", subject->name,
                     event_name(subject, event), state_name(subject, state), pawl_status_name(answer),
                     answer == PAWL_OK ? "" : err.message, pawl_status_name(expected));
        if ((answer == PAWL_REFUSED) != (answer != PAWL_OK && err.guard[0] != '\0'))
            fail_msg("%s: %s in %s is answered %s, and refused by \"%s\"", subject->name,
                     event_name(subject, event), state_name(subject, state), pawl_status_name(answer),
                     err.guard);
        const struct reason *reason =
            &reasons[(size_t)pair * (subject->machine->event_count + 1u) + (size_t)event];
        if (pair && !is_reason(reason, answer, answer == PAWL_OK ? moved.to : 0, says.effects == PAWL_OK))
            fail_msg("%s: %s in %s is answered %s by \"%s\", and pawl_why says %s by \"%s\"", subject->name,
                     event_name(subject, event), state_name(subject, state), pawl_status_name(answer),
                     answer == PAWL_OK ? "" : err.guard, pawl_status_name(reason->status), reason->guard);
        int to = answer != PAWL_OK ? 0 : way.depends_on_sql ? moved.to : way.to;
        if (moved.to != to || (to && !may_lead(subject->machine, state, event, to)) ||
            (answer != PAWL_NOT_FOUND && answer != PAWL_DB && moved.from != state))
            fail_msg("%s: %s in %s leads from %s to %s, and not to %s", subject->name,
                     event_name(subject, event), state_name(subject, state), state_name(subject, moved.from),
                     state_name(subject, moved.to), state_name(subject, to));
        expect(PAWL_OK, pawl_rollback(db, &err));
    }
    free(reasons);
}

/* A guard that would wait is named where one that fails would be, and nothing waits. */
static void locks_agree(const struct subject *subject, struct pawl_db *db) {
    const size_t count = (subject->machine->state_count + 1u) * (subject->machine->event_count + 1u);
    struct pawl_db *other = open_administrator();
    set_hooks(subject, db, (struct hooks_answer){0});
    with_guards(subject, db, sql_answers[SQL_FAILS]);
    struct reason *failing = reasons_of(subject, db);
    execute(db, "create table locked (is_true boolean)");
    execute(db, "insert into locked values (true)");
    if (on_postgres())
        execute(db, "grant select, update on locked to pawl_owner");
    with_guards(subject, db, "locks");
    expect(PAWL_OK, pawl_begin(other, &err));
    execute(other, "update locked set is_true = false");
    struct reason *locked = reasons_of(subject, db);
    expect(PAWL_OK, pawl_rollback(other, &err));
    for (size_t i = 0; i < count; i++)
        if (locked[i].status != (failing[i].status == PAWL_DB ? PAWL_LOCKED : failing[i].status) ||
            strcmp(locked[i].guard, failing[i].guard) != 0)
            fail_msg("%s: with a lock pawl_why says %s by \"%s\", and with a failure %s by \"%s\"",
                     subject->name, pawl_status_name(locked[i].status), locked[i].guard,
                     pawl_status_name(failing[i].status), failing[i].guard);
    execute(db, "drop table locked");
    free(failing);
    free(locked);
}

/* Guards in SQL true, false, null and failing, beside guards in C that pass, refuse and fail. */
static void each_valuation_agrees(const struct subject *subject, struct pawl_db *db) {
    static const enum pawl_status of_c[] = {PAWL_OK, PAWL_REFUSED, PAWL_DB};
    if (!has_guards_in_sql(subject->machine))
        return;
    for (size_t sql = 0; sql < sizeof sql_answers / sizeof *sql_answers; sql++)
        for (size_t c = 0; c < (subject->machine->call_hook ? 3 : 1); c++) {
            const struct subject changed = with_guards(subject, db, sql_answers[sql]);
            answers_agree(&changed, db, (struct hooks_answer){.guards = of_c[c], .sql = sql_answers[sql]});
        }
    if (!on_sqlite())
        locks_agree(subject, db);
    with_guards(subject, db, sql_answers[0]);
}

static void view_agrees(const struct subject *subject, struct pawl_db *db) {
    char schema[128], table[128], column[128], sql[512];
    find_entity(subject, schema, table, column);
    snprintf(sql, sizeof sql, "select event, from_state, to_state from %s%s_moves",
             on_postgres() ? schema : "", subject->name);
    char *rows = rows_of(db, sql);
    expect_table(subject, "the view of moves", rows, true, false);
    free(rows);
}

/* ---- a walk along every move ------------------------------------------------------------------------- */

/* An event, and what the guards in C say to it. */
struct step {
    int event; /* 0: none */
    bool guards_pass;
};

struct walk {
    const struct subject *subject;
    bool *taken[2];     /* by what guards say: [event * width + state] */
    struct step *first; /* by state: the first step of the shortest way to a move that was not taken yet */
    int *queue;         /* states, nearest first */
    size_t width;       /* state_count + 1 */
};

static bool *taken(const struct walk *walk, int state, struct step step) {
    return &walk->taken[step.guards_pass][(size_t)step.event * walk->width + (size_t)state];
}

/* What to fire next in that state, to get to a move that was not taken yet; no event where there is no way.
 */
static struct step next_of_walk(struct walk *walk, int state) {
    const struct pawl_machine *machine = walk->subject->machine;
    size_t queued = 0;
    memset(walk->first, 0, walk->width * sizeof *walk->first);
    walk->queue[queued++] = state;
    for (size_t i = 0; i < queued; i++) {
        int at = walk->queue[i];
        for (int event = 1; event <= machine->event_count; event++)
            for (int pass = 1; pass >= 0; pass--) {
                struct step step = {event, pass};
                int to = way_of(machine, at, event, pass).to;
                if (!to)
                    continue;
                struct step begins = i == 0 ? step : walk->first[at];
                if (!*taken(walk, at, step))
                    return begins;
                if (to == state || walk->first[to].event)
                    continue;
                walk->first[to] = begins;
                walk->queue[queued++] = to;
            }
    }
    return (struct step){0};
}

static void expect_entity(const struct subject *subject, struct pawl_db *db, int number, size_t moves,
                          int state) {
    char text[KEY_SIZE];
    struct pawl_rows history;
    expect(PAWL_OK, pawl_history(db, subject->machine, key_of(subject, number, text), &history, &err));
    assert_int_equal(history.count, moves);
    const struct pawl_layout *layout = &subject->machine->layout;
    int at = subject->origin;
    for (size_t i = 0; i < history.count; i++) {
        const char *record = (const char *)history.rows + i * layout->record_size;
        int event, from, to;
        memcpy(&event, record + layout->record_event, sizeof event);
        memcpy(&from, record + layout->record_from, sizeof from);
        memcpy(&to, record + layout->record_to, sizeof to);
        if (from != at || !may_lead(subject->machine, from, event, to))
            fail_msg("%s: the history leads from %s to %s by %s", subject->name, state_name(subject, from),
                     state_name(subject, to), event_name(subject, event));
        at = to;
    }
    assert_int_equal(at, state);
}

static bool is_unrecorded(const struct pawl_machine *machine, int state, int event) {
    const struct pawl_queue *queue = machine->queue;
    for (uint32_t i = 0; queue && i < queue->unrecorded_count; i++)
        if (queue->unrecorded[i].event == event && queue->unrecorded[i].from == state)
            return true;
    return false;
}

/* Entities are numbered from `first` on; another one begins where the last one cannot go on. */
static void walk(const struct subject *subject, struct pawl_db *db, int first, int last) {
    size_t width = subject->machine->state_count + 1u;
    size_t places = (subject->machine->event_count + 1u) * width;
    struct walk walk = {.subject = subject,
                        .taken = {calloc(places, sizeof(bool)), calloc(places, sizeof(bool))},
                        .first = calloc(width, sizeof *walk.first),
                        .queue = calloc(width, sizeof(int)),
                        .width = width};
    assert_true(walk.taken[0] && walk.taken[1] && walk.first && walk.queue);
    for (int number = first;; number++) {
        int state = subject->origin;
        size_t moves = 0, steps = 0;
        for (struct step step = next_of_walk(&walk, state); step.event; step = next_of_walk(&walk, state)) {
            struct pawl_transition moved;
            assert_true(number <= last);
            set_hooks(subject, db,
                      (struct hooks_answer){.guards = step.guards_pass ? PAWL_OK : PAWL_REFUSED});
            expect(PAWL_OK, fire(subject, db, number, step.event, &moved));
            *taken(&walk, state, step) = true;
            assert_int_equal(moved.from, state);
            assert_int_equal(moved.to, way_of(subject->machine, state, step.event, step.guards_pass).to);
            moves += !is_unrecorded(subject->machine, state, step.event);
            assert_int_equal(moved.sort_key, 10 * moves);
            state = moved.to;
            steps++;
        }
        if (steps == 0)
            break;
        expect_entity(subject, db, number, moves, state);
    }
    free(walk.taken[0]);
    free(walk.taken[1]);
    free(walk.first);
    free(walk.queue);
}

/* Of the entities that have moved; those without a history were forged. */
static void mirror_agrees(const struct subject *subject, struct pawl_db *db) {
    char schema[128], table[128], column[128], sql[512];
    snprintf(sql, sizeof sql,
             "select json_extract(machine.value, '$.mirror.column')"
             " from document, json_each(text, '$.machines') machine"
             " where json_extract(machine.value, '$.name') = '%s'",
             subject->name);
    char *rows = rows_of_json(sql), *rest = rows, *mirror = next_line(&rest);
    find_entity(subject, schema, table, column);
    if (*mirror)
        expect_rows(db, "",
                    "select head.%s_id from %s%c%s%c parent join %s%s head"
                    " on head.%s_id = parent.%c%s%c where head.sort_key > 10 and"
                    " head.state <> coalesce(cast(parent.%c%s%c as %s), '')",
                    subject->name, schema, quote(), table, quote(), on_postgres() ? schema : "",
                    subject->machine->table_current, subject->name, quote(), column, quote(), quote(), mirror,
                    quote(), on_mariadb() ? "char" : "text");
    free(rows);
}

/* ---- all of it --------------------------------------------------------------------------------------- */

/* The whole file, or that as a text of SQL. */
static char *read_file(const char *path, bool quoted) {
    FILE *in = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!in || !out) {
        perror(path);
        exit(2);
    }
    if (quoted)
        fputc('\'', out);
    for (int byte = fgetc(in); byte != EOF; byte = fgetc(in)) {
        if (quoted && byte == '\'')
            fputc(byte, out);
        fputc(byte, out);
    }
    if (quoted)
        fputc('\'', out);
    fclose(in);
    fclose(out);
    return text;
}

/* A session whose settings give guards and effects in SQL another meaning, if they run with them. */
static void be_hostile(struct pawl_db *db) {
    if (on_postgres())
        execute(db,
                "set timezone = 'XXX-167:59'; set datestyle = 'SQL, DMY'; set intervalstyle = sql_standard;"
                "set extra_float_digits = -15; set bytea_output = escape; set array_nulls = off;"
                "set transform_null_equals = on; set default_text_search_config = 'pg_catalog.english'");
    else if (on_mariadb())
        execute(db, "set time_zone = '+13:00', timestamp = 1, group_concat_max_len = 4,"
                    "div_precision_increment = 0, lc_time_names = 'de_DE', default_week_format = 7");
}

static void be_honest(struct pawl_db *db) {
    if (on_postgres())
        execute(db, "reset all");
    else if (on_mariadb())
        execute(db,
                "set time_zone = default, timestamp = default, group_concat_max_len = default,"
                "div_precision_increment = default, lc_time_names = default, default_week_format = default");
}

static void p10_all_agree(void **state) {
    (void)state;
    char *names = rows_of_json("select json_extract(machine.value, '$.name')"
                               " from document, json_each(text, '$.machines') machine");
    struct pawl_db *db = open_administrator();
    if (tables) {
        char *sql = read_file(tables, false);
        execute(db, "%s", sql);
        free(sql);
    }
    for (char *rest = names, *name = next_line(&rest); name; name = next_line(&rest)) {
        struct subject subject = subject_of(name);
        subject.origin = find_origin(&subject);
        /* each new entity of the walk takes a move that no other one has taken */
        int states = subject.machine->state_count, walkers = 2 * states * subject.machine->event_count;
        functions_agree(&subject);
        json_agrees(&subject);
        deploy(&subject, db, states + 1 + walkers);
        view_agrees(&subject, db);
        put_into_every_state(&subject);
        answers_agree(&subject, db, (struct hooks_answer){0});
        be_hostile(db);
        answers_agree(&subject, db, (struct hooks_answer){0});
        be_honest(db);
        if (subject.machine->call_hook) {
            answers_agree(&subject, db, (struct hooks_answer){.guards = PAWL_REFUSED});
            answers_agree(&subject, db, (struct hooks_answer){.guards = PAWL_DB});
            answers_agree(&subject, db, (struct hooks_answer){.effects = PAWL_REFUSED});
        }
        each_valuation_agrees(&subject, db);
        walk(&subject, db, states + 2, states + 1 + walkers);
        mirror_agrees(&subject, db);
    }
    free(names);
}

int main(int argc, char **argv) {
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: agreement FOLDER STEM [TABLES.sql]\n");
        return 2;
    }
    folder = argv[1];
    stem = argv[2];
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.json", folder, stem);
    tables = argv[3];
    json = read_file(path, true);
    snprintf(path, sizeof path, "%s/%s.so", folder, stem);
    /* lazily: of what is undefined in it, only what is called is needed */
    library = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        fprintf(stderr, "%s\n", dlerror());
        return 2;
    }
    const struct CMUnitTest tests[] = {TEST(p10_all_agree)};
    int failed =
        tests_are_possible() ? cmocka_run_group_tests(tests, database_create_empty, database_drop) : 77;
    dlclose(library);
    free(json);
    return failed;
}
