#include "emit/page/page.h"
#include "emit/prose/sentence.h"

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void summary(const struct page *page) {
    const struct model_machine *machine = page->machine;
    size_t final_count = 0;
    struct text about = TEXT_INIT;
    for (size_t i = 0; i < machine->state_count; i++)
        final_count += machine->states[i].is_final;
    text_printf(page->out, "<div class=\"about\">\n");
    page_doc(page, machine->doc);
    text_put(page->out, "<p>");
    sentence_machine(&about, machine);
    page_text(page, &about);
    text_printf(page->out,
                " There are %zu state%s, %zu of them final; %zu event%s; %zu move%s as written below",
                machine->state_count, plural(machine->state_count), final_count, machine->event_count,
                plural(machine->event_count), machine->arrow_count, plural(machine->arrow_count));
    if (machine->timer_count > 0)
        text_printf(page->out, ", %zu of them by a clock", machine->timer_count);
    text_put(page->out, ".</p>\n</div>\n");
}

static void contents(const struct page *page) {
    static const struct page_part parts[] = {{"diagram", "Diagram"},
                                             {"moves", "What can happen"},
                                             {"table", "State by event"},
                                             {"proofs", "What is certain"},
                                             {"details", "Details"}};
    page_contents(page, page->machine->label, parts, sizeof parts / sizeof parts[0]);
}

void page_machine(const struct page *page) {
    contents(page);
    summary(page);
    if (!page->words_only)
        page_diagram(page);
    page_moves(page);
    page_table(page);
    page_proofs(page);
    page_details(page);
}
