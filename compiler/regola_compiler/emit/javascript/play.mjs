// --- positions of a game that is played ---------------------------------------------------------

function $plus(told, rows) {
  const found = new Map(told);
  for (const [values, value] of rows) found.set($key(values), [values, value]);
  return found;
}

function $tell(position, told) {
  const { named, facts } = position.constructor;
  const changes = new Map();
  for (const [name, values, value] of told) {
    const place = named.get(name);
    if (place === undefined) continue;
    const before = changes.has(place) ? changes.get(place) : position.v[place];
    changes.set(place, facts[place].rows ? $plus(before, [[values, value]]) : value);
  }
  return changes.size ? position.replaced(changes) : position;
}

function $forgotten(position, places) {
  const { facts } = position.constructor;
  const changes = places
    .filter((place) => position.v[place] !== undefined && position.v[place].size !== 0)
    .map((place) => [place, facts[place].rows ? new Map() : undefined]);
  return changes.length ? position.replaced(changes) : position;
}

function $forgottenOf(position, place, holds) {
  const left = [...position.v[place]].filter(([, [values]]) => !holds(...values));
  return left.length === position.v[place].size ? position : position.replaced([[place, new Map(left)]]);
}

function $putUp(position, pieces) {
  const { named } = position.constructor;
  let found = position;
  for (const [piece, told] of pieces) {
    const every = named.get(`every ${piece.type.name}`);
    found = found.replaced([[every, [...found.v[every].filter((one) => one !== piece), piece]]]);
    found = $tell(found, told.map(([name, value]) => [name, [piece], value]));
  }
  return found;
}

function $copied(position, place, actor = null) {
  const copy = position.constructor.facts[place].copied.map((one) => [one, position.v[one]]);
  const rows = [[[], copy], ...(actor === null ? [] : [[[actor], copy]])];
  return position.replaced([[place, $plus(position.v[place], rows)]]);
}

// A position as things stood when a phase began, or was over; as they stand now where it was never played.
function $past(position, place, who = null) {
  const row = position.v[place].get($key(who === null ? [] : [who]));
  return row === undefined ? position : position.replaced(row[1]);
}

function $copies(type, fact, told) {
  if (!Array.isArray(told)) throw new $WrongShape(fact.name, "is a list of copies");
  const rows = told.map((row, number) => {
    const path = `${fact.name}[${number}]`;
    if (!Array.isArray(row) || row.length < 1 || row.length > 2) {
      throw new $WrongShape(path, "a copy is a list: who acted, if somebody did, and the facts");
    }
    const then = type.from(row.at(-1));
    const who = row.slice(0, -1).map((one) => $fromJson(one, fact.result, path));
    return [who, fact.copied.map((place) => [place, then.v[place]])];
  });
  return $plus(new Map(), rows);
}

// Arguments of which either may stand first, in one order.
function $inOrder(values) {
  const order = (value) => `${value instanceof $Value ? value.type.name : typeof value} ${$written(value)}`;
  return [...values].sort((a, b) => (order(a) < order(b) ? -1 : order(a) > order(b) ? 1 : 0));
}

// --- what a deed, a phase or an event brings about ----------------------------------------------

function $hold(value, fact) {
  const kind = fact.result;
  let outside = false;
  if (kind instanceof $Names && kind.piece) outside = !$isOf(value, kind);
  else if (kind.kind === "int") outside = kind.low !== null && (value < kind.low || value > kind.high);
  else if (kind.kind === "dice") outside = !kind.modified && !$outcomes(kind).some(([face]) => face === value);
  else if (kind.kind === "list") outside = value.length < kind.least || (kind.limit !== null && value.length > kind.limit);
  if (outside) throw new $OutOfRange(`${fact.name} is ${value}, outside ${$described(kind)}`);
}

