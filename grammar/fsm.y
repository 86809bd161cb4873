/*
 * Tokens to a tree. Every action is a call into compiler/syntax/ast.h, or puts what was
 * read into its place. Keywords are contextual: where a
 * keyword means nothing, %fallback reads it as a name. A syntax error has been reported by
 * compiler/syntax/parse.c before its token arrives here; the `error` rules only say where the next piece may
 * begin: behind a `;` (parse.c puts one in where a piece begins without) or behind what stands in braces.
 */
%name parser
%token_prefix TOKEN_
%token_type {struct token}
%extra_argument {struct ast *ast}
%stack_size 1000

%include {
#include "syntax/ast_flow.h"
#include "syntax/parse.h"

#include <assert.h>
}

%token NAME NUMBER STRING SEMICOLON COLON COMMA DOT QUESTION OPEN_PAREN CLOSE_PAREN.
%token OPEN_BRACE CLOSE_BRACE OPEN_BRACKET CLOSE_BRACKET ARROW IMPLIES.
%token PAWL MACHINE ENTITY KEY MIRROR EMIT STORAGE EVENT GUARD EFFECT INITIAL FINAL GOAL STATE ON REOPEN AFTER AT
    WORK ENTER LEAVE REFUSE IGNORE FROM ASSERT SCENARIO ALLOW RETIRED.
%token SAME STAY ANY NOT.
%token STORED RENAMED PERSONAL IMPLICIT SERIALIZE BY SQL HEAD TRANSITIONS ENFORCED
    PARTITIONS UNINDEXED EXCEPT WHEN AND EVERY LATEST RESTART UNRECORDED DO THEN LEASE ATTEMPTS BACKOFF TO ELSE ALWAYS CAN BE REACHED EVERYWHERE FINISH NEVER REACHES ONLY LEADS OR ASSUMING
    PROGRESS MOST ONCE WITHIN WORKING STATES HAVE TIMEOUTS.
%token FLOW PROCEDURE DATA UNIQUE LOCK RETRY TX CALL OPTIONAL REPEAT USE PAUSE WAIT SAVE.
%token INOUT GLOBAL LOCAL AS SETS UNDO TIMEOUT IRREVERSIBLE FOREVER MAX MIN OFF.

%fallback NAME PAWL MACHINE ENTITY KEY MIRROR EMIT STORAGE EVENT GUARD EFFECT INITIAL FINAL GOAL STATE ON REOPEN
    AFTER AT WORK ENTER LEAVE REFUSE IGNORE FROM ASSERT SCENARIO ALLOW RETIRED
    STORED RENAMED PERSONAL IMPLICIT SERIALIZE BY SQL HEAD TRANSITIONS ENFORCED
    PARTITIONS UNINDEXED EXCEPT WHEN AND EVERY LATEST RESTART UNRECORDED DO THEN LEASE ATTEMPTS BACKOFF TO ELSE ALWAYS CAN BE REACHED EVERYWHERE FINISH NEVER REACHES ONLY LEADS OR ASSUMING
    PROGRESS MOST ONCE WITHIN WORKING STATES HAVE TIMEOUTS
    FLOW PROCEDURE DATA UNIQUE LOCK RETRY TX CALL OPTIONAL REPEAT USE PAUSE WAIT SAVE
    INOUT GLOBAL LOCAL AS SETS UNDO TIMEOUT IRREVERSIBLE FOREVER MAX MIN OFF.

/* What may stand in a part that is skipped. */
%token_class loose NAME|NUMBER|STRING|COLON|COMMA|DOT|QUESTION|OPEN_PAREN|CLOSE_PAREN|OPEN_BRACKET
    |CLOSE_BRACKET|ARROW|IMPLIES|SAME|STAY|ANY|NOT.

%start_symbol file

file ::= declarations.

declarations ::= .
declarations ::= declarations declaration.

