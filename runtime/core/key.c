#include "core/key.h"

#include "core/error.h"
#include "core/text.h"
#include "core/value.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool key_is_number(enum pawl_type type) {
    return form_of(type) == FORM_NUMBER;
}

struct value value_key(const struct pawl_machine *machine, struct pawl_key key) {
    struct value value = value_number(machine->key_type, key.number);
    if (!key_is_number(machine->key_type))
        value.text = key.text;
    return value;
}

struct pawl_key key_from_member(enum pawl_type type, const char *member) {
    const struct value value = value_from_args(&(struct pawl_param){.type = type}, member);
    return (struct pawl_key){value.text, value.number};
}

int key_compare(const struct pawl_machine *machine, struct pawl_key left, struct pawl_key right) {
    if (key_is_number(machine->key_type))
        return (left.number > right.number) - (left.number < right.number);
    return strcmp(left.text, right.text);
}

const char *key_shown(const struct pawl_machine *machine, struct pawl_key key, char buffer[KEY_SHOWN_SIZE]) {
    if (key_is_number(machine->key_type)) {
        snprintf(buffer, KEY_SHOWN_SIZE, "%" PRId64, key.number);
        return buffer;
    }
    size_t cut = KEY_SHOWN_SIZE - sizeof "...";
    if (strlen(key.text) < KEY_SHOWN_SIZE) {
        strcpy(buffer, key.text);
        return buffer;
    }
    while (cut > 0 && ((unsigned char)key.text[cut] & 0xC0) == 0x80)
        cut--; /* not in the middle of a character */
    memcpy(buffer, key.text, cut);
    strcpy(buffer + cut, "...");
    return buffer;
}

enum pawl_status error_of_entity(struct pawl_error *err, enum pawl_status status,
                                 const struct pawl_machine *machine, struct pawl_key key, const char *format,
                                 ...) {
    char shown[KEY_SHOWN_SIZE], words[sizeof err->message];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    return error_set(err, status, "%s %s: %s", machine->name, key_shown(machine, key, shown), words);
}

/* FNV-1a, whose lower bits are made to depend on all others. */
static uint64_t hash_text(uint64_t hash, const char *text) {
    const uint64_t prime = 1099511628211u;
    do
        hash = (hash ^ (unsigned char)*text) * prime;
    while (*text++);
    return hash;
}

uint64_t key_hash(const struct pawl_machine *machine, const struct pawl_key *key) {
    char digits[KEY_DIGITS_SIZE];
    uint64_t hash = hash_text(14695981039346656037u, machine->name);
    if (key)
        hash = hash_text(hash, key_as_text(machine, *key, digits));
    hash ^= hash >> 32;
    return hash ^ hash >> 16;
}

static enum pawl_status check_text(const struct pawl_machine *machine, struct pawl_key key,
                                   struct pawl_error *err) {
    if (!key.text || !*key.text)
        return error_advise(err, PAWL_MISUSE, "pass the key of the row that is to move", "%s: the key is %s",
                            machine->name, key.text ? "empty" : "NULL");
    size_t length = strlen(key.text);
    if (length > PAWL_KEY_MAX_BYTES) {
        char shown[KEY_SHOWN_SIZE];
        error_set(err, PAWL_MISUSE, "%s %s: the key has %zu bytes; at most %d are possible", machine->name,
                  text_is_utf8(key.text) ? key_shown(machine, key, shown) : "?", length, PAWL_KEY_MAX_BYTES);
        return PAWL_MISUSE;
    }
    if (!text_is_utf8(key.text))
        return error_advise(err, PAWL_MISUSE, "convert it to UTF-8 first", "%s: the key is not valid UTF-8",
                            machine->name);
    return PAWL_OK;
}

enum pawl_status key_settle(struct results *memory, const struct pawl_machine *machine, struct pawl_key *key,
                            struct pawl_error *err) {
    struct value value = value_key(machine, *key);
    struct complaint complaint = {0};
    if (!key_is_number(machine->key_type))
        TRY(check_text(machine, *key, err));
    enum pawl_status status = value_settle(memory, &value, &complaint);
    if (status == PAWL_NOMEM)
        return error_set(err, status, "out of memory");
    if (status != PAWL_OK) {
        error_of_entity(err, status, machine, *key, "the key is %s", complaint.problem);
        error_help(err, "%s", complaint.help);
    }
    key->text = value.text;
    return status;
}

const char *key_as_text(const struct pawl_machine *machine, struct pawl_key key,
                        char digits[KEY_DIGITS_SIZE]) {
    if (!key_is_number(machine->key_type))
        return key.text;
    snprintf(digits, KEY_DIGITS_SIZE, "%" PRId64, key.number);
    return digits;
}
