#!/bin/bash
# back.sh DATABASE PAWLCTL PAWL: the commands of runtime/UPGRADE.md, run as they are written there: to a version
# with other names and a state more, and back. What `pawl diff` says beforehand of programs and of states in the way is so.
set -u
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
mkdir "$scratch/bin"
ln -s "$(realpath "$pawlctl")" "$scratch/bin/pawlctl"
ln -s "$(realpath "$pawl")" "$scratch/bin/pawl"

# page NAME: the commands on the page that begin with this comment, for the database of the test
page() {
    sed -n "/^# $1\$/,/^\`\`\`/p" "$here/../../runtime/UPGRADE.md" | sed "/^\`\`\`/d; s/--sql=postgres/--sql=$database/" >"$scratch/commands"
    # whose exit status is the class
    sed -i 's/^pawlctl plan .*/& || [ $? -ge 4 ]/' "$scratch/commands"
    [ -s "$scratch/commands" ] || fail "the page has no commands for: $1"
    (cd "$scratch" && PATH=$scratch/bin:$PATH bash -eu ./commands) >"$scratch/out" 2>&1
}
cat >"$scratch/old.fsm" <<'END'
machine payment {
  event create(amount: int);
  event pay(note: text?);
  initial state opened { on pay -> settled; }
  final state settled;
}
END
cat >"$scratch/payment.fsm" <<'END'
machine payment {
  event create(amount: int);
  event settle(remark: text? renamed from note) renamed from pay;
  initial state waiting renamed from opened { on settle -> settled; on hold -> held; on doubt -> doubted; }
  state held { on release -> waiting; }
  state doubted { on release -> waiting; }
  final state settled;
}
END
"$pawl" "$scratch/old.fsm" -o "$scratch/gen" --emit="$database" || exit 2
answers 0 "payment: created" apply "$scratch/gen/old.$database.sql"
for id in P1 P2 P3; do answers 0 created fire payment $id create amount=1; done

told=$("$pawl" diff "$scratch/old.fsm" "$scratch/payment.fsm")
for sentence in "Programs of the old version are answered MISMATCH as soon as the migration runs." \
    "It is refused while an entity is in \`held\` or \`doubted\`."; do
    [[ $told = *"$sentence"* ]] || fail "pawl diff does not say \"$sentence\": $told"
done
page Upgrade || fail "Upgrade: $(cat "$scratch/out")"
grep -q '"accepts_old":false' "$scratch/7.sql" || fail "the migration does not refuse them"
answers 0 "waiting -> settled" fire payment P1 settle remark=x
answers 0 "waiting -> held" fire payment P2 hold
answers 0 "waiting -> doubted" fire payment P3 doubt
page "Roll back" && fail "it goes back although entities are in the way"
grep -qF "1 in doubted (P3), 1 in held (P2)" "$scratch/out" || fail "Roll back: $(cat "$scratch/out")"
answers 0 "held -> waiting" fire payment P2 release
answers 0 "doubted -> waiting" fire payment P3 release
page "Roll back" || fail "Roll back: $(cat "$scratch/out")"
answers 0 "opened -> settled" fire payment P2 pay note=y
is "x y" "$(sql "select note from payment_transitions where note is not null order by 1" | tr '\n' ' ' | sed 's/ $//')"
answers 0 " 0 problems" verify payment
exit $failed
