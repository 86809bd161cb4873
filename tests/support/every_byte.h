/* An exchange with PostgreSQL, tried again and again with its connection cut at each of its bytes in turn. */
#ifndef TEST_EVERY_BYTE_H
#define TEST_EVERY_BYTE_H

#include "cut_proxy.h"
#include "database.h"

struct cut {
    struct pawl_db *db; /* through the proxy */
    struct pawl_db *admin;
    struct cut_proxy *proxy;
    enum direction direction;
    long byte;
    const char *id; /* of an entity that only this try has */
};

/*
 * make creates an entity, whose id begins with the prefix; get is any call on it that leaves db connected and
 * the machine known. attempt arms the proxy and answers whether it has cut.
 */
void at_every_byte(const char *prefix, void (*make)(struct pawl_db *admin, const char *id),
                   void (*get)(struct pawl_db *db, const char *id), bool (*attempt)(const struct cut *cut));

/* That nothing more comes of what was sent before the cut. */
void wait_until_server_is_done(struct pawl_db *admin);

#endif