// All effects of one deed, each read in the position before: what becomes is set, what is gained and lost adds up,
// what goes back goes first, then is told what is told, then leaves who leaves.
class $Turnout {
  constructor(position, onto = position) {
    this.position = position;
    this.onto = onto;
    this.facts = position.constructor.facts;
    this.told = new Map();
    this.amounts = new Map();
    this.reset = [];
    this.left = [];
    this.replacing = [];
    this.made = [];
    this.calls = [];
    this.seen = new Set();
  }
  becomes(place, values, value) {
    const key = `${place} ${$mark($key(values))}`;
    if (this.told.has(key) && !$same(this.told.get(key)[2], value)) {
      throw new $EffectClash(`${this.facts[place].name} becomes ${this.told.get(key)[2]} and ${value}`);
    }
    this.told.set(key, [place, values, value]);
    $hold(value, this.facts[place]);
  }
  gains(place, values, value, read, sign = 1) {
    const key = `${place} ${$mark($key(values))}`;
    if (!this.amounts.has(key)) this.amounts.set(key, [place, values, read, []]);
    this.amounts.get(key)[3].push([sign, value]);
  }
  loses(place, values, value, read) {
    this.gains(place, values, value, read, -1);
  }
  resets(place) {
    this.reset.push(place);
  }
  leaves(piece) {
    this.left.push(piece);
  }
  takes_over(fresh, old) {
    this.replacing.push([fresh, old]);
  }
  enters(type, stem, counter, count, told) {
    for (const [name, value] of told) $hold(value, this.facts[this.position.constructor.named.get(name)]);
    if (count > $MOST_MADE) throw new $TooManyPieces(`more than ${$MOST_MADE} ${type.name} are made`);
    this.made.push([type, stem, counter, count, told]);
  }
  plays(phase, values) {
    this.calls.push([phase, values]);
  }
  first(line) {
    const key = $mark(line.map((part) => (typeof part === "string" ? `"${part}` : part)));
    return !this.seen.has(key) && Boolean(this.seen.add(key));
  }
  counts(place, values, value) {
    this.told.set(`${place} ${$mark($key(values))}`, [place, values, value]);
  }
  added() {
    for (const [key, [place, values, read, parts]] of this.amounts) {
      if (this.told.has(key)) {
        throw new $EffectClash(`${this.facts[place].name} becomes ${this.told.get(key)[2]}, and gains or loses`);
      }
      let value = read(this.position, ...values);
      if (Array.isArray(value)) value = $itemsAfter(value, parts);
      else for (const [sign, amount] of parts) value = sign > 0 ? $add(value, amount) : $subtract(value, amount);
      this.told.set(key, [place, values, value]);
      $hold(value, this.facts[place]);
    }
    this.amounts = new Map();
  }
  after(forget = []) {
    this.added();
    const changes = new Map(this.reset.map((place) => [place, this.facts[place].rows ? new Map() : undefined]));
    const rows = new Map();
    for (const [place, values, value] of this.told.values()) {
      if (!values.length) changes.set(place, value);
      else {
        const own = this.facts[place].unordered ? $inOrder(values) : values;
        if (!rows.has(place)) rows.set(place, []);
        rows.get(place).push([own, value]);
      }
    }
    for (const [place, own] of rows) {
      changes.set(place, $plus(changes.has(place) ? changes.get(place) : this.onto.v[place], own));
    }
    let position = changes.size ? this.onto.replaced(changes) : this.onto;
    for (const [fresh, old] of this.replacing) position = $takenOver(position, fresh, old);
    if (this.made.length) position = $withMade(position, this.made);
    const gone = [...this.left, ...this.replacing.map(([, old]) => old)];
    if (gone.length) position = $without(position, gone);
    return [forget.length ? $forgotten(position, forget) : position, this.calls];
  }
}

function $itemsAfter(before, parts) {
  const listed = [...before];
  for (const [sign, value] of parts) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (sign > 0) listed.push(item);
      else {
        const at = listed.findIndex((one) => $same(one, item));
        if (at >= 0) listed.splice(at, 1);
      }
    }
  }
  return listed;
}

function $takenOver(position, fresh, old) {
  const changes = [];
  position.constructor.facts.forEach((fact, place) => {
    const told = position.v[place];
    if (fact.state && fact.parameters.length === 1 && told.has(old)) {
      changes.push([place, $plus(told, [[[fresh], told.get(old)[1]]])]);
    }
  });
  return position.replaced(changes);
}

