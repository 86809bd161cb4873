/*
 * A pretend cloud: machines, volumes and payments, each a file in a folder, named by the key that it was
 * asked for with. Like a good service it does nothing twice for one key, and like a real one it fails at
 * random: before it has done anything, or after, so that the answer is lost. A file `down` in the folder
 * takes it down.
 */
#ifndef CLOUD_H
#define CLOUD_H

#include <stdbool.h>
#include <stddef.h>

struct cloud {
    const char *folder;
    unsigned seed; /* the same one fails in the same places */
    const char
        *crash_at; /* whoever asks for this place dies of it, once the cloud has done it; NULL: nobody */
};

enum cloud_answer { CLOUD_DONE, CLOUD_BUSY, CLOUD_LOST };

/* Makes what the key stands for; attempt: of the caller, from 1. */
enum cloud_answer cloud_make(const struct cloud *cloud, const char *key, int attempt, const char *what);
/* Takes it away, where it is there. */
enum cloud_answer cloud_take_away(const struct cloud *cloud, const char *key, int attempt);

const char *cloud_answer_name(enum cloud_answer answer);

/* How many things there are whose key begins so: "17/build.mount". */
size_t cloud_count(const struct cloud *cloud, const char *prefix);

#endif
