/* Keys of entities. Internal. */
#pragma once

#include "core/results.h"
#include "pawl_admin.h"

/* Whether keys of that type are numbers here; otherwise they are texts. */
bool key_is_number(enum pawl_type type);

/* As a value of the database. */
struct value value_key(const struct pawl_machine *machine, struct pawl_key key);

/* Of a struct of the machine's own, which has it as its type. */
struct pawl_key key_from_member(enum pawl_type type, const char *member);

/* Less than, equal to or greater than 0, in the order of the database. */
int key_compare(const struct pawl_machine *machine, struct pawl_key left, struct pawl_key right);

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

/* Checks a key that a caller gives, and puts it into its one spelling, in that memory. */
enum pawl_status key_settle(struct results *memory, const struct pawl_machine *machine, struct pawl_key *key,
                            struct pawl_error *err);