// The highest number that a piece is given which rules make: those that make more do not come to an end.
const $MOST_MADE = 10_000;

// A position with the pieces that rules make, each with the next number of its type that is free.
function $withMade(position, made) {
  const { named } = position.constructor;
  const last = new Map();
  const found = [];
  for (const [type, stem, counter, many, told] of made) {
    const taken = new Set(position.v[named.get(`every ${type.name}`)].map(String));
    if (!last.has(counter)) last.set(counter, position.v[counter] ?? 0);
    for (let one = 0; one < many; one++) {
      let number = last.get(counter) + 1;
      while (taken.has(`${stem}${number}`)) number += 1;
      if (number > $MOST_MADE) throw new $TooManyPieces(`more than ${$MOST_MADE} ${type.name} are made: what makes them has no end`);
      last.set(counter, number);
      found.push([type.of(`${stem}${number}`), told]);
    }
  }
  return $putUp(position.replaced([...last].filter(([, number]) => number)), found);
}

// A position without any piece of a type, as the phase is over that they last for.
function $withoutAny(position, type) {
  const gone = position.v[position.constructor.named.get(`every ${type.name}`)];
  return gone.length ? $without(position, gone) : position;
}

// Hold that a piece is among those there are, as rules make pieces of its type.
function $holdThere(piece, known, what) {
  if (!known.includes(piece)) throw new $PieceGone(`${what} is asked of ${piece}, which is not there`);
}

// Whether one that a loop comes to is still there, if it is a piece.
function $isThere(position, item) {
  if (!(item instanceof $Named) || !item.type.piece) return true;
  return position.v[position.constructor.named.get(`every ${item.type.name}`)].includes(item);
}

// A position without some pieces, what is aboard of them, and all that was told of them.
function $without(position, gone) {
  const { facts, aboard } = position.constructor;
  const left = new Set(gone);
  let waiting = new Set(gone);
  while (waiting.size) {
    const more = new Set();
    for (const place of aboard) {
      for (const [[piece], value] of position.v[place].values()) {
        if (waiting.has(value) && !left.has(piece)) more.add(piece);
      }
    }
    for (const piece of more) left.add(piece);
    waiting = more;
  }
  const changes = [];
  facts.forEach((fact, place) => {
    const told = position.v[place];
    if (fact.copied || told === undefined || typeof told === "function") return;
    if (!fact.rows) {
      if (Array.isArray(told) && told.some((item) => left.has(item))) {
        changes.push([place, told.filter((item) => !left.has(item))]);
      } else if (left.has(told)) changes.push([place, undefined]);
      return;
    }
    const kept = new Map();
    let other = false;
    for (const [key, [values, value]] of told) {
      if (values.some((one) => left.has(one)) || left.has(value)) other = true;
      else if (Array.isArray(value) && value.some((item) => left.has(item))) {
        other = true;
        kept.set(key, [values, value.filter((item) => !left.has(item))]);
      } else kept.set(key, [values, value]);
    }
    if (other) changes.push([place, kept]);
  });
  return position.replaced(changes);
}

// --- chance and choices -------------------------------------------------------------------------

const $keptRolls = (position, rolled) => $tell(position, rolled);

const $faces = (dice) => $outcomes(dice);

// What some dice show that are kept apart: the rolls in rising order, each with its weight.
function $several(dice, count) {
  let weights = new Map([["", [[], 1n]]]);
  for (let die = 0; die < count; die++) {
    const after = new Map();
    for (const [shown, weight] of weights.values()) {
      for (const [face, part] of $outcomes(dice)) {
        const sorted = [...shown, face].sort((a, b) => a - b);
        const key = sorted.join();
        after.set(key, [sorted, (after.get(key)?.[1] ?? 0n) + weight * part]);
      }
    }
    weights = after;
  }
  return [...weights.values()];
}

