// --- the engine ---------------------------------------------------------------------------------

const $STEPS = 100_000;
const $ROUNDS = 1_000;
const [$ENTER, $ROLL, $FIRST, $INNER, $EFFECTS, $ROUND, $OVER] = [0, 1, 2, 3, 4, 5, 6];

// A phase, a loop or a block. All of them have the same fields, so that nobody needs to look for where one is.
const $NODE = {
  name: "",
  inner: [],
  member: null,
  parameters: [],
  when: null,
  actor: null,
  bound: "",
  items: null,
  where: null,
  order: "listed",
  amount: null,
  ties: null,
  optional: false,
  until: null,
  idle: false,
  stays: null,
  ends: null,
  begin: null,
  over: null,
  rolls: null,
  first: null,
  effects: null,
  endings: [],
  called: false,
  together: null,
  alone: null,
  at_once: null,
  several: false,
};
const $node = (fields) => ({ ...$NODE, ...fields, several: Boolean(fields.together || fields.at_once) });

const $NONE = Object.freeze([]);
// A phase that is open: where it has come to, what is left of its list, who acts, what it still has to call. `offered` is
// what was offered here and to whom, `declined` what was declined since something was done, `alone` whether one decides
// for all. Of several who act at once `apart` says what they began with, who has still to act, and where those came to
// who have acted. It is not changed once it stands on a stack.
class $Frame {
  constructor(node, actor) {
    this.node = node;
    this.stage = $ENTER;
    this.place = 0;
    this.items = $NONE;
    this.actor = actor;
    this.acted = false;
    this.rounds = 0;
    this.calls = $NONE;
    this.offered = null;
    this.declined = $NONE;
    this.alone = false;
    this.apart = null;
  }
  copy() {
    const found = new $Frame(this.node, this.actor);
    found.stage = this.stage;
    found.place = this.place;
    found.items = this.items;
    found.acted = this.acted;
    found.rounds = this.rounds;
    found.calls = this.calls;
    found.offered = this.offered;
    found.declined = this.declined;
    found.alone = this.alone;
    found.apart = this.apart;
    return found;
  }
  // The same with some of it changed.
  but(changes) {
    return Object.assign(this.copy(), changes);
  }
  // The same phase, come to another stage; of what was offered nothing is left.
  at(stage, calls = $NONE) {
    const found = new $Frame(this.node, this.actor);
    found.stage = stage;
    found.place = this.place;
    found.items = this.items;
    found.acted = this.acted;
    found.rounds = this.rounds;
    found.calls = calls;
    return found;
  }
  // The same phase after something was done in it.
  deedDone() {
    const asking = this.alone || this.offered !== null || this.declined.length > 0;
    if (!asking && (this.acted || !this.node.idle)) return this;
    const found = this.copy();
    found.acted = true;
    found.offered = null;
    found.declined = $NONE;
    found.alone = false;
    return found;
  }
}
const $frame = (node, actor = null) => new $Frame(node, actor);

function $sameMove(a, b) {
  if (a.kind !== b.kind || a.name !== b.name) return false;
  if (a.kind === "offer" || a.kind === "decline") return $sameMove(a.move, b.move);
  return a.kind === "pick" ? $same(a.item, b.item) : $same(a.values ?? $NONE, b.values ?? $NONE);
}

function $shownMove(move) {
  if (move.kind === "offer" || move.kind === "decline") return `${move.kind} ${$shownMove(move.move)}`;
  if (move.kind === "end") return `end ${move.name}`;
  if (move.kind === "pick") return String(move.item);
  return move.values.length ? `${move.name}(${move.values.map($written).join(", ")})` : move.name;
}

