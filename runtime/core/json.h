/* JSON, as libpawl writes it and reads its own again. Internal. */
#pragma once

#include "core/results.h"
#include "core/value.h"
#include "pawl.h"

#include <stdbool.h>
#include <stdint.h>

/* Text that grows in the memory of results; once that is short it stays failed. */
struct json {
    struct results *memory;
    char *text;
    size_t length, capacity;
    bool failed;
};
void json_put(struct json *json, const char *text, size_t length);
void json_printf(struct json *json, const char *format, ...) __attribute__((format(printf, 2, 3)));
void json_put_string(struct json *json, const char *text);
void json_put_hex(struct json *json, struct pawl_bytes bytes);
/* Bytes as a string of their digits. */
void json_put_value(struct json *json, struct value value);
/* The text; NULL: out of memory. */
const char *json_end(const struct json *json);

/*
 * Reads what libpawl has written. Each function goes on behind what it has read; false: something else
 * stands there. Strings are written into memory; a NULL there means that it is short.
 */
struct json_reader {
    const char *at;
    struct results *memory;
};
bool json_read_sign(struct json_reader *reader, char sign); /* [ ] { } , : */
bool json_read_string(struct json_reader *reader, char **text);
bool json_read_number(struct json_reader *reader, int64_t *number);
bool json_read_word(struct json_reader *reader, const char *word);
/* Bytes, from so many digits and over them; false: they are none. */
bool hex_read(char *digits, size_t length, struct pawl_bytes *bytes);
/* The end of the string, or of the value, that begins there; NULL: the text ends within it. */
const char *json_string_end(const char *at);
const char *json_value_end(const char *at);
/* Any value; its text as it stands. */
bool json_read_value(struct json_reader *reader, char **text);
/* The text of an object's member; NULL: it has none of that name, or memory is short. */
const char *json_member(struct results *memory, const char *object, const char *name);
