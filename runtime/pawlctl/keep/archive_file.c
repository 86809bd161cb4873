#include "archive.h"
#include "database/entity.h"
#include "say/json.h"
#include "say/print.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* A path that was typed, or where it leads: the database is not at fault. */
static int file_error(const char *path, const char *what) {
    say_error("pawlctl: %s: %s: %s\n", path, what, strerror(errno));
    return EXIT_USAGE;
}

/* ---- what an interrupted run has left ----------------------------------------------------------- */

/* The last entity of the file, and where its batch begins. */
struct left {
    off_t batch_start, end; /* end: of the last whole line */
    char *line;
    char batch[TIME_SIZE]; /* its archived_at, which all of a batch have */
};

static bool read_left(FILE *file, struct left *left) {
    char *line = NULL;
    size_t capacity = 0;
    ssize_t length;
    *left = (struct left){0};
    while ((length = getline(&line, &capacity, file)) > 0 && line[length - 1] == '\n') {
        json_t *json = json_loads(line, 0, NULL);
        const char *batch = text_of(json, "archived_at");
        if (batch == NULL) {
            json_decref(json);
            free(line);
            free(left->line);
            return false;
        }
        if (strcmp(batch, left->batch) != 0)
            left->batch_start = left->end;
        snprintf(left->batch, sizeof left->batch, "%s", batch);
        json_decref(json);
        left->end += length;
        free(left->line);
        left->line = line;
        line = NULL;
        capacity = 0;
    }
    free(line);
    return true;
}

struct seen {
    bool found;
    int64_t sort_key, since_us;
};

/* cells: state, sort_key, since */
static enum pawl_status archive_file_see(void *context, const struct cell *cells, struct pawl_error *err) {
    (void)err;
    *(struct seen *)context = (struct seen){true, cells[1].number, cells[2].number};
    return PAWL_OK;
}

/* Whether the entity of the line is in the database as it was when the line was written. */
static bool is_still_there(struct call *call, const struct deployed_model *model, const char *line,
                           bool *there) {
    json_t *json = json_loads(line, 0, NULL);
    const char *id = text_of(json, "id");
    const json_t *moves = json_object_get(json, "moves");
    const json_t *last = json_array_get(moves, json_array_size(moves) - 1);
    const char *at = text_of(last, "at");
    const char *get = text_of(model->statements, "get");
    struct seen seen = {0};
    int64_t at_us = 0;
    struct pawl_key key;
    bool done = true;
    *there = false;
    if (id != NULL && at != NULL && get != NULL && parse_time(at, &at_us) &&
        model_key(call, model, id, &key)) {
        struct value value = model_key_value(model, key);
        done = database_rows(call, get, &value, 1, archive_file_see, &seen);
        *there = seen.found && seen.since_us == at_us && seen.sort_key == number_of(last, "sort_key");
    }
    json_decref(json);
    return done;
}

static int cut_off(struct call *call, const struct deployed_model *model, struct archive_file *file) {
    struct left left;
    bool there = false;
    struct stat kind;
    FILE *stream = fopen(file->path, "rb");
    if (stream == NULL || fstat(fileno(stream), &kind) != 0) {
        if (stream != NULL)
            fclose(stream);
        return file_error(file->path, "cannot be read");
    }
    bool is_archive = S_ISREG(kind.st_mode) && read_left(stream, &left);
    fclose(stream);
    if (!is_archive)
        return refused("name another file, or none that is there already",
                       "%s: it is no archive that pawlctl has written", file->path);
    bool done = left.line == NULL || is_still_there(call, model, left.line, &there);
    free(left.line);
    if (!done)
        return database_error(call);
    if (ftruncate(file->descriptor, there ? left.batch_start : left.end) != 0 ||
        lseek(file->descriptor, 0, SEEK_END) < 0)
        return file_error(file->path, "cannot be written");
    return EXIT_DONE;
}

/*
 * That the file has its name, also after a power cut: before anything is taken out of the database for it.
 * Each time, since who made the file may have ended before this.
 */
static int sync_folder(const char *path) {
    char *folder = realpath(path, NULL);
    int status = EXIT_DONE, descriptor = -1;
    if (folder != NULL) {
        folder[strrchr(folder, '/') - folder + 1] = '\0';
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    }
    /* EINVAL: of file systems that have no such call for folders */
    if (descriptor < 0 || (fsync(descriptor) != 0 && errno != EINVAL))
        status = file_error(path, "its folder cannot be written");
    if (descriptor >= 0)
        close(descriptor);
    free(folder);
    return status;
}

int archive_file_open(struct call *call, const struct deployed_model *model, const char *path,
                      struct archive_file *file) {
    *file =
        (struct archive_file){.path = path, .descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600)};
    if (file->descriptor < 0)
        return file_error(path, "cannot be opened");
    if (flock(file->descriptor, LOCK_EX | LOCK_NB) != 0)
        return errno == EWOULDBLOCK ? refused("wait until it has ended, or name another file",
                                              "%s: another pawlctl writes it", path)
                                    : file_error(path, "cannot be locked");
    const int status = cut_off(call, model, file);
    return status == EXIT_DONE ? sync_folder(path) : status;
}

/* ---- writing it --------------------------------------------------------------------------------- */

struct collecting {
    const struct deployed_model *model;
    json_t *moves;
};

static enum pawl_status archive_file_collect(void *context, const struct cell *cells,
                                             struct pawl_error *err) {
    struct collecting *collecting = context;
    if (json_array_append_new(collecting->moves, entity_move(collecting->model, cells)) != 0)
        return error_set(err, PAWL_DB, "a transition cannot be written as JSON: is a text not UTF-8?");
    return PAWL_OK;
}

bool archive_file_add(struct call *call, const struct deployed_model *model, struct archive_file *file,
                      const struct finished *entity, int64_t at_us, const char *login) {
    struct collecting collecting = {model, json_array()};
    struct value key = model_key_value(model, entity->key);
    const char *history = text_of(model->statements, "history");
    char at[TIME_SIZE];
    bool done = history != NULL && database_rows(call, history, &key, 1, archive_file_collect, &collecting);
    json_t *json =
        !done ? NULL
              : json_pack("{s:s, s:s, s:s, s:s, s:s, s:O}", "machine", model->name, "fingerprint",
                          model->fingerprint, "id", entity->id, "archived_at", print_time(at, at_us, 'T'),
                          "archived_by", login, "moves", collecting.moves);
    char *line = json == NULL ? NULL : json_dumps(json, JSON_COMPACT);
    if (done && line == NULL)
        done = (error_set(&call->err, PAWL_DB, "%s %s cannot be written as JSON: is a text not UTF-8?",
                          model->name, entity->id),
                false);
    if (done)
        text_printf(&file->lines, "%s\n", line);
    free(line);
    json_decref(json);
    json_decref(collecting.moves);
    return done;
}

bool archive_file_sync(struct archive_file *file) {
    bool done = !text_failed(&file->lines);
    size_t written = 0;
    while (done && written < file->lines.length) {
        ssize_t count = write(file->descriptor, file->lines.data + written, file->lines.length - written);
        if (count < 0 && errno != EINTR)
            done = false;
        written += count > 0 ? (size_t)count : 0;
    }
    done = done && fsync(file->descriptor) == 0;
    if (!done)
        file_error(file->path, "cannot be written; its missing rows are in the database");
    text_free(&file->lines);
    file->lines = (struct text)TEXT_INIT;
    return done;
}

void archive_file_close(struct archive_file *file) {
    if (file->descriptor >= 0)
        close(file->descriptor);
    text_free(&file->lines);
}
