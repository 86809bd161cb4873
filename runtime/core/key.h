/* Keys of entities. Internal. */
#pragma once

#include "pawl_admin.h"

/* As a value of the database. */
struct value value_key(const struct pawl_machine *machine, struct pawl_key key);

/* An entity's key as text: itself, or its digits. */
#define KEY_DIGITS_SIZE 24
const char *key_as_text(const struct pawl_machine *machine, struct pawl_key key,
                        char digits[KEY_DIGITS_SIZE]);

/* error_set, with the entity before the words: "payment PM123: ..." */
enum pawl_status error_of_entity(struct pawl_error *err, enum pawl_status status,
                                 const struct pawl_machine *machine, struct pawl_key key, const char *format,
                                 ...) __attribute__((format(printf, 5, 6)));

/* Of an entity, or of a machine where key is NULL: the same in every program. */
uint64_t key_hash(const struct pawl_machine *machine, const struct pawl_key *key);

/* Checks the key's length and text. */
enum pawl_status key_check(const struct pawl_machine *machine, struct pawl_key key, struct pawl_error *err);
