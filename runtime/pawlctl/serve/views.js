"use strict";
/* The views: each draws what other commands of pawlctl print as JSON. */
function frozenPill(frozen) {
  return frozen && pill("waiting", frozen.mode === "sleep" ? "paused" : "frozen", ": ", frozen.reason || "");
}

const REASON = [{name: "reason", label: "Reason, for everyone who waits"}];

function isOpen(state) {
  return !state.final;
}

function sum(list, number) {
  return list.reduce((total, each) => total + number(each), 0);
}

/* The one that is not final and has waited longest. */
function oldestOf(machine) {
  const open = machine.states.filter(state => isOpen(state) && state.oldest_since);
  return open.sort((a, b) => a.oldest_since < b.oldest_since ? -1 : 1)[0] || null;
}

/* "set.remind" is a timer of the state set, and "work placed" the work of placed. */
function stateOf(name) {
  return name.startsWith("work ") ? name.slice(5) : name.replace(/\.[^.]*$/, "");
}

function late(rows, machine) {
  return rows.filter(row => row.machine === machine && row.late_seconds >= LATE_S);
}

function alarm(bad, ...children) {
  return h("span", {class: bad ? "alarm" : null}, ...children);
}

const NO_QUEUE = {waiting: [], retrying: [], parked: []};

function getQueue(machine) {
  return getOr(NO_QUEUE, "queue", {machine});
}

function counting() {
  return h("p", {class: "none"}, "Counting");
}

function orNull(number, draw) {
  return number ? draw(number) : null;
}

/* "4.5 / min", of one each so many seconds. */
function rate(interval) {
  const units = [[1, "s"], [60, "min"], [3600, "h"], [86400, "d"]];
  const [length, unit] = units.find(([seconds]) => seconds >= interval) || [0, ""];
  return length === 0 ? "1 in " + duration(interval) : count(Number((length / interval).toPrecision(2))) + " / " + unit;
}

/* ---- machines ----------------------------------------------------------------------------------------- */

const statusColumns = [
  ["Machine", ({machine}) => [link(["machine", machine.machine], machine.label || machine.machine), " ", frozenPill(machine.frozen)]],
  ["Open", ({machine}) => count(sum(machine.states.filter(isOpen), state => state.count)), "number"],
  ["Finished", ({machine}) => count(sum(machine.states.filter(state => state.final), state => state.count)), "number"],
  ["Oldest open", ({machine}) => {
    const state = oldestOf(machine);
    return state && [state.oldest ? [entityLink(machine.machine, state.oldest), " "] : null, h("span", {class: "quiet"}, state.label, ", "), when(state.oldest_since, "for")];
  }],
  ["Late", ({machine, queue}) => orNull(sum(late(queue.waiting, machine.machine), row => row.due), number => alarm(true, count(number))), "number"],
  ["Parked", ({machine}) => orNull(machine.parked, number => alarm(true, count(number))), "number"],
  ["Locks", ({machine}) => orNull(machine.held_locks, count), "number"]];

const flowColumns = [
  ["Flow", flow => [link(["flow", flow.flow], flow.label || flow.flow), " ", frozenPill(flow.frozen)]],
  ...["ready", "blocked", "waiting", "paused", "parked", "done", "undone", "cancelled"].map(status =>
    [status[0].toUpperCase() + status.slice(1), flow => {
      const found = flow.statuses.find(each => each.status === status);
      return found.count === 0 ? null : link(["runs", flow.flow, status], alarm(status === "parked", count(found.count)));
    }, "number"])];

/* What a row of `stuck` is about. */
function culprit(row, status) {
  if (!status)
    return row.of;
  const isMachine = status.machines.some(each => each.machine === row.of), isFlow = status.flows.some(each => each.flow === row.of);
  return row.kind === "lock" ? link(["locks"], row.id)
    : isMachine && row.id ? [row.of, " ", entityLink(row.of, row.id)]
    : isMachine ? link(["machine", row.of], row.of)
    : isFlow && row.id ? link(["run", row.id], row.of, " ", row.id)
    : isFlow ? link(["runs", row.of, "parked"], row.of)
    : row.kind === "relay" || row.kind === "parked events" ? link(["outbox"], row.of || "outbox") : row.of;
}

/* Of "pawlctl verify", or "to end it: pawlctl thaw order". */
function nextStep(look) {
  const [purpose, command] = look.startsWith("to end it: ") ? ["End it: ", look.slice(11)] : ["Look: ", look];
  return [purpose, h("code", null, command)];
}