function $drawn(name, values, pool) {
  const many = new Map();
  for (const item of pool) {
    const key = $key([item]);
    many.set(key, [item, (many.get(key)?.[1] ?? 0n) + 1n]);
  }
  return { fact: name, values, outcomes: [...many.values()] };
}

const $MANY_VALUES = 1_000;
const $MANY_GROUPS = 10_000;

// Several of a list at once, small groups first, each in the order of the list.
function $groups(items, least, most, what) {
  const different = $unique(items);
  const found = [];
  const choose = (size, from, group) => {
    if (group.length === size) {
      if (found.length >= $MANY_GROUPS) {
        throw new $TooMany(`${what} is one of more than ${$MANY_GROUPS} groups: choose from fewer, or one by one`);
      }
      found.push(group);
      return;
    }
    for (let place = from; place <= different.length - (size - group.length); place++) {
      choose(size, place + 1, [...group, different[place]]);
    }
  };
  for (let size = least; size <= Math.min(most, different.length); size++) choose(size, 0, []);
  return found;
}

// All values of a kind in a position.
function $every(position, kind, what) {
  if (kind instanceof $Names && kind.piece) return position.v[position.constructor.named.get(`every ${kind.name}`)];
  const listed = $valuesOf(position, kind, what);
  if (listed.length > $MANY_VALUES) {
    throw new $TooMany(`${what} is one of more than ${$MANY_VALUES} values: say among what it is chosen`);
  }
  return listed;
}

function $valuesOf(position, kind, what) {
  if (kind instanceof $Enum) return kind.all();
  if (kind instanceof $Names) return kind.piece ? $every(position, kind, what) : [];
  switch (kind.kind) {
    case "int":
      if (kind.low !== null) {
        const high = Math.min(kind.high, kind.low + $MANY_VALUES);
        return Array.from({ length: high - kind.low + 1 }, (_, at) => kind.low + at);
      }
      return [];
    case "dice":
      return $outcomes(kind).map(([face]) => face);
    case "bool":
      return [false, true];
    case "one":
      return kind.kinds.flatMap((one) => $valuesOf(position, one, what));
    default:
      throw new $TooMany(`${what} is any \`${$described(kind)}\`: say among what it is chosen`);
  }
}

// A position to begin with: what holds in it has not just come about.
function $alreadySo(position, events) {
  const changes = events.map((event) => {
    const standing = $product(event.kinds.map((kind) => $every(position, kind, event.name)));
    const rows = standing.filter((values) => event.condition(position, ...values)).map((values) => [values, !event.once]);
    return [event.place, $plus(new Map(), rows)];
  });
  return position.replaced(changes);
}

// A position after what has just turned true came about; null where nothing did. Of what is once a game `true` is kept
// once it came about, and `false` while it has held since the beginning, from which it can still turn.
function $cameAbout(position, events) {
  const came = [];
  const marks = new Map();
  for (const event of events) {
    for (const values of $product(event.kinds.map((kind) => $every(position, kind, event.name)))) {
      const mark = position.v[event.place].get($key(values));
      if (event.once && mark?.[1]) continue;
      const held = mark !== undefined;
      const holds = event.condition(position, ...values);
      if (holds === held) continue;
      if (holds) came.push([event, values]);
      if (!marks.has(event.place)) marks.set(event.place, []);
      marks.get(event.place).push([values, holds]);
    }
  }
  if (!marks.size) return null;
  const changes = [...marks].map(([place, rows]) => {
    const told = new Map(position.v[place]);
    for (const [values, holds] of rows) {
      if (holds) told.set($key(values), [values, true]);
      else told.delete($key(values));
    }
    return [place, told];
  });
  const turnout = new $Turnout(position, position.replaced(changes));
  for (const [event, values] of came) event.effects(position, turnout, ...values);
  return turnout.after();
}

function $product(lists) {
  return lists.reduce((found, list) => found.flatMap((before) => list.map((item) => [...before, item])), [[]]);
}

