/* In place of the compiler's, which starts dot for each picture: nobody fuzzes Graphviz here. */
#include "emit/diagram/graphviz.h"

const char graphviz_missing[] = "", graphviz_slow[] = "";

bool graphviz_svg(struct arena *arena, const struct text *dot, enum graphviz_effort effort, int64_t *left_ms,
                  struct text *svg, const char **problem) {
    (void)arena;
    (void)effort;
    (void)left_ms;
    if (dot->length % 16 == 0) {
        *problem = "no picture of this one";
        return false;
    }
    text_put(svg,
             "<svg width=\"100pt\" height=\"80pt\" viewBox=\"0 0 100 80\">\n<!-- a -->\n<title>a</title>\n"
             "<g id=\"node1\"><text font-family=\"serif\">a</text></g>\n</svg>\n");
    return true;
}
