#include "emit/c/many.h"

#include "emit/c/c.h"

void c_many_structs(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    text_put(out, "\n/* One of many for an event. */\n");
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct model_event *event = &machine->events[i];
        text_printf(out, "struct %s_%s_item {\n    %sid;\n", name, event->name, c_key_type(machine));
        if (event->param_count > 0)
            text_printf(out, "    struct %s_%s_args args;\n", name, event->name);
        text_put(out, "    const char *request_id; /* NULL for none */\n");
        if (!event->is_creation)
            text_put(out, "    int64_t expect_sort_key; /* 0 for none */\n");
        text_put(out, "};\n\n");
    }
    text_printf(
        out,
        "/* What became of it; guard: which refused it, until the next call on the handle, or \"\". */\n"
        "struct %s_result {\n"
        "    enum pawl_status status;\n"
        "    struct %s_transition moved;\n"
        "    const char *guard;\n"
        "};\n",
        name, name);
}

void c_many_declare(struct text *out, const struct model_machine *machine) {
    text_put(out, "\n/*\n"
                  " * The same events for many at once, in one transaction, with an answer for each in\n"
                  " * results[count]: see pawl_fire_many.\n"
                  " */\n");
    for (size_t i = 0; i < machine->event_count; i++) {
        c_many_signature(out, machine, &machine->events[i]);
        text_put(out, ";\n");
    }
    text_put(out, "\n/* The same events among others, for pawl_fire_all, which makes them together. */\n");
    for (size_t i = 0; i < machine->event_count; i++) {
        c_move_signature(out, machine, &machine->events[i]);
        text_put(out, ";\n");
    }
}

static void define_move(struct text *out, const struct model_machine *machine,
                        const struct model_event *event) {
    text_char(out, '\n');
    c_move_signature(out, machine, event);
    text_printf(out, " {\n    struct pawl_request request = {&%s_machine, %s, ", machine->c_name,
                c_key_value(machine));
    c_event_constant(out, machine, event);
    text_printf(out, ", %s, opts};\n    return request;\n}\n", event->param_count > 0 ? "args" : "NULL");
}

void c_many_define(struct text *out, const struct model_machine *machine) {
    const char *name = machine->c_name;
    for (size_t i = 0; i < machine->event_count; i++) {
        const struct model_event *event = &machine->events[i];
        text_char(out, '\n');
        c_many_signature(out, machine, event);
        text_printf(out,
                    " {\n"
                    "    struct pawl_items all = {items, count, sizeof(struct %s_%s_item),\n"
                    "                             offsetof(struct %s_%s_item, id), ",
                    name, event->name, name, event->name);
        if (event->param_count > 0)
            text_printf(out, "offsetof(struct %s_%s_item, args),\n", name, event->name);
        else
            text_put(out, "0,\n");
        text_printf(out, "                             offsetof(struct %s_%s_item, request_id), ", name,
                    event->name);
        if (event->is_creation)
            text_put(out, "0};\n");
        else
            text_printf(out,
                        "\n                             offsetof(struct %s_%s_item, expect_sort_key)};\n",
                        name, event->name);
        text_printf(out, "    return pawl_fire_many(db, &%s_machine, ", name);
        c_event_constant(out, machine, event);
        text_put(out,
                 ", all, opts,\n                          (struct pawl_result *)(void *)results, err);\n}\n");
        define_move(out, machine, event);
    }
}