views[""] = {
  title: () => "Machines",
  async load() {
    const [stuck, status, queue] = await Promise.all([soon(getOr({stuck: [], notes: []}, "stuck")), soon(get("status")), soon(getQueue())]);
    return {key: [stuck, status, queue], stuck, status, queue};
  },
  draw({stuck, status, queue}) {
    return [h("h1", {class: "unseen"}, "Machines"),
      !stuck ? counting() : table("What is stuck", stuck.stuck, [
        ["Since", row => row.since ? alarm(true, when(row.since)) : null],
        ["Where", row => culprit(row, status)],
        ["What", row => row.kind === "frozen" ? row.message.replace(" is frozen (sleep)", " is paused") : row.message],
        ["Next", row => row.kind === "frozen" && action("Resume", "Let " + row.of + " move again?", "resume", {machine: row.of}) || nextStep(row.look)]], "Nothing is stuck."),
      stuck && stuck.notes.map(note => h("p", {class: "quiet after"}, note)),
      !status ? counting() : [
        table("Machines", status.machines.map(machine => ({machine, queue: queue || NO_QUEUE})), statusColumns, "No machine is deployed in this database."),
        table("Flows", status.flows, flowColumns)]];
  }
};

function queueTables(queue, machine) {
  const ours = list => list.filter(row => !machine || row.machine === machine);
  const failed = [
    ["Entity", row => entityLink(row.machine, row.entity)],
    ["What", row => row.name],
    ["Attempts", row => orNull(row.attempts, count), "number"],
    ["Error", row => row.error && h("span", {class: "alarm"}, row.error)]];
  return [
    table("Parked jobs", ours(queue.parked), [...failed, ["Parked", row => when(row.since)],
      ["", row => action("Retry", "Make the parked jobs of " + row.entity + " due again, with all their attempts?", "retry", {machine: row.machine, id: row.entity})]]),
    table("Jobs that failed, and are due again", ours(queue.retrying), [...failed, ["Due", row => when(row.due)]]),
    table("Timers and work", ours(queue.waiting), [
      ["What", row => row.name],
      ["Waiting", row => count(row.waiting), "number"],
      ["First due", row => when(row.first_due)],
      ["Late", row => row.late_seconds < 1 ? null : alarm(row.late_seconds >= LATE_S, when(row.first_due, "for"))]])];
}

function stateText(state) {
  return state.count === 0 ? ["", ""] : [count(state.count) + (state.oldest_since && isOpen(state) ? " \u00b7 " + duration(Math.max(0, seconds(state.oldest_since))) : ""), "here"];
}

views.machine = {
  title: ([name]) => name,
  async load([name]) {
    const [status, queue] = await Promise.all([soon(get("machine", {machine: name})), soon(getQueue(name))]);
    const svg = status && await soon(diagram(name, status.machines[0].fingerprint));
    return {key: [status, queue, Boolean(svg)], machine: status && status.machines[0], queue: queue || NO_QUEUE, svg};
  },
  draw({machine, queue, svg}, [name]) {
    if (!machine)
      return [h("h1", null, name), counting()];
    const texts = {}, overdue = new Set(late(queue.waiting, name).map(row => stateOf(row.name)));
    const isLate = state => [...overdue].some(each => state.state === each || state.state.startsWith(each + "."));
    for (const state of machine.states) {
      const [text, kind] = stateText(state);
      texts[state.state] = [text, kind + (text && isLate(state) ? " overdue" : "")];
    }
    return [
      h("h1", null, machine.label || name, " ", h("code", null, name)),
      h("p", {class: "badges"}, frozenPill(machine.frozen), machine.migrating && pill("waiting", "being migrated"),
        h("span", {class: "quiet"}, "version " + machine.fingerprint),
        machine.frozen
          ? action("Resume", "Let the entities of " + name + " move again?", "resume", {machine: name})
          : action("Pause", "Defer all events of " + name + " until somebody resumes it?", "pause", {machine: name}, REASON)),
      drawDiagram(svg, "Diagram of " + name + " with the number of entities in each state, and the age of the oldest", texts),
      table("States", machine.states, [
        ["State", state => [state.label, state.label === state.state ? null : [" ", h("code", null, state.state)], isLate(state) && state.count > 0 ? [" ", pill("bad", "overdue")] : null]],
        ["Entities", state => state.count === 0 ? "0" : link(["entities", name, state.state], count(state.count)), "number"],
        ["Oldest", state => state.oldest && entityLink(name, state.oldest)],
        ["For", state => alarm(isLate(state) && state.count > 0, when(state.oldest_since, "for"))],
        ["Median stay", state => orNull(state.median_stay_seconds, duration), "number"],
        ["95 % stay", state => orNull(state.p95_stay_seconds, duration), "number"],
        ["Enter", state => orNull(state.entry_interval_seconds, rate), "number"]]),
      machine.states.some(state => state.entry_interval_seconds) && h("p", {class: "quiet after"}, "Stays and rates are of a sample: the last 200 entities of each state."),
      machine.in_unknown_states > 0 ? h("p", {class: "alarm"}, counted(machine.in_unknown_states, "entity is", "entities are") + " in no state of this machine: run pawlctl verify.") : null,
      queueTables(queue, name)];
  }
};