declaration ::= machine_head label renamed OPEN_BRACE items CLOSE_BRACE(Z). { ast_machine_end(ast, &Z); }
declaration ::= machine_head error OPEN_BRACE items CLOSE_BRACE(Z). { ast_machine_end(ast, &Z); }
declaration ::= machine_head error SEMICOLON(Z). { ast_ended_early(ast); ast_machine_end(ast, &Z); }
declaration ::= PAWL(K) NUMBER(V) SEMICOLON. { ast_header(ast, &K, &V); }
declaration ::= flow_head args label renamed OPEN_BRACE flow_items CLOSE_BRACE(Z). { ast_flow_end(ast, &Z); }
declaration ::= flow_head error OPEN_BRACE flow_items CLOSE_BRACE(Z). { ast_flow_end(ast, &Z); }
declaration ::= flow_head error SEMICOLON(Z). { ast_flow_end(ast, &Z); }
declaration ::= skipped. { ast_incomplete(ast); }

machine_head ::= MACHINE(K) name(N). { ast_machine_begin(ast, &K, &N); }

flow_head ::= FLOW(K) name(N). { ast_flow_begin(ast, &K, &N); }
flow_head ::= PROCEDURE(K) name(N). { ast_flow_begin(ast, &K, &N); }

/* ---- in a machine */

items ::= .
items ::= items item.

item ::= ENTITY(K) name(T) DOT name(C) COLON NAME(Y) SEMICOLON. { ast_entity(ast, &K, NULL, &T, &C, &Y); }
item ::= ENTITY(K) name(S) DOT name(T) DOT name(C) COLON NAME(Y) SEMICOLON.
    { ast_entity(ast, &K, &S, &T, &C, &Y); }
item ::= KEY(K) reference(R) SEMICOLON. { ast_setting(ast, AST_ITEM_KEY, &K, NULL, NULL)->reference = R; }
item ::= MIRROR(K) name(T) DOT name(C) SEMICOLON. { ast_mirror(ast, &K, NULL, &T, &C); }
item ::= MIRROR(K) name(S) DOT name(T) DOT name(C) SEMICOLON. { ast_mirror(ast, &K, &S, &T, &C); }
item ::= EMIT(K) STRING(T) SEMICOLON. { ast_emit(ast, &K, &T, NULL); }
item ::= EMIT(K) reference(R) SEMICOLON. { ast_emit(ast, &K, NULL, R); }
item ::= STORAGE(K) HEAD(N) SEMICOLON. { ast_setting(ast, AST_ITEM_STORAGE, &K, &N, NULL); }
item ::= STORAGE(K) HEAD(N) UNINDEXED(U) SEMICOLON. { ast_setting(ast, AST_ITEM_STORAGE, &K, &N, &U); }
item ::= STORAGE(K) HEAD(N) PARTITIONS NUMBER(C) SEMICOLON. { ast_storage_in_partitions(ast, &K, &N, &C, NULL); }
item ::= STORAGE(K) HEAD(N) PARTITIONS NUMBER(C) UNINDEXED(U) SEMICOLON.
    { ast_storage_in_partitions(ast, &K, &N, &C, &U); }
item ::= STORAGE(K) TRANSITIONS(N) SEMICOLON. { ast_setting(ast, AST_ITEM_STORAGE, &K, &N, NULL); }
item ::= STORAGE(K) TRANSITIONS(N) ENFORCED(E) SEMICOLON. { ast_setting(ast, AST_ITEM_STORAGE, &K, &N, &E); }
item ::= STORAGE(K) TRANSITIONS(N) UNINDEXED(U) SEMICOLON. { ast_setting(ast, AST_ITEM_STORAGE, &K, &N, &U); }
item ::= event_head params label stored serialize renamed SEMICOLON.
item ::= event_head error SEMICOLON.
item ::= hook_head label hook_sql SEMICOLON. { ast_hook_end(ast); }
item ::= hook_head error SEMICOLON. { ast_incomplete(ast); }
item ::= state.
item ::= on_head clauses SEMICOLON.
item ::= from_head clauses SEMICOLON.
item ::= FROM(K) sources(S) IGNORE names(W) SEMICOLON. { ast_ignore_from(ast, &K, S, W); }
item ::= ASSERT(K) claim SEMICOLON(Z). { ast_assert_end(ast, &K, &Z); }
item ::= scenario_head OPEN_BRACE steps IMPLIES name(X) CLOSE_BRACE. { ast->scenario->expected = ast_text_of(&X); }
item ::= scenario_head OPEN_BRACE error CLOSE_BRACE. { ast_incomplete(ast); }
item ::= ALLOW(K) NAME(C) STRING(R) SEMICOLON. { ast_allow(ast, &K, &C, &R); }
item ::= RETIRED(K) name(O) ARROW name(T) SEMICOLON. { ast_setting(ast, AST_ITEM_RETIRED, &K, &O, &T); }
item ::= skipped. { ast_incomplete(ast); }

