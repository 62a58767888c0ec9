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
  const strange = kind instanceof $Names && kind.piece && !$isOf(value, kind);
  if (strange || $isOutside(value, kind)) throw new $OutOfRange(`${fact.name} is ${value}, outside ${$described(kind)}`);
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

// All that some arguments can be, later ones by what those before them are.
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
