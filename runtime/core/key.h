/* Keys of entities. Internal. */
#pragma once

#include "pawl_admin.h"

/* Of a struct of the machine's own, which has it as its type. */
struct pawl_key key_from_member(enum pawl_type type, const char *member);

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