hook_head ::= GUARD(K) name(N). { ast_hook_begin(ast, &K, &N); }
hook_head ::= EFFECT(K) name(N). { ast_hook_begin(ast, &K, &N); }

hook_sql ::= .
hook_sql ::= SQL STRING(S). { ast_hook_sql(ast, &S); }
hook_sql ::= SQL dialect_texts.
dialect_texts ::= name(D) STRING(S). { ast_dialect_text(ast, &D, &S); }
dialect_texts ::= dialect_texts name(D) STRING(S). { ast_dialect_text(ast, &D, &S); }

event_head ::= EVENT(K) name(N). { ast_event_begin(ast, &K, &N); }

params ::= .
params ::= OPEN_PAREN CLOSE_PAREN.
params ::= OPEN_PAREN param_list CLOSE_PAREN.
param_list ::= param.
param_list ::= param_list COMMA param.
param ::= param_head personal.
param ::= param_head personal RENAMED FROM name(O). { ast->param->renamed_from = ast_text_of(&O); }
personal ::= .
personal ::= PERSONAL(K). { ast->param->personal = ast_text_of(&K); }
param_head ::= name(N) COLON NAME(T). { ast_param(ast, &N, &T, false); }
param_head ::= name(N) COLON NAME(T) QUESTION. { ast_param(ast, &N, &T, true); }

serialize ::= .
serialize ::= SERIALIZE BY OPEN_PAREN references(R) CLOSE_PAREN. { ast->event->serialize_by = R; }

/* ---- states */

state ::= state_head label stored implicit renamed SEMICOLON(Z). { ast_state_end(ast, &Z); }
state ::= state_head label stored implicit renamed OPEN_BRACE pieces CLOSE_BRACE(Z). { ast_state_end(ast, &Z); }
state ::= state_head error SEMICOLON(Z). { ast_state_end(ast, &Z); }
state ::= state_head error OPEN_BRACE pieces CLOSE_BRACE(Z). { ast_state_end(ast, &Z); }

state_head ::= STATE(K) name(N). { ast_state_begin(ast, &K, &N); }
state_head ::= INITIAL(K) STATE name(N). { ast_state_begin(ast, &K, &N); }
state_head ::= FINAL(K) STATE name(N). { ast_state_begin(ast, &K, &N); }
state_head ::= GOAL(K) STATE name(N). { ast_state_begin(ast, &K, &N); }
/* Words in another order, which other languages have: with a tree of what was meant nothing else is told of it. */
state_head ::= STATE(K) turned(T) name(N). { ast_state_turned(ast, &K, &T, &N); }
state_head ::= STATE(K) name(N) turned(T). { ast_state_turned(ast, &K, &T, &N); }
state_head ::= STATE(K) INITIAL(N). { ast_state_begin(ast, &K, &N); }
state_head ::= STATE(K) FINAL(N). { ast_state_begin(ast, &K, &N); }
state_head ::= STATE(K) GOAL(N). { ast_state_begin(ast, &K, &N); }

%type turned {struct token}
turned(A) ::= INITIAL(K). { A = K; }
turned(A) ::= FINAL(K). { A = K; }
turned(A) ::= GOAL(K). { A = K; }

