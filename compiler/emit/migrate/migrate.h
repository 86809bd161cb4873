/*
 * Lives here: the script that takes a database from one version to another. Not here: what one version
 * needs, which is emit/sql's.
 *
 * Migrations: scripts that take a database from one version of a file's machines to another.
 *
 * What is to be done is a list of steps, which steps.c draws up for each machine and any database. Each is
 * the fragment of its name: in migrate.sql where all databases say it alike, and otherwise in the dialect's
 * own migrate.sql, whose fragment `migration` is the script around them.
 */
#pragma once

#include "emit/diff/parts.h"
#include "emit/sql/sql.h"
#include "emit/template/template.h"

/* Where in the script a step stands. */
enum migrate_phase {
    MIGRATE_CHECKS,  /* whether it can be done; nothing has been changed */
    MIGRATE_CHANGES, /* tables and rows */
    MIGRATE_RENEWAL, /* what stands on them */
    MIGRATE_ENTRY,   /* what is known of the machine */
};

/* The kinds of steps; each dialect has their fragments, which are empty where it has nothing to do. */
#define MIGRATE_STEPS(X)                                                                                     \
    X(CHECK_VERSION, check_version)                                                                          \
    X(CHECK_DRIFT, check_drift)                                                                              \
    X(CHECK_OWNER, check_owner)                 /* a table of others would have to be changed */             \
    X(REFUSE_STATES, refuse_states)             /* rows in states that are nothing now */                    \
    X(REFUSE_VALUES, refuse_values)             /* rows with values that do not fit the new type */          \
    X(REFUSE_KEPT_COLUMNS, refuse_kept_columns) /* of earlier versions, of another type */                   \
    X(REFUSE_REWRITE, refuse_rewrite) /* of a history so large that programs would wait for long */          \
    X(REFUSE_TO_MOVE, refuse_to_move) /* what tables of the other form cannot hold */                        \
    X(PUT_ASIDE, put_aside)           /* the history, where its table takes another form */                  \
    X(DROP_OBJECTS, drop_objects)     /* what stands on the tables, and hinders */                           \
    X(RENAME_MACHINE, rename_machine)                                                                        \
    X(CHANGE_ENTITY, change_entity) /* the table to which heads refer */                                     \
    X(CHANGE_COLUMNS, change_columns)                                                                        \
    X(CHANGE_STATE_INDEX, change_state_index) /* of heads: it comes or goes */                               \
    X(CREATE_UNGUARDED, create_unguarded)     /* all of the new version, but what refuses writes */          \
    X(CREATE_ANEW, create_anew)                                                                              \
    X(ACCEPT_OLD, accept_old) /* programs of the old version go on */                                        \
    X(BEGIN_REWRITE,                                                                                         \
      begin_rewrite) /* from here on rows are written, and no tables changed, up to END_REWRITE, */          \
    X(END_REWRITE, end_rewrite) /* where migrations do not run in a block */                                 \
    X(TAKE_BACK, take_back)     /* the history that was put aside */                                         \
    X(STORE_ANEW, store_anew)   /* texts of states and events that are others now */                         \
    X(KEEP_PAST_MOVES, keep_past_moves)                                                                      \
    X(RETIRE, retire)                                                                                        \
    X(MIRROR_STATES, mirror_states)                                                                          \
    X(RENAME_DECLARATIONS, rename_declarations) /* of timers and work */                                     \
    X(FILL_QUEUE, fill_queue)                                                                                \
    X(END_OLD, end_old) /* the version is no more the deployed one */                                        \
    X(ENTER_VERSION, enter_version)

#define X(constant, fragment) STEP_##constant,
enum migrate_kind { MIGRATE_STEPS(X) STEP_COUNT };
#undef X

extern const char *const migrate_step_fragments[STEP_COUNT];

struct migrate_step {
    enum migrate_kind kind;
    enum migrate_phase phase;
};

/* A machine of both versions, maybe renamed, whose behaviour or tables differ. */
struct migration {
    struct diffing d;
    bool accepts_old; /* programs of the old version may run beside those of the new one */
    size_t step_count;
    struct migrate_step steps[STEP_COUNT]; /* each once at most; those of a phase in their order */
};

struct migrations {
    struct migration *items;
    size_t count;
    const struct model_machine **added; /* machines of the new version only */
    size_t added_count;
};

