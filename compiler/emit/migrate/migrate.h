/* Migrations: scripts that take a database from one version of a file's machines to another. */
#ifndef PAWL_EMIT_MIGRATE_MIGRATE_H
#define PAWL_EMIT_MIGRATE_MIGRATE_H

#include "emit/diff/parts.h"
#include "emit/sql/sql.h"
#include "model/queue.h"

/* One machine that both versions have, under whatever name, and whose behaviour or tables are not the same.
 */
struct migration {
    struct diffing d;
    bool accepts_old; /* programs of the old version may run beside those of the new one */
};

struct migrations {
    struct migration *items;
    size_t count;
    const struct model_machine **added; /* machines of the new version only */
    size_t added_count;
};

struct migrate_problem {
    const char *message, *help; /* NULL: there is none */
};

/*
 * The script that takes a database from old to new; both have something in common. Writes nothing where
 * problem->message is set: what is asked for cannot be done, or not yet.
 */
void migrate(struct text *out, struct arena *arena, const struct sql_dialect *dialect,
             const struct model *old, const struct model *new, struct migrate_problem *problem);

/* A line for each part that counts as new although it says `renamed from`: the old version has no such name.
 */
void migrate_notes(struct text *out, struct arena *arena, const struct model *old, const struct model *new);

/*
 * Whether whatever a program of the old version does, by its own tables, is right in the new version as well,
 * and every call that it makes can be answered.
 */
bool migrate_accepts_old(const struct diffing *d);

void postgres_migrate(struct text *out, const struct migrations *migrations, const struct model *new);
void sqlite_migrate(struct text *out, const struct migrations *migrations, const struct model *new);

/* Whether heads and history lie in tables of another form now, so that all rows are copied. */
bool migrate_moves_rows(const struct migration *migration);
/* Whether heads and histories are views in one of the two versions: then all that is made of them comes when
   the new version's views are there. */
bool migrate_has_views(const struct migration *migration);

/* The locks of a script on PostgreSQL, all at once; afterwards it waits for nobody. */
void migrate_lock(struct text *out, const struct migrations *migrations);

/* ---- what both dialects say --------------------------------------------------------------------- */

/* Whether the old state's rows must go elsewhere or not be: the new version does not have it. */
const struct model_retirement *migrate_retirement(const struct migration *migration, size_t old_state);
bool migrate_is_in_the_way(const struct migration *migration, size_t old_state);

/* The event of the history row of a retirement: no event's name can be that. */
#define MIGRATE_RETIRED "(retired)"

enum migrate_kind { MIGRATE_STATES, MIGRATE_EVENTS };

/* Whether some are stored in another way now. */
bool migrate_restores(const struct migration *migration, enum migrate_kind kind);
/* "case COLUMN when 'old' then 'new' ... else COLUMN end" */
void migrate_restored(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                      enum migrate_kind kind, const char *column);

/* Statements, each with its `;` and on lines of its own; run when the tables have the new version's names. */
void migrate_past_moves(struct text *out, const struct sql_dialect *dialect,
                        const struct migration *migration);
void migrate_stored(struct text *out, const struct sql_dialect *dialect, const struct migration *migration);
void migrate_retire(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                    const char *now, const char *login);
void migrate_retired_move(struct text *out, const struct sql_dialect *dialect,
                          const struct migration *migration, size_t old_state);

/* Where migrate_moves_rows: copies the history into a table of neither version, and drops the old tables; and
   back from there. made_at: created_at as `storage transitions` keeps it; superseded: its most_recent of all
   rows but the last. */
void migrate_put_aside(struct text *out, const struct sql_dialect *dialect,
                       const struct migration *migration);
void migrate_take_back(struct text *out, const struct sql_dialect *dialect, const struct migration *migration,
                       const char *made_at, const char *superseded);
/* The condition of rows of the old history that a table of the other form cannot say; what they are. */
extern const char migrate_nameless[], migrate_nameless_reason[], migrate_nameless_hint[];

/* So that what is not delivered yet stays before what comes under the other name. */
void migrate_outbox(struct text *out, const struct sql_dialect *dialect, const struct diffing *d);
/* Whether rows of the entities are written. */
bool migrate_writes_mirror(const struct migration *migration);
void migrate_mirror(struct text *out, const struct sql_dialect *dialect, const struct migration *migration);

/* Of what waits: renames declarations, and takes out those that are no more or begin anew. */
void migrate_declarations(struct text *out, const struct sql_dialect *dialect,
                          const struct migration *migration);
/* Makes the queue what the heads and histories say it must be; changes nothing where it is. */
void migrate_queue(struct text *out, const struct sql_dialect *dialect, const struct model_machine *machine,
                   void (*duration)(struct text *out, int64_t ms));

#endif
