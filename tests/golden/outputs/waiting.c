// Parts of waiting.c: see outputs/parts.

static const struct pawl_pending pending_of_damage[] = {
    {"assessed.remind", false, true, false, false, 4, 0,
     1209600000000, {PAWL_REFERENCE_NOW, 0},
     60000000, 86400000000, 1000000, 600000000, 20,
     "--a---", NULL},
    {"assessed.close", false, true, false, false, 6, 0,
     -1, {PAWL_REFERENCE_CREATED, 0},
     60000000, 10000000, 1000000, 600000000, 20,
     "--a---", NULL},
    {"assessed.lose_patience", false, true, false, false, 7, 0,
     -86400000000, {PAWL_REFERENCE_CREATED, 1},
     60000000, 10000000, 1000000, 600000000, 20,
     "--a---", NULL},
    {"paying.close", false, false, false, false, 6, 0,
     1500000, {PAWL_REFERENCE_NOW, 0},
     60000000, 10000000, 1000000, 600000000, 20,
     "---az-", NULL},
    {"work reported", true, true, false, false, 3, offsetof(struct damage_hooks, assess_damage),
     0, {PAWL_REFERENCE_NOW, 0},
     120000000, 30000000, 5000000, 60000000, 3,
     "-a----", "assess_damage"},
    {"work transfer", true, true, false, false, 0, offsetof(struct damage_hooks, pay_out),
     0, {PAWL_REFERENCE_NOW, 0},
     60000000, 10000000, 1000000, 600000000, 0,
     "---a--", "pay_out"},
};

static const struct pawl_stay stays_of_damage[] = {
    {4, 2, 0},
    {5, 2, 0},
    {9, 3, 0},
};

static enum pawl_status call_work_of_damage(const void *hooks, int pending, struct pawl_db *db,
    const struct pawl_work_call *call, void *result, struct pawl_error *err) {
    const struct damage_hooks *own = (const struct damage_hooks *)hooks;
    struct damage_work_result *typed = (struct damage_work_result *)result;
    struct damage_work_call told;
    told.id = call->key.number;
    told.sort_key = call->item->fence;
    told.attempt = call->item->attempts;
    told.trace = call->item->trace[0] != 0 ? call->item->trace : NULL;
    told.item = call->item;
    switch (pending) {
    case 4:
        return own->assess_damage(db, &told, typed, own->context, err);
    case 5:
        return own->pay_out(db, &told, typed, own->context, err);
    default:
        return PAWL_MISUSE;
    }
}

static const struct pawl_queue queue_of_damage = {
    "damage_pending",
    "damage_pending",
    6,
    3,
    pending_of_damage,
    stays_of_damage,
    0,
    NULL,
    0,
    NULL,
    call_work_of_damage,
    sizeof(struct damage_work_result),
    offsetof(struct damage_work_result, args),
};

static const struct pawl_queue_statements sqlite_queue_of_damage = {
    "select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep, case when is_work then\n"
    "  (select own.actor from main.damage_transitions own where own.damage_id = main.damage_pending.damage_id and own.sort_key = main.damage_pending.fence) end from main.damage_pending\n"
    "where is_work = ?1 and parked_at is null and is_asleep = false and due_at <= ?2\n"
    "  and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'damage' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit ?3", /* claim */
    "select due_at from main.damage_pending where is_work = ?1 and parked_at is null and is_asleep = false\n"
    "  and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)\n"
    "  and not exists (select 1 from main.pawl_freezes type_lock\n"
    "    where type_lock.machine = 'damage' and type_lock.mode is not null\n"
    "      and (type_lock.until is null or type_lock.until > ?2))\norder by due_at limit 1", /* next_due */
    NULL, /* not_yet */
    NULL, /* fail */
    NULL, /* extend */
    NULL, /* retry */
    "select damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep from main.damage_pending where damage_id = ?1 and exists (select 1 from main.damage_model_2_7415479e39e5a7dc)", /* of_entity */
    "insert into main.damage_pending (damage_id, declaration, is_work, due_at, fence, claim, attempts, last_error, parked_at, is_asleep)\n"
    "values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)", /* insert */
    "update main.damage_pending set is_work = ?3, due_at = ?4, fence = ?5, claim = ?6,\n"
    "  attempts = ?7, last_error = ?8, parked_at = ?9, is_asleep = ?10\nwhere damage_id = ?1 and declaration = ?2", /* update */
    "delete from main.damage_pending where damage_id = ?1 and declaration = ?2", /* remove */
    NULL, /* began */
    NULL, /* latest */
};

static const struct pawl_stay unrecorded_of_lamp[] = {
    {3, 1, 0},
};
