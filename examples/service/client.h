/* Clients of the service. Both return what the program exits with. */
#ifndef SERVICE_CLIENT_H
#define SERVICE_CLIENT_H

/* Sends what stands on standard input, and prints each answer. */
int client_say(const char *path);

/* Sixty-four customers at once buy what seats they can get of two hundred, from that number on. Where the
 * service is lost they wait for it, and say again what was not answered. */
int client_crowd(const char *path, int first);

#endif
