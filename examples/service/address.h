/* Unix sockets by their paths. Each says on stderr what is wrong, and returns -1. */
#ifndef SERVICE_ADDRESS_H
#define SERVICE_ADDRESS_H

/* What a service that was killed has left there is removed; one that answers is not. */
int address_listen(const char *path);
int address_connect(const char *path);

#endif
