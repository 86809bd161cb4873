/* What the parts of resolve share while one machine becomes a model; resolve.c calls them in their order. */
#pragma once

#include "base/map.h"
#include "resolve/resolve.h"

#define NOTHING MODEL_NOTHING

/* What a state says about an event: a move, or one of two answers. */
enum answer { ANSWER_MOVE, ANSWER_REFUSE, ANSWER_IGNORE };

struct resolved_entry {
    enum answer answer;
    size_t event;
    size_t arrow;    /* MOVE: index into arrows */
    struct span at;  /* of the event's name */
    bool has_effect; /* REFUSE: it has taken something away */
    bool *is_told;   /* IGNORE of `from`: what is wrong with it, for all its states */
    struct resolved_entry *next;
};

struct entries { /* in the order of the file */
    struct resolved_entry *first;
    struct resolved_entry **end;
};

/* A parameter that must be there whenever a state is entered or left. */
struct need {
    size_t column;
    struct span at;
    const char *who; /* "effect `x`", "the timer" */
    struct need *next;
};

/* A state or a composite, by its number in the tree. */
struct state_place {
    const struct ast_state *ast;
    size_t parent;        /* NOTHING: the machine */
    size_t end;           /* the number after those of its children */
    size_t index;         /* among the model's states, or composites */
    size_t first_leaf;    /* the model's states below it, or itself */
    size_t open_count;    /* those of them that are not final */
    size_t initial_child; /* NOTHING: none */
    size_t entered;       /* the state that a move to it enters; NOTHING: none */
    struct entries own;   /* written in it */
    struct entries from;  /* `from it on ...` */
    struct entries any;   /* `from any ...`: read as if written at the root */
    struct need *needs_entering;
    struct need *needs_leaving;
    const struct ast_item *work;
};

struct arrow {
    const struct ast_move *ast;
    size_t event;
    size_t from; /* number of a place; NOTHING: creation */
    size_t to;   /* likewise; NOTHING: same, stay, or not found */
    bool is_reported;
};

/* A move of the flattened machine. */
struct flat {
    size_t event;
    size_t from; /* index of a state; NOTHING: creation */
    size_t to;
    size_t arrow;
    size_t rank; /* among those of one event and state */
};

struct hooks {
    struct map names;
    struct resolved_hook *list;
    size_t count;
    struct model_hook *model; /* as list, when all are known */
};

/* Parameters of one name share a column, so their types must agree over the whole machine. */
struct columns {
    struct map names;
    struct model_column column[PAWL_COLUMN_MAX];
    struct span first_at[PAWL_COLUMN_MAX];
    size_t count;
    bool overflow;
};

struct resolving {
    struct arena *arena;
    struct diagnostics *diagnostics;
    const struct ast_machine *machine;
    struct resolved_machine *resolved;
    struct model_machine *model;
    bool too_many;        /* of something: reported, and the rest is left out */
    bool creates_nothing; /* and that is told */

    struct map state_names; /* to places */
    struct state_place *places;
    size_t place_count;
    size_t *leaves;     /* places of the model's states */
    size_t *composites; /* of its composites */
    size_t initial;     /* place; NOTHING: none */
    struct model_state *states;
    struct model_composite *model_composites;

    struct map event_names;
    struct resolved_event *events;
    size_t event_count;
    struct model_event *model_events;
    struct columns columns;
    size_t creation_of_column[PAWL_COLUMN_MAX]; /* the first event that creates with it; NOTHING: none */

    struct hooks guards;
    struct hooks effects;
    struct hooks works; /* hooks of work */
    struct map asked;   /* "EVENT GUARD"; empty until it is needed */

    struct arrow *arrows;
    size_t arrow_count;
    size_t any_count; /* `from any` seen so far */
    size_t *any_marks;
    size_t visited; /* places and moves looked at to flatten them; limited, as moves are */
    struct flat *flats;
    size_t flat_count;
    struct model_ignore *ignores;
    size_t ignore_count;

    const struct ast_item *settings[AST_ITEM_KIND_COUNT]; /* the first of each kind */
};

/* Far above what moves can be: what is overridden in many states is looked at there, too. */
#define RESOLVE_VISITED_MAX (16 * RESOLVE_MOVES_MAX)

/* resolving.c */
void resolve_too_many(struct resolving *r, struct span at, size_t most, const char *what);
const char *resolve_label(struct resolving *r, const struct ast_head *head, const char *name);
void resolve_check_stored(struct resolving *r, struct map *seen, const struct ast_text *places, size_t index,
                          const char *what);
