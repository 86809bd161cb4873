/* Where finished entities go: a table beside the history, or a file of JSON lines. */
#pragma once

#include "database/database.h"
#include "database/model.h"

/* An entity that is to leave, under its lock; in the memory of its batch. */
struct finished {
    struct pawl_key key;
    const char *id;
    int64_t sort_key, since_us;
};

/* ---- archive_table.c: the table ------------------------------------------------------------------- */

struct archive_table {
    const char *name; /* with its schema, as in SQL */
    const char *copy; /* the statement: 1 key, 2 sort key (where rows go one by one), then time and login */
    json_t *columns;  /* of the history, with those of parameters that earlier versions had; { name: type } */
};

/* Makes the table, or gives it the columns of parameters that are newer than it. Refuses a table of that name
 * which is no archive. */
struct archive_table archive_table_open(struct call *call, const struct deployed_model *model);
void archive_table_add(struct call *call, const struct deployed_model *model,
                       const struct archive_table *table, const struct finished *entity, int64_t at_us);

/* The first column of the history that the machine has no parameter for; NULL: there is none. */
const char *archive_past_column(struct call *call, const struct deployed_model *model);

/* Takes an entity out of history and head, where the archive has it; within the same transaction. */
void archive_take_out(struct call *call, const struct deployed_model *model, const struct finished *entity);

/* ---- archive_file.c: the file --------------------------------------------------------------------- */

struct archive_file {
    const char *path;
    int descriptor;
    struct text lines; /* of the present batch */
};

/* Opens the file for its end, alone. What an interrupted run has left there of a batch that was not committed
 * is cut off, so that an entity is in the file or in the database. */
struct archive_file archive_file_open(struct call *call, const struct deployed_model *model,
                                      const char *path);
void archive_file_add(struct call *call, const struct deployed_model *model, struct archive_file *file,
                      const struct finished *entity, int64_t at_us);
/* To be called before the commit. Ends the program where the batch may not be on the disk. */
void archive_file_sync(struct archive_file *file);