/* ---- entities ------------------------------------------------------------------------------------------ */

views.entities = {
  title: ([machine, state]) => machine + (state ? ", " + state : ""),
  load: ([machine, state, after]) => get("entities", {machine, state: state || null, after}),
  draw({entities, next, needs_program: programs}, [machine, state]) {
    return [h("p", {class: "crumbs"}, link(["machine", machine], machine)),
      h("h1", null, state || "Open entities"),
      table("Longest in their state first", entities, [
        ["Entity", row => entityLink(machine, row.id)],
        ["State", row => state ? null : row.state],
        ["For", row => when(row.since, "for")],
        ["Last event", row => row.event || null],
        ["By", row => row.actor || null]], "None."),
      next ? h("p", null, link(["entities", machine, state || "", next], "Next page")) : null,
      programs && programs.length > 0 ? h("p", {class: "quiet"}, "Only programs can fire ", programs.map(each => each.event).join(", "), ".") : null];
  }
};

/* ---- one entity ---------------------------------------------------------------------------------------- */

views.find = {
  title: ([id]) => id,
  async load([id]) {
    const [found, run, {locks}] = await Promise.all([
      get("history", {id}).catch(refusal => refusal),
      /^[1-9][0-9]*$/.test(id) ? getOr(null, "run", {run: id}) : null,
      getOr({locks: []}, "locks", {key: id})]);
    if (found instanceof Refusal && found.status !== 404 && found.status !== 400)
      throw found;
    if (!(found instanceof Refusal) && !run && locks.length === 0)
      location.replace(address("entity", found.machine, id));
    return found instanceof Refusal ? {error: found.message, run, locks} : {machine: found.machine, run, locks};
  },
  draw({machine, error, run, locks}, [id]) {
    const several = /^machines (.+?) have an entity /.exec(error || "");
    return [h("h1", null, h("span", {class: "id"}, id)),
      machine && h("p", null, "Entity ", link(["entity", machine, id], machine, " ", id)),
      several && several[1].split(", ").map(each => h("p", null, "Entity ", link(["entity", each, id], each, " ", id))),
      run && h("p", null, "Run ", link(["run", id], run.flow, " ", id)),
      locks.length > 0 && table("Locks on this key", locks, lockColumns),
      !machine && !several && !run && locks.length === 0 && h("p", {class: "none"}, "No machine has an entity with this id, no flow such a run, and nobody holds a lock on such a key.")];
  }
};

function sendAgain(machine, id) {
  return action("Send again", "Send the parked events of " + id + " again?", "resend", {machine, id});
}

const reasons = {
  OK: ["good", "possible"], IGNORED: ["", "ignored"], ILLEGAL: ["", "not in this state"], EXISTS: ["", "exists already"], REFUSED: ["bad", "refused"],
  LOCKED: ["waiting", "locked"], ASLEEP: ["waiting", "paused"], PENDING: ["waiting", "needs parameters"], MISUSE: ["waiting", "programs only"], DB: ["bad", "error"]
};

function reason(status) {
  const [kind, words] = reasons[status] || ["", status.toLowerCase()];
  return pill(kind, words);
}

/* Of "no: Is it paid? (is_paid)", whose "no" would be read as an answer to the person. */
function whyNot(event) {
  return event.status === "REFUSED" && event.why ? "refused by: " + event.why.replace(/(^|, )(no|yes|yes or null): /g, "$1") : event.why;
}

/* The sort keys of an entity are 10, 20 and so on. */
function numberOf(move) {
  return move.sort_key / 10;
}

