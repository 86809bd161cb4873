#include "base/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_has_colours(FILE *stream) {
    const char *terminal = getenv("TERM"), *refused = getenv("NO_COLOR");
    return isatty(fileno(stream)) && terminal != NULL && strcmp(terminal, "dumb") != 0 &&
           (refused == NULL || *refused == '\0');
}

const char *terminal_colour(FILE *stream, const char *colour) {
    return terminal_has_colours(stream) ? colour : "";
}

int terminal_width(FILE *stream) {
    struct winsize size = {0};
    const char *columns = getenv("COLUMNS");
    if (!isatty(fileno(stream)))
        return 0;
    if (ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return columns == NULL ? 0 : atoi(columns);
}
