#include "base/out.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct out_file {
    const char *path;
    char *temporary; /* beside its place; NULL: there is none */
    int descriptor;  /* of what was written and has no name yet; -1: none */
    struct text text;
    bool unchanged;
    enum { NOT_PLACED, PLACED_NEW, PLACED_EXCHANGED, PLACED_OVER } placed;
    struct out_file *next;
};

void out_init(struct out *out, struct arena *arena) {
    *out = (struct out){.arena = arena};
    out->end = &out->files;
}

void out_add(struct out *out, const char *path, struct text text) {
    struct out_file *file = arena_alloc(out->arena, sizeof *file);
    file->path = path;
    file->text = text;
    file->descriptor = -1;
    *out->end = file;
    out->end = &file->next;
}

bool out_make_folder(struct arena *arena, const char *path, const char **problem) {
    char *part = arena_strndup(arena, path, strlen(path));
    for (char *c = part + 1; c[-1] != '\0'; c++) {
        if (*c != '/' && *c != '\0')
            continue;
        char kept = *c;
        *c = '\0';
        int error = mkdir(part, 0777) == 0 ? 0 : errno;
        struct stat status;
        bool exists = stat(part, &status) == 0;
        if (!exists || !S_ISDIR(status.st_mode)) {
            const char *where = strcmp(part, path) == 0 ? "" : arena_printf(arena, "%s: ", part);
            *problem = arena_printf(arena, "cannot write to %s: %s%s", path, where,
                                    exists ? "this is not a folder" : strerror(error));
            return false;
        }
        *c = kept;
        if (kept == '\0')
            break;
    }
    return true;
}

bool out_is_same(const char *path, const struct text *text) {
    FILE *old = fopen(path, "rb");
    if (old == NULL)
        return false;
    char buffer[16 * 1024];
    size_t seen = 0;
    size_t got;
    bool same = true;
    while (same && (got = fread(buffer, 1, sizeof buffer, old)) > 0) {
        same = got <= text->length - seen && memcmp(buffer, text->data + seen, got) == 0;
        seen += got;
    }
    same = same && !ferror(old) && seen == text->length;
    fclose(old);
    return same;
}

static bool cannot_write(struct out *out, const struct out_file *file, int error, const char **problem) {
    *problem = arena_printf(out->arena, "cannot write %s: %s", file->path, strerror(error));
    return false;
}

static char *temporary_name(struct out *out, const struct out_file *file, const char *end) {
    return arena_printf(out->arena, "%s.%s", file->path, end);
}

static bool write_bytes(const struct out_file *file) {
    for (size_t written = 0; written < file->text.length;) {
        ssize_t put = write(file->descriptor, file->text.data + written, file->text.length - written);
        if (put > 0)
            written += (size_t)put;
        else if (put == 0 || errno != EINTR)
            return false;
    }
    return true;
}

/*
 * The bytes go to a file without a name where the file system has such: nothing is left of it when the
 * compiler is killed. Elsewhere it is named from the beginning.
 */
