#include "row.h"
#include "pawl_admin.h"
#include "print.h"

#include <inttypes.h>
#include <string.h>

/* ---- fields ------------------------------------------------------------------------------------- */

struct field row_age(const char *key, int64_t since_us) {
    const int64_t age_us = now_us() - since_us;
    return row_duration(key, age_us > 0 ? age_us : 0);
}

struct field row_json_text(const char *key, const char *text) {
    struct field field = row_text(key, text);
    field.json = text == NULL ? NULL : json_loads(text, JSON_DECODE_ANY, NULL);
    field.kind = field.json == NULL ? field.kind : SHOWN_JSON;
    return field;
}

const struct field *row_keep(const struct field *row) {
    size_t count = 1;
    while (row[count - 1].kind != 0)
        count++;
    return memcpy(arena_alloc(memory, count * sizeof *row), row, count * sizeof *row);
}

/* ---- JSON --------------------------------------------------------------------------------------- */

json_t *json_bytes(const void *bytes, size_t size) {
    struct text text = TEXT_INIT;
    for (size_t i = 0; i < size; i++)
        text_printf(&text, "%02x", ((const unsigned char *)bytes)[i]);
    json_t *json = json_string(text_data(&text));
    text_free(&text);
    return json;
}

json_t *json_text(const char *text) {
    return text_is_utf8(text) ? json_string(text) : json_pack("{s:o}", "hex", json_bytes(text, strlen(text)));
}

static json_t *as_json(const struct field *field) {
    char time[TIME_SIZE];
    switch (field->kind) {
    case SHOWN_TEXT:
        return json_text(field->text);
    case SHOWN_NUMBER:
        return json_integer((json_int_t)field->number);
    case SHOWN_TRUTH:
        return json_boolean(field->number != 0);
    case SHOWN_TIME:
        return json_string(print_time(time, field->number, 'T'));
    case SHOWN_DURATION:
        return json_real((double)(field->number / 1000) / 1e3);
    case SHOWN_FIELDS:
        return row_object(field->fields);
    case SHOWN_JSON:
        return json_incref(field->json);
    case SHOWN_NULL:
        break;
    }
    return json_null();
}

static void row_free(const struct field *row) {
    for (; row->kind != 0; row++)
        json_decref(row->json);
}

json_t *row_object(const struct field *row) {
    json_t *object = json_object();
    bool done = true;
    for (const struct field *field = row; done && field->kind != 0; field++)
        done = field->is_left_out || json_object_set_new(object, field->key, as_json(field)) == 0;
    row_free(row);
    return done ? object : NULL;
}

/* ---- for people --------------------------------------------------------------------------------- */

static void put_value(struct text *out, const struct field *field) {
    char time[TIME_SIZE], duration[DURATION_SIZE];
    switch (field->kind) {
    case SHOWN_TEXT:
    case SHOWN_JSON:
        put_printable(out, field->text, strlen(field->text));
        break;
    case SHOWN_NUMBER:
        text_printf(out, "%" PRId64, field->number);
        break;
    case SHOWN_TRUTH:
        text_put(out, field->number != 0 ? "true" : "false");
        break;
    case SHOWN_TIME:
        text_put(out, print_time(time, field->number, ' '));
        break;
    case SHOWN_DURATION:
        text_put(out, print_duration(duration, field->number));
        break;
    case SHOWN_FIELDS:
    case SHOWN_NULL:
        text_put(out, field->none == NULL ? "-" : field->none);
        break;
    }
}

/* hole: "moves", "before.state" or "moves|move|moves", up to a brace. */
static void put_hole(struct text *out, const struct field *row, const char *hole) {
    const size_t length = strcspn(hole, ".|}");
    const char *one = hole + length + 1;
    const char *many = one + strcspn(one, "|}") + 1;
    while (strlen(row->key) != length || memcmp(row->key, hole, length) != 0)
        row++;
    if (hole[length] == '.') {
        put_hole(out, row->fields, one);
        return;
    }
    put_value(out, row);
    if (hole[length] == '|' && row->number == 1)
        text_printf(out, " %.*s", (int)strcspn(one, "|"), one);
    else if (hole[length] == '|')
        text_printf(out, " %.*s", (int)strcspn(many, "}"), many);
}

void row_say(FILE *file, const struct field *row, const char *sentence) {
    struct text out = TEXT_INIT;
    for (const char *open; (open = strchr(sentence, '{')) != NULL;) {
        text_write(&out, sentence, (size_t)(open - sentence));
        put_hole(&out, row, open + 1);
        sentence = strchr(open, '}') + 1;
    }
    fprintf(file, "%s%s", text_data(&out), sentence);
    text_free(&out);
    row_free(row);
}

void row_tell(const struct call *call, const struct field *row, const char *sentence) {
    if (call->json)
        print_json(row_object(row));
    else
        row_say(stdout, row, sentence);
}

/* ---- lists -------------------------------------------------------------------------------------- */

struct list list_new(const struct call *call, const char *key, const char *title) {
    return (struct list){
        .key = key, .title = title, .file = stdout, .rows = call->json ? json_array() : NULL};
}

enum {
    ALARM = '\a',
    TEXT_WIDTH_MIN = 8,
    TIME_WIDTH_MIN = sizeof "2026-11-21 10:30:00Z" - 1
}; /* what begins a coloured cell: texts have no control characters */

static bool begins_character(const char *c) {
    return ((unsigned char)*c & 0xC0) != 0x80;
}