pieces ::= .
pieces ::= pieces piece.

piece ::= state.
piece ::= on_head clauses SEMICOLON.
piece ::= reopen_head clauses SEMICOLON.
piece ::= timer_head when every doing then SEMICOLON.
piece ::= work_head work_options SEMICOLON.
piece ::= ENTER(K) DO names(W) SEMICOLON. { ast_list(ast, &K, W); }
piece ::= LEAVE(K) DO names(W) SEMICOLON. { ast_list(ast, &K, W); }
piece ::= REFUSE(K) names(W) SEMICOLON. { ast_list(ast, &K, W); }
piece ::= IGNORE(K) names(W) SEMICOLON. { ast_list(ast, &K, W); }
piece ::= skipped. { ast_incomplete(ast); }

on_head ::= ON(K) name(E) ARROW target(T). { ast_move(ast, AST_ON, &K, &E, &T); }
reopen_head ::= REOPEN(K) ON name(E) ARROW target(T). { ast_move(ast, AST_REOPEN, &K, &E, &T); }
from_head ::= FROM(K) sources(S) ON name(E) ARROW target(T). { ast_move(ast, AST_FROM, &K, &E, &T)->sources = S; }
from_head ::= FROM(K) sources(S) REOPEN ON name(E) ARROW target(T).
    { ast_move(ast, AST_REOPEN, &K, &E, &T)->sources = S; }
timer_head ::= AFTER(K) NUMBER(D) name(E) ARROW target(T).
    { ast_timer(ast, AST_AFTER, &K, &E, &T)->delay = ast_duration(ast, &D); }
timer_head ::= AFTER(K) EVERY NUMBER(D) name(E) ARROW target(T).
    { ast_timer(ast, AST_EVERY, &K, &E, &T)->delay = ast_duration(ast, &D); }
timer_head ::= AFTER(K) reference(R) name(U) name(E) ARROW target(T).
    { ast_timer_after(ast, &K, R, &U, &E, &T); }
timer_head ::= AFTER(K) reference(R) name(E) ARROW target(T). { ast_timer_after(ast, &K, R, NULL, &E, &T); }
timer_head ::= AFTER(K) LATEST(L) reference(R) name(U) name(E) ARROW target(T).
    { ast_timer_after(ast, &K, R, &U, &E, &T)->latest = ast_text_of(&L); }
timer_head ::= AT(K) reference(R) name(E) ARROW target(T). { ast_timer_at(ast, &K, R, &E, &T); }
timer_head ::= AT(K) LATEST(L) reference(R) name(E) ARROW target(T).
    { ast_timer_at(ast, &K, R, &E, &T)->latest = ast_text_of(&L); }
work_head ::= WORK(K) name(H). { ast_work_begin(ast, &K, &H); }

%type sources {struct ast_sources *}
sources(A) ::= origins(W). { A = ast_sources(ast, NULL, W); }
sources(A) ::= ANY(K). { A = ast_sources(ast, &K, NULL); }
sources(A) ::= ANY(K) EXCEPT names(W). { A = ast_sources(ast, &K, W); }

%type origins {struct ast_words *}
origins(A) ::= plain(N). { A = ast_word(ast, NULL, &N); }
origins(A) ::= origins(L) COMMA name(N). { A = ast_word(ast, L, &N); }

%type target {struct token}
target(A) ::= plain(N). { A = N; }
target(A) ::= reserved(N). { A = N; }
target(A) ::= SAME(N). { A = N; }
target(A) ::= STAY(N). { A = N; }

clauses ::= when restarts doing then.

when ::= .
when ::= WHEN guards(G). { ast->move->when = G; }
every ::= .
every ::= EVERY NUMBER(D). { ast->move->timer->every = ast_duration(ast, &D); }
restarts ::= .
restarts ::= RESTART names(W). { ast->move->restarts = W; }
restarts ::= RESTART names(W) UNRECORDED(U). { ast->move->restarts = W; ast->move->unrecorded = ast_text_of(&U); }
doing ::= .
doing ::= DO names(W). { ast->move->effects = W; }
then ::= .
then ::= THEN names(W). { ast->move->then = W; }

