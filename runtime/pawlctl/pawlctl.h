/*
 * Lives here: the program as a whole: `main`, help and man page, and commands.txt, the one table of commands.
 * Not here: the code of commands: `pawlctl VERB` is in ROOM/VERB.c.
 */
#pragma once

#include "act/act.h"
#include "judge/judge.h"
#include "keep/keep.h"
#include "look/look.h"
#include "metrics/metrics.h"
#include "relay/relay.h"
#include "serve/serve.h"