// All that some arguments can be, later ones by what those before them are.
// What is read of a way, as one text: of ways that are alike in it the first stands for them.
function $likeness(parts, way) {
  const read = {
    start: () => way.slice(0, 1),
    end: () => way.slice(-1),
    "last step": () => way.slice(-2),
    places: () => way,
  };
  const marks = (part) => read[part]().map($mark);
  return JSON.stringify(parts.map((part) => (part === "places" ? marks(part).sort() : marks(part))));
}
function $firstAlike(parts, ways) {
  const found = new Map();
  for (const way of ways) {
    const key = $likeness(parts, way);
    if (!found.has(key)) found.set(key, way);
  }
  return [...found.values()];
}
function $fillings(choices) {
  return choices.reduce((found, items) => found.flatMap((before) => items(before).map((item) => [...before, item])), [[]]);
}

// Whether some filling of an action is allowed, where some of its arguments are given, by their place.
function $possible(rules, position, action, given, permission) {
  const choices = rules().deeds.get(action).choices;
  const known = new Map(given);
  const further = (before) => {
    const place = before.length;
    if (place === choices.length) return String(permission(position, before)) !== "forbidden";
    const items = known.has(place) ? [known.get(place)] : choices[place](position, before);
    return items.some((item) => further([...before, item]));
  };
  return further([]);
}

// --- the engine ---------------------------------------------------------------------------------

const $STEPS = 100_000;
const $ROUNDS = 1_000;
const [$ENTER, $ROLL, $FIRST, $INNER, $EFFECTS, $ROUND, $OVER] = [0, 1, 2, 3, 4, 5, 6];

function $node(fields) {
  return { name: "", inner: [], member: null, parameters: [], bound: "", order: "listed", endings: [], ...fields };
}

const $frame = (node, actor = null) => ({
  node,
  stage: $ENTER,
  place: 0,
  items: [],
  actor,
  acted: false,
  rounds: 0,
  calls: [],
});

const $sameMove = (a, b) =>
  a.kind === b.kind && a.name === b.name && $same(a.values ?? [], b.values ?? []) && (a.kind !== "pick" || $same(a.item, b.item));

function $shownMove(move) {
  if (move.kind === "end") return `end ${move.name}`;
  if (move.kind === "pick") return String(move.item);
  return move.values.length ? `${move.name}(${move.values.map($written).join(", ")})` : move.name;
}