%type guards {struct ast_words *}
guards(A) ::= plain(N). { A = ast_guard(ast, NULL, NULL, &N); }
guards(A) ::= NOT(X) plain(N). { A = ast_guard(ast, NULL, &X, &N); }
guards(A) ::= guards(L) AND plain(N). { A = ast_guard(ast, L, NULL, &N); }
guards(A) ::= guards(L) AND NOT(X) plain(N). { A = ast_guard(ast, L, &X, &N); }

work_options ::= .
work_options ::= work_options LEASE(K) NUMBER(D). { ast_work_duration(ast, &K, &D); }
work_options ::= work_options EVERY(K) NUMBER(D). { ast_work_duration(ast, &K, &D); }
work_options ::= work_options ATTEMPTS(K) NUMBER(N). { ast_work_attempts(ast, &K, &N); }
work_options ::= work_options BACKOFF(K) NUMBER(F) TO NUMBER(T). { ast_work_backoff(ast, &K, &F, &T); }
work_options ::= work_options ELSE(K) name(E). { ast_work_else(ast, &K, &E); }

/* ---- asserts and scenarios */

claim ::= ALWAYS CAN FINISH. { ast_assert(ast, ASSERT_CAN_FINISH, NULL, NULL); }
claim ::= name(L) CAN everywhere. { ast_assert(ast, ASSERT_REACHED_EVERYWHERE, &L, NULL); }
claim ::= ALWAYS(L) CAN everywhere. { ast_assert(ast, ASSERT_REACHED_EVERYWHERE, &L, NULL); }
claim ::= FINAL(L) CAN everywhere. { ast_assert(ast, ASSERT_REACHED_EVERYWHERE, &L, NULL); }
claim ::= WORKING(L) CAN everywhere. { ast_assert(ast, ASSERT_REACHED_EVERYWHERE, &L, NULL); }
claim ::= subject(L) NEVER REACHES name(R). { ast_assert(ast, ASSERT_NEVER_REACHES, &L, ast_word(ast, NULL, &R)); }
claim ::= subject(L) NEVER ARROW name(R). { ast_assert(ast, ASSERT_NEVER_MOVES, &L, ast_word(ast, NULL, &R)); }
claim ::= subject(L) ONLY AFTER name(R). { ast_assert(ast, ASSERT_ONLY_AFTER, &L, ast_word(ast, NULL, &R)); }
claim ::= leads_to.
claim ::= leads_to ASSUMING PROGRESS. { ast->assertion->assuming_progress = true; }
claim ::= subject(L) AT MOST ONCE. { ast_assert(ast, ASSERT_AT_MOST_ONCE, &L, NULL); }
claim ::= FINAL WITHIN NUMBER(D). { ast_assert_within(ast, &D); }
claim ::= WORKING STATES HAVE TIMEOUTS. { ast_assert(ast, ASSERT_WORKING_TIMEOUTS, NULL, NULL); }

everywhere ::= BE REACHED FROM EVERYWHERE.

leads_to ::= subject(L) LEADS TO alternatives(R). { ast_assert(ast, ASSERT_LEADS_TO, &L, R); }

%type alternatives {struct ast_words *}
alternatives(A) ::= name(N). { A = ast_word(ast, NULL, &N); }
alternatives(A) ::= alternatives(L) OR name(N). { A = ast_word(ast, L, &N); }

/* The words that begin an assert may be states too. */
%type subject {struct token}
subject(A) ::= name(N). { A = N; }
subject(A) ::= ALWAYS(N). { A = N; }
subject(A) ::= FINAL(N). { A = N; }
subject(A) ::= WORKING(N). { A = N; }

scenario_head ::= SCENARIO(K) STRING(S). { ast_scenario_begin(ast, &K, &S); }

