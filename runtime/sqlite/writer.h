/* Who writes to a file of SQLite's, which SQLite itself does not tell. Internal. */
#pragma once

#include <stddef.h>

/* "process 4711 (worker), which is stopped," or "another connection" where the system does not say. */
void sqlite_writer(const char *file, char *buffer, size_t size);
