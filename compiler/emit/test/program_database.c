#include <pawl.h>

#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- what the file says: tables at the end ------------------------------------------------------------ */

struct named { /* a state; or an event, which creates */
    const char *name;
    bool is_marked;
    int line;
};

struct hook {
    const char *name;
    bool is_effect, is_sql;
};

struct condition {
    int guard;
    bool is_negated;
};

struct transition { /* states and events are numbered from 1; from 0 is a creation */
    int event, from, to, line;
    int condition_count;
    const struct condition *conditions; /* all must hold */
    int effect_count;
    const int *effects; /* in their order */
    int after_count;
    const int *after;   /* after the commit */
    const char *timers; /* by timer: b begins, k keeps its time; others end it, or let it sleep */
    int step;           /* by which the sort key grows */
};

struct timer {
    const char *name;
    int event, line;
    int64_t after_us; /* -1: at a time that an event gives; less: a number of -after_us */
    int64_t every_us;
    const char *presence; /* by state: a active, z asleep, - outside */
    bool is_periodic;
};

struct work {
    const char *name, *hook;
    int event;                                                            /* `else`; 0: none */
    int64_t attempts, lease_us, every_us, backoff_from_us, backoff_to_us; /* attempts 0: no limit */
    const char *presence;                                                 /* as of a timer */
};

struct ignored {
    int event, state;
};

/* What is said in the database's own way; words in braces are filled in. */
struct database_sql {
    bool is_file, deploys_again;
    const char *open, *create, *drop, *grant, *pass_time;
};

struct tested {
    const char *name;
    const struct pawl_machine *machine;
    const void *hooks;                          /* the user's; NULL: none */
    const char *table, *column, *mirror, *type; /* of its entities; NULL: none */
    bool runs_sql;                              /* effects in SQL are as written, and cannot be broken */
    int origin;                                 /* where an entity without a row is; 0: nowhere */
    int state_count, event_count, hook_count, move_count, ignored_count, timer_count, work_count;
    const struct named *states, *events; /* [count + 1] */
    const struct hook *hook;
    const struct transition *moves; /* those of an event and a state in the order in which they are tried */
    const struct ignored *ignored;
    const struct timer *timers;
    const struct work *works;
    const char *untested; /* a sentence; NULL: nothing */
};

struct flow_retry { /* count -1: for ever */
    int64_t count, from_us, to_us;
};

struct flow_step { /* steps and scopes are numbered from 0; -1: none */
    char kind;     /* t in the database, c a call, p a pause, w a wait */
    const char *path, *callback, *undo, *signal;
    bool is_irreversible;
    int64_t time_us; /* of a call or a wait; 0: no limit */
    struct flow_retry retry;
    int scope;   /* the innermost */
    int stretch; /* above 0: of `save off`, said in */
    int stretch_scope;
};

struct flow_scope {
    char kind; /* r a loop, o a question, l a lock, u a procedure */
    int parent, first, end;
    const char *predicate;
    int64_t min, max;
};

struct flow_key { /* of a lock */
    int scope;    /* -1: of the flow */
    char kind;    /* t a text, n a number, u a uuid */
    bool is_data, is_count;
};

struct tested_flow {
    const char *name;
    const struct pawl_flow *flow;
    int unique_count, step_count, scope_count, key_count;
    const struct flow_step *steps;
    const struct flow_scope *scopes;
    const struct flow_key *keys;
    struct flow_retry retry; /* of undos */
    int64_t longest_us;      /* of a call */
};

/* ---- results ------------------------------------------------------------------------------------------ */

enum { FAILURES_SHOWN = 40, FAILURE_SIZE = 1400, DAY_S = 24 * 60 * 60, SLOW_US = 2000000 };

static const char *file_name;
static int failure_count;
static struct { int transitions, refusals, guards, timers, work; } tests;

