/* The processor time of a server, as Linux counts it: in nanoseconds, thread by thread. */
#include "bench.h"

#include <dirent.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>

/* Of all threads that are there; one that has ended since counts no more. */
static double process_microseconds(int pid) {
    char path[64];
    double sum = 0;
    snprintf(path, sizeof path, "/proc/%d/task", pid);
    DIR *threads = opendir(path);
    for (const struct dirent *thread; threads != NULL && (thread = readdir(threads)) != NULL;) {
        char times[sizeof path + sizeof thread->d_name + 16];
        double nanoseconds = 0;
        snprintf(times, sizeof times, "%s/%s/schedstat", path, thread->d_name);
        FILE *file = thread->d_name[0] == '.' ? NULL : fopen(times, "r");
        if (file != NULL) {
            if (fscanf(file, "%lf", &nanoseconds) == 1) {
                sum += nanoseconds / 1e3;
            }
            fclose(file);
        }
    }
    if (threads != NULL) {
        closedir(threads);
    }
    return sum;
}

static int parent_of(int pid) {
    char path[64];
    int parent = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    FILE *file = fopen(path, "r");
    if (file != NULL) {
        if (fscanf(file, "%*d (%*[^)]) %*c %d", &parent) != 1) {
            parent = 0;
        }
        fclose(file);
    }
    return parent;
}

double server_microseconds(int pid) {
    double sum = process_microseconds(pid);
    DIR *processes = opendir("/proc");
    if (processes == NULL || sum <= 0) {
        bench_fail("/proc/%d: it cannot be read", pid);
    }
    for (const struct dirent *process; (process = readdir(processes)) != NULL;) {
        const int other = (int)strtol(process->d_name, NULL, 10);
        if (other > 0 && parent_of(other) == pid) {
            sum += process_microseconds(other);
        }
    }
    closedir(processes);
    return sum;
}

double wal_position(PGconn *connection) {
    PGresult *result = PQexec(connection, "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')");
    if (PQresultStatus(result) != PGRES_TUPLES_OK) {
        bench_fail("%s", PQerrorMessage(connection));
    }
    double position = strtod(PQgetvalue(result, 0, 0), NULL);
    PQclear(result);
    return position;
}
