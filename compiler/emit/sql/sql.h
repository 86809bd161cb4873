/*
 * Lives here: what the dialects share. Not here: questions for a dialect's name; what differs is data in
 * its struct.
 *
 * SQL of all dialects. sql.c writes what they share, file.c whole files; a dialect is one const struct: data
 * first, then what only it can say.
 */
#pragma once

#include "base/escape.h"
#include "base/text.h"
#include "emit/template/template.h"
#include "model/model.h"

struct sql_dialect {
    const char *name;
    bool is_distributed;                   /* it is a variant for entities that are spread over nodes */
    const struct sql_dialect *distributed; /* that variant of it; or NULL */
    enum pawl_dialect_number number;       /* also that of the dialect of which this is a variant */
    struct templates templates;            /* whose base is sql_common, or those of which this is a variant */
    const struct template_fragment *schema_parts; /* the file of what all machines and flows share */
    const char *owner_clause; /* in its parts: whose routines are, left out without roles; NULL: none */
    bool may_lack_roles;      /* it has some, and can be made without them: --no-roles */
    bool can_be_strict;       /* whether its tables ask who writes is a choice: --strict */
    const char *shell;        /* the command that applies the file whose name comes after it */
    const char *shell_end;    /* and what comes behind that name; NULL: nothing */
    bool
        shell_goes_on; /* outside of the transaction that has ended with an error, if it is not told to end */
    char name_quote;   /* around names that are not plain */
    const char *reserved; /* words, with blanks between, that must be quoted as names */
    const char *schema;   /* holds what the file gives no schema for */
    bool keeps_schemas;   /* the entity's schema is also the machine's */
    bool has_uuids;       /* their type compares them, so that they have no spelling in it */
    const char *mark;     /* of a placeholder, before its number */
    /* Names that begin so stand for others, which are put in when a file is applied, also within texts. NULL:
       there are none */
    const char *replaced_prefix;
    bool moves_one_by_one; /* no function makes moves of many entities */
    bool runtime_moves; /* libpawl takes the steps of a move; otherwise a function does, and it has the next
                           two */
    size_t name_max;    /* bytes of a name of a table, column or function; 0: any number */
    /* It has no overloads: the names of events' functions end in the number of their arguments, so that those
       of two versions lie side by side. */
    bool numbers_functions;
    const char *const *types; /* by enum pawl_type; of parameters of functions */
    const char *const
        *key_columns; /* by enum pawl_type of a key: the types of columns that fit, between commas */
    void (*cast)(struct text *out, const char *value, enum pawl_type type); /* the value as one of the type */
    const char *numeric_as_text; /* behind a numeric column that libpawl reads; NULL: the column is a text */
    escape_literal_fn *literal;
    void (*parameter)(struct text *out, size_t number, enum pawl_type type); /* a value from libpawl */
    void (*duration)(struct text *out, int64_t ms);                          /* as the queue keeps it */
    /* The transaction of these machines, or of flows: then `machines` says only whether there are roles. */
    void (*begin)(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines,
                  size_t count);
    void (*end)(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machines);
    /* fragments of its migrations, which may say more than others: see emit/migrate/migrate.h; NULL: it has
       none yet */
    const struct template_fragment *migration;
    /* a migration checks and changes tables in a block of code, and makes what stands on them behind it;
       otherwise it is a row of statements, and what refuses writes is laid down while rows are changed */
    bool migrates_in_block;
    /* each statement of data definition commits by itself; otherwise a migration is one transaction */
    bool migrates_in_steps;
    /* what libpawl asks names the index of heads by state, and so needs it */
    bool statements_name_indexes;
    const struct text_fragment *test; /* what the program of `pawl test` does there; see emit/test/test.c */
    bool is_file;                     /* a database is a file, so there is no server */
    /* it lets nobody change when something is due: the test drops what refuses it, and deploys again */
    bool deploys_again;
};

/* Dialects that keep numbers as microseconds, and all values as libpawl sends them. */
void sql_plain_parameter(struct text *out, size_t number, enum pawl_type type);
void sql_microseconds(struct text *out, int64_t ms);

static inline struct template_scope sql_scope(const struct sql_dialect *dialect,
                                              const struct model_machine *machine) {
    return (struct template_scope){.templates = &dialect->templates, .dialect = dialect, .machine = machine};
}
/* The part of a file for one machine. */
void sql_machine(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine);

#define X(constant, name, title) extern const struct sql_dialect sql_##name;
PAWL_DIALECTS(X)
#undef X

/* By enum pawl_dialect_number. */
extern const struct sql_dialect *const sql_dialects[PAWL_DIALECT_COUNT];
/* Or its variant for entities that are spread over nodes, where they are and it has one. */
const struct sql_dialect *sql_dialect_for(size_t number, bool is_distributed);

