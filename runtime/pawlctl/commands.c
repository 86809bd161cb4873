#include "command.h"

extern const struct command command_apply, command_status, command_history, command_at, command_verify,
    command_repair, command_graph, command_fire, command_freeze, command_thaw, command_locks, command_work,
    command_queue, command_archive, command_erase, command_backfill, command_relay, command_outbox,
    command_flow, command_retire;

const struct command *const commands[] = {
    &command_apply,    &command_status,  &command_history,
    &command_at,       &command_verify,  &command_repair,
    &command_graph,    &command_fire,    &command_freeze,
    &command_thaw,     &command_locks,   &command_work,
    &command_queue,    &command_archive, &command_erase,
    &command_backfill, &command_relay,   &command_outbox,
    &command_flow,     &command_retire,  NULL,
};
