/* Unix sockets by their paths; -1: there is none. */
#ifndef SERVICE_ADDRESS_H
#define SERVICE_ADDRESS_H

/* What a service that was killed has left there is removed; one that answers is not. Says on stderr what is
 * wrong. */
int address_listen(const char *path);

/* errno says what is wrong. */
int address_connect(const char *path);

#endif
