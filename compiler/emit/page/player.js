/*
 * Lives here: the player of a machine, which a reader of its page clicks through. Not here: what a machine does,
 * which stands in its JSON, flattened by the compiler.
 *
 * A page has it once; it fills each section.play. The section has the member `player` for tests.
 */
'use strict';
(() => {
const UNITS = [['day', 864e5], ['hour', 36e5], ['minute', 6e4], ['second', 1e3], ['millisecond', 1]];
const EVERY_MS = 1e4; // the pause after a refused event of a work, as in model/queue.h

/* 14 days 3 hours */
function span(ms) {
  const parts = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(ms / size);
    ms -= count * size;
    if (count) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ') || 'no time';
}

const words = name => name.replace(/_/g, ' ');

/* ---- the machine ------------------------------------------------------------------------------------ */

/* What a machine does, from its JSON. A state is a name, or null for nothing. */
class Machine {
  constructor(model) {
    this.model = model;
    this.places = new Map([...model.composites, ...model.states].map(place => [place.name, place]));
    this.events = new Map(model.events.map(event => [event.name, event]));
    this.guards = new Map(model.guards.map(guard => [guard.name, guard]));
    this.effects = new Map(model.effects.map(effect => [effect.name, effect.label || words(effect.name)]));
    this.moves = new Map();
    for (const move of model.moves) {
      const key = move.event + ' ' + move.from;
      this.moves.set(key, [...this.moves.get(key) || [], move]);
    }
    this.ignores = new Set(model.ignores.map(({event, state}) => event + ' ' + state));
    const start = model.initial_is_implicit && model.states.find(state => state.initial);
    this.start = start ? start.name : null;
    this.timers = model.timers.map((timer, number) => ({...timer, timer: number}));
    this.waits = [...this.timers, ...model.works.map((work, number) => ({...work, event: work.else, work: number}))];
  }

  label(state) {
    return state === null ? 'it does not exist yet' : this.places.get(state).label;
  }

  question(guard) {
    return (this.guards.get(guard).label || words(guard)).replace(/\??$/, '?');
  }

  answer(guard, is) {
    const {label} = this.guards.get(guard), name = label ? `\u201c${label}\u201d` : words(guard);
    return name + (/\?$/.test(label) ? is ? ' is answered yes' : ' is answered no' : is ? ' holds' : ' does not hold');
  }

  around(state) {
    const parent = state !== null && this.places.get(state).parent;
    return parent ? [this.places.get(parent), ...this.around(parent)] : [];
  }

  isIn(state, place) {
    return state === place || this.around(state).some(composite => composite.name === place);
  }

  answers(event, state) {
    return this.moves.get(event + ' ' + state) || [];
  }

  arrow(move) {
    return this.model.arrows[move.arrow];
  }

  /* The first move whose conditions hold, or why there is none. `holds` maps guards to booleans; a guard that it lacks
   * is asked for. */
  decide(event, state, holds) {
    const moves = this.answers(event, state);
    const because = [];
    for (const move of moves) {
      const wrong = [];
      for (const {guard, negated} of this.arrow(move).conditions) {
        if (!holds.has(guard)) return {asks: guard};
        if (holds.get(guard) === negated) {
          wrong.push(this.answer(guard, negated));
          break;
        }
      }
      if (!wrong.length) return {move};
      because.push(...wrong);
    }
    if (moves.length) return {refused: [...new Set(because)].join(', and ')};
    if (this.ignores.has(event + ' ' + state)) return {ignored: true};
    const elsewhere = this.model.states.filter(({name}) => this.answers(event, name).length).map(({label}) => label);
    return {refused: this.impossible(event, state) + (state !== null && elsewhere.length
      ? `; possible in ${elsewhere.length > 4 ? elsewhere.length + ' other states' : elsewhere.join(', ')}` : '')};
  }

  impossible(event, state) {
    return state === null ? 'only after it has begun' : this.events.get(event).creation ? 'it cannot begin again'
      : 'not possible in ' + this.label(state);
  }

  /* Whether a timer or work waits in a state: 'awake', 'asleep' where its event is answered otherwise, or not. */
  presence(wait, state) {
    if (state === null) return '';
    if ('work' in wait) return this.places.get(state).work === wait.work ? 'awake' : '';
    if (this.places.get(state).final || !this.isIn(state, wait.place)) return '';
    const fires = this.answers(wait.event, state).some(move => this.arrow(move).timer === wait.timer);
    return fires ? 'awake' : 'asleep';
  }

  /* The clocks after a move at that time: [{began, due, tries}] by the numbers of `waits`. */
  clocks(before, move, now) {
    const arrow = this.arrow(move), stays = arrow.target === 'stay', restarts = arrow.restarts || [];
    return this.waits.map((wait, number) => {
      if (!this.presence(wait, move.to)) return undefined;
      const isOfState = !this.model.composites.some(composite => composite.name === wait.place);
      const isRestarted = 'timer' in wait && restarts.includes(wait.event) && (wait.unit_ms || !wait.at || wait.at.kind !== 'created');
      if (this.presence(wait, move.from) && (!isOfState || stays) && !isRestarted) return before[number];
      return {began: now, due: now + wait.after_ms, tries: 0}; // NaN: `at` a time that nobody knows here
    });
  }
}

/* ---- the player ------------------------------------------------------------------------------------- */

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

class Player {
  constructor(section) {
    this.section = section;
    this.machine = new Machine(JSON.parse(section.querySelector('script').textContent));
    this.status = make('p', {role: 'status', class: 'now'});
    this.choices = make('div', {class: 'choices'});
    this.path = make('div', {class: 'path'});
    section.append(this.status, make('div', {class: 'columns'}, this.choices, this.path));
    section.hidden = false;
    this.begin();
    this.show();
  }

  begin() {
    this.past = [{state: this.machine.start, now: 0, clocks: [], said: ''}];
    this.question = null;
  }

  get at() {
    return this.past[this.past.length - 1];
  }

  /* As if it had just got there, a moment ago. */
  put(state) {
    const move = {from: null, to: state, arrow: 0};
    this.begin();
    this.past = [{state, now: 1, clocks: state === null ? [] : this.machine.clocks([], move, 0), said: ''}];
    this.show();
  }

  step(changes) {
    this.past.push({...this.at, ...changes});
    this.question = null;
  }

  /* Fires an event; of a timer, or of a work whose attempts are spent, `number` is its place in `waits`. */
  fire(event, number, holds = new Map()) {
    const {machine, at} = this;
    const answer = machine.decide(event, at.state, holds);
    if (answer.asks) {
      this.question = {event, number, holds, guard: answer.asks};
      return;
    }
    const label = machine.events.get(event).label;
    const now = number === undefined ? at.now : Math.max(at.now, at.clocks[number].due || 0);
    const clocks = [...at.clocks];
    const next = number => machine.waits[number].periodic
      ? clocks[number].began + (Math.floor((now - clocks[number].began) / machine.waits[number].after_ms) + 1) * machine.waits[number].after_ms : undefined;
    const given = [...holds].map(([guard, is]) => `${machine.guards.get(guard).label || words(guard)}: ${is ? 'yes' : 'no'}`);
    const notes = [now > at.now ? `after ${span(now - at.now)}` : '', ...given];
    if (!answer.move) {
      const said = answer.ignored ? `${label} is ignored: nothing happens.` : `${label} is refused: ${answer.refused}.`;
      if (number !== undefined)
        clocks[number] = {...clocks[number], due: next(number) || now + (machine.waits[number].every_ms || EVERY_MS)};
      this.step({now, clocks, said, line: {label, notes, result: answer.ignored ? 'ignored' : 'refused', no: true}});
      return;
    }
    const {move} = answer, arrow = machine.arrow(move), to = machine.label(move.to);
    if (number !== undefined) // a timer fires once for each entry or period, a work is done again
      clocks[number] = number < machine.timers.length ? next(number) && {...clocks[number], due: next(number)} : {...clocks[number], tries: 0};
    const result = arrow.target === 'stay' ? 'stays in ' + to : move.from === move.to ? to + ', again' : to;
    const done = [...move.effects || [], ...arrow.then].map(name => machine.effects.get(name));
    if (arrow.unrecorded) notes.push('not recorded');
    if (done.length) notes.push('done: ' + done.join(', '));
    this.step({state: move.to, now, clocks: machine.clocks(clocks, move, now), said: '', line: {label, notes, result}});
  }

  /* A work fails once more; after its last attempt it fires its event, or stops. */
  fail(number) {
    const work = this.machine.waits[number], hook = words(work.hook.name);
    const clocks = [...this.at.clocks];
    const tries = clocks[number].tries + 1;
    clocks[number] = {...clocks[number], tries};
    const line = {label: hook, notes: [], result: `attempt ${tries} of ${work.attempts} fails`, no: true};
    const isStopped = tries === work.attempts && !work.event;
    this.step({clocks, line, said: isStopped ? `${hook} stops with its error, and an operator must look.` : ''});
    if (tries === work.attempts && work.event) this.fire(work.event, number);
  }

  playScenario({label, steps, expected}) {
    this.begin();
    for (const {event, conditions} of steps) {
      const holds = new Map(conditions.map(({guard, negated}) => [guard, !negated]));
      this.fire(event, undefined, holds);
      while (this.question) { // what a step does not name passes
        holds.set(this.question.guard, true);
        this.fire(event, undefined, holds);
      }
    }
    const {line, state} = this.at;
    const isMet = expected === null ? line.result === 'refused' : this.machine.isIn(state, expected);
    this.at.said = `${this.at.said} Example \u201c${label}\u201d: ${isMet ? 'as expected' : 'not as expected'}.`.trim();
  }

  /* ---- what it shows -------------------------------------------------------------------------------- */

  button(key, label, click, attributes) {
    const button = make('button', {type: 'button', 'data-key': key, ...attributes}, label);
    button.addEventListener('click', () => {
      click();
      this.show(key);
    });
    return button;
  }

  list(title, items, tag = 'ul') {
    const level = Number(this.section.querySelector('[id]').tagName[1]) + 1;
    return items.length ? [make('h' + level, {}, title), make(tag, {}, ...items)] : [];
  }

  items(title, items) {
    return this.list(title, items.map(item => make('li', {}, item)));
  }

  showQuestion() {
    const {event, number, holds, guard} = this.question, {doc} = this.machine.guards.get(guard), asked = this.machine.question(guard);
    const answer = is => () => this.fire(event, number, new Map([...holds, [guard, is]]));
    const text = make('p', {}, `${this.machine.events.get(event).label}: `, make('b', {}, asked));
    this.choices.replaceChildren(make('div', {role: 'group', class: 'question', 'aria-label': asked}, text,
      ...doc ? [make('p', {}, make('small', {}, doc))] : [], this.button('yes', 'Yes', answer(true)), ' ',
      this.button('no', 'No', answer(false)), ' ', this.button('back', 'Neither: go back', () => { this.question = null; })));
  }

  /* What happens by itself: the next clock, and times that come from outside. */
  byItself() {
    const {machine, at} = this;
    const isAwake = number => at.clocks[number] && machine.presence(machine.waits[number], at.state) === 'awake';
    const when = number => at.clocks[number].due || 0;
    const numbers = machine.waits.map((_, number) => number).filter(isAwake).sort((a, b) => when(a) - when(b));
    const next = Math.min(...numbers.map(number => at.clocks[number].due).filter(due => due >= 0));
    return numbers.map(number => {
      const wait = machine.waits[number];
      const {due, tries} = at.clocks[number], key = 'wait ' + number;
      if (number >= machine.timers.length) {
        const hook = words(wait.hook.name);
        return !wait.attempts ? `${hook} is tried until it succeeds` : tries < wait.attempts
          ? this.button(key, `${hook}: attempt ${tries + 1} of ${wait.attempts} fails`, () => this.fail(number))
          : wait.event ? this.button(key, `${hook} has failed`, () => this.fire(wait.event, number)) : `${hook} has stopped`;
      }
      const label = machine.events.get(wait.event).label;
      const time = !(due >= 0) ? wait.unit_ms ? `After ${words(wait.at.column)}` : `${words(wait.at.column || 'its time')} comes` : due <= at.now ? 'At once'
        : `After ${span(due - at.now)}`;
      return due > next ? make('small', {}, `${time}: ${label}`)
        : this.button(key, `${time}: ${label}`, () => this.fire(wait.event, number), {class: 'timer'});
    });
  }

  showChoices() {
    const {machine, at} = this;
    const sorted = {possible: [], ignored: [], refused: []};
    for (const event of machine.model.events)
      sorted[machine.answers(event.name, at.state).length ? 'possible'
        : machine.ignores.has(event.name + ' ' + at.state) ? 'ignored' : 'refused'].push(event);
    const possible = sorted.possible.map(event =>
      this.button('event ' + event.name, event.label, () => this.fire(event.name),
        {...event.doc && {title: event.doc}, ...event.timer && {class: 'timer'}}));
    const others = (kind, title) => {
      const reasons = new Map();
      for (const {name, label} of sorted[kind]) {
        const reason = title || machine.impossible(name, at.state);
        const buttons = reasons.get(reason) || reasons.set(reason, []).get(reason);
        buttons.push(buttons.length ? ', ' : '', this.button('event ' + name, label, () => this.fire(name), {[`data-${kind}`]: name}));
      }
      return [...reasons].map(([reason, buttons]) =>
        make('p', {class: 'others'}, reason[0].toUpperCase() + reason.slice(1) + ': ', ...buttons, '.'));
    };
    const own = this.byItself();
    const none = make('p', {}, 'Nothing more happens.');
    this.choices.replaceChildren(...this.items('What happens next?', possible), ...this.items('By itself', own),
      ...possible.length || own.length ? [] : [none], ...others('ignored', 'Ignored here'), ...others('refused'),
      ...this.items('Examples', machine.model.scenarios.map((scenario, i) =>
        this.button('scenario ' + i, scenario.label, () => this.playScenario(scenario)))));
  }

  showPath() {
    const lines = this.past.slice(1).map(({line: {label, notes, result, no}}) =>
      make('li', no ? {class: 'no'} : {}, label, no ? ': ' : ' \u2192 ', make('b', {}, result),
        ...notes.filter(note => note).map(note => make('small', {}, note))));
    this.path.replaceChildren(...this.list('The path so far', lines, 'ol'), ...lines.length ? [
      this.button('undo', 'Undo the last step', () => { this.past.pop(); this.question = null; }), ' ',
      this.button('again', 'Start again', () => this.begin())] : []);
  }

  /* Shows it all. The picture is scrolled to the state: at first, only if it is hidden. After a click, `key` of its
   * button, the keyboard stays where it was, or is at what is to be chosen next. */
  show(key) {
    const {machine, at} = this;
    const within = machine.around(at.state).map(({label}) => `, in ${label}`).join('');
    this.status.replaceChildren('Now: ', make('b', {}, machine.label(at.state)),
      within + (at.now >= 1000 ? `; after ${span(at.now)}` : '') + '.' + (at.said ? ' ' + at.said : ''));
    this.status.classList.toggle('no', /not as|refused(?!.*: as expected)/.test(at.said));
    if (this.question) this.showQuestion(); else this.showChoices();
    this.showPath();
    const boxes = [...this.section.previousElementSibling.querySelectorAll('figure:first-of-type [data-at]')];
    const here = boxes.filter(box => box.classList.toggle('here', machine.isIn(at.state, box.dataset.at || null)));
    for (const box of here) {
      const view = box.closest('.scroll'), {left, right, width} = view.getBoundingClientRect();
      const isSeen = one => view.contains(one) && one.getBoundingClientRect().right <= right;
      if (key !== undefined || !here.some(isSeen)) view.scrollLeft += box.getBoundingClientRect().left - left - width / 3;
    }
    if (key === undefined) return;
    const same = this.question ? null : [...this.section.querySelectorAll('button')].find(({dataset}) => dataset.key === key);
    (same || this.section.querySelector('button')).focus({preventScroll: true});
  }
}

for (const section of document.querySelectorAll('section.play')) {
  section.player = new Player(section);
  const heading = section.querySelector('[id]');
  const link = make('a', {href: '#' + heading.id}, heading.textContent);
  document.querySelector(`nav a[href="#${heading.id.replace('play', 'moves')}"]`).parentNode.before(make('li', {}, link), '\n');
}
})();
