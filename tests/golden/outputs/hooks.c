// Parts of hooks.c: see outputs/parts.

static const struct pawl_hook hooks_of_transfer[] = {
    {"checked", PAWL_HOOK_GUARD, true, "Has somebody looked at it?"},
    {"has_funds", PAWL_HOOK_GUARD, false, NULL},
    {"in_time", PAWL_HOOK_GUARD, false, NULL},
    {"is_open", PAWL_HOOK_GUARD, false, "Is <it> \"open\" */ & 'free'?"},
    {"is_small", PAWL_HOOK_GUARD, false, NULL},
    {"suspicious", PAWL_HOOK_GUARD, true, NULL},
    {"annotate", PAWL_HOOK_EFFECT, false, NULL},
    {"entered", PAWL_HOOK_EFFECT, false, NULL},
    {"left", PAWL_HOOK_EFFECT, false, NULL},
    {"notify", PAWL_HOOK_EFFECT, true, NULL},
    {"take", PAWL_HOOK_EFFECT, false, "Take the money"},
    {"tell_payee", PAWL_HOOK_EFFECT, true, NULL},
};

static const struct pawl_condition conditions_of_transfer[] = {
    {4, false},
    {3, false},
    {4, true},
    {1, false},
    {2, false},
    {5, true},
    {1, false},
    {0, false},
    {1, true},
    {1, false},
};

static const struct pawl_hook_sql sqlite_hooks_of_transfer[] = {
    {NULL, 0, NULL}, /* checked */
    {/* has_funds */
     "select balance >= ?1 from accounts where id = ?2",
     2, &sqlite_references_of_transfer[0]},
    {/* in_time */
     "select coalesce(?1 > ?2, 1)",
     2, &sqlite_references_of_transfer[2]},
    {/* is_open */
     "select is_open from accounts where id = ?1 and ?2 > 0 and ':id' <> '$1'",
     2, &sqlite_references_of_transfer[4]},
    {/* is_small */
     "select ?1 <= 1000 -- in cents",
     1, &sqlite_references_of_transfer[6]},
    {NULL, 0, NULL}, /* suspicious */
    {/* annotate */
     "    insert into notes (id, note)\n"
     "    select ?1, coalesce(?2, 'none') || ', now ' || state from transfer_current where transfer_id = ?1;\n  ",
     2, &sqlite_references_of_transfer[7]},
    {/* entered */
     "insert into notes (id, note) values (?1, 'entered')",
     1, &sqlite_references_of_transfer[9]},
    {/* left */
     "insert into notes (id, note) values (?1, 'left')",
     1, &sqlite_references_of_transfer[10]},
    {NULL, 0, NULL}, /* notify */
    {/* take */
     "    update accounts set balance = balance - ?1\n    where id = ?2 -- \"at once\" ",
     2, &sqlite_references_of_transfer[11]},
    {NULL, 0, NULL}, /* tell_payee */
};
