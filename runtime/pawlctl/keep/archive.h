/* Where finished entities go: a table beside the history, or a file of JSON lines. */
#ifndef PAWLCTL_ARCHIVE_H
#define PAWLCTL_ARCHIVE_H

#include "database/database.h"
#include "database/model.h"

/* An entity that is to leave, under its lock. */
struct finished {
    struct pawl_key key;
    char *id; /* owns the text of the key */
    int64_t sort_key, since_us;
};

/* ---- archive_table.c: the table ------------------------------------------------------------------- */

struct archive_table {
    char *name;       /* with its schema, as in SQL */
    struct text copy; /* the statement: 1 key, 2 sort key (where rows go one by one), then time and login */
    json_t *columns;  /* of the history, with those of parameters that earlier versions had; { name: type } */
};

/*
 * Makes the table, or gives it the columns of parameters that are newer than it. Returns the exit status: a
 * table of that name which is no archive is refused. To be freed also then.
 */
int archive_table_open(struct call *call, const struct deployed_model *model, struct archive_table *table);
bool archive_table_add(struct call *call, const struct deployed_model *model,
                       const struct archive_table *table, const struct finished *entity, int64_t at_us,
                       const char *login);
void archive_table_free(struct archive_table *table);

/* Adds the first column of the history that the machine has no parameter for; "" where there is none. */
bool archive_past_column(struct call *call, const struct deployed_model *model, char name[64]);

/* Takes an entity out of history and head, where the archive has it; within the same transaction. */
bool archive_take_out(struct call *call, const struct deployed_model *model, const struct finished *entity);

/* ---- archive_file.c: the file --------------------------------------------------------------------- */

struct archive_file {
    const char *path;
    int descriptor;
    struct text lines; /* of the present batch */
};

/*
 * Opens the file for its end, alone. What an interrupted run has left there of a batch that was not committed
 * is cut off, so that an entity is in the file or in the database. Returns the exit status.
 */
int archive_file_open(struct call *call, const struct deployed_model *model, const char *path,
                      struct archive_file *file);
bool archive_file_add(struct call *call, const struct deployed_model *model, struct archive_file *file,
                      const struct finished *entity, int64_t at_us, const char *login);
/* To be called before the commit: false where the batch may not be on the disk; the message is printed. */
bool archive_file_sync(struct archive_file *file);
void archive_file_close(struct archive_file *file);

#endif