// Plays by some rules. States are values: `play` makes the next one and leaves the old one as it was.
class $Engine {
  constructor(rules, mostMoves = 100_000) {
    this.rules = rules;
    this.mostMoves = mostMoves;
  }
  begin(position) {
    const [first] = this.rules.sequences;
    return this.advance({ position, stack: first ? [$frame(first)] : [], sequence: 0 });
  }
  moves(state) {
    state.known ??= this.legal(state);
    return state.known;
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
      const [last, more] = this.events(after);
      position = last;
      stack = state.stack.map((frame) => ({ ...frame, acted: true }));
      stack.at(-1).calls = [...calls, ...more];
    } else if (move.kind === "end") stack = [...below, { ...top, stage: $EFFECTS, items: [] }];
    else [position, stack] = this.picked(position, below, top, move.item);
    return this.advance({ position, stack, sequence: state.sequence });
  }
  // Whether a move may be made: it is listed, or one that is listed stands for it.
  may(state, move) {
    const listed = (one) => this.moves(state).some((other) => $sameMove(other, one));
    if (listed(move)) return true;
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
  roll(state, rolled) {
    const below = state.stack.slice(0, -1);
    const top = state.stack.at(-1);
    let position = $tell(state.position, rolled);
    let stack = [...below, { ...top, stage: $FIRST }];
    // Which of those that tie comes next.
    if (top.stage === $INNER) [position, stack] = this.picked(state.position, below, top, rolled[0][2]);
    return this.advance({ position, stack, sequence: state.sequence });
  }
  legal(state) {
    if (state.over || state.awaited.length || state.stuck) return [];
    const frame = state.stack.at(-1);
    const { node } = frame;
    if (node.items) {
      const picks = this.candidates(state.position, frame).map((item) => ({ kind: "pick", name: node.bound, item }));
      return node.optional ? [...picks, { kind: "end", name: node.bound }] : picks;
    }
    const found = this.fillings(state.position, node.member);
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
  isEndOf(stack, phase) {
    for (let at = stack.length - 1; at >= 0; at--) {
      const frame = stack[at];
      if (frame.node.name === phase) return true;
      if (at < stack.length - 1 && (frame.place < frame.node.inner.length || frame.items.length)) return false;
    }
    return false;
  }
  fillings(position, member = null) {
    const found = [];
    let tried = 0;
    for (const [name, deed] of this.rules.deeds) {
      if (deed.phases && !deed.phases.includes(member)) continue;
      let waiting = [[]];
      for (const [place, choices] of deed.choices.entries()) {
        const parts = deed.alike?.[place];
        const offered = (before) => (parts ? $firstAlike(parts, choices(position, before)) : choices(position, before));
        waiting = waiting.flatMap((before) => offered(before).map((item) => [...before, item]));
        tried += waiting.length;
        if (tried > this.mostMoves) throw new $TooMany(`${name} can be done in more ways than can be listed`);
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
      const on = (changes, ...inner) => {
        stack = [...below, { ...top, ...changes }, ...inner];
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
        const actor = node.actor ? node.actor(position) : top.actor;
        if (node.begin) position = node.begin(position, actor);
        position = this.here(position, node, actor);
        on({ stage: $ROLL, actor });
      } else if (top.stage === $ROLL) {
        const awaited = node.rolls ? node.rolls(position) : [];
        if (awaited.length) return state({ awaited });
        on({ stage: $FIRST });
      } else if (top.stage === $FIRST) {
        const items = node.items ? $unique(node.items(position)) : [];
        const [after, calls] = this.changed(position, node.first);
        position = after;
        on({ stage: $INNER, items, place: node.items ? node.inner.length : 0, calls });
      } else if (top.stage === $INNER) {
        if (top.place < node.inner.length) {
          const inner = node.inner[top.place];
          on({ place: top.place + 1 }, ...(inner.called ? [] : [$frame(inner, top.actor)]));
          continue;
        }
        if (node.items) {
          const frame = this.withoutVoid(position, top);
          const candidates = this.candidates(position, frame);
          if (!candidates.length) stack = [...below, { ...frame, stage: $EFFECTS }];
          else if (node.optional || (node.order !== "listed" && candidates.length > 1)) {
            // Ties that nobody decides are decided by chance.
            const tied = node.order !== "any" && !node.ties && !node.optional;
            const toss = { fact: node.bound, values: [], outcomes: candidates.map((item) => [item, 1n]) };
            stack = [...below, frame];
            return state({ awaited: tied ? [toss] : [] });
          } else [position, stack] = this.picked(position, below, frame, candidates[0]);
          continue;
        }
        if (!node.inner.length && node.member !== null) {
          position = this.here(position, node, top.actor);
          if (node.ends && node.ends(position)) {
            on({ stage: $EFFECTS });
            continue;
          }
          const waiting = state();
          const moves = this.legal(waiting);
          if (moves.some((move) => move.kind === "do")) return { ...waiting, known: moves };
          if (node.stays && !node.stays(position)) return state({ stuck: true });
        }
        on({ stage: $EFFECTS });
      } else if (top.stage === $EFFECTS) {
        const [after, calls] = this.changed(position, node.effects);
        position = after;
        on({ stage: $ROUND, calls });
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
        } else on({ stage: $OVER });
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
    return { ...frame, items };
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
    return [$tell(position, [[frame.node.bound, [], item]]), [...below, { ...frame, items, place: 0 }]];
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
  constructor({ rules, start, scenarios, name, position: type }, { scenario = null, position = null, seed = null } = {}) {
    Object.assign(this, { name, scenario, type, given: position, random: $chance(seed) });
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
    return this.state.stack.at(-1)?.actor ?? null;
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
  is_legal(move) {
    return this.engine.may(this.state, move);
  }
  is_game_over() {
    return this.state.over;
  }
  is_stuck() {
    return this.state.stuck;
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
  push(move, rolled = null) {
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
