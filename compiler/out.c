#include "out.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct out_file {
    const char *path;
    char *temporary; /* NULL: not written, or renamed already */
    struct text text;
    bool unchanged;
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
            *problem = arena_printf(arena, "cannot write to %s: %s%s%s", path, part,
                                    exists ? " is not a folder" : ": ", exists ? "" : strerror(error));
            return false;
        }
        *c = kept;
        if (kept == '\0')
            break;
    }
    return true;
}

static bool same_bytes(const struct out_file *file) {
    FILE *old = fopen(file->path, "rb");
    if (old == NULL)
        return false;
    char buffer[16 * 1024];
    size_t seen = 0;
    size_t got;
    bool same = true;
    while (same && (got = fread(buffer, 1, sizeof buffer, old)) > 0) {
        same = got <= file->text.length - seen && memcmp(buffer, file->text.data + seen, got) == 0;
        seen += got;
    }
    same = same && !ferror(old) && seen == file->text.length;
    fclose(old);
    return same;
}

static bool write_temporary(struct out *out, struct out_file *file, const char **problem) {
    struct stat status;
    if (stat(file->path, &status) == 0 && !S_ISREG(status.st_mode)) {
        *problem = arena_printf(out->arena, "cannot write %s: something that is no file stands in its place",
                                file->path);
        return false;
    }
    char *temporary = arena_printf(out->arena, "%s.XXXXXX", file->path);
    int descriptor = mkstemp(temporary);
    if (descriptor < 0) {
        *problem = arena_printf(out->arena, "cannot write %s: %s", file->path, strerror(errno));
        return false;
    }
    file->temporary = temporary;
    mode_t mask = umask(0);
    umask(mask);
    bool done = fchmod(descriptor, 0666 & ~mask) == 0;
    for (size_t written = 0; done && written < file->text.length;) {
        ssize_t put = write(descriptor, file->text.data + written, file->text.length - written);
        if (put > 0)
            written += (size_t)put;
        else if (put == 0 || errno != EINTR)
            done = false;
    }
    int error = errno;
    if (close(descriptor) != 0 && done) {
        error = errno;
        done = false;
    }
    if (!done)
        *problem = arena_printf(out->arena, "cannot write %s: %s", file->path, strerror(error));
    return done;
}

bool out_commit(struct out *out, const char **problem) {
    for (struct out_file *file = out->files; file != NULL; file = file->next) {
        if (text_failed(&file->text)) {
            *problem = arena_printf(out->arena, "cannot write %s: %s", file->path,
                                    file->text.problem == NULL ? "out of memory" : file->text.problem);
            return false;
        }
        file->unchanged = same_bytes(file);
        if (!file->unchanged && !write_temporary(out, file, problem))
            return false;
    }
    for (struct out_file *file = out->files; file != NULL; file = file->next) {
        if (file->unchanged)
            continue;
        if (rename(file->temporary, file->path) != 0) {
            *problem = arena_printf(out->arena, "cannot write %s: %s", file->path, strerror(errno));
            return false;
        }
        file->temporary = NULL;
    }
    return true;
}

void out_free(struct out *out) {
    for (struct out_file *file = out->files; file != NULL; file = file->next) {
        if (file->temporary != NULL)
            unlink(file->temporary);
        text_free(&file->text);
    }
}
