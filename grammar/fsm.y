/*
 * Tokens to a tree. Every action is one call into ast.h. Keywords are contextual: where a keyword means
 * nothing, %fallback reads it as a name. A syntax error has been reported by parse.c before its token
 * arrives here; the `error` rules only say where the next piece may begin: behind a `;` (parse.c puts one
 * in where a piece begins without) or behind what stands in braces.
 */
%name parser
%token_prefix TOKEN_
%token_type {struct token}
%extra_argument {struct ast *ast}
%stack_size 400

%include {
#include "parse.h"

#include <assert.h>
}

%token NAME NUMBER STRING SEMICOLON COLON COMMA DOT QUESTION OPEN_PAREN CLOSE_PAREN.
%token OPEN_BRACE CLOSE_BRACE OPEN_BRACKET CLOSE_BRACKET ARROW IMPLIES.
%token PAWL MACHINE ENTITY EVENT INITIAL FINAL STATE ON STORED SAME STAY ANY NOT.
%token GUARD EFFECT ENTER LEAVE AFTER AT WORK ASSERT SCENARIO STORAGE MIRROR EMIT KEY FROM REFUSE IGNORE.
%token REOPEN ALLOW FLOW PROCEDURE WHEN DO THEN EVERY SERIALIZE RENAMED IMPLICIT.

%fallback NAME PAWL MACHINE ENTITY EVENT INITIAL FINAL STATE ON STORED
    GUARD EFFECT ENTER LEAVE AFTER AT WORK ASSERT SCENARIO STORAGE MIRROR EMIT KEY FROM REFUSE IGNORE
    REOPEN ALLOW FLOW PROCEDURE WHEN DO THEN EVERY SERIALIZE RENAMED IMPLICIT.

/* Constructs of later versions: those that begin a piece, and those that end one. */
%token_class later_piece GUARD|EFFECT|ENTER|LEAVE|AFTER|AT|WORK|ASSERT|SCENARIO|STORAGE|MIRROR|EMIT|KEY
    |FROM|REFUSE|IGNORE|REOPEN|ALLOW|FLOW|PROCEDURE.
%token_class later_clause WHEN|DO|THEN|EVERY|SERIALIZE|RENAMED|IMPLICIT.
%token_class loose NAME|NUMBER|STRING|COLON|COMMA|DOT|QUESTION|OPEN_PAREN|CLOSE_PAREN|OPEN_BRACKET
    |CLOSE_BRACKET|ARROW|IMPLIES|SAME|STAY|ANY|NOT.
%token_class bound NAME|NUMBER|STRING|COLON|COMMA|DOT|QUESTION|OPEN_PAREN|CLOSE_PAREN|OPEN_BRACKET
    |CLOSE_BRACKET|ARROW|IMPLIES|SAME|STAY|ANY|NOT|WHEN|DO|THEN|EVERY|SERIALIZE|RENAMED|IMPLICIT.

%start_symbol file

file ::= declarations.

declarations ::= .
declarations ::= declarations declaration.

declaration ::= machine_head label clauses OPEN_BRACE items CLOSE_BRACE. { ast_machine_end(ast); }
declaration ::= machine_head error OPEN_BRACE items CLOSE_BRACE. { ast_machine_end(ast); }
declaration ::= machine_head error SEMICOLON. { ast_machine_end(ast); }
declaration ::= PAWL(K) NUMBER(V) SEMICOLON. { ast_header(ast, &K, &V); }
declaration ::= later.
declaration ::= skipped. { ast_incomplete(ast); }

machine_head ::= MACHINE(K) name(N). { ast_machine_begin(ast, &K, &N); }

items ::= .
items ::= items item.

item ::= ENTITY name(T) DOT name(C) COLON NAME(Y) SEMICOLON. { ast_entity(ast, NULL, &T, &C, &Y); }
item ::= ENTITY name(S) DOT name(T) DOT name(C) COLON NAME(Y) SEMICOLON. { ast_entity(ast, &S, &T, &C, &Y); }
item ::= event_head params label stored clauses SEMICOLON.
item ::= event_head error SEMICOLON.
item ::= state_head label stored clauses SEMICOLON.
item ::= state_head label stored clauses OPEN_BRACE moves CLOSE_BRACE.
item ::= state_head error SEMICOLON.
item ::= state_head error OPEN_BRACE moves CLOSE_BRACE.
item ::= ON name(E) ARROW target(T) clauses SEMICOLON. { ast_creation(ast, &E, &T); }
item ::= ON name ARROW later_target clauses SEMICOLON.
item ::= later.
item ::= skipped. { ast_incomplete(ast); }

event_head ::= EVENT(K) name(N). { ast_event_begin(ast, &K, &N); }

params ::= .
params ::= OPEN_PAREN CLOSE_PAREN.
params ::= OPEN_PAREN param_list CLOSE_PAREN.
param_list ::= param.
param_list ::= param_list COMMA param.
param ::= name(N) COLON NAME(T). { ast_param(ast, &N, &T, false); }
param ::= name(N) COLON NAME(T) QUESTION. { ast_param(ast, &N, &T, true); }

state_head ::= STATE(K) name(N). { ast_state_begin(ast, NULL, NULL, &K, &N); }
state_head ::= INITIAL(I) STATE(K) name(N). { ast_state_begin(ast, &I, NULL, &K, &N); }
state_head ::= FINAL(F) STATE(K) name(N). { ast_state_begin(ast, NULL, &F, &K, &N); }

moves ::= .
moves ::= moves move.

move ::= ON name(E) ARROW target(T) clauses SEMICOLON. { ast_move(ast, &E, &T); }
move ::= ON name ARROW later_target clauses SEMICOLON.
move ::= nested(K) words SEMICOLON. { ast_nested_state(ast, &K); }
move ::= nested(K) words OPEN_BRACE inside CLOSE_BRACE. { ast_nested_state(ast, &K); }
move ::= later.
move ::= skipped. { ast_incomplete(ast); }

%type nested {struct token}
nested(A) ::= STATE(K). { A = K; }
nested(A) ::= INITIAL(K). { A = K; }
nested(A) ::= FINAL(K). { A = K; }

later_target ::= SAME(K). { ast_not_yet(ast, &K); }
later_target ::= STAY(K). { ast_not_yet(ast, &K); }

%type target {struct token}
target(A) ::= NAME(N). { A = ast_name(ast, &N); }
target(A) ::= ANY(N). { ast_reserved_name(ast, &N); A = N; }
target(A) ::= NOT(N). { ast_reserved_name(ast, &N); A = N; }

%type name {struct token}
name(A) ::= target(N). { A = N; }
name(A) ::= SAME(N). { ast_reserved_name(ast, &N); A = N; }
name(A) ::= STAY(N). { ast_reserved_name(ast, &N); A = N; }

label ::= .
label ::= STRING(S). { ast_label(ast, &S); }

stored ::= .
stored ::= STORED STRING(S). { ast_stored(ast, &S); }

clauses ::= .
clauses ::= clauses clause words.
clause ::= later_clause(K). { ast_not_yet(ast, &K); }

words ::= .
words ::= words loose.

later ::= later_head bounds SEMICOLON.
later ::= later_head bounds OPEN_BRACE inside CLOSE_BRACE.
later_head ::= later_piece(K). { ast_not_yet(ast, &K); }

bounds ::= .
bounds ::= bounds bound.

inside ::= .
inside ::= inside bound.
inside ::= inside SEMICOLON.
inside ::= inside OPEN_BRACE inside CLOSE_BRACE.

skipped ::= error SEMICOLON.
skipped ::= error OPEN_BRACE inside CLOSE_BRACE.

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