steps ::= step.
steps ::= steps COMMA step.
step ::= name(E). { ast_step(ast, &E, NULL); }
step ::= name(E) OPEN_PAREN said(G) CLOSE_PAREN. { ast_step(ast, &E, G); }

%type said {struct ast_words *}
said(A) ::= plain(N). { A = ast_guard(ast, NULL, NULL, &N); }
said(A) ::= NOT(X) plain(N). { A = ast_guard(ast, NULL, &X, &N); }
said(A) ::= said(L) COMMA plain(N). { A = ast_guard(ast, L, NULL, &N); }
said(A) ::= said(L) COMMA NOT(X) plain(N). { A = ast_guard(ast, L, &X, &N); }

/* ---- in a flow or procedure */

args ::= .
args ::= OPEN_PAREN CLOSE_PAREN.
args ::= OPEN_PAREN arg_list CLOSE_PAREN.
arg_list ::= arg.
arg_list ::= arg_list COMMA arg.
arg ::= name(N) COLON NAME(T). { ast_arg(ast, NULL, &N, &T, false); }
arg ::= name(N) COLON NAME(T) QUESTION. { ast_arg(ast, NULL, &N, &T, true); }
arg ::= INOUT(N) COLON NAME(T). { ast_arg(ast, NULL, &N, &T, false); }
arg ::= INOUT(N) COLON NAME(T) QUESTION. { ast_arg(ast, NULL, &N, &T, true); }
arg ::= INOUT(K) name(N) COLON NAME(T). { ast_arg(ast, &K, &N, &T, false); }

flow_items ::= .
flow_items ::= flow_items flow_item.

flow_item ::= data_head OPEN_BRACE fields CLOSE_BRACE.
flow_item ::= UNIQUE(K) names(W) SEMICOLON. { ast_flow_setting(ast, &ast->flow->unique, &K)->words = W; }
flow_item ::= retry_head retry_pauses SEMICOLON.
flow_item ::= EMIT(K) STRING(T) SEMICOLON. { ast_flow_emit(ast, &K, &T, NULL); }
flow_item ::= EMIT(K) reference(R) SEMICOLON. { ast_flow_emit(ast, &K, NULL, R); }
flow_item ::= ALLOW(K) NAME(C) STRING(R) SEMICOLON. { ast_flow_allow(ast, &K, &C, &R); }
flow_item ::= flow_step SEMICOLON. { ast->flow_step = NULL; }
flow_item ::= tx_head error SEMICOLON. { ast->flow_step = NULL; ast_incomplete(ast); }
flow_item ::= call_head error SEMICOLON. { ast->flow_step = NULL; ast_incomplete(ast); }
flow_item ::= wait_head error SEMICOLON. { ast->flow_step = NULL; ast_incomplete(ast); }
flow_item ::= named_head error SEMICOLON. { ast->flow_step = NULL; ast_incomplete(ast); }
flow_item ::= SAVE(K) SEMICOLON. { ast_save(ast, &K, NULL); }
flow_item ::= SAVE(K) OFF(O) SEMICOLON. { ast_save(ast, &K, &O); }
flow_item ::= lock_head class SEMICOLON. { ast_flow_lock_end(ast); }
flow_item ::= lock_head class OPEN_BRACE flow_items CLOSE_BRACE. { ast_scope_end(ast); }
flow_item ::= lock_head error OPEN_BRACE flow_items CLOSE_BRACE.
    { ast_scope_end(ast); ast_incomplete(ast); }
flow_item ::= lock_head error SEMICOLON. { ast_scope_end(ast); ast_incomplete(ast); }
flow_item ::= optional_head optional_label OPEN_BRACE flow_items CLOSE_BRACE. { ast_scope_end(ast); }
flow_item ::= repeat_head repeat_options OPEN_BRACE flow_items CLOSE_BRACE. { ast_scope_end(ast); }
flow_item ::= optional_head error OPEN_BRACE flow_items CLOSE_BRACE.
    { ast_scope_end(ast); ast_incomplete(ast); }
