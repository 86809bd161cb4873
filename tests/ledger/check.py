"""check.py ACCOUNTS HISTORY LOG...: judges what a storm of transfers has left, with nothing of Pawl's.

ACCOUNTS has a line for each row, id|opening|balance; HISTORY, oldest first,
id|event|from|to|microseconds|actor|payer|payee|amount; a LOG what a process has asked and been answered
(storm_process.c).
"""

import sys

problems = []


def problem(text):
    problems.append(text)


def rows_of(path):
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("|") for line in lines]


def read_history(rows):
    """What was asked for, and the decisions in their order."""
    asked, decided = {}, []
    for transfer, event, before, after, at, actor, payer, payee, amount in rows:
        if event == "create" and (before, after) == ("", "pending") and transfer not in asked:
            asked[transfer] = (payer, payee, int(amount), int(at))
        elif event == "decide" and before == "pending" and transfer in asked:
            decided.append((int(at), transfer, after, actor))
        else:
            problem(f"{transfer}: no such move: {event} from {before} to {after}")
    return asked, decided


def check_decisions(accounts, asked, decided):
    """Goes through them one after the other: each must be right as the accounts were then."""
    balances = {account: int(opening) for account, opening, _ in accounts}
    outcomes = {}
    for at, transfer, after, _ in decided:
        payer, payee, amount, recorded_at = asked[transfer]
        if amount <= 0 or payer == payee or at < recorded_at or transfer in outcomes:
            problem(f"{transfer}: {amount} from {payer} to {payee} cannot be decided")
        if payer not in balances or payee not in balances:
            right = "unknown_account"
        elif balances[payer] < amount:
            right = "too_little_money"
        else:
            right = "successful"
            balances[payer] -= amount
            balances[payee] += amount
        if after != right:
            problem(f"{transfer}: {after}, and it is {right}: {amount} of {balances.get(payer)} in {payer}")
        outcomes[transfer] = after
    for account, _, balance in accounts:
        if int(balance) != balances[account]:
            problem(f"{account} holds {balance}, and its transfers make it {balances[account]}")
    for transfer in asked:
        if transfer not in outcomes:
            problem(f"{transfer} is pending for ever")
    return outcomes


def check_log(path, asked, outcomes, wanted, answers):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if not line.endswith("\n"):
                break  # its process was killed while it wrote
            words = line.split()
            if words[0] == "ask":
                wanted[words[1]] = (words[2], words[3], int(words[4]))
                continue
            _, transfer, state = words
            answers[state] = answers.get(state, 0) + 1
            if outcomes.get(transfer) != state:
                problem(f"{transfer} was acknowledged as {state}, and is {outcomes.get(transfer)}")
            if asked.get(transfer, ())[:3] != wanted[transfer]:
                problem(f"{transfer}: {wanted[transfer]} was asked for, and {asked.get(transfer)} recorded")


def main():
    accounts = rows_of(sys.argv[1])
    asked, decided = read_history(rows_of(sys.argv[2]))
    outcomes = check_decisions(accounts, asked, decided)
    wanted, answers = {}, {}
    for log in sys.argv[3:]:
        check_log(log, asked, outcomes, wanted, answers)
    for transfer in set(asked) - set(wanted):
        problem(f"{transfer} is recorded, and nobody has asked for it")
    clock = sum(actor == "clock" for _, _, _, actor in decided)
    for what, count, least in (
        ("answers `successful`", answers.get("successful", 0), 20),
        ("rejections", len(decided) - list(outcomes.values()).count("successful"), 1),
    ):
        if count < least:
            problem(f"only {count} {what}: this was no storm")
    for text in problems[:20]:
        print(f"FAILED: {text}")
    print(f"{len(decided)} transfers, {clock} decided by the clock; answers {answers}; {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
