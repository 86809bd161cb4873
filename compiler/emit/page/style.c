#include "emit/page/page.h"

/* Each colour of a diagram is a variable; where it stands in the picture, the page's own takes its place. */
static const char *const light[] = {
#define COLOUR(name, light, dark) "--" #name ": " light "; ",
#include "emit/diagram/colours.def"
#undef COLOUR
};

static const char *const dark[] = {
#define COLOUR(name, light, dark) "--" #name ": " dark "; ",
#include "emit/diagram/colours.def"
#undef COLOUR
};

static const char *const drawn[] = {
#define COLOUR(name, light, dark)                                                                            \
    ".diagram [fill=\"" light "\"] { fill: var(--" #name "); }\n"                                            \
    ".diagram [stroke=\"" light "\"] { stroke: var(--" #name "); }\n",
#include "emit/diagram/colours.def"
#undef COLOUR
};

static const char *const rules[] = {
    "* { box-sizing: border-box; }\n",
    "html { -webkit-text-size-adjust: 100%; scroll-behavior: auto; }\n",
    "body { margin: 0; background: var(--paper); color: var(--ink); line-height: 1.55; font-size: 1rem; "
    "font-family: system-ui, -apple-system, \"Segoe UI\", Roboto, \"Noto Sans\", \"Liberation Sans\", "
    "\"DejaVu Sans\", sans-serif; }\n",
    "header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }\n",
    "header { padding-top: 2.5rem; }\n",
    "h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; letter-spacing: -.01em; }\n",
    "h2 { font-size: 1.4rem; line-height: 1.25; margin: 3rem 0 .75rem; }\n",
    "h3 { font-size: 1.05rem; line-height: 1.35; margin: 0 0 .35rem; }\n",
    "h4 { font-size: 1rem; line-height: 1.35; margin: 0 0 .35rem; }\n",
    "article h3 { font-size: 1.2rem; margin-top: 2rem; }\n",
    "article .place h3, article .proofs h3 { margin-top: 0; }\n",
    "p { margin: 0 0 .75rem; max-width: 46rem; }\n",
    "a { color: var(--main); text-underline-offset: .15em; }\n",
    "a:hover { text-decoration-thickness: .12em; }\n",
    ":focus-visible { outline: 3px solid var(--main); outline-offset: 2px; border-radius: 3px; }\n",
    "code, pre { font-family: ui-monospace, \"SF Mono\", Menlo, Consolas, \"Liberation Mono\", \"DejaVu Sans "
    "Mono\", monospace; font-size: .85em; }\n",
    "code { color: var(--quiet); overflow-wrap: anywhere; }\n",
    "pre { margin: .35rem 0 0; white-space: pre-wrap; }\n",
    "small { font-size: .85em; color: var(--quiet); }\n",
    ".skip { position: absolute; left: -100rem; top: 0; background: var(--paper); padding: .5rem 1rem; }\n",
    ".skip:focus { left: 0; }\n",
    ".unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); "
    "white-space: nowrap; }\n",
    ".version { color: var(--quiet); margin: 0; }\n",
    "nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: 1.25rem 0; "
    "padding: .6rem 0; border: solid var(--composite_line); border-width: 1px 0; }\n",
    "nav a { display: inline-block; padding: .15rem 0; }\n",
    ".about { font-size: 1.05rem; }\n",
    ".scroll { position: relative; overflow-x: auto; max-width: 100%; }\n",
    "figure { margin: 0; }\n",
    "figcaption { color: var(--quiet); font-size: .9rem; margin-top: .75rem; max-width: 46rem; }\n",
    ".diagram svg { display: block; max-width: 100%; height: auto; min-width: min(44rem, var(--natural)); "
    "}\n",
    ".diagram text { font-family: \"DejaVu Sans\", Verdana, Geneva, sans-serif; }\n",
    ".legend { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem 1.5rem; margin: 1rem 0 0; "
    "padding: 0; font-size: .9rem; color: var(--quiet); }\n",
    ".legend li { display: flex; align-items: center; gap: .5rem; }\n",
    ".sign { flex: none; width: 1.9rem; height: 1.05rem; border: 1.5px solid var(--state_line); "
    "border-radius: .35rem; background: var(--state); }\n",
    ".sign.created { background: var(--created); border-color: var(--created_line); }\n",
    ".sign.final { background: var(--final); border: 4px double var(--final_line); }\n",
    ".sign.waiting { background: var(--waiting); border-color: var(--waiting_line); }\n",
    ".sign.composite { background: var(--composite); border-color: var(--composite_line); }\n",
    ".sign.any { background: none; border-style: dashed; }\n",
    ".sign.begin { width: .7rem; height: .7rem; border: 0; border-radius: 50%; background: var(--ink); "
    "margin: 0 .6rem; }\n",
    ".sign.line { height: 0; border: 0; border-top: 3px solid var(--main); border-radius: 0; }\n",
    ".sign.line.timer { border-top: 2px dashed var(--waiting_line); }\n",
    ".sign.word { width: auto; height: auto; border: 0; background: none; color: var(--ink); font-weight: "
    "600; }\n",
    ".place { border-left: 4px solid var(--composite_line); padding: .1rem 0 .1rem 1rem; margin: 0 0 1.4rem; "
    "}\n",
    ".place.begin { border-color: var(--ink); }\n",
    ".place.created { border-color: var(--created_line); }\n",
    ".place.waiting { border-color: var(--waiting_line); }\n",
    ".place.final { border-color: var(--final_line); border-left-style: double; border-left-width: 6px; "
    "padding-left: calc(1rem - 2px); }\n",
    ".place.composite { border-left-style: solid; background: var(--composite); padding: .75rem 1rem .25rem; "
    "border-radius: 0 .4rem .4rem 0; }\n",
    ".place ul, .proofs ul, ul.proofs { margin: 0 0 .5rem; padding-left: 1.15rem; max-width: 50rem; }\n",
    ".place li, ul.proofs li { margin: .2rem 0; }\n",
    ".place li::marker { color: var(--quiet); }\n",
    ".place li.timer { list-style: \"\\25F7  \"; }\n",
    ".place li.refusal { color: var(--quiet); }\n",
    ".inside { color: var(--quiet); font-size: .9rem; margin-bottom: .35rem; }\n",
    ".badge { display: inline-block; font-size: .75rem; font-weight: 500; line-height: 1.5; padding: 0 "
    ".5rem; border: 1px solid var(--state_line); border-radius: 1rem; white-space: nowrap; }\n",
    ".badge.created { background: var(--created); border-color: var(--created_line); }\n",
    ".badge.waiting { background: var(--waiting); border-color: var(--waiting_line); }\n",
    ".badge.final { background: var(--final); border-color: var(--final_line); }\n",
    ".diagram figure + figure { margin-top: 2.5rem; }\n",
    ".badge.composite { background: var(--paper); border-color: var(--composite_line); }\n",
    ".badge.added { color: var(--added); border-color: var(--added); }\n",
    ".badge.removed { color: var(--removed); border-color: var(--removed); }\n",
    ".badge.changed { color: var(--changed); border-color: var(--changed); }\n",
    "ul.proofs { list-style: none; padding: 0; margin-bottom: 1.5rem; }\n",
    "ul.proofs li { padding-left: 1.6rem; text-indent: -1.6rem; }\n",
    "ul.proofs li.holds::before { content: \"\\2713\"; color: var(--added); font-weight: 700; display: "
    "inline-block; width: 1.6rem; text-indent: 0; }\n",
    "table { border-collapse: collapse; width: 100%; font-size: .9rem; margin: 0 0 1.75rem; }\n",
    "caption { text-align: left; font-weight: 600; padding: .25rem 0 .5rem; }\n",
    "th, td { text-align: left; vertical-align: top; padding: .4rem .65rem; border-bottom: 1px solid "
    "var(--composite_line); }\n",
    "thead th { border-bottom: 2px solid var(--state_line); vertical-align: bottom; line-height: 1.3; }\n",
    "tbody th { font-weight: 600; }\n",
    "tbody tr:hover { background: var(--composite); }\n",
    ".matrix { table-layout: fixed; min-width: 44rem; }\n",
    ".matrix th:first-child { width: 18%; }\n",
    ".matrix th, .matrix td { overflow-wrap: break-word; }\n",
    ".matrix td.yes { background: var(--state); }\n",
    ".matrix .timer { color: var(--waiting_ink); }\n",
    ".matrix td.no, .matrix td.ignored { color: var(--quiet); }\n",
    ".changes { border: 1px solid var(--changed); border-radius: .5rem; padding: 1rem 1.25rem; margin-top: "
    "2rem; }\n",
    ".changes h2, .changes h3 { margin-top: 0; }\n",
    ".changes ul { list-style: none; margin: 0 0 .75rem; padding: 0; }\n",
    ".changes li { margin: .35rem 0; padding-left: 6.2rem; text-indent: -6.2rem; max-width: 52rem; }\n",
    ".changes li .badge { width: 5.6rem; margin-right: .6rem; text-align: center; text-indent: 0; }\n",
    ".signature { border-top: 2px solid var(--ink); margin-top: 3.5rem; }\n",
    ".signature h2 { margin-top: 1.25rem; }\n",
    ".lines { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: "
    "3rem 2rem; "
    "margin: 3rem 0 2rem; max-width: 60rem; }\n",
    ".lines div { border-top: 1px solid var(--ink); padding-top: .3rem; font-size: .85rem; color: "
    "var(--quiet); }\n",
    "footer { color: var(--quiet); font-size: .85rem; padding-top: 1rem; padding-bottom: 2rem; }\n",
    "@media (max-width: 40rem) {\n",
    "  h1 { font-size: 1.6rem; }\n",
    "  header { padding-top: 1.5rem; }\n",
    "  .changes li { padding-left: 0; text-indent: 0; }\n",
    "  .changes li .badge { width: auto; }\n",
    "}\n",
    "@media print {\n",
    "  @page { size: A4; margin: 15mm 14mm 16mm; }\n",
    "  @page picture { size: A4 landscape; margin: 10mm; }\n",
    "  body { font-size: 10pt; }\n",
    "  header, main, footer { max-width: none; padding: 0; }\n",
    "  nav, .skip { display: none; }\n",
    "  a { color: inherit; text-decoration: none; }\n",
    "  .scroll { overflow: visible; }\n",
    "  section.diagram { page: picture; break-before: page; break-after: page; }\n",
    "  section.diagram h2, section.diagram h3 { font-size: 11pt; margin: 0 0 1mm; }\n",
    "  section.diagram figcaption { display: none; }\n",
    "  .diagram svg { min-width: 0; width: 277mm; max-width: 277mm; height: auto; max-height: 170mm; }\n",
    "  .legend { font-size: 8pt; margin-top: 3mm; gap: 1mm 5mm; }\n",
    "  .place, tr, ul.proofs li, .signature, .changes li { break-inside: avoid; }\n",
    "  h2, h3, h4, caption, thead { break-after: avoid; }\n",
    "  thead { display: table-header-group; }\n",
    "  table { font-size: 8.5pt; }\n",
    "  th, td { padding: 1mm 1.5mm; }\n",
    "  .matrix { min-width: 0; font-size: 7.5pt; }\n",
    "  .lines { grid-template-columns: 1fr 1fr; gap: 16mm 10mm; margin-top: 16mm; }\n",
    "}\n",
};

