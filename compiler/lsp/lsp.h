/*
 * Lives here: the language server: the messages of an editor, its open files, what is answered about them.
 * Not here: the words of an answer, which other rooms have; no file is opened.
 *
 * It follows version 3.17 of the Language Server Protocol, with whole documents and positions in UTF-16.
 */
#pragma once

struct warnings;

/* Serves an editor on standard input and output until that ends. Returns the exit status: 1 without shutdown.
 */
int lsp_serve(const struct warnings *warnings, const char *version);
