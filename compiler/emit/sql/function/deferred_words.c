/* What templates of functions say of events that were deferred. */
#include "emit/sql/function/function.h"

#define LISTS(X, SOME, ENTER)                                                                                \
    /* whose moves have callbacks */                                                                         \
    SOME(asking_events, scope->machine->event_count,                                                         \
         sql_takes_verdicts(scope->machine, &scope->machine->events[i]), event, &scope->machine->events[i])
TEMPLATE_LISTS(LISTS)

#define CONDITIONS(X)                                                                                        \
    /* libpawl writes it so, too */                                                                          \
    X(is_as_the_server_reads_it,                                                                             \
      scope->param->type != PAWL_TYPE_TEXT && scope->param->type != PAWL_TYPE_BOOL &&                        \
          scope->param->type != PAWL_TYPE_BYTES && scope->param->type != PAWL_TYPE_TIMESTAMP)                \
    X(has_callbacks, template_has_some(scope, list_asking_events)) /* some event asks or runs one */
TEMPLATE_CONDITIONS(CONDITIONS)

#define OWN_WORDS(X)                                                                                         \
    X(NUMBER, param_count, scope->event->param_count)             /* of the event */                         \
    X(NUMBER, param_index, (scope->param - scope->event->params)) /* of the parameter among them, from 0 */  \
    X(NUMBER, param_place, (scope->param - scope->event->params) + 1) /* and from 1 */
TEMPLATE_WORDS(OWN_WORDS)

const struct template_vocabulary function_deferred_vocabulary = {words, conditions, lists};
