// Parts of types.c: see outputs/parts.

static const struct pawl_param params_of_document_amend[] = {
    {"new_title", PAWL_TYPE_TEXT, true, 9, offsetof(struct document_amend_args, new_title)},
    {"new_pages", PAWL_TYPE_INT, true, 10, offsetof(struct document_amend_args, new_pages)},
    {"new_size", PAWL_TYPE_BIGINT, true, 11, offsetof(struct document_amend_args, new_size)},
    {"new_signed", PAWL_TYPE_BOOL, true, 12, offsetof(struct document_amend_args, new_signed)},
    {"new_due", PAWL_TYPE_TIMESTAMP, true, 13, offsetof(struct document_amend_args, new_due)},
    {"new_amount", PAWL_TYPE_NUMERIC, true, 14, offsetof(struct document_amend_args, new_amount)},
    {"new_number", PAWL_TYPE_UUID, true, 15, offsetof(struct document_amend_args, new_number)},
    {"new_content", PAWL_TYPE_JSON, true, 16, offsetof(struct document_amend_args, new_content)},
    {"new_image", PAWL_TYPE_BYTES, true, 17, offsetof(struct document_amend_args, new_image)},
};

enum pawl_status document_history(struct pawl_db *db, const char *id, struct document_history *out,
                                  struct pawl_error *err) {
    struct pawl_key key = {id, 0};
    return pawl_history(db, &document_machine, key, (struct pawl_rows *)(void *)out, err);
}