__attribute__((format(printf, 2, 3))) static void failed(int line, const char *format, ...) {
    va_list arguments;
    if (failure_count++ >= FAILURES_SHOWN)
        return;
    printf(line > 0 ? "%s:%d: " : "%s: ", file_name, line);
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count + 1, size);
    if (!memory) {
        fputs("out of memory\n", stderr);
        exit(2);
    }
    return memory;
}

/* ---- the database ------------------------------------------------------------------------------------- */

static struct pawl_db *db;
static struct pawl_error err = PAWL_ERROR_INIT;
static char database[64]; /* that this program has created on a server, "" on SQLite */
static const char *server;
static char *own_where; /* of the database of the test */
static bool is_child;   /* that works on a run, and may be killed */
static const struct database_sql *sql;
static volatile sig_atomic_t is_interrupted;

static void drop_database(void);

static void interrupt(int number) {
    is_interrupted = number;
}

/* The test cannot go on. */
__attribute__((format(printf, 1, 2), noreturn)) static void give_up(const char *format, ...) {
    va_list arguments;
    fflush(stdout);
    fputs("pawl: test: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    if (is_child)
        _exit(2);
    drop_database();
    exit(2);
}

__attribute__((format(printf, 1, 2))) static void execute(const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (pawl_exec(db, text, &err) != PAWL_OK)
        give_up("%s\n  in: %s", err.message, text);
}

struct word {
    const char *name, *value;
};

/* The statement with values in place of {words}, until the next call. */
static const char *filled(const char *template, const struct word *words) {
    static char text[4096];
    size_t used = 0;
    for (const char *at = template; *at && used + 1 < sizeof text;) {
        const struct word *word = words;
        while (word->name && (*at != '{' || strncmp(at + 1, word->name, strlen(word->name)) != 0 ||
                              at[1 + strlen(word->name)] != '}'))
            word++;
        if (word->name) {
            used += (size_t)snprintf(text + used, sizeof text - used, "%s", word->value);
            at += strlen(word->name) + 2;
        } else {
            text[used++] = *at++;
        }
    }
    text[used < sizeof text ? used : sizeof text - 1] = '\0';
    return text;
}

/* The server's URI, or libpq's words, with another database. */
static char *where_of(const char *name) {
    char *where = allocate(strlen(server) + strlen(name) + 32, 1);
    const char *host = strstr(server, "://");
    if (!host) {
        sprintf(where, "%s dbname=%s", server, name);
        return where;
    }
    const char *end = host + 3 + strcspn(host + 3, "/?");
    sprintf(where, "%.*s/%s%s", (int)(end - server), server, name, strchr(end, '?') ? strchr(end, '?') : "");
    return where;
}

static void open_database(const char *where) {
    if (pawl_open(&db, where, &err) != PAWL_OK)
        give_up("%s%s%s", err.message, *err.help ? "; " : "", err.help);
}

static void drop_database(void) {
    pawl_close(db);
    db = NULL;
    if (!*database || pawl_open(&db, server, NULL) != PAWL_OK)
        return;
    if (pawl_exec(db, filled(sql->drop, (const struct word[]){{"database", database}, {NULL, NULL}}), &err) !=
        PAWL_OK)
        fprintf(stderr, "pawl: test: the database %s could not be dropped: %s\n", database, err.message);
    pawl_close(db);
    db = NULL;
}

static void create_database(const char *where) {
    server = where;
    own_where = (char *)(uintptr_t)where;
    open_database(where);
    if (!sql->is_file) {
        char name[sizeof database];
        snprintf(name, sizeof name, "pawl_test_%ld_%ld", (long)getpid(), (long)time(NULL) % 100000);
        execute("%s", filled(sql->create, (const struct word[]){{"database", name}, {NULL, NULL}}));
        memcpy(database, name, sizeof name);
        pawl_close(db);
        db = NULL;
        own_where = where_of(name);
        open_database(own_where);
    }
    execute("%s", sql->open);
    if (pawl_test_clock_set_up(db, &err) != PAWL_OK)
        give_up("%s", err.message);
}