/* The line of the file in which it begins. */
size_t resolve_line(const struct resolving *r, struct span at);
/* Refuses an old name that something has, by `names`, or that two things had, by `old`. */
void resolve_check_renamed(struct resolving *r, const struct map *names, struct map *old,
                           struct ast_text renamed_from, const char *what);
struct model_place resolve_place(const struct resolving *r, size_t place);

/* states.c */
void resolve_number_states(struct resolving *r);
/* Reports what is not found; NOTHING then. */
size_t resolve_find_state(struct resolving *r, struct ast_text name);

/* Whether it is one of the words that could not be read. */
bool resolve_is_unread(const struct map *unread, struct ast_text name);
void resolve_freeze_states(struct resolving *r);

/* events.c */
void resolve_declare_event(struct resolving *r, const struct ast_event *event);
/* The event's index, declared by this use; NOTHING where there are too many. */
size_t resolve_use_event(struct resolving *r, struct ast_text name, bool creates, bool is_timer);
/* One that is used or declared elsewhere; reports what is not found; NOTHING then. */
size_t resolve_find_event(struct resolving *r, struct ast_text name);
bool resolve_event_has(const struct resolving *r, size_t event, size_t column);
/* Refuses an event that fires itself, and needs parameters to do so. */
void resolve_check_fired(struct resolving *r, size_t event, struct span at, const char *who);
void resolve_freeze_events(struct resolving *r);

/* moves.c */
void resolve_collect(struct resolving *r);
void resolve_freeze_arrows(struct resolving *r);

/* flatten.c */
void resolve_flatten(struct resolving *r);
/* Whether the event moves from that state of the model. */
bool resolve_moves_on(const struct resolving *r, size_t event, size_t state);

/* bind.c */
bool resolve_reference(struct resolving *r, const char *owner, const char *name, struct span at,
                       struct model_reference *reference);
/* One that stands in the file itself; `event` is the one whose parameters it may name, NOTHING: any. */
const struct model_reference *resolve_written_reference(struct resolving *r,
                                                        const struct ast_reference *written, size_t event);
/* What may be erased cannot be what `what` ("the key") depends on for as long as the entity is there. */
void resolve_check_not_personal(struct resolving *r, const struct ast_reference *written,
                                const struct model_reference *reference, const char *what);
enum pawl_type resolve_reference_type(const struct resolving *r, const struct model_reference *reference);
const struct model_sql *resolve_sql(struct resolving *r, struct ast_text text, bool comments_nest);
/* The place in the file of a piece of a text. */
struct span resolve_span_in_text(const struct resolving *r, struct ast_text text, size_t offset,
                                 size_t length);

/* hooks.c */
void resolve_declare_hook(struct resolving *r, const struct ast_hook *hook);
void resolve_use_hooks(struct resolving *r, struct hooks *hooks, const struct ast_words *words);
void resolve_use_hook(struct resolving *r, struct hooks *hooks, struct ast_text name);
const struct model_hook *resolve_hook(const struct hooks *hooks, const char *name);
struct model_hooks resolve_hook_list(struct resolving *r, const struct ast_words *words);
const struct model_condition *resolve_conditions(struct resolving *r, const struct ast_words *words);
void resolve_freeze_hooks(struct resolving *r);
/* Every event that asks a guard, or has an effect, must have the parameters that it needs. */
void resolve_check_needs(struct resolving *r);

/* effects.c: what runs with each move of the flattened machine, whose states are frozen. */
void resolve_freeze_effects(struct resolving *r, struct model_move *moves);
/* After it: which hooks moves have, in an order that the file does not choose. */
void resolve_number_hooks(struct resolving *r);

/* timers.c */
void resolve_add_work(struct resolving *r, const struct ast_item *item, size_t place);
void resolve_check_timer(struct resolving *r, const struct arrow *arrow);
void resolve_freeze_timers(struct resolving *r, struct model_arrow *arrows);
/* When moves and timers are frozen. */
void resolve_freeze_restarts(struct resolving *r, struct model_arrow *arrows);
void resolve_freeze_works(struct resolving *r);

/* settings.c */
void resolve_add_setting(struct resolving *r, const struct ast_item *item);
void resolve_freeze_entity(struct resolving *r);
void resolve_freeze_settings(struct resolving *r);
/* machine.move_to, from its moves. */
void resolve_move_to(struct resolving *r);

/* claims.c */
void resolve_freeze_claims(struct resolving *r);
