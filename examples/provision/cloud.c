#include "cloud.h"

#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { PATH_SIZE = 1024 };

/* A file's name has no slash. */
static void path_of(char path[PATH_SIZE], const struct cloud *cloud, const char *key) {
    size_t start = (size_t)snprintf(path, PATH_SIZE, "%s/", cloud->folder);
    snprintf(path + start, PATH_SIZE - start, "%s", key);
    for (char *c = path + start; *c != '\0'; c++)
        if (*c == '/')
            *c = ':';
}

/* A file `down` in the folder: then nothing is answered. */
static bool is_down(const struct cloud *cloud) {
    char path[PATH_SIZE];
    path_of(path, cloud, "down");
    return access(path, F_OK) == 0;
}

/* FNV-1a over all that an answer may depend on, so that a seed tells the same story every time. */
static unsigned dice(const struct cloud *cloud, const char *doing, const char *key, int attempt) {
    char text[PATH_SIZE];
    uint32_t hash = 2166136261u;
    snprintf(text, sizeof text, "%u %s %s %d", cloud->seed, doing, key, attempt);
    for (const char *c = text; *c != '\0'; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    return (hash >> 8) % 6;
}

static bool is_at(const char *key, const char *place) {
    const char *slash = strchr(key, '/');
    return place != NULL && slash != NULL && strncmp(slash + 1, place, strlen(place)) == 0;
}

enum cloud_answer cloud_make(const struct cloud *cloud, const char *key, int attempt, const char *what) {
    char path[PATH_SIZE];
    unsigned thrown = dice(cloud, "make", key, attempt);
    if (thrown == 0 || is_down(cloud))
        return CLOUD_BUSY;
    path_of(path, cloud, key);
    FILE *file = fopen(path, "wx"); /* fails where it is there: it was asked for before */
    if (file != NULL) {
        fprintf(file, "%s\n", what);
        fclose(file);
    }
    if (is_at(key, cloud->crash_at))
        raise(SIGKILL);
    return thrown == 1 ? CLOUD_LOST : CLOUD_DONE;
}

enum cloud_answer cloud_take_away(const struct cloud *cloud, const char *key, int attempt) {
    char path[PATH_SIZE];
    unsigned thrown = dice(cloud, "take away", key, attempt);
    if (thrown == 0 || is_down(cloud))
        return CLOUD_BUSY;
    path_of(path, cloud, key);
    remove(path);
    return thrown == 1 ? CLOUD_LOST : CLOUD_DONE;
}

const char *cloud_answer_name(enum cloud_answer answer) {
    return answer == CLOUD_DONE ? "done" : answer == CLOUD_BUSY ? "the cloud is busy" : "no answer came";
}

size_t cloud_count(const struct cloud *cloud, const char *prefix) {
    char wanted[PATH_SIZE];
    size_t count = 0;
    path_of(wanted, cloud, prefix);
    const char *name = wanted + strlen(cloud->folder) + 1;
    DIR *folder = opendir(cloud->folder);
    if (folder == NULL)
        return 0;
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        count += strncmp(entry->d_name, name, strlen(name)) == 0;
    closedir(folder);
    return count;
}