flow_item ::= optional_head error SEMICOLON. { ast_scope_end(ast); ast_incomplete(ast); }
flow_item ::= repeat_head error OPEN_BRACE flow_items CLOSE_BRACE.
    { ast_scope_end(ast); ast_incomplete(ast); }
flow_item ::= repeat_head error SEMICOLON. { ast_scope_end(ast); ast_incomplete(ast); }
flow_item ::= skipped. { ast_incomplete(ast); }

data_head ::= DATA(K). { ast_data_begin(ast, &K); }
fields ::= .
fields ::= fields field.
field ::= name(N) COLON NAME(T) SEMICOLON. { ast_field(ast, ast->fields, &N, &T); }
field ::= skipped. { ast_incomplete(ast); }

flow_step ::= tx_head tx_options.
flow_step ::= call_head call_options.
flow_step ::= wait_head wait_options.
flow_step ::= named_head names_options.

tx_head ::= TX(K) name(N). { ast_flow_step_begin(ast, &K, &N); }
call_head ::= CALL(K) name(N). { ast_flow_step_begin(ast, &K, &N); }
wait_head ::= WAIT(K) name(N). { ast_flow_step_begin(ast, &K, &N); }
named_head ::= PAUSE(K) name(N). { ast_flow_step_begin(ast, &K, &N); }
named_head ::= USE(K) name(N). { ast_use(ast, &K, &N, NULL); }
named_head ::= USE(K) name(N) OPEN_PAREN CLOSE_PAREN. { ast_use(ast, &K, &N, NULL); }
named_head ::= USE(K) name(N) OPEN_PAREN values(V) CLOSE_PAREN. { ast_use(ast, &K, &N, V); }

tx_options ::= .
tx_options ::= tx_options naming.
tx_options ::= tx_options outcome.
call_options ::= .
call_options ::= call_options naming.
call_options ::= call_options outcome.
call_options ::= call_options TIMEOUT(K) NUMBER(D). { ast_step_time(ast, &K, &D); }
wait_options ::= .
wait_options ::= wait_options naming.
wait_options ::= wait_options WITHIN(K) NUMBER(D). { ast_step_time(ast, &K, &D); }
names_options ::= .
names_options ::= names_options naming.

naming ::= AS(K) name(N). { ast_step_as(ast, &K, &N); }
naming ::= STRING(S). { ast_step_label(ast, &S); }

outcome ::= SETS(K) values(V). { ast_step_sets(ast, &K, V); }
outcome ::= UNDO(K) name(N). { ast_step_undo(ast, &K, &N); }
outcome ::= IRREVERSIBLE(K). { ast_step_irreversible(ast, &K); }
outcome ::= retry_head.
outcome ::= retry_head FROM NUMBER(F) TO NUMBER(T). { ast_retry_pauses(ast, &F, &T); }

retry_pauses ::= .
retry_pauses ::= FROM NUMBER(F) TO NUMBER(T). { ast_retry_pauses(ast, &F, &T); }
retry_head ::= RETRY(K) NUMBER(N). { ast_retry(ast, &K, &N); }
retry_head ::= RETRY(K) FOREVER(N). { ast_retry(ast, &K, &N); }

optional_head ::= OPTIONAL(K) name(N). { ast_optional_begin(ast, &K, &N); }
repeat_head ::= REPEAT(K) value(V). { ast_repeat_begin(ast, &K, V); }

optional_label ::= .
optional_label ::= STRING(S). { ast_step_label(ast, &S); }
repeat_options ::= .
repeat_options ::= repeat_options naming.
repeat_options ::= repeat_options MAX(K) NUMBER(N). { ast_repeat_bound(ast, &K, &N); }
repeat_options ::= repeat_options MIN(K) NUMBER(N). { ast_repeat_bound(ast, &K, &N); }

