/* Clients of the service. Both return what the program exits with. */
#ifndef SERVICE_CLIENT_H
#define SERVICE_CLIENT_H

/* Sends what stands on standard input, and prints each answer. */
int client_say(const char *path);

/* Sixty-four customers at once buy what seats they can get of two hundred. */
int client_crowd(const char *path);

#endif