static int width_of(const char *cell) {
    int width = 0;
    for (; *cell != '\0' && *cell != '\n'; cell++)
        width += begins_character(cell);
    return width;
}

static void put_cell(struct list *list, struct table_column *column, const struct field *field,
                     bool is_heading) {
    if (is_heading)
        column->is_right = *field->heading == '>';
    else if (field->is_alarming)
        text_char(&list->table, ALARM);
    const size_t at = list->table.length;
    column->is_text |= !is_heading && (field->kind == SHOWN_TEXT || field->kind == SHOWN_JSON);
    column->is_time |= !is_heading && field->kind == SHOWN_TIME;
    if (is_heading)
        text_put(&list->table, field->heading + column->is_right);
    else
        put_value(&list->table, field);
    text_char(&list->table, '\n');
    const int width = width_of(text_data(&list->table) + at);
    column->has_value |= !is_heading && width > 0;
    column->width = width > column->width ? width : column->width;
}

/* From left to right. */
static void put_line(struct list *list, const struct field *row, bool is_heading) {
    static const enum table_place places[] = {PLACE_FIRST, PLACE_MIDDLE, PLACE_LAST};
    size_t count = 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++)
        for (const struct field *field = row; field->kind != 0; field++)
            if (field->heading != NULL && field->place == places[i])
                put_cell(list, &list->columns[count++], field, is_heading);
    list->column_count = count;
}

void list_add(struct list *list, const struct field *row) {
    list->count++;
    if (list->rows != NULL) {
        json_array_append_new(list->rows, row_object(row));
        return;
    }
    if (list->count == 1)
        put_line(list, row, true);
    put_line(list, row, false);
    row_free(row);
}

void list_say(struct list *list, const struct field *row, const char *sentence) {
    list->count++;
    if (list->rows != NULL)
        json_array_append_new(list->rows, row_object(row));
    else
        row_say(list->file, row, sentence);
}

struct field row_list(const struct list *list) {
    return row_json(list->key, json_incref(list->rows));
}

static int line_width(const struct list *list, int indent) {
    int width = indent - 2;
    for (size_t i = 0; i < list->column_count; i++)
        width += list->columns[i].width == 0 ? 0 : list->columns[i].width + 2;
    return width;
}

/* Times lose their fractions, columns without a value go, and then the widest texts are cut. */
static void fit_columns(struct list *list, int indent, int room) {
    struct table_column *const end = list->columns + list->column_count;
    if (line_width(list, indent) <= room)
        return;
    for (struct table_column *column = list->columns; column < end; column++)
        column->width = !column->has_value ? 0 : column->is_time ? TIME_WIDTH_MIN : column->width;
    for (int excess; (excess = line_width(list, indent) - room) > 0;) {
        struct table_column *widest = NULL;
        for (struct table_column *column = list->columns; column < end; column++)
            if (column->is_text && column->width > TEXT_WIDTH_MIN &&
                (widest == NULL || column->width >= widest->width))
                widest = column;
        if (widest == NULL)
            return;
        widest->width -= excess < widest->width - TEXT_WIDTH_MIN ? excess : widest->width - TEXT_WIDTH_MIN;
    }
}

/* As far as the width of its column goes. */
static void print_cell(const char *cell, const struct table_column *column, bool is_alarming) {
    const bool is_cut = width_of(cell) > column->width;
    int length = 0, characters = 0;
    for (; cell[length] != '\n'; length++) {
        characters += begins_character(cell + length);
        if (is_cut && characters == column->width)
            break;
    }
    printf("%s%.*s%s%s", is_alarming ? terminal_colour(stdout, COLOUR_ERROR) : "", length, cell,
           !is_cut           ? ""
           : column->is_time ? "Z"
                             : "…",
           is_alarming ? terminal_colour(stdout, COLOUR_END) : "");
}

void list_print(struct list *list) {
    const int indent = list->title == NULL ? 0 : 2, room = terminal_width(stdout);
    const char *cell = list->table.data;
    int owed = 0; /* blanks that are only printed where something follows */
    if (room > 0)
        fit_columns(list, indent, room);
    if (cell != NULL && list->title != NULL && *list->title != '\0')
        printf("%s:\n", list->title);
    for (size_t i = 0; cell != NULL && *cell != '\0'; i = (i + 1) % list->column_count) {
        const struct table_column *column = &list->columns[i];
        const bool is_alarming = *cell == ALARM;
        cell += is_alarming;
        const int width = width_of(cell), fill = width < column->width ? column->width - width : 0;
        if (i == 0)
            owed = indent;
        owed += column->is_right ? fill : 0;
        if (width > 0 && column->width > 0) {
            printf("%*s", owed, "");
            print_cell(cell, column, is_alarming);
            owed = 0;
        }
        owed += column->width == 0 ? 0 : (column->is_right ? 0 : fill) + 2;
        cell += strcspn(cell, "\n") + 1;
        printf("%s", i + 1 == list->column_count ? "\n" : "");
    }
    text_free(&list->table);
}

void lists_print(struct list *lists, size_t count, const char *instead) {
    json_t *object = json_object();
    size_t rows = 0;
    for (size_t i = 0; i < count; i++) {
        rows += lists[i].count;
        list_print(&lists[i]);
        json_object_set(object, lists[i].key, lists[i].rows);
    }
    if (lists[0].rows != NULL)
        print_json(object);
    else if (rows == 0 && instead != NULL)
        say("%s", instead);
}
