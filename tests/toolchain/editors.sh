#!/bin/bash
# editors.sh PAWL SOURCE BUILD: the colours for editors know each word of the language, and Neovim shows them; with the lines of
# runtime/BUILDING.md it shows what `pawl lsp` finds, says and offers.
set -u
pawl=$1
source=$2
colours=$3/compiler/package/editors
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
cd "$scratch" || exit 2

# ---- for VS Code

cp "$colours"/*.json "$source/compiler/package/editors/language-configuration.json" .
must python3 - "$source" <<'END'
import json, re, sys
grammar, package = json.load(open("pawl.tmLanguage.json")), json.load(open("package.json"))
json.load(open("language-configuration.json"))
assert package["contributes"]["grammars"][0]["scopeName"] == grammar["scopeName"] and "@" not in json.dumps(package)
patterns = [grammar["repository"][each["include"][1:]] if "include" in each else each for each in grammar["patterns"]]


def scope(text, at):
    """Of the first pattern that begins there."""
    return next((each["name"] for each in patterns if re.compile(each.get("match") or each["begin"]).match(text, at)), None)


tokens = open(f"{sys.argv[1]}/compiler/syntax/token.def").read()
words = re.findall(r'^(PIECE|KEYWORD)\(\w+, "(\w+)"', tokens, re.M)
assert len(words) > 100
for kind, word in words:
    assert scope(word, 0) == ("keyword.control.pawl" if kind == "PIECE" else "keyword.other.pawl"), word
    assert scope(f"x{word}", 0) is None and scope(f"{word}x", 0) is None, word
for name in re.findall(r'X\([A-Z]+, "(\w+)"\)', open(f"{sys.argv[1]}/runtime/pawl_abi.h").read().split("#define PAWL_TYPES")[1].split("enum")[0]):
    assert scope(f"a: {name}", 2) == "support.type.pawl", name
for text, wanted in (("/// a", "comment.line.documentation.pawl"), ("// a", "comment.line.double-slash.pawl"), ("/* a", "comment.block.pawl"),
                     ('"""a', "string.quoted.triple.pawl"), ('"a', "string.quoted.double.pawl"), ("30s", "constant.numeric.pawl"),
                     (":create.amount", "variable.other.pawl"), ("->", "keyword.operator.pawl"), ("submitted", None)):
    assert scope(text, 0) == wanted, (text, scope(text, 0))
END

# ---- Neovim: colours and language server

mkdir -p site/syntax site/ftdetect home
cp "$colours/pawl.vim" site/syntax/pawl.vim
cp "$source/compiler/package/editors/ftdetect.vim" site/ftdetect/pawl.vim
cat >order.fsm <<'END'
/// An order
machine order "Order" {
  event create(item: text) "Place it";
  initial state open "Being packed" { on ship -> shipped; after 3d give_up -> cancelled; }
  state checked; final state shipped; final state cancelled;
  assert shipped only after checked;
}
END
sed -n '/^```lua$/,/^```$/p' "$source/runtime/BUILDING.md" | sed '/^```/d' >snippet.lua
[ -s snippet.lua ] || fail "BUILDING.md has no lines for Neovim"
cat >init.lua <<'END'
vim.opt.runtimepath:prepend(vim.env.SCRATCH .. "/site")
vim.cmd("filetype on | syntax on")
-- Debian 12 has Neovim 0.7, without this function
vim.lsp.start = vim.lsp.start or function(config) vim.lsp.buf_attach_client(0, vim.lsp.start_client(config)) end
vim.g.loaded_ok = pcall(dofile, vim.env.SCRATCH .. "/snippet.lua")
END
cat >look.lua <<'END'
local out = io.open(vim.env.SCRATCH .. "/seen", "w")
local function group(line, words)
  local column = vim.fn.getline(line):find(words, 1, true)
  return vim.fn.synIDattr(vim.fn.synID(line, column, 1), "name")
end
local function ask(method, line, words, behind)
  local character = vim.fn.getline(line):find(words, 1, true) - 1 + behind
  local params = { textDocument = vim.lsp.util.make_text_document_params(), position = { line = line - 1, character = character } }
  for _, answer in pairs(vim.lsp.buf_request_sync(0, method, params, 60000) or {}) do return answer.result end
end
local works, problem = pcall(function()
  for _, at in ipairs({ { 1, "An" }, { 2, "machine" }, { 2, '"Order' }, { 3, "text" }, { 4, "->" }, { 4, "3d" }, { 6, "only" }, { 6, "shipped" } }) do
    out:write(at[2], " ", group(at[1], at[2]), "\n")
  end
  vim.wait(60000, function() return #vim.diagnostic.get(0) > 0 end, 10)
  for _, found in ipairs(vim.diagnostic.get(0)) do
    out:write(found.lnum + 1, ":", found.col + 1, " ", found.message:gsub("\n", " | "), "\n")
  end
  out:write("hover ", ask("textDocument/hover", 4, "ship ", 1).contents.value, "\n")
  out:write("definition ", ask("textDocument/definition", 4, "shipped", 1).range.start.line + 1, "\n")
  for _, item in ipairs(ask("textDocument/completion", 4, "shipped", 0)) do out:write("offers ", item.label, "\n") end
  vim.fn.setline(6, "  assert shipped only after open;")
  vim.wait(60000, function() return #vim.diagnostic.get(0) == 1 end, 10)
  out:write("then ", #vim.diagnostic.get(0), "\n")
end)
out:write(works and "done\n" or tostring(problem), "\n")
out:close()
END
ln -s "$pawl" home/pawl
must env HOME="$scratch/home" XDG_STATE_HOME="$scratch/home" XDG_CACHE_HOME="$scratch/home" SCRATCH="$scratch" PATH="$scratch/home:$PATH" \
    timeout 300 nvim --headless -n -i NONE -u init.lua order.fsm -c 'luafile look.lua' -c 'qall!'
for line in 'An pawlDoc' 'machine pawlPiece' '"Order pawlString' 'text pawlType' '-> pawlArrow' '3d pawlNumber' 'only pawlWord' 'shipped ' \
    'definition 5' 'offers cancelled' 'offers same' 'then 1' 'done'; do
    grep -qxF -- "$line" seen || fail "Neovim does not show: $line"
done
grep -q '^6:3 .*`shipped` can be reached without `checked` | (nothing) -create-> open -ship-> shipped' seen || fail "Neovim shows no counterexample"
grep -q '^hover  *- *ship \[ship\]' seen || fail "Neovim shows no sentence"
[ $failed -eq 0 ] || cat seen
exit $failed