/* {state: ["1, 4, 7", class]}: the numbers of the transitions that led to it. */
function visits(moves) {
  const texts = {};
  moves.forEach(move => (texts[move.to] = texts[move.to] || []).push(numberOf(move)));
  for (const [state, numbers] of Object.entries(texts))
    texts[state] = [(numbers.length > 4 ? "\u2026 " : "") + numbers.slice(-4).join(", "), "visited" + (state === moves[moves.length - 1].to ? " present" : "")];
  return texts;
}

views.entity = {
  title: ([, id]) => id,
  async load([machine, id]) {
    const [history, why, status] = await Promise.all([get("history", {machine, id}), getOr({events: []}, "why", {machine, id}), soon(get("status", {machine}))]);
    const locks = history.lock_key === null ? null : await get("locks", {key: history.lock_key});
    const deployed = status ? status.machines[0] : {states: [], frozen: null};
    const svg = status && await soon(diagram(machine, deployed.fingerprint));
    return {key: [history, why, locks, deployed.label, deployed.frozen, Boolean(svg)], history, why, locks, svg, deployed};
  },
  draw({history, why, locks, svg, deployed}, [machine, id]) {
    const moves = history.moves, parked = history.parked_events, last = moves[moves.length - 1], labels = {};
    deployed.states.forEach(state => labels[state.state] = state.label);
    const rank = event => event.status === "OK" ? 0 : event.status === "ILLEGAL" || event.status === "EXISTS" ? 2 : 1;
    const events = why.events.filter(event => rank(event) < 2).sort((a, b) => rank(a) - rank(b));
    const others = why.events.filter(event => rank(event) === 2).map(event => event.event);
    const historyColumns = [
      ["", move => numberOf(move), "number quiet"],
      ["Event", move => move.event || h("span", {class: "quiet"}, "taken over")],
      ["To", move => labels[move.to] || move.to],
      ["When", move => when(move.at)],
      ["By", move => move.actor],
      ["Trace", move => move.trace && h("code", null, move.trace)],
      ["Parameters", move => values(move.params)],
      ["Request", move => move.request_id && h("code", null, move.request_id)]];
    let before = history.before;
    const earlier = h("div", null), more = h("button", {type: "button", "data-key": "more", click: async () => {
      const page = await get("history", {machine, id, before});
      before = page.before;
      earlier.append(table("Before", [...page.moves].reverse(), historyColumns));
      more.hidden = before === null;
    }}, "Show earlier transitions");
    more.hidden = before === null;
    return [
      h("p", {class: "crumbs"}, link(["machine", machine], deployed.label || machine)),
      h("h1", null, h("span", {class: "id"}, id)),
      h("p", {class: "badges"}, pill("main", labels[last.to] || last.to), h("span", null, "for ", when(last.at, "for")), frozenPill(deployed.frozen)),
      parked && h("p", {class: "alarm"}, link(["outbox"], counted(parked.events, "event is", "events are") + " parked in the outbox"), " for ", when(parked.since, "for"), parked.error ? ": " + parked.error : "",
        " ", sendAgain(machine, id)),
      table("What it waits for", history.waits_for, [
        ["What", row => row.name],
        ["Due", row => row.parked ? pill("bad", "parked") : row.due ? alarm(seconds(row.due) >= LATE_S, when(row.due)) : "suspended"],
        ["Attempts", row => orNull(row.attempts, count), "number"],
        ["Error", row => row.error && h("span", {class: "alarm"}, row.error)],
        ["", row => row.parked ? action("Retry", "Make the parked jobs of " + id + " due again, with all their attempts?", "retry", {machine, id}) : null]]),
      table("What it may do now", events, [
        ["Event", event => event.event],
        ["Now", event => reason(event.status)],
        ["Leads to", event => event.to && (labels[event.to] || event.to)],
        ["Why not", event => whyNot(event)],
        ["", event => event.status === "OK" || event.status === "PENDING" ? action("Fire " + event.event, "Fire " + event.event + " at " + id + "?", "fire", {machine, id, event: event.event},
          event.params.map(({name, type, required}) => ({name, label: name + " (" + type + ", " + (required ? "required" : "optional") + ")", optional: !required}))) : null]], "Nothing: this state has no event."),
      others.length > 0 && h("p", {class: "quiet after"}, "Not in this state: ", others.join(", "), "."),
      drawDiagram(svg, "Path of " + id + ": each state has the numbers of the last transitions that led to it", visits(moves)),
      table("History", [...moves].reverse(), historyColumns), earlier, h("p", null, more),
      locks && table("Locks on " + history.lock_key, locks.locks, lockColumns, "Nobody holds its key.")];
  }
};

