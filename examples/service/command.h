/* What a client may say: a line is a command, and has one line as its answer. */
#ifndef SERVICE_COMMAND_H
#define SERVICE_COMMAND_H

#include <pawl.h>

#include <stddef.h>

enum { LINE_SIZE = 1024, ANSWER_SIZE = 1024 };

/* Carries the line out, which has no end of line, and is taken to pieces. The answer has none either. */
void command_answer(struct pawl_db *db, char *line, char answer[ANSWER_SIZE]);

#endif
