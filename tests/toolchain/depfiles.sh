#!/bin/bash
# depfiles.sh PAWL: what pawl -MD writes is understood by Make and by Ninja, also where names are awkward.
set -u
pawl=$1
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"

machine='machine m { initial state a { on go -> b; } final state b; }'

# write_run INPUT OUTPUT OPTION: the command as a script, so that no quoting but that of the depfile matters
write_run() {
    cat >run.sh <<END
'$pawl' '$1' -o '$2' --emit=source,header $3 -MD -MF deps && echo ran >>runs && touch '$2/machine.h' '$2/machine.c'
END
}

# In each tool, the command is run again where the input or the older version has changed or is gone.
# try FOLDER INPUT_FOLDER OUTPUT_FOLDER: relative to FOLDER
try() {
    local folder=$1 input=$2/machine.fsm old=$2/old.fsm output=$3
    mkdir -p "$folder"
    cd "$folder" || exit 2
    mkdir -p "$2"
    echo "$machine" >"$input"
    echo "$machine" >"$old"
    write_run "$input" "$output" "--since='$old'"
    local quoted
    quoted=$(printf '%s' "$output" | sed 's/[ #]/\\&/g; s/:/\\:/g; s/\$/$$/g')
    printf 'all: %s/machine.h\n%s/machine.h: ; sh run.sh\n-include deps\n' "$quoted" "$quoted" >Makefile
    quoted=$(printf '%s' "$output" | sed 's/[$ :]/$&/g')
    printf 'rule r\n  command = sh run.sh\n  depfile = deps\nbuild %s/machine.h %s/machine.c: r\n' "$quoted" "$quoted" >build.ninja
    for tool in make ninja; do
        : >runs
        rm -rf deps "$output"
        must "$tool"
        must "$tool"
        [ "$(wc -l <runs)" -eq 1 ] || fail "$tool, $folder: ran $(wc -l <runs) times in place of once; $(cat deps)"
        for file in "$input" "$old"; do
            : >runs
            next_tick
            touch "$file"
            must "$tool"
            must "$tool"
            [ "$(wc -l <runs)" -eq 1 ] || fail "$tool, $folder: $file changed, ran $(wc -l <runs) times; $(cat deps)"
        done
        : >runs
        rm "$old"
        write_run "$input" "$output" ""
        must "$tool"
        [ "$(wc -l <runs)" -eq 1 ] || fail "$tool, $folder: an input that is gone stops the build"
        echo "$machine" >"$old"
        write_run "$input" "$output" "--since='$old'"
    done
    cd "$scratch" || exit 2
}

number=0
for name in plain 'a blank' 'hash#hash' 'a$dollar' 'b\slash' 'co:lon' "all # of \$them: \\here" 'ünïcode' 'br[ack]et'; do
    try "$scratch/$((number += 1))" "in $name" "out $name"
done
cd "$scratch" || exit 2

# ---- what is written, and where

echo "$machine" >one.fsm
echo "$machine" >two.fsm
must "$pawl" one.fsm two.fsm -o gen -MD --emit=header,source
[ "$(cat gen/one.d)" = $'gen/one.h \\\n  gen/one.c: \\\n  one.fsm' ] || fail "gen/one.d: $(cat gen/one.d)"
[ -s gen/two.d ] || fail "gen/two.d is missing"
must "$pawl" one.fsm two.fsm -o gen -MD -MF all.d --emit=header
[ "$(cat all.d)" = $'gen/one.h: \\\n  one.fsm\ngen/two.h: \\\n  two.fsm' ] || fail "all.d: $(cat all.d)"
must "$pawl" one.fsm -o gen -MD -MFjoined.d -MT 'a target' --since two.fsm
[ "$(cat joined.d)" = $'a\\ target: \\\n  one.fsm \\\n  two.fsm\ntwo.fsm:' ] || fail "joined.d: $(cat joined.d)"
touch -d 2001-01-01 joined.d
must "$pawl" one.fsm -o gen -MD -MFjoined.d -MT 'a target' --since two.fsm
[ joined.d -ot one.fsm ] || fail "a depfile that would not change was touched"
"$pawl" one.fsm -o gen -MF x.d 2>log && fail "-MF without -MD"
grep -q "add -MD" log || fail "-MF without -MD says $(cat log)"
"$pawl" one.fsm -o $'line\nbreak' -MD 2>log && fail "a line break in a depfile"
grep -q "line break" log || fail "a line break in a depfile says $(cat log)"
exit $failed