/* ---- flows ----------------------------------------------------------------------------------------------- */

function runLink(run) {
  return link(["run", String(run.run)], run.flow, " ", String(run.run));
}

function runPill(status) {
  return pill({parked: "bad", done: "good", waiting: "waiting", blocked: "waiting", paused: "waiting"}[status] || "", status);
}

const runColumns = [
  ["Run", runLink],
  ["Status", run => [runPill(run.status), run.undoing ? [" ", pill("waiting", "undoing")] : null]],
  ["Step", run => run.step || null],
  ["Key", run => run.unique && run.unique.map(each => typeof each === "string" ? each : JSON.stringify(each)).join(", ")],
  ["Waits for", run => run.waits_for],
  ["Error", run => run.error && h("span", {class: "alarm"}, run.error)],
  ["Started", run => when(run.started)],
  ["Last changed", run => when(run.updated)]];

const ACTIVE = ["parked", "paused", "waiting", "blocked", "ready"];

views.flows = {
  title: () => "Flows",
  async load() {
    const status = await soon(get("status"));
    if (!status)
      return {flows: null, runs: []};
    const active = await Promise.all(ACTIVE.flatMap(each => status.flows
      .filter(flow => flow.statuses.some(one => one.status === each && one.count > 0))
      .map(({flow}) => get("runs", {flow, status: each}))));
    return {flows: status.flows, runs: active.flatMap(each => each.runs)};
  },
  draw({flows, runs}) {
    if (!flows)
      return [counting()];
    return [h("h1", {class: "unseen"}, "Flows"),
      table("Flows", flows, flowColumns, "No flow is deployed in this database."),
      flows.length > 0 && table("Runs that have not ended", runs, runColumns, "All runs have ended.")];
  }
};

views.runs = {
  title: ([flow, status]) => flow + ", " + status,
  load: ([flow, status, after]) => get("runs", {flow, status, after}),
  draw({runs}, [flow, status]) {
    return [h("p", {class: "crumbs"}, link(["flow", flow], flow)), h("h1", null, flow, " ", runPill(status)),
      table("Runs", runs, runColumns, "No run has this status."),
      runs.length >= 100 ? h("p", null, link(["runs", flow, status, String(runs[runs.length - 1].run)], "Next page")) : null];
  }
};

views.flow = {
  title: ([flow]) => flow,
  async load([flow]) {
    const [status, steps] = await Promise.all([soon(get("status", {machine: flow})), getOr(null, "steps", {flow})]);
    const svg = steps && await soon(diagram(flow, steps.fingerprint));
    return {key: [status, steps, Boolean(svg)], flow: status && status.flows[0], steps, svg};
  },
  draw({flow, steps, svg}, [name]) {
    if (!flow)
      return [h("h1", null, name), counting()];
    const texts = {};
    for (const [step, counts] of Object.entries(steps ? steps.steps : {}))
      texts[step] = [Object.entries(counts).map(([status, number]) => count(number) + " " + status).join(", "), "here" + (counts.parked ? " overdue" : "")];
    return [h("h1", null, flow.label || name, " ", h("code", null, name)),
      h("p", {class: "badges"}, frozenPill(flow.frozen),
        flow.frozen ? action("Resume", "Let runs of " + name + " continue?", "resume", {machine: name})
          : action("Pause", "Start and continue no run of " + name + " until somebody resumes it?", "pause", {machine: name}, REASON)),
      table("Runs", flow.statuses.filter(each => each.count > 0), [
        ["Status", each => link(["runs", name, each.status], each.status)],
        ["Runs", each => alarm(each.status === "parked", count(each.count)), "number"],
        ["Oldest", each => when(each.oldest_since)]], "It has no runs."),
      drawDiagram(svg, "Diagram of " + name + " with the runs at each step", texts)];
  }
};

