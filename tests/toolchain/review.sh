#!/bin/bash
# review.sh PAWL SOURCE: the hooks for pre-commit and the steps of the GitHub action, run as these two run them, in a repository that
# is thrown away, without a network.
set -u
pawl=$1
source=$2
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
PATH=$(dirname "$pawl"):$(dirname "$pawl")/../runtime/pawlctl:$PATH
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b
unset PAWL_BASE PRE_COMMIT_FROM_REF GIT_DIR GIT_INDEX_FILE

# fails WORDS COMMAND...: the command fails and prints the words.
fails() {
    local words=$1
    shift
    if "$@" >"$scratch/log" 2>&1 || ! grep -qF -- "$words" "$scratch/log"; then
        fail "$*: expected a failure with \"$words\", got:" && cat "$scratch/log" >&2
    fi
}

# hook ID FILE...: with the names of files behind its entry
hook() {
    python3 - "$source" "$@" <<'END'
import os, shlex, sys, yaml
source, name, *files = sys.argv[1:]
hook = {hook["id"]: hook for hook in yaml.safe_load(open(f"{source}/.pre-commit-hooks.yaml"))}[name]
command = shlex.split(hook["entry"])
if hook["language"] == "script":
    command[0] = os.path.join(source, command[0])
os.execvp(command[0], command + (files if hook.get("pass_filenames", True) else []))
END
}

# step FOLDER NAME [INPUT=VALUE...]: the `run` of that step, with the action in FOLDER
step() {
    python3 - "$@" <<'END'
import os, re, sys, yaml
folder, name, *given = sys.argv[1:]
action = yaml.safe_load(open(f"{folder}/action.yml"))
inputs = {name: item["default"] for name, item in action["inputs"].items()} | dict(item.split("=", 1) for item in given)
step = {step["name"]: step for step in action["runs"]["steps"]}[name]
assert "${{" not in step["run"], "an input is part of the script"
assert step["shell"] == "bash"
for variable, value in step.get("env", {}).items():
    os.environ[variable] = re.sub(r"\$\{\{ inputs\.(\w+) \}\}", lambda found: inputs[found[1]], value)
os.environ["GITHUB_ACTION_PATH"] = folder
os.execvp("bash", ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]])
END
}

mkdir -p "$scratch/shop/a folder"
cd "$scratch/shop" || exit 2
must git init -q -b main
order="a folder/order.fsm"
printf 'machine order {\n  initial state open { on close -> closed; }\n  final state closed;\n}\n' >"$order"
must git add .

# ---- hooks

must hook pawl-diff # before the first commit
must git commit -q -m first
must hook pawl-fmt "$order"
must hook pawl-check "$order"
must hook pawl-diff
[ ! -s "$scratch/log" ] || fail "without changes: $(cat "$scratch/log")"
sed -i 's/close -> closed; }/close -> closed; on shut -> closed; }/; s/closed;$/closed "Shut" ;/' "$order"
printf 'machine door {\n  initial state open;\n}\n' >door.fsm
must git add .
fails "$order" hook pawl-fmt "$order" door.fsm
must pawl fmt "$order"
must git add .
must hook pawl-fmt "$order" door.fsm
says "$order: source behaviour cosmetic" hook pawl-diff
grep -qF "Event \`shut\` is new" "$scratch/log" || fail "the output of pawl diff is missing"
grep -qF "diff ./$order base/order.fsm --sql" "$scratch/log" || fail "the way back names other files: $(cat "$scratch/log")"
says "door.fsm: new" hook pawl-diff
must git commit -q -m second
says "$order: source" env PRE_COMMIT_FROM_REF=HEAD~ bash "$source/compiler/package/diff.sh"
fails "commit nowhere is missing" env PAWL_BASE=nowhere bash "$source/compiler/package/diff.sh"
must git mv "$order" renamed.fsm
must git rm -q door.fsm
says "renamed.fsm: no differences" hook pawl-diff
says "door.fsm: removed" hook pawl-diff
must git commit -q -m third
sed -i 's/on close -> closed/on close -> nowhere/' renamed.fsm
fails "renamed.fsm:2:" hook pawl-check renamed.fsm
fails "renamed.fsm:2:" hook pawl-diff
must git commit -qam broken
sed -i 's/nowhere/closed/' renamed.fsm
says "renamed.fsm: not compared, because the version of HEAD has errors" hook pawl-diff
must git checkout -q .
fails "pawl is not in PATH" env PATH=/nowhere "$BASH" "$source/compiler/package/diff.sh"