/* What templates of all dialects have: the files *_words.c and *.sql of this room. */
extern const struct templates sql_common;
extern const struct template_vocabulary sql_queue_vocabulary, sql_flow_vocabulary;
extern const struct template_fragment sql_common_fragments[];

/* In the order of struct pawl_statements; all but the schema are fragments of statements.sql, or the
 * dialect's own. */
#define SQL_STATEMENTS(X)                                                                                    \
    X(SCHEMA, schema)                                                                                        \
    X(FINGERPRINTS, fingerprints)                                                                            \
    X(GET, get)                                                                                              \
    X(HISTORY, history)                                                                                      \
    X(IN_STATE, in_state)                                                                                    \
    X(NOT_IN_STATE, not_in_state)                                                                            \
    X(COUNT_BY_STATE, count_by_state)                                                                        \
    X(LAST_TO, last_to)                                                                                      \
    X(CREATION, creation)                                                                                    \
    X(WITH_KEY, with_key)                                                                                    \
    X(WHY, why)                                                                                              \
    X(FIRE_DEFERRED, fire_deferred)                                                                          \
    X(FAIL_DEFERRED, fail_deferred)                                                                          \
    X(FIND_PARENT, find_parent)                                                                              \
    X(FIND_REQUEST, find_request)                                                                            \
    X(INSERT_CURRENT, insert_current)                                                                        \
    X(UPDATE_CURRENT, update_current)                                                                        \
    X(INSERT_TRANSITION, insert_transition)                                                                  \
    X(FIND_CREATION, find_creation)                                                                          \
    X(SET_MIRROR, set_mirror)                                                                                \
    X(FIND_KEY, find_key)                                                                                    \
    X(FIND_TOPIC, find_topic)                                                                                \
    X(FIND_SPELLING, find_spelling)

enum sql_statement {
#define X(constant, name) SQL_##constant,
    SQL_STATEMENTS(X)
#undef X
        SQL_STATEMENT_COUNT
};

/* Renders one statement; writes nothing where the dialect or the machine has no such statement. */
void sql_statement(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                   enum sql_statement statement);

/* All that a database needs for a flow: DDL, many statements, with its own begin and commit. */
void sql_flow_schema(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow);
/* Within such: the flows. */
void sql_flows(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flows,
               size_t count);
/* A fragment about one of them. */
void sql_flow_part(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow,
                   const char *fragment);

/* A part of the file of what all machines and flows share. */
void sql_schema_part(struct text *out, const struct sql_dialect *dialect, const char *name);

/*
 * The header of a file: PAWL_SCRIPT_HEADER, and the lists that belong to its kind (",\"machines\":[...]"),
 * which it frees.
 */
void sql_file_header(struct text *out, const struct sql_dialect *dialect, const char *kind, bool no_roles,
                     struct text *lists);

/* ---- guards and effects -------------------------------------------------------------------------- */

/* The key, the time, and each column as a parameter and as a value of the creation. */
enum { SQL_REFERENCES_MAX = 2 + 2 * PAWL_COLUMN_MAX };

struct sql_references { /* each once, in the order in which a text names them first */
    size_t count;
    const struct model_reference *list[SQL_REFERENCES_MAX];
};

struct sql_references sql_references(const struct model_sql *sql);

/* The text with the mark and the number of each reference, "$1", in place of it: bound, never pasted. */
void sql_numbered(struct text *out, const struct model_sql *sql, const char *mark);

enum pawl_type sql_reference_type(const struct model_machine *machine,
                                  const struct model_reference *reference);

bool sql_refers_to_creation(const struct model_sql *sql);
/* Its name in struct pawl_statements. */
const char *sql_statement_name(enum sql_statement statement);

/*
 * The machine's model for pawlctl, as a literal: its JSON, how this database is asked about it, and its
 * diagram. NULL for a machine of more than SQL_MODEL_MAX states and moves, whose model would be megabytes.
 */
enum { SQL_MODEL_MAX = 5000 };
void sql_model(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine);
/* Likewise a flow's: its JSON and its diagram. */
void sql_flow_model(struct text *out, const struct sql_dialect *dialect, const struct model_flow *flow);
extern const struct templates sql_model_templates;

/* ---- for the dialects --------------------------------------------------------------------------- */

/* The schema of the machine's tables, as it is. */
const char *sql_schema_of(const struct sql_dialect *dialect, const struct model_machine *machine);

void sql_name(struct text *out, const struct sql_dialect *dialect, const char *name);

/* "-- text ------" as wide as a page. */
void sql_heading(struct text *out, const char *text);
/* label and doc, where there is one, as comment lines. */
void sql_comment(struct text *out, const char *label, const char *doc);
/* label and doc as one text, for comments inside the database. */
void sql_description(struct text *out, const char *label, const char *doc);
/* (event, from, to), ... as rows of literals, each once, one a line. */
void sql_moves(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine);
