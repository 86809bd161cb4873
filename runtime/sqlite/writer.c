#include "sqlite/writer.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/*
 * Asks Linux's list of locks, and not fcntl: that would need the file open, and closing it would take away
 * all locks that this process has on it.
 */

/* Of the -shm file in WAL mode, and of the database itself in the other modes: see os_unix.c of SQLite. */
#define WAL_WRITE_LOCK 120L
#define RESERVED_BYTE  0x40000001L

static int find_locker(const char *file, long byte) {
    struct stat about;
    FILE *locks = stat(file, &about) == 0 ? fopen("/proc/locks", "r") : NULL;
    char line[256], end[32];
    int found = 0;
    while (locks && !found && fgets(line, sizeof line, locks)) {
        int process;
        unsigned major, minor;
        unsigned long inode;
        long first, last = -1;
        if (sscanf(line, "%*d: %*s %*s WRITE %d %x:%x:%lu %ld %31s", &process, &major, &minor, &inode, &first,
                   end) != 6)
            continue;
        const int is_bounded = sscanf(end, "%ld", &last);
        if (inode == about.st_ino && major == major(about.st_dev) && minor == minor(about.st_dev) &&
            first <= byte && (is_bounded != 1 || byte <= last) && process > 0)
            found = process;
    }
    if (locks)
        fclose(locks);
    return found;
}

/* cells of /proc/PID/stat: number (name) state */
static void name_process(int process, char *buffer, size_t size) {
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *about = fopen(path, "r");
    if (about && !fgets(line, sizeof line, about))
        line[0] = '\0';
    if (about)
        fclose(about);
    char *name = strchr(line, '('), *after = strrchr(line, ')');
    if (!name || !after) {
        snprintf(buffer, size, "process %d", process);
        return;
    }
    const char state = after[1] ? after[2] : '\0';
    after[1] = '\0';
    snprintf(buffer, size, "process %d %.32s%s", process, name,
             state == 'T' || state == 't' ? ", which is stopped," : "");
}

void sqlite_writer(const char *file, char *buffer, size_t size) {
    char shared[4096];
    snprintf(shared, sizeof shared, "%s-shm", file);
    int process = find_locker(shared, WAL_WRITE_LOCK);
    if (!process)
        process = find_locker(file, RESERVED_BYTE);
    if (!process || process == getpid())
        snprintf(buffer, size, "another connection%s", process ? " of this process" : "");
    else
        name_process(process, buffer, size);
}