# ---- the action

must git checkout -q -b topic main~2
sed -i 's/"Shut"/"Done"/' "$order"
must git commit -qam topic
must git update-ref refs/remotes/origin/main main
export GITHUB_STEP_SUMMARY=$scratch/summary GITHUB_PATH=$scratch/path
here=$source/compiler/package/github
must step "$here" Check
fails "no file of the repository matches *.none" step "$here" Check files=*.none
must git update-index --add --cacheinfo "100644,$(git rev-parse main:renamed.fsm),broken.fsm"
must git checkout-index -q broken.fsm
fails "broken.fsm:2:" step "$here" Check
fails "broken.fsm:2:" step "$here" Check "sarif=$scratch/found.sarif"
must python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["runs"][0]["results"][0]["level"] == "error"' "$scratch/found.sarif"
must step "$here" Check "files=a folder"
must git rm -qf broken.fsm
says "$order: cosmetic" step "$here" "Compare with the base branch" base=main
grep -qF "    $order: cosmetic" "$scratch/summary" || fail "the summary has $(cat "$scratch/summary")"
says_not "order.fsm" step "$here" "Compare with the base branch" base=main files=door.fsm
fails "set fetch-depth: 0" step "$here" "Compare with the base branch" base=elsewhere

# ---- a database

export PAWL_DB=sqlite:$scratch/shop.db
fails "PAWL_DB is not set" env -u PAWL_DB bash "$source/compiler/package/diff.sh" --plan
must pawl "$order" -o "$scratch/gen" --emit=sqlite
must pawlctl apply "$scratch/gen/order.sqlite.sql"
must git checkout -q .
sed -i 's/on shut -> closed;/& on halt -> closed;/' "$order"
says "additive: programs continue" hook pawl-plan
must git commit -qam more
says "additive: programs continue" step "$here" "Plan the migrations" base=main "database=$PAWL_DB"
grep -qF "    order: " "$scratch/summary" || fail "the summary has $(cat "$scratch/summary")"
must pawlctl fire order O1 create
sed -i 's/^\(  initial state\) open/\1 begun/' "$order"
PAWL_BASE=HEAD~ fails "in the way: 1 in state open, which the new version does not have: O1" hook pawl-plan
fails "is of version" hook pawl-plan
mkdir "$scratch/shown"
printf '#!/bin/sh\ngrep -o "\\"database\\":\\"[a-z]*" "$2"\n' >"$scratch/shown/pawlctl" # what the migration is for
chmod +x "$scratch/shown/pawlctl"
for place in sqlite:x=sqlite postgresql://db/x=postgres mariadb://db/x=mariadb mysql://db/x=mariadb; do
    PATH=$scratch/shown:$PATH PAWL_DB=${place%=*} says "\"database\":\"${place##*=}" hook pawl-plan
done
must git checkout -q .

# Pawl is taken from PATH, or built where the action was unpacked.
must step "$here" "Install pawl"
[ ! -e "$GITHUB_PATH" ] || fail "pawl was built, though it is in PATH"
mkdir "$scratch/action"
tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$scratch/action" -xf -
if ! (PATH=${PATH#*:*:} && command -v pawl); then # none is installed on this machine
    PATH=${PATH#*:*:} must step "$scratch/action/compiler/package/github" "Install pawl"
    must "$(head -n 1 "$GITHUB_PATH")/pawl" check "$order"
    echo 'install_missing() { echo "installs $*"; }' >"$scratch/action/examples/support/install.sh"
    echo 'build_release() { echo "builds $*"; }' >"$scratch/action/examples/support/build.sh"
    for place in mariadb://db/x mysql://db/x; do
        PATH=${PATH#*:*:} says "installs libmariadb-dev" step "$scratch/action/compiler/package/github" "Install pawl" "database=$place"
    done
fi
exit $failed