lock_head ::= LOCK(K) GLOBAL(G) values(V). { ast_lock_begin(ast, &K, &G, V); }
lock_head ::= LOCK(K) LOCAL(G) values(V). { ast_lock_begin(ast, &K, &G, V); }
class ::= .
class ::= AS name(N). { ast->flow_step->as = ast_text_of(&N); }

/* An argument, or `data.x`. */
%type value {struct ast_reference *}
value(A) ::= name(N). { A = ast_reference(ast, &N, NULL, &N); }
value(A) ::= name(O) DOT name(N). { A = ast_reference(ast, &O, &O, &N); }

%type values {struct ast_references *}
values(A) ::= value(V). { A = ast_references(ast, NULL, V); }
values(A) ::= values(L) COMMA value(V). { A = ast_references(ast, L, V); }

/* ---- words */

%type plain {struct token}
plain(A) ::= NAME(N). { A = ast_name(ast, &N); }

%type reserved {struct token}
reserved(A) ::= ANY(N). { ast_reserved_name(ast, &N); A = N; }
reserved(A) ::= NOT(N). { ast_reserved_name(ast, &N); A = N; }

%type name {struct token}
name(A) ::= plain(N). { A = N; }
name(A) ::= reserved(N). { A = N; }
name(A) ::= SAME(N). { ast_reserved_name(ast, &N); A = N; }
name(A) ::= STAY(N). { ast_reserved_name(ast, &N); A = N; }

%type names {struct ast_words *}
names(A) ::= name(N). { A = ast_word(ast, NULL, &N); }
names(A) ::= names(L) COMMA name(N). { A = ast_word(ast, L, &N); }

%type reference {struct ast_reference *}
reference(A) ::= COLON(C) name(N). { A = ast_reference(ast, &C, NULL, &N); }
reference(A) ::= COLON(C) name(O) DOT name(N). { A = ast_reference(ast, &C, &O, &N); }

%type references {struct ast_references *}
references(A) ::= reference(R). { A = ast_references(ast, NULL, R); }
references(A) ::= references(L) COMMA reference(R). { A = ast_references(ast, L, R); }

label ::= .
label ::= STRING(S). { ast_label(ast, &S); }

stored ::= .
stored ::= STORED STRING(S). { ast_stored(ast, &S); }
stored ::= STORED NUMBER(N). { ast_stored(ast, &N); }

implicit ::= .
implicit ::= IMPLICIT(K). { ast->state->implicit = ast_text_of(&K); }

renamed ::= .
renamed ::= RENAMED FROM name(O). { ast->head->renamed_from = ast_text_of(&O); }

/* ---- what cannot be read */

inside ::= .
inside ::= inside loose.
inside ::= inside SEMICOLON.
inside ::= inside OPEN_BRACE inside CLOSE_BRACE.

skipped ::= error SEMICOLON.
skipped ::= error OPEN_BRACE(B) inside CLOSE_BRACE(E). { ast_unread(ast, B.span.offset, E.span.offset, true); }

%code {
/*
 * Whether the parser, as it stands, would take the token: its own tables are asked on a copy of the
 * states, so that a message can name all that was expected and a missing `;` is seen before any harm.
 */
bool parser_accepts(const void *parser, int kind) {
    const yyParser *state = parser;
    YYACTIONTYPE states[YYSTACKDEPTH + 8];
    size_t top = 0;
    for (const yyStackEntry *entry = state->yystack; entry <= state->yytos; entry++)
        states[top++] = entry->stateno;
    top--;
    for (;;) {
        YYACTIONTYPE action = yy_find_shift_action((YYCODETYPE)kind, states[top]);
        if (action <= YY_MAX_SHIFTREDUCE || action == YY_ACCEPT_ACTION)
            return true;
        if (action < YY_MIN_REDUCE)
            return false;
        unsigned rule = (unsigned)action - YY_MIN_REDUCE;
        top -= (size_t)-yyRuleInfoNRhs[rule];
        states[top + 1] = yy_find_reduce_action(states[top], yyRuleInfoLhs[rule]);
        if (++top >= YYSTACKDEPTH)
            return false;
    }
}
}
