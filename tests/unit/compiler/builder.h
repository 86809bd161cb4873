/* Machines built by hand, for tests of what reads the model; flattened as the language says. */
#ifndef PAWL_BUILDER_H
#define PAWL_BUILDER_H

#include "base/arena.h"
#include "model/model.h"

struct builder;

struct builder *builder_new(struct arena *arena, const char *name, size_t capacity);

/* `parent` is a composite's name or NULL; a composite comes before its children. */
void builder_composite(struct builder *builder, const char *name, const char *parent);
struct model_state *builder_state(struct builder *builder, const char *name, const char *parent);
void builder_final(struct builder *builder, const char *name);

/* `from` is NULL for a creation; `to` may be "same" or "stay"; guards are "a !b", or NULL. */
struct model_arrow *builder_arrow(struct builder *builder, const char *event, const char *from,
                                  const char *to, const char *guards);
struct model_arrow *builder_after(struct builder *builder, int64_t ms, const char *event, const char *from,
                                  const char *to, const char *guards);
void builder_refuse(struct builder *builder, const char *event, const char *state);
void builder_ignore(struct builder *builder, const char *event, const char *state);
void builder_work(struct builder *builder, const char *hook, const char *place);

struct model_place builder_place(const struct builder *builder, const char *name);
size_t builder_event(struct builder *builder, const char *name);
const struct model_hook *builder_guard(struct builder *builder, const char *name);

const struct model_machine *builder_machine(struct builder *builder);

#endif