static bool write_temporary(struct out *out, struct out_file *file, const char **problem) {
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    mode_t mode = 0666 & ~mask;
    if (stat(file->path, &status) == 0) {
        if (!S_ISREG(status.st_mode)) {
            *problem = arena_printf(out->arena, "cannot write %s: it is not a file", file->path);
            return false;
        }
        mode = status.st_mode & 0777;
    }
    const char *slash = strrchr(file->path, '/');
    const char *folder =
        slash == NULL ? "." : arena_strndup(out->arena, file->path, (size_t)(slash - file->path) + 1);
    file->descriptor = open(folder, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
    if (file->descriptor < 0) {
        char *name = temporary_name(out, file, "XXXXXX");
        file->descriptor = mkstemp(name);
        if (file->descriptor < 0)
            return cannot_write(out, file, errno, problem);
        file->temporary = name;
    }
    if (fchmod(file->descriptor, mode) != 0 || !write_bytes(file))
        return cannot_write(out, file, errno, problem);
    return true;
}

/* Gives what has no name yet one, so that it can be renamed; only a rename replaces a file in one step. */
static bool give_name(struct out *out, struct out_file *file, const char **problem) {
    enum { ATTEMPTS = 100 };
    const char *self = arena_printf(out->arena, "/proc/self/fd/%d", file->descriptor);
    for (unsigned i = 0; file->temporary == NULL; i++) {
        char *name = temporary_name(out, file, arena_printf(out->arena, "%ld-%u", (long)getpid(), i));
        if (linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0)
            file->temporary = name;
        else if (errno != EEXIST || i == ATTEMPTS)
            return cannot_write(out, file, errno, problem);
    }
    int descriptor = file->descriptor;
    file->descriptor = -1;
    return close(descriptor) == 0 || cannot_write(out, file, errno, problem);
}

/* An older file is exchanged with the new one where that can be done, so that it can be put back. */
static bool put_in_place(struct out *out, struct out_file *file, const char **problem) {
    bool is_new = access(file->path, F_OK) != 0;
    if (!is_new && renameat2(AT_FDCWD, file->temporary, AT_FDCWD, file->path, RENAME_EXCHANGE) == 0) {
        file->placed = PLACED_EXCHANGED;
        return true;
    }
    if (rename(file->temporary, file->path) != 0)
        return cannot_write(out, file, errno, problem);
    file->placed = is_new ? PLACED_NEW : PLACED_OVER;
    file->temporary = NULL;
    return true;
}

/* Says in the problem what could not be undone. */
static void take_back(struct out *out, const char **problem) {
    for (struct out_file *file = out->files; file != NULL; file = file->next) {
        bool undone = true;
        if (file->placed == PLACED_NEW)
            undone = unlink(file->path) == 0;
        else if (file->placed == PLACED_EXCHANGED)
            undone = renameat2(AT_FDCWD, file->temporary, AT_FDCWD, file->path, RENAME_EXCHANGE) == 0;
        else if (file->placed == PLACED_OVER)
            undone = false;
        if (!undone)
            *problem = arena_printf(out->arena, "%s; %s is the new one already", *problem, file->path);
        file->placed = NOT_PLACED;
    }
}

static bool commit(struct out *out, const char **problem) {
    for (struct out_file *file = out->files; file != NULL; file = file->next) {
        if (text_failed(&file->text)) {
            *problem = arena_printf(out->arena, "cannot write %s: %s", file->path, file->text.problem);
            return false;
        }
        file->unchanged = out_is_same(file->path, &file->text);
        if (!file->unchanged && !write_temporary(out, file, problem))
            return false;
    }
    for (struct out_file *file = out->files; file != NULL; file = file->next)
        if (!file->unchanged && !give_name(out, file, problem))
            return false;
    for (struct out_file *file = out->files; file != NULL; file = file->next)
        if (!file->unchanged && !put_in_place(out, file, problem)) {
            take_back(out, problem);
            return false;
        }
    return true;
}

static void remove_temporaries(struct out *out) {
    for (struct out_file *file = out->files; file != NULL; file = file->next) {
        if (file->descriptor >= 0)
            close(file->descriptor);
        if (file->temporary != NULL)
            unlink(file->temporary);
        file->descriptor = -1;
        file->temporary = NULL;
    }
}

bool out_commit(struct out *out, const char **problem) {
    sigset_t ending, before;
    sigemptyset(&ending);
    sigaddset(&ending, SIGHUP);
    sigaddset(&ending, SIGINT);
    sigaddset(&ending, SIGPIPE);
    sigaddset(&ending, SIGTERM);
    sigprocmask(SIG_BLOCK, &ending, &before);
    bool done = commit(out, problem);
    remove_temporaries(out);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return done;
}

void out_free(struct out *out) {
    for (struct out_file *file = out->files; file != NULL; file = file->next)
        text_free(&file->text);
}