// Whether two lists have the same items, in whatever order.
function $sameItems(one, other) {
  if (one.length !== other.length) return false;
  const left = [...one];
  for (const item of other) {
    const at = left.findIndex((own) => $same(own, item));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return true;
}

// What stops the search for the ways of an action that has too many.
const $WIDE = Symbol("wide");

// Plays by some rules. States are values: `play` makes the next one and leaves the old one as it was.
class $Engine {
  constructor(rules, mostMoves = 100_000) {
    this.rules = rules;
    this.mostMoves = mostMoves;
    this.agreements = [...rules.deeds.values()].some((deed) => deed.agreed);
  }
  begin(position) {
    const [first] = this.rules.sequences;
    return this.advance({ position, stack: first ? [$frame(first)] : [], sequence: 0 });
  }
  // What whoever acts may do; an error where an action can be done in more ways than can be listed.
  moves(state) {
    const { moves, forms } = this.listed(state);
    if (forms.length) throw new $TooMany(`${forms[0].name} can be done in more ways than can be listed`);
    return moves;
  }
  // The same, with a form in the place of all the ways of doing an action that has too many.
  listed(state) {
    state.known ??= this.legal(state);
    return state.known;
  }
  // A form with its next argument filled in, or the deed that it comes to.
  narrowed(state, { name, values }, value) {
    const { choices } = this.rules.deeds.get(name);
    if (!$among(value, choices[values.length](state.position, values))) {
      throw new $IllegalMove(`${name} cannot be done with ${value} here`);
    }
    const more = [...values, value];
    if (more.length === choices.length) return { kind: "do", name, values: more };
    return { kind: "form", name, values: more, candidates: choices[more.length](state.position, more) };
  }
  rolls(state, move) {
    if (move.kind !== "do") return [];
    return this.rules.deeds.get(move.name).rolls?.(state.position, move.values) ?? [];
  }
  play(state, move, rolled = [], check = true) {
    if (check && !this.may(state, move)) {
      throw new $IllegalMove(`${$shownMove(move)} is not allowed here`);
    }
    const below = state.stack.slice(0, -1);
    const top = state.stack.at(-1);
    let { position } = state;
    let stack;
    if (move.kind === "do") {
      const [after, calls] = this.rules.deeds.get(move.name).do(position, move.values, rolled);
      stack = state.stack.map((frame) => frame.deedDone());
      let own = stack.pop();
      if (top.apart === null) {
        const [last, more] = this.events(after);
        position = last;
        if (calls.length || more.length) own = own.but({ calls: [...calls, ...more] });
      } else {
        // The others see nothing of it yet, so nothing comes of it.
        position = after;
        own = own.but({ apart: { ...top.apart, calls: [...top.apart.calls, ...calls] } });
      }
      stack.push(own);
    } else if (move.kind === "end") {
      const [after, own] = this.ended(position, top.but({ items: $NONE, offered: null }));
      position = after;
      stack = [...below, own];
    } else if (move.kind === "offer") {
      const left = top.offered === null ? this.asked(position, top, move.move) : top.offered.left.slice(1);
      return { ...state, known: undefined, stack: [...below, top.but({ offered: { move: move.move, left } })] };
    } else if (move.kind === "decline") stack = [...below, this.declined(position, top, move.move)];
    else [position, stack] = this.picked(position, below, top, move.item);
    return this.advance({ position, stack, sequence: state.sequence });
  }
  // A move with what is several of a list in the order of the list, whatever order they were named in.
  named(state, move) {
    const deed = move.kind === "do" && this.rules.deeds.get(move.name);
    if (!deed?.groups || move.values.length !== deed.choices.length) return move;
    const values = [];
    for (const [place, value] of move.values.entries()) {
      const listed = deed.groups.includes(place) && Array.isArray(value)
        ? deed.choices[place](state.position, values).find((one) => $sameItems(one, value))
        : undefined;
      values.push(listed ?? value);
    }
    return { ...move, values };
  }
  // Whether a move may be made: it is listed, or one that is listed stands for it, or it fits a form.
  may(state, wanted) {
    const { moves, forms } = this.listed(state);
    const move = this.named(state, wanted);
    const listed = (one) => moves.some((other) => $sameMove(other, one));
    if (listed(move)) return true;
    const about = move.kind === "offer" ? move.move : move;
    if (about.kind === "do" && forms.some(({ name }) => name === about.name)) return this.fits(state, move);
    const deed = move.kind === "do" && this.rules.deeds.get(move.name);
    if (!deed?.alike || move.values.length !== deed.choices.length) return false;
    const values = [];
    for (const [place, value] of move.values.entries()) {
      const [offered, parts] = [deed.choices[place](state.position, values), deed.alike[place]];
      if (!$among(value, offered)) return false;
      values.push(parts ? offered.find((one) => $likeness(parts, one) === $likeness(parts, value)) : value);
    }
    return listed({ ...move, values });
  }
  // Whether a deed may be done that is one of too many to be listed.
  fits(state, move) {
    const wanted = move.kind === "offer" ? move.move : move;
    const frame = state.stack.at(-1);
    if (frame.declined.some((other) => $sameMove(other, wanted))) return false;
    const deed = this.rules.deeds.get(wanted.name);
    const among = wanted.values.length === deed.choices.length
      && wanted.values.every((value, place) => $among(value, deed.choices[place](state.position, wanted.values.slice(0, place))));
    const offered = (this.asked(state.position, frame, wanted).length > 0) === (move.kind === "offer");
    return among && offered && deed.allowed(state.position, wanted.values);
  }
  roll(state, rolled) {
    const below = state.stack.slice(0, -1);
    const top = state.stack.at(-1);
    let position = $tell(state.position, rolled);
    let stack = [...below, top.but({ stage: $FIRST })];
    // Which of those that tie comes next.
    if (top.stage === $INNER) [position, stack] = this.picked(state.position, below, top, rolled[0][2]);
    return this.advance({ position, stack, sequence: state.sequence });
  }
  legal(state) {
    if (state.over || state.awaited.length || state.stuck) return { moves: [], forms: [] };
    const frame = state.stack.at(-1);
    const { node } = frame;
    if (frame.offered !== null) {
      const { move, left } = frame.offered;
      return { moves: [left.length === 1 ? move : { kind: "offer", move }, { kind: "decline", move }], forms: [] };
    }
    if (node.items) {
      const picks = this.candidates(state.position, frame).map((item) => ({ kind: "pick", name: node.bound, item }));
      return { moves: node.optional ? [...picks, { kind: "end", name: node.bound }] : picks, forms: [] };
    }
    const wide = [];
    const fillings = this.fillings(state.position, node.member, wide);
    const forms = wide.map(([name, deed]) => ({ kind: "form", name, values: [], candidates: deed.choices[0](state.position, []) }));
    let found = fillings;
    if (frame.declined.length) {
      found = fillings.filter((move) => !frame.declined.some((other) => $sameMove(other, move)));
      // It cannot be ended before they agree, so they are asked again.
      if (!found.length && fillings.length && node.stays && !node.stays(state.position)) found = fillings;
    }
    const moves = this.choices(state, found);
    if (!node.together && !this.agreements) return { moves, forms };
    const asked = (move) => this.asked(state.position, frame, move).length > 0;
    return { moves: moves.map((move) => (asked(move) ? { kind: "offer", move } : move)), forms };
  }
  // Of the deeds that are allowed, what may be chosen now where some are due; and the end of the phase.
  choices(state, found) {
    const { node } = state.stack.at(-1);
    const due = [];
    for (const move of found) {
      const late = this.rules.deeds.get(move.name).due?.(state.position, move.values);
      if (late) due.push([move, late]);
    }
    const atOnce = due.filter(([, late]) => late.phase === null).map(([move]) => move);
    if (atOnce.length) return atOnce;
    const mayEnd = !node.ends && !(node.stays && !node.stays(state.position));
    if (mayEnd && !due.some(([, late]) => this.isEndOf(state.stack, late.phase))) {
      return [...found, { kind: "end", name: node.name }];
    }
    return found;
  }
  // Who has to agree to a move before it is made.
  asked(position, frame, move) {
    const { together } = frame.node;
    const found = together && !frame.alone ? $unique(together(position)).slice(1) : [];
    const agreed = move.kind === "do" ? this.rules.deeds.get(move.name).agreed : undefined;
    if (agreed) {
      const other = agreed(position, move.values);
      if (!$same(other, frame.actor) && !$among(other, found)) found.push(other);
    }
    return found;
  }
  // A phase in which somebody did not agree: one decides for all, or the same is not offered again so soon.
  declined(position, frame, move) {
    const { together } = frame.node;
    if (together && !frame.alone && $among(frame.offered.left[0], together(position))) {
      return frame.but({ offered: null, alone: true });
    }
    return frame.but({ offered: null, declined: [...frame.declined, move] });
  }
  // A phase with whose turn it is: of those who act together the first, of those who act at once the next.
  whose(position, frame) {
    const { node } = frame;
    if (node.together) {
      const [first] = frame.alone ? $NONE : node.together(position);
      return frame.but({ actor: first === undefined ? node.alone(position) : first });
    }
    const apart = frame.apart ?? { begun: position, left: $unique(node.at_once(position)), ended: [], calls: [] };
    return frame.but({ apart, actor: apart.left.length ? apart.left[0] : null });
  }
  // Whoever acts has done what he wanted: a phase goes on to its effects, or to the next of those at once.
  ended(position, frame) {
    const { apart } = frame;
    if (apart === null || !apart.left.length) return [position, frame.at($EFFECTS)];
    const [who, ...left] = apart.left;
    const ended = [...apart.ended, [who, position]];
    if (left.length) return [apart.begun, frame.but({ apart: { ...apart, left, ended }, declined: $NONE })];
    const [after, calls] = this.events(this.rules.joined(apart.begun, ended.map(([, own]) => own)));
    return [after, frame.at($EFFECTS, [...apart.calls, ...calls]).but({ actor: null })];
  }
  // The position as far as it has come for a player: where several act at once, each sees his own deeds alone.
  knownTo(state, player) {
    const top = state.stack.at(-1);
    if (!top || top.apart === null || $same(top.actor, player)) return state.position;
    const own = top.apart.ended.find(([who]) => $same(who, player));
    return own === undefined ? top.apart.begun : own[1];
  }
  isEndOf(stack, phase) {
    for (let at = stack.length - 1; at >= 0; at--) {
      const frame = stack[at];
      if (frame.node.name === phase) return true;
      if (at < stack.length - 1 && (frame.place < frame.node.inner.length || frame.items.length)) return false;
    }
    return false;
  }
  // Every deed that is allowed; `wide` takes the actions that have too many ways to be tried.
  fillings(position, member = null, wide = null) {
    const found = [];
    for (const [name, deed] of this.rules.deeds) {
      if (deed.phases && !deed.phases.includes(member)) continue;
      const before = found.length;
      try {
        this.filled(position, name, deed, [], found, { left: this.mostMoves });
      } catch (problem) {
        if (problem === $WIDE) {
          found.length = before;
          this.tooWide(name, deed, wide);
          continue;
        }
        // What has no answer is told in the order in which the rules are asked, one argument after the other.
        if (!(problem instanceof $NoAnswer)) throw problem;
        found.length = before;
        return [...found, ...this.fillingsInOrder(position, member, wide, name)];
      }
    }
    return found;
  }
  // Every filling of an action that begins with some values, as far as they may be tried.
  filled(position, name, deed, values, found, tried) {
    const place = values.length;
    if (place === deed.choices.length) {
      if (deed.allowed(position, values)) found.push({ kind: "do", name, values: values.slice() });
      return;
    }
    const parts = deed.alike?.[place];
    const items = deed.choices[place](position, values);
    const offered = parts ? $firstAlike(parts, items) : items;
    tried.left -= offered.length;
    if (tried.left < 0) throw $WIDE;
    for (let at = 0; at < offered.length; at++) {
      values.push(offered[at]);
      this.filled(position, name, deed, values, found, tried);
      values.pop();
    }
  }
  // An action of more ways than are tried: a form to be filled in, where that is asked for.
  tooWide(name, deed, wide) {
    if (wide === null || deed.due) throw new $TooMany(`${name} can be done in more ways than can be listed`);
    wide.push([name, deed]);
  }
  fillingsInOrder(position, member, wide, first) {
    const found = [];
    let tried = 0;
    let begun = false;
    for (const [name, deed] of this.rules.deeds) {
      begun ||= name === first;
      if (!begun || (deed.phases && !deed.phases.includes(member))) continue;
      let waiting = [[]];
      for (const [place, choices] of deed.choices.entries()) {
        const parts = deed.alike?.[place];
        const offered = (before) => (parts ? $firstAlike(parts, choices(position, before)) : choices(position, before));
        waiting = waiting.flatMap((before) => offered(before).map((item) => [...before, item]));
        tried += waiting.length;
        if (tried > this.mostMoves) {
          this.tooWide(name, deed, wide);
          tried -= waiting.length;
          waiting = [];
          break;
        }
      }
      for (const values of waiting) if (deed.allowed(position, values)) found.push({ kind: "do", name, values });
    }
    return found;
  }
  advance({ position, stack, sequence }) {
    const state = (more = {}) => ({
      position,
      stack,
      sequence,
      awaited: [],
      outcome: null,
      stuck: false,
      ...more,
      over: Boolean(more.outcome) || stack.length === 0,
    });
    for (let step = 0; step < $STEPS; step++) {
      if (!stack.length) {
        sequence += 1;
        if (sequence >= this.rules.sequences.length) return state({ outcome: { winner: null } });
        stack = [$frame(this.rules.sequences[sequence])];
      }
      const below = stack.slice(0, -1);
      const top = stack.at(-1);
      const { node } = top;
      if (this.rules.settled) position = this.rules.settled(position);
      const on = (changes, ...inner) => {
        stack = [...below, top.but(changes), ...inner];
      };
      if (top.calls.length) {
        const [[name, values], ...rest] = top.calls;
        if (stack.some((frame) => frame.node.name === name)) {
          throw new $PlayError(`phase ${name} is being played, so it cannot be called`);
        }
        const called = this.rules.called.get(name);
        position = $tell(position, called.parameters.map((fact, at) => [fact, [], values[at]]));
        on({ calls: rest }, $frame(called, top.actor));
      } else if (top.stage === $ENTER) {
        if (node.when && !node.when(position)) {
          stack = below;
          continue;
        }
        // Where several act, each acts in turn.
        const actor = node.several ? null : node.actor ? node.actor(position) : top.actor;
        if (node.begin) position = node.begin(position, actor);
        position = this.here(position, node, actor);
        const next = top.copy();
        next.stage = $ROLL;
        next.actor = actor;
        stack = [...below, next];
      } else if (top.stage === $ROLL) {
        const awaited = node.rolls ? node.rolls(position) : [];
        if (awaited.length) return state({ awaited });
        stack = [...below, top.at($FIRST)];
      } else if (top.stage === $FIRST) {
        const items = node.items ? $unique(node.items(position)) : [];
        const [after, calls] = this.changed(position, node.first);
        position = after;
        const next = top.copy();
        next.stage = $INNER;
        next.items = items;
        next.place = node.items ? node.inner.length : 0;
        next.calls = calls;
        stack = [...below, next];
      } else if (top.stage === $INNER) {
        if (top.place < node.inner.length) {
          const inner = node.inner[top.place];
          const next = top.copy();
          next.place += 1;
          stack = inner.called ? [...below, next] : [...below, next, $frame(inner, top.actor)];
          continue;
        }
        if (node.items) {
          const frame = this.withoutVoid(position, top);
          const candidates = this.candidates(position, frame);
          if (!candidates.length) stack = [...below, frame.at($EFFECTS)];
          else if (node.optional || (node.order !== "listed" && candidates.length > 1)) {
            // Ties that nobody decides are decided by chance.
            const tied = node.order !== "any" && !node.ties && !node.optional;
            const toss = { fact: node.bound, values: [], outcomes: candidates.map((item) => [item, 1n]) };
            stack = [...below, frame];
            return state({ awaited: tied ? [toss] : [] });
          } else [position, stack] = this.picked(position, below, frame, candidates[0]);
          continue;
        }
        let frame = top;
        if (!node.inner.length && node.member !== null) {
          if (node.several) {
            frame = this.whose(position, top);
            stack = [...below, frame];
            if (frame.apart !== null && !frame.apart.left.length) {
              stack = [...below, frame.at($EFFECTS)];
              continue;
            }
          }
          position = this.here(position, node, frame.actor);
          if (!(node.ends && node.ends(position))) {
            const waiting = state();
            const known = this.legal(waiting);
            if (known.forms.length || known.moves.some((move) => (move.kind === "offer" ? move.move : move).kind === "do")) {
              return { ...waiting, known };
            }
            if (node.stays && !node.stays(position)) return state({ stuck: true });
          }
        }
        const [after, own] = this.ended(position, frame);
        position = after;
        stack = [...below, own];
      } else if (top.stage === $EFFECTS) {
        const [after, calls] = this.changed(position, node.effects);
        position = after;
        stack = [...below, top.at($ROUND, calls)];
      } else if (top.stage === $ROUND) {
        for (const [holds, winner] of node.endings) {
          if (holds(position)) {
            const won = winner ? winner(position) : null;
            stack = [];
            return state({ outcome: { winner: won } });
          }
        }
        if ((node.until && !node.until(position)) || (node.idle && top.acted)) {
          if (top.rounds >= $ROUNDS) throw new $NotOver(`${node.name || "a block"} is repeated without an end`);
          on({ stage: node.items ? $FIRST : $INNER, place: 0, acted: false, rounds: top.rounds + 1 });
        } else stack = [...below, top.at($OVER)];
      } else {
        if (node.over) position = node.over(position);
        stack = below;
      }
    }
    throw new $NotOver("nobody acts, and the phases do not come to an end");
  }
  // A position that says which phase it is, and whose.
  here(position, node, actor) {
    if (node.member === null) return position;
    return $tell(position, [["phase", [], node.member], ...(actor === null ? [] : [["active", [], actor]])]);
  }
  changed(position, effects) {
    if (!effects) return [position, []];
    const [after, calls] = effects(position);
    const [last, more] = this.events(after);
    return [last, [...calls, ...more]];
  }
  events(position) {
    const calls = [];
    if (!this.rules.events.length) return [position, calls];
    for (let round = 0; round < $ROUNDS; round++) {
      const found = $cameAbout(position, this.rules.events);
      if (found === null) return [position, calls];
      position = found[0];
      calls.push(...found[1]);
    }
    throw new $NotOver("events bring about one another without an end");
  }
  withoutVoid(position, frame) {
    const { node } = frame;
    if (node.order !== "listed" || !node.where) return frame;
    let { items } = frame;
    const stands = (item) => $isThere(position, item) && node.where($tell(position, [[node.bound, [], item]]));
    while (items.length && !stands(items[0])) items = items.slice(1);
    return items === frame.items ? frame : frame.but({ items });
  }
  // Of what is left of a list, what may be played next, in order.
  candidates(position, frame) {
    const { node } = frame;
    const items = frame.items.filter((item) => $isThere(position, item));
    let left = items.map((item) => [item, $tell(position, [[node.bound, [], item]])]);
    if (node.where) left = left.filter(([, there]) => node.where(there));
    if (node.amount && left.length) {
      const ranked = left.map(([item, there]) => [node.amount(there), item]);
      const best = $best(node.order === "most" ? "max" : "min", ranked.map(([amount]) => amount));
      return ranked.filter(([amount]) => $same(amount, best)).map(([, item]) => item);
    }
    return left.map(([item]) => item);
  }
  picked(position, below, frame, item) {
    const items = frame.items.filter((one) => !$same(one, item));
    return [$tell(position, [[frame.node.bound, [], item]]), [...below, frame.but({ items, place: 0 })]];
  }
}

// --- a game in play -----------------------------------------------------------------------------

// Numbers from 0 to 1 by chance, the same for the same seed: Marsaglia's xorshift (2003), on 32 bits.
function $chance(seed) {
  let state = seed === null ? (Math.random() * 2 ** 32) >>> 0 || 1 : (Math.imul((seed >>> 0) + 1, 2654435769) >>> 0) || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

// A game in play; `position` is a value that may be kept, the game itself changes with each move.
class $Game {
  constructor({ rules, start, scenarios, name, position: type, secrets = null }, { scenario = null, position = null, seed = null } = {}) {
    Object.assign(this, { name, scenario, type, secrets, given: position, random: $chance(seed) });
    this.engine = new $Engine(rules());
    if (scenario !== null && !scenarios.has(scenario)) {
      const known = [...scenarios.keys()].join(", ") || "none";
      throw new $UnknownScenario("", `no scenario is called \`${scenario}\`: there are ${known}`);
    }
    this.lines = [{ state: this.engine.begin(position ?? start(scenario)), step: null, after: [] }];
    this.rollOn();
  }
  get state() {
    return this.lines.at(-1).state;
  }
  get position() {
    return this.state.position;
  }
  get turn() {
    const top = this.state.stack.at(-1);
    return (top?.offered ? top.offered.left[0] : top?.actor) ?? null;
  }
  get phase() {
    return this.state.stack.findLast((frame) => frame.node.name)?.node.name ?? "";
  }
  get legal_moves() {
    return this.engine.moves(this.state);
  }
  get move_stack() {
    return this.lines.flatMap(({ step }) => (step ? [step.move] : []));
  }
  // The actions that can be done in more ways than can be listed.
  get forms() {
    return this.engine.listed(this.state).forms;
  }
  narrowed(form, value) {
    return this.engine.narrowed(this.state, form, value);
  }
  is_legal(move) {
    return this.engine.may(this.state, move);
  }
  is_game_over() {
    return this.state.over;
  }
  is_stuck() {
    return this.state.stuck;
  }
  // The position as a player sees it: without what is hidden from him, and what others do at once with him.
  seen_by(player) {
    const position = this.engine.knownTo(this.state, player);
    return this.secrets === null ? position : this.secrets.seenBy(position, player);
  }
  outcome() {
    return this.state.outcome;
  }
  // The move that a text means, such as `shoot(tank, "Soldier 1")`, `end fire`, or what may be picked.
  parse(text) {
    const found = this.legal_moves.find((move) => this.shown(move) === text.trim());
    if (!found) throw new $IllegalMove(`\`${text}\` is not allowed here`);
    return found;
  }
  shown(move) {
    return $shownMove(move);
  }
  // Make a move; `rolled` is what its dice show, and chance says what is not given.
  push(wanted, rolled = null) {
    const move = this.engine.named(this.state, wanted);
    if (!this.is_legal(move)) throw new $IllegalMove(`${$shownMove(move)} is not allowed here`);
    const dice = this.dice(this.engine.rolls(this.state, move), rolled);
    this.lines.push({ state: this.engine.play(this.state, move, dice, false), step: { move, rolled: dice }, after: [] });
    this.rollOn();
  }
  // Take the last move back, with what chance brought after it.
  pop() {
    if (this.lines.length === 1) throw new $IllegalMove("no move was made");
    return this.lines.pop().step.move;
  }
  dice(rolls, given) {
    const found = [];
    for (const { fact, values, outcomes } of rolls) {
      const told = given?.find(([name, own]) => name === fact && $same(own, values));
      if (told) {
        if (!outcomes.some(([value]) => $same(value, told[2]))) {
          throw new $IllegalMove(`${fact} cannot show \`${$written(told[2])}\``);
        }
        found.push([fact, values, told[2]]);
      } else if (outcomes.length) {
        const whole = outcomes.reduce((sum, [, weight]) => sum + Number(weight), 0);
        let left = this.random() * whole;
        const [value] = outcomes.find(([, weight]) => (left -= Number(weight)) < 0) ?? outcomes.at(-1);
        found.push([fact, values, value]);
      }
    }
    return found;
  }
  rollOn(given = null) {
    while (this.state.awaited.length) {
      const line = this.lines.at(-1);
      const dice = this.dice(this.state.awaited, given?.shift() ?? null);
      line.after.push(dice);
      line.state = this.engine.roll(this.state, dice);
    }
  }
}
