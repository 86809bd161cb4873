#include "base/escape.h"
#include "emit/page/page.h"
#include "emit/prose/sentence.h"

static void begin(const struct page *page, const char *title) {
    text_printf(page->out, "<h%d>%s</h%d>\n<ul class=\"proofs\">\n", page->level + 1, title, page->level + 1);
}

static void proved(const struct page *page) {
    begin(page, "Proved");
    for (size_t i = 0; i < page->machine->assert_count; i++) {
        const struct model_assert *assertion = &page->machine->asserts[i];
        struct text sentence = TEXT_INIT;
        text_put(page->out, "<li class=\"holds\">");
        sentence_assert(&sentence, page->machine, assertion);
        page_text(page, &sentence);
        text_put(page->out, " <code>");
        escape_html(page->out, assertion->text);
        text_put(page->out, "</code></li>\n");
    }
    text_put(page->out, "</ul>\n");
}

static void played(const struct page *page) {
    begin(page, "Examples that were played");
    for (size_t i = 0; i < page->machine->scenario_count; i++) {
        const struct model_scenario *scenario = &page->machine->scenarios[i];
        struct text sentence = TEXT_INIT;
        text_put(page->out, "<li class=\"holds\"><b>");
        escape_html(page->out, scenario->label);
        text_put(page->out, ".</b> ");
        sentence_scenario(&sentence, page->machine, scenario);
        page_text(page, &sentence);
        text_put(page->out, "</li>\n");
    }
    text_put(page->out, "</ul>\n");
}

static void allowed(const struct page *page) {
    begin(page, "Findings that were accepted");
    for (size_t i = 0; i < page->machine->allow_count; i++) {
        text_printf(page->out, "<li><code>%s</code> ", page->machine->allows[i].code);
        escape_html(page->out, page->machine->allows[i].reason);
        text_put(page->out, "</li>\n");
    }
    text_put(page->out, "</ul>\n");
}

void page_proofs(const struct page *page) {
    const struct model_machine *machine = page->machine;
    page_section(page, "proofs", "What is certain");
    text_put(
        page->out,
        machine->storage == MODEL_TRANSITIONS
            ? "<p>Whenever this machine moves something, it moves as said above. Other programs may write "
              "to its table, and nothing holds them to that, or to what is proved."
            : "<p>Whenever something is in one of the states above, it got there by the moves above: "
              "the database refuses all others.");
    if (machine->assert_count > 0)
        text_put(page->out,
                 " What is proved holds whatever the conditions decide, as far as the moves allow.");
    text_put(page->out, "</p>\n");
    if (machine->assert_count > 0)
        proved(page);
    if (machine->scenario_count > 0)
        played(page);
    if (machine->allow_count > 0)
        allowed(page);
    text_put(page->out, "</section>\n");
}