views.run = {
  title: ([run]) => "Run " + run,
  load: ([run]) => get("run", {run}),
  draw(run) {
    const change = (label, verb, question) => action(label, question, "change", {verb, run: String(run.run)});
    return [h("p", {class: "crumbs"}, link(["flow", run.flow], run.label || run.flow)),
      h("h1", null, run.flow, " ", String(run.run)),
      h("p", {class: "badges"}, runPill(run.status), run.undoing && !run.ended ? pill("waiting", "undoing") : null, run.step ? h("span", null, "at ", h("code", null, run.step)) : null,
        h("span", {class: "quiet"}, "started ", when(run.started)), run.ended ? h("span", {class: "quiet"}, "ended ", when(run.ended)) : null,
        run.wish ? pill("waiting", run.wish, " is requested") : null, run.waits_for ? pill("waiting", "waits for ", run.waits_for) : null),
      run.error ? h("p", {class: "alarm"}, run.error) : null,
      run.ended ? null : h("p", {class: "badges"},
        run.status === "paused" ? change("Resume", "resume", "Continue this run?") : run.status === "parked" ? null : change("Pause", "pause", "Stop this run before its next step?"),
        run.status === "parked" ? change("Retry", "retry", "Try the parked step again?") : null,
        change("Roll back", "rollback", "Undo everything that this run has done?"),
        change("Cancel", "cancel", "End this run at its present step, and undo nothing?")),
      table("Timeline", run.steps, [
        ["", step => step.number, "number quiet"],
        ["Step", step => [step.undo ? pill("waiting", "undo") : null, step.undo ? " " : null, step.label || step.step, step.label ? [" ", h("code", null, step.step)] : null]],
        ["Result", step => pill(step.error ? "bad" : step.outcome === "done" ? "good" : "", step.outcome)],
        ["Attempt", step => step.attempt > 1 ? count(step.attempt) : null, "number"],
        ["Took", step => step.duration_us >= 1000 ? duration(step.duration_us / 1e6) : null, "number"],
        ["When", step => when(step.at)],
        ["Set", step => values(step.set)],
        ["Error", step => step.error && h("span", {class: "alarm"}, step.error)],
        ["By", step => step.actor]], "It has not begun."),
      table("Arguments and data", [run], [["Arguments", each => values(each.args)], ["Data", each => values(each.data)]])];
  }
};

/* ---- locks and the outbox ---------------------------------------------------------------------------- */

const lockColumns = [
  ["Key", lock => h("span", {class: "id"}, lock.key)],
  ["Machine", lock => lock.machine ? link(["machine", lock.machine], lock.machine) : "all"],
  ["Held by", lock => /^run [1-9][0-9]*$/.test(lock.owner) ? link(["run", lock.owner.slice(4)], lock.owner) : lock.owner],
  ["Login", lock => lock.login],
  ["For", lock => when(lock.since, "for")],
  ["Until", lock => when(lock.until)],
  ["Waiting", lock => lock.waiting === 0 ? null : alarm(true, count(lock.waiting)), "number"]];

views.locks = {
  title: () => "Locks",
  load: () => get("locks"),
  draw({locks, frozen}) {
    return [h("h1", {class: "unseen"}, "Locks and pauses"),
      table("Paused and frozen", frozen, [
        ["Machine", row => link(["machine", row.machine], row.machine)],
        ["Events are", row => row.mode === "sleep" ? "deferred" : "refused"],
        ["For", row => when(row.since, "for")],
        ["Until", row => when(row.until)],
        ["By", row => row.by],
        ["Deferred", row => orNull(row.deferred, count), "number"],
        ["Reason", row => row.reason],
        ["", row => action("Resume", "Let " + row.machine + " move again?", "resume", {machine: row.machine})]], "Nothing is paused."),
      table("Held locks", locks, lockColumns, "No locks are held.")];
  }
};

views.outbox = {
  title: () => "Outbox",
  load: () => getOr({topics: [], parked: []}, "outbox"),
  draw({topics, parked}) {
    return [h("h1", {class: "unseen"}, "Outbox"),
      table("Waiting for a relay", topics, [
        ["Topic", row => row.topic],
        ["Events", row => count(row.waiting), "number"],
        ["Oldest", row => alarm(row.lag_seconds >= LATE_S, when(row.oldest))]], "Nothing waits."),
      table("Parked events", parked, [
        ["Entity", row => [row.machine, " ", entityLink(row.machine, row.entity)]],
        ["Topic", row => row.topic],
        ["Events", row => count(row.rows), "number"],
        ["Parked", row => when(row.since)],
        ["Error", row => row.error && h("span", {class: "alarm"}, row.error)],
        ["", row => sendAgain(row.machine, row.entity)]], "No event is parked.")];
  }
};
