#include "archive.h"
#include "database/entity.h"
#include "say/json.h"
#include "say/print.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path that was typed, or where it leads: the database is not at fault. */
static void file_error(const char *path, const char *what, int status) __attribute__((noreturn));
static void file_error(const char *path, const char *what, int status) {
    complain(NULL, "%s: %s: %s", path, what, strerror(errno));
    end(status);
}

/* ---- what an interrupted run has left ----------------------------------------------------------- */

/* The last entity of the file, and where its batch begins. */
struct left {
    off_t batch_start, end; /* end: of the last whole line */
    json_t *last;           /* NULL: there is none */
};

static bool read_left(FILE *file, struct left *left) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    bool is_archive = true;
    *left = (struct left){0};
    while (is_archive && (length = getline(&line, &capacity, file)) > 0 && line[length - 1] == '\n') {
        json_t *json = json_loads(line, 0, NULL);
        const json_t *batch = json_object_get(json, "archived_at"); /* which all of a batch have */
        if (!json_equal(batch, json_object_get(left->last, "archived_at")))
            left->batch_start = left->end;
        json_decref(left->last);
        left->last = json;
        left->end += length;
        is_archive = json_is_string(batch);
    }
    free(line);
    return is_archive;
}

/* Whether the entity of the line is in the database as it was when the line was written. */
static bool is_still_there(struct call *call, const struct deployed_model *model, const json_t *line) {
    const char *id = text_of(line, "id"), *get = text_of(model->statements, "get");
    const json_t *moves = json_object_get(line, "moves");
    const json_t *last = json_array_get(moves, json_array_size(moves) - 1);
    const char *at = text_of(last, "at");
    struct pawl_key key;
    int64_t at_us;
    if (id == NULL || at == NULL || get == NULL || !parse_time(at, &at_us) ||
        !model_could_be_key(model, id, &key))
        return false;
    /* cells: state, sort_key, since */
    const struct row_set heads = database_query(call, get, VALUES(model_key_value(model, key)), 3);
    return heads.count > 0 && heads.cells[2].number == at_us &&
           heads.cells[1].number == number_of(last, "sort_key");
}

static void cut_off(struct call *call, const struct deployed_model *model, const struct archive_file *file) {
    struct left left;
    struct stat kind;
    FILE *stream = fopen(file->path, "rb");
    if (stream == NULL || fstat(fileno(stream), &kind) != 0)
        file_error(file->path, "cannot be read", EXIT_USAGE);
    if (!S_ISREG(kind.st_mode) || !read_left(stream, &left))
        refused("name another file, or none that is there already",
                "%s: it is no archive that pawlctl has written", file->path);
    fclose(stream);
    const bool is_there = left.last != NULL && is_still_there(call, model, left.last);
    if (ftruncate(file->descriptor, is_there ? left.batch_start : left.end) != 0 ||
        lseek(file->descriptor, 0, SEEK_END) < 0)
        file_error(file->path, "cannot be written", EXIT_USAGE);
}

/*
 * That the file has its name, also after a power cut: before anything is taken out of the database for it.
 * Each time, since who made the file may have ended before this.
 */
static void sync_folder(const char *path) {
    char folder[PATH_MAX];
    int descriptor = -1;
    if (realpath(path, folder) != NULL) {
        strrchr(folder, '/')[1] = '\0';
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    /* EINVAL: of file systems that have no such call for folders */
    if (descriptor < 0 || (fsync(descriptor) != 0 && errno != EINVAL))
        file_error(path, "its folder cannot be written", EXIT_USAGE);
    close(descriptor);
}

struct archive_file archive_file_open(struct call *call, const struct deployed_model *model,
                                      const char *path) {
    const struct archive_file file = {.path = path,
                                      .descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
    if (file.descriptor < 0)
        file_error(path, "cannot be opened", EXIT_USAGE);
    if (flock(file.descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EWOULDBLOCK)
            refused("wait until it has ended, or name another file", "%s: another pawlctl writes it", path);
        file_error(path, "cannot be locked", EXIT_USAGE);
    }
    cut_off(call, model, &file);
    sync_folder(path);
    return file;
}

/* ---- writing it --------------------------------------------------------------------------------- */

void archive_file_add(struct call *call, const struct deployed_model *model, struct archive_file *file,
                      const struct finished *entity, int64_t at_us) {
    const struct entity found = {model, entity->id, entity->key};
    const struct row_set history = entity_history(call, &found);
    json_t *moves = json_array();
    char at[TIME_SIZE];
    for (EACH_ROW(row, history))
        json_array_append_new(moves, entity_move(model, row));
    json_t *json = json_pack("{s:s, s:s, s:s, s:s, s:s, s:o}", "machine", model->name, "fingerprint",
                             model->fingerprint, "id", entity->id, "archived_at", print_time(at, at_us, 'T'),
                             "archived_by", database_login(call), "moves", moves);
    char *line =
        json == NULL || json_array_size(moves) < history.count ? NULL : json_dumps(json, JSON_COMPACT);
    if (line == NULL) {
        error_set(&call->err, PAWL_DB, "%s %s cannot be written as JSON: is a text not UTF-8?", model->name,
                  entity->id);
        database_error(call);
    }
    text_printf(&file->lines, "%s\n", line);
    json_free(line);
    json_decref(json);
}

void archive_file_sync(struct archive_file *file) {
    size_t written = 0;
    bool done = true;
    if (text_failed(&file->lines))
        arena_exhausted();
    while (done && written < file->lines.length) {
        ssize_t count = write(file->descriptor, file->lines.data + written, file->lines.length - written);
        if (count < 0 && errno != EINTR)
            done = false;
        written += count > 0 ? (size_t)count : 0;
    }
    if (!done || fsync(file->descriptor) != 0)
        file_error(file->path, "cannot be written; its missing rows are in the database", EXIT_DATABASE);
    text_free(&file->lines);
}
