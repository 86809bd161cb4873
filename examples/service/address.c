#include "address.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static int complain(const char *path, const char *what, int socket) {
    fprintf(stderr, "service: %s: %s\n", path, what);
    if (socket >= 0) {
        close(socket);
    }
    return -1;
}

/* A socket, and the address of the path; -1: errno says why there is none. */
static int make_socket(const char *path, struct sockaddr_un *address) {
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof address->sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    strcpy(address->sun_path, path);
    return socket(AF_UNIX, SOCK_STREAM, 0);
}

static bool is_socket(const char *path) {
    struct stat status;
    return lstat(path, &status) == 0 && S_ISSOCK(status.st_mode);
}

int address_listen(const char *path) {
    struct sockaddr_un address;
    const int asking = make_socket(path, &address);
    if (asking < 0) {
        return complain(path, strerror(errno), -1);
    }
    const bool answers = connect(asking, (const struct sockaddr *)&address, sizeof address) == 0;
    close(asking);
    if (answers) {
        return complain(path, "another service listens there", -1);
    }
    if (is_socket(path)) {
        unlink(path);
    }
    const int listener = make_socket(path, &address);
    if (listener < 0 || bind(listener, (const struct sockaddr *)&address, sizeof address) != 0 ||
        listen(listener, SOMAXCONN) != 0) {
        return complain(path, strerror(errno), listener);
    }
    return listener;
}

int address_connect(const char *path) {
    struct sockaddr_un address;
    const int made = make_socket(path, &address);
    if (made >= 0 && connect(made, (const struct sockaddr *)&address, sizeof address) != 0) {
        const int error = errno;
        close(made);
        errno = error;
        return -1;
    }
    return made;
}