static void put_all(struct text *out, const char *const *lines, size_t count) {
    for (size_t i = 0; i < count; i++)
        text_put(out, lines[i]);
}

#define PUT(lines) put_all(out, lines, sizeof lines / sizeof lines[0])

static const char *const flow_rules[] = {
    ".sign.outside { background: var(--paper); border-color: var(--main); }\n",
    ".sign.lock { background: var(--ink); border-color: var(--ink); border-radius: 0; height: .6rem; }\n",
    ".sign.irreversible { border: 3px solid var(--ink); }\n",
    ".place.call { border-color: var(--main); }\n",
    ".place.lock, .place.irreversible { border-color: var(--ink); }\n",
    ".place .place { margin-top: .6rem; }\n",
    "h5, h6 { font-size: .95rem; line-height: 1.35; margin: 0 0 .35rem; }\n",
    "article .place h4 { margin-top: 0; }\n",
    "@media print {\n",
    "  section.chart { break-before: page; break-after: page; }\n",
    "  section.chart figcaption { display: none; }\n",
    "  .chart svg { width: auto; max-width: 182mm; max-height: 225mm; }\n",
    "  .place.scope { break-inside: auto; }\n",
    "}\n",
};

void page_style(struct text *out, bool with_flows) {
    text_put(out, ":root { color-scheme: light dark; ");
    PUT(light);
    text_put(out, "}\n@media screen and (prefers-color-scheme: dark) { :root { ");
    PUT(dark);
    text_put(out, "} }\n");
    PUT(rules);
    if (with_flows)
        PUT(flow_rules);
    PUT(drawn);
}