struct migrate_problem {
    const char *message, *help; /* NULL: there is none */
    size_t line;                /* of the newer file; 0: of no line */
};

/*
 * The script that takes a database from old to new; both have something in common. Writes nothing where
 * problem->message is set: what is asked for cannot be done, or not yet.
 */
void migrate(struct text *out, struct arena *arena, const struct sql_dialect *dialect,
             const struct model *old, const struct model *new, struct migrate_problem *problem);

/* A line for each part that counts as new although it says `renamed from`: the old version has no such name.
 * paths: of the files, the older one first. */
void migrate_notes(struct text *out, struct arena *arena, const char *const paths[2], const struct model *old,
                   const struct model *new);

/*
 * What programs of each version are told once a database has been migrated from old to new, and how it comes
 * back: a sentence each, for people. Nothing where no machine has changed. paths: of the files, the older one
 * first.
 */
void migrate_tell_programs(struct text *out, struct arena *arena, const char *const paths[2],
                           const struct model *old, const struct model *new);

/* [{"machine", "refused_on": [database, ...], "back": {"refused_on", "in_the_way": [state, ...], "problem"}},
 * ...]: where programs of the old version are refused after the migration, and those of the new one after the
 * way back; the states in which no entity may be then; and why there is no such way, or null. */
void migrate_programs_json(struct text *out, struct arena *arena, const struct model *old,
                           const struct model *new);

/* The templates of a dialect's migrations: `own` is based on those of all dialects. */
struct migrate_templates {
    struct templates common, own;
};

const struct templates *migrate_templates(struct migrate_templates *made, const struct sql_dialect *dialect);

/* ---- for this room -------------------------------------------------------------------------------- */

extern const struct template_vocabulary migrate_vocabulary, migrate_queue_vocabulary;
extern const struct template_fragment migrate_fragments[];

/* The migration of a machine that both versions have. A problem is kept if there was none before. */
struct migration migrate_draw_up(struct arena *arena, const struct sql_dialect *dialect,
                                 const struct model_machine *old, const struct model_machine *new,
                                 struct migrate_problem *problem);

/* Members of the header's entry, for `pawlctl plan`. */
void migrate_put_plan(struct text *out, const struct sql_dialect *dialect, const struct migration *migration);

/* Draws up the steps; the rest of the migration is known. */
void migrate_plan(struct migration *migration, const struct sql_dialect *dialect);

/*
 * Whether whatever a program of the old version does, by its own tables, is right in the new version as well,
 * and every call that it makes can be answered.
 */
bool migrate_accepts_old(const struct diffing *d);

/* Whether heads and history lie in tables of another form now, so that all rows are copied. */
bool migrate_moves_rows(const struct migration *migration);
/* Whether the index by which heads are found by their state comes or goes; or goes. */
bool migrate_changes_state_index(const struct migration *migration);
bool migrate_loses_state_index(const struct migration *migration);
/* Whether heads and histories are views in one of the two versions. */
bool migrate_has_views(const struct migration *migration);
/* Whether transitions are no more kept from others. */
bool migrate_lets_go(const struct migration *migration);
bool migrate_renames_machine(const struct migration *migration);
/* The new version has the columns that the old one has, by the same names and of the same types. */
bool migrate_keeps_columns(const struct diffing *d);
/* Whether rows of the entities are written. */
bool migrate_writes_mirror(const struct migration *migration);

/* Where the rows of a state go that the new version does not have; NULL where they must not be. */
const struct model_retirement *migrate_retirement(const struct migration *migration, size_t old_state);
bool migrate_is_in_the_way(const struct migration *migration, size_t old_state);
/* The event of the history row of a retirement: no event's name can be that. */
#define MIGRATE_RETIRED "(retired)"

/* Whether some states or events are stored in another way now. */
bool migrate_restores_states(const struct migration *migration);
bool migrate_restores_events(const struct migration *migration);
/* Whether the new version allows the same step from the same state. */
bool migrate_is_still_there(const struct migration *migration, const struct model_move *old);

/* The new version has this column with another type. */
bool migrate_is_retyped(const struct diffing *d, size_t old_column);
/* It is retyped, and may hold what the new type has no place for. */
bool migrate_may_not_fit(const struct diffing *d, size_t old_column);
/* Whether the timer or work of that number waits in some state. */
bool migrate_may_wait(const struct model_machine *machine, size_t declaration);
