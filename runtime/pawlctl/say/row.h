/*
 * What a command prints, described once: a row is an object of JSON for tools, and for people a line of a
 * table or a sentence.
 */
#pragma once

#include "base/text.h"
#include "command.h"

#include <jansson.h>

enum shown {
    SHOWN_NULL = 1,
    SHOWN_TEXT,
    SHOWN_NUMBER,
    SHOWN_TRUTH,
    SHOWN_TIME,
    SHOWN_DURATION,
    SHOWN_FIELDS,
    SHOWN_JSON
};

/* Where a column stands in the table; those of one place are in the order of JSON. */
enum table_place { PLACE_MIDDLE, PLACE_FIRST, PLACE_LAST };

struct field {
    const char *key;            /* in JSON, and in sentences */
    bool is_left_out;           /* of JSON */
    bool is_alarming;           /* coloured in tables */
    enum shown kind;            /* 0 ends the row */
    int64_t number;             /* of times and durations microseconds */
    const char *text;           /* borrowed until the row is printed */
    json_t *json;               /* taken over */
    const struct field *fields; /* of an object within it */
    const char *heading;        /* of its column; NULL: in no table */
    const char *none;           /* what people read in the place of null; NULL: "-" */
    enum table_place place;
};

#define ROW_END                                                                                              \
    { 0 }
#define ROW(...) ((const struct field[]){__VA_ARGS__, ROW_END})

/* "00ff", as `fire` takes bytes. */
json_t *json_bytes(const void *bytes, size_t size);
/* What others have written may not be UTF-8, which JSON cannot say as a text: then it is {"hex": "00ff"}. */
json_t *json_text(const char *text);

/* NULL is null. */
static inline struct field row_text(const char *key, const char *text) {
    return (struct field){.key = key, .kind = text == NULL ? SHOWN_NULL : SHOWN_TEXT, .text = text};
}

static inline struct field row_number(const char *key, int64_t number) {
    return (struct field){.key = key, .kind = SHOWN_NUMBER, .number = number};
}

static inline struct field row_truth(const char *key, bool truth) {
    return (struct field){.key = key, .kind = SHOWN_TRUTH, .number = truth};
}

static inline struct field row_time(const char *key, int64_t time_us) {
    return (struct field){.key = key, .kind = SHOWN_TIME, .number = time_us};
}

/* In JSON it is in seconds. */
static inline struct field row_duration(const char *key, int64_t duration_us) {
    return (struct field){.key = key, .kind = SHOWN_DURATION, .number = duration_us};
}

struct field row_age(const char *key, int64_t since_us); /* until now; of what is still to come 0 */

/* Sentences call a field of it {before.state}. */
static inline struct field row_fields(const char *key, const struct field *fields) {
    return (struct field){.key = key, .kind = SHOWN_FIELDS, .fields = fields};
}

static inline struct field row_json(const char *key, json_t *json) {
    return (struct field){.key = key, .kind = SHOWN_JSON, .text = "", .json = json};
}

struct field row_json_text(const char *key, const char *text); /* people read the text itself */

/* Where the condition does not hold, it is null. */
static inline struct field row_if(bool condition, struct field field) {
    field.kind = condition ? field.kind : SHOWN_NULL;
    return field;
}

/* Where the condition does not hold, only people read it. */
static inline struct field row_in_json(bool condition, struct field field) {
    field.is_left_out = !condition;
    return field;
}

/* What people read in the place of null. */
static inline struct field row_or(const char *none, struct field field) {
    field.none = none;
    return field;
}

/* If the condition holds, a terminal shows it in the colour of errors. */
static inline struct field row_alarm(bool condition, struct field field) {
    field.is_alarming = condition;
    return field;
}

/* The field as a column, aligned to the right where the heading begins with >. */
static inline struct field column(const char *heading, struct field field) {
    field.heading = heading;
    return field;
}

static inline struct field column_first(const char *heading, struct field field) {
    field.place = PLACE_FIRST;
    return column(heading, field);
}

/* One which JSON lacks. */
static inline struct field column_only(const char *heading, struct field field) {
    return column(heading, row_in_json(false, field));
}

static inline struct field column_last(const char *heading, struct field field) {
    field.place = PLACE_LAST;
    return column(heading, field);
}

/* A copy in the command's memory of a row, which itself ends with its block. */
const struct field *row_keep(const struct field *row);

/* Each of these frees what the row holds of JSON. NULL: a text is not UTF-8. */
json_t *row_object(const struct field *row);

/*
 * Prints the object, or the sentence for people, in which {id} stands for the field of that key and
 * {moves|move|moves} for a number and the fitting word.
 */
void row_tell(const struct call *call, const struct field *row, const char *sentence);
/* The sentence alone. */
void row_say(FILE *file, const struct field *row, const char *sentence);

enum { TABLE_COLUMNS_MAX = 10 };    /* of the widest */
enum { OVERDUE_US = 60 * 1000000 }; /* so late that a terminal shows it in a colour */

/* The rows of one kind that a command prints. */
struct list {
    const char *key;   /* in the object of all lists */
    const char *title; /* of the table, which is then indented; "": the command has said it; NULL: none */
    FILE *file;        /* for sentences */
    json_t *rows;      /* of JSON; NULL: people read it */
    size_t count, column_count;
    struct table_column {
        bool is_right; /* aligned so */
        bool is_text, is_time, has_value;
        int width;
    } columns[TABLE_COLUMNS_MAX];
    struct text table; /* its cells, the headings first, with a line break after each */
};

struct list list_new(const struct call *call, const char *key, const char *title);
/* For a table, whose columns the first row says. */
void list_add(struct list *list, const struct field *row);
/* For sentences, which people read at once. */
void list_say(struct list *list, const struct field *row, const char *sentence);
/* All of it as a field. */
struct field row_list(const struct list *list);
/* Prints the table, if people read it and it has a row, and frees it. On a terminal its widest columns of
 * text are cut so that a line fits. */
void list_print(struct list *list);

/* Prints an object of all lists, or their tables; `instead`, unless NULL, if none of them has a row. */
void lists_print(struct list *lists, size_t count, const char *instead);
