// --- how rules decide ---------------------------------------------------------------------------

// The reasons so far, where somebody asks for them.
let $reasons = null;

function $note(name, ...sections) {
  if ($reasons !== null) $reasons.push([name, sections]);
}

function $within(value, low, high, what) {
  if (value >= low && value <= high) return value;
  throw new $OutOfRange(`${what} is ${value}, outside ${low} to ${high}`);
}

// A value, if it is within the bounds of a kind.
function $held(value, kind, what) {
  if (!$isOutside(value, kind)) return value;
  throw new $OutOfRange(`${what} is ${value}, outside ${$described(kind)}`);
}

// A value, if it is of the type that is asked: of a piece that may be nowhere, where it is.
function $ofType(value, type, what) {
  if (value instanceof $Value && value.type === type) return value;
  throw new $OutOfRange(`${what} is ${value}, which is no ${type.name}`);
}

const $isA = (value, type) => value instanceof $Value && value.type === type;

// The one answer of exceptions of which several hold together.
function $agreed(rule, exceptions) {
  const [[, name, answer], ...others] = exceptions.filter(([holds]) => holds);
  const first = answer();
  for (const [, other, own] of others) {
    if (!$same(own(), first)) {
      throw new $Contradiction(`${rule}: ${name} and ${other} hold together and disagree`);
    }
  }
  return first;
}

function $missing(rule) {
  throw new $MissingRule(rule);
}

const $ordinal = (value) =>
  typeof value === "number" ? value : typeof value === "boolean" ? Number(value) : value instanceof $Fraction ? Math.trunc(value.valueOf()) : value.index;

// Where a value enters a table's dimension, as its `beyond` line has it, counted from `low`.
function $place(table, value, low, high, below = null, above = null) {
  const ordinal = $ordinal(value);
  if (ordinal >= low && ordinal <= high) return ordinal - low;
  const edge = ordinal < low ? below : above;
  if (edge === null) throw new $OutsideTable(`${table}: ${value} is past the printed edge`);
  if (edge === "forbidden") throw new $Forbidden(`${table}: ${value} is not allowed`);
  return ordinal < low ? 0 : high - low;
}

// The rows that answer for some inputs, by index: first directly, then by the edges.
function $lookUp(table, hit, rows, inputs, edges) {
  const ordinals = inputs.map($ordinal);
  let found = $matching(hit, rows, ordinals);
  if (!found.length && hit !== "sum" && hit !== "all") {
    const moved = ordinals.map((one, at) => {
      const [low, high, below, above] = edges[at];
      return low + $place(table, one, low, high, below, above);
    });
    if (moved.some((one, at) => one !== ordinals[at])) found = $matching(hit, rows, moved);
    if (!found.length) throw new $TableGap(`${table}: no row for ${inputs.join(", ")}`);
  }
  return found;
}

// The rows that match, remembered for inputs that were there before.
function $matching(hit, rows, ordinals) {
  const known = (rows.known ??= new Map());
  const key = ordinals.length === 1 ? ordinals[0] : ordinals.join();
  let found = known.get(key);
  if (found === undefined) {
    if (known.size >= $MOST_KNOWN) known.clear();
    known.set(key, (found = $matched(hit, rows, ordinals)));
  }
  return found;
}

const $MOST_KNOWN = 10_000;

function $matched(hit, rows, ordinals) {
  for (const otherwise of [false, true]) {
    const found = [];
    for (let index = 0; index < rows.length; index++) {
      const [selectors, last] = rows[index];
      if (last === otherwise && selectors.every((selector, at) => $selects(selector, ordinals[at]))) {
        if (hit === "first") return [index];
        found.push(index);
      }
    }
    if (found.length) return found;
  }
  return [];
}

const $selects = (selector, ordinal) =>
  selector.some(([low, high]) => (low === null || low <= ordinal) && (high === null || ordinal <= high));

// The one answer of rows that must agree.
function $combined(table, values) {
  for (const value of values) {
    if (!$same(value, values[0])) throw new $TableOverlap(`${table}: two rows answer differently`);
  }
  return values[0];
}

function $best(kind, values) {
  if (!values.length) throw new $EmptyFold(`${kind} of an empty list`);
  return kind === "max" ? $most(...values) : $least(...values);
}

const $sum = (values) => values.reduce($add, 0);

function $folded(items, where, value) {
  const found = [];
  for (const item of items) if (where === null || where(item)) found.push(value(item));
  return found;
}

function $count(items, where) {
  let found = 0;
  for (const item of items) if (where(item)) found += 1;
  return found;
}

function $guard(name, sections, ...conditions) {
  return { name, sections, conditions };
}

// Whether a guard is kept. A condition that is not told does not matter where another one holds.
function $kept(guard) {
  let unknown = null;
  for (const condition of guard.conditions) {
    try {
      if (condition()) return true;
    } catch (problem) {
      if (!(problem instanceof $NotGiven)) throw problem;
      unknown = problem;
    }
  }
  if (unknown !== null) throw unknown;
  return false;
}

function $quietly(action) {
  const before = $reasons;
  $reasons = null;
  try {
    return action();
  } finally {
    $reasons = before;
  }
}

// Whether an action is allowed, forbidden, required, or due: required in time, or where another would do.
function $permitted(action, guards, norms, otherwise) {
  const lifted = [];
  let voices = [];
  const failed = $quietly(() => {
    const found = guards.find((guard) => !$kept(guard));
    if (!found) voices = norms.flatMap((norm) => $inForce(norm, [], lifted)[1]);
    return found;
  });
  if (failed) {
    $note(`${action}: ${failed.name}`, ...failed.sections);
    return "forbidden";
  }
  const winners = $winners(voices);
  const beaten = voices.flatMap(([norm, line]) => line.filter((name) => winners.has(name)).map((name) => [winners.get(name), norm, line]));
  voices = voices.filter(([, line]) => !line.some((name) => winners.has(name)));
  const against = voices.find(([norm]) => norm.says === "must_not")?.[0];
  const must = voices.find(([norm]) => norm.says === "must")?.[0];
  const positive = must ?? voices.find(([norm]) => norm.says === "may")?.[0];
  if (against && positive) throw new $Contradiction(`${action}: ${against.name} forbids what ${positive.name} does not`);
  for (const [name, norm] of lifted) $note(name, ...norm.sections);
  for (const [norm, line] of voices) $note(line.join("."), ...norm.sections);
  for (const [winner, norm] of beaten) $note(`${winner} over ${norm.name}`, ...norm.sections);
  if (voices.length) {
    if (!must) return against ? "forbidden" : "allowed";
    const duties = voices.map(([norm]) => norm).filter((norm) => norm.says === "must");
    if ($reasons !== null) $reasons.duties = duties.filter($saysWhen).map($duty);
    return duties.every((norm) => norm.due && (norm.due.phase || norm.due.either.length)) ? "due" : "required";
  }
  if (otherwise === null) throw new $MissingRule(`${action}: no rule says whether it is allowed`);
  return otherwise;
}

// What a rule asks of which it says by when, or what else would do.
const $saysWhen = (norm) => norm.due && (norm.due.phase !== "" || norm.due.either.length > 0);
const $duty = ({ name, due }) => ({ rule: name, by: due.phase || null, at_once: due.phase === null, one_of: due.either });

const $winners = (voices) => new Map(voices.flatMap(([norm]) => (norm.over ?? []).map((name) => [name, norm.name])));

// Until when an action that is allowed must be done, if it must: at once, or by the end of a phase.
function $due(norms) {
  const voices = $quietly(() => norms.flatMap((norm) => $inForce(norm, [], [])[1]));
  const winners = $winners(voices);
  const found = voices
    .filter(([norm, line]) => norm.due && norm.due.phase !== "" && norm.says === "must" && !line.some((name) => winners.has(name)))
    .map(([norm]) => norm.due);
  return found.find((one) => one.phase === null) ?? found[0] ?? null;
}

// Whether a norm is in force, itself or by what speaks in its place, and the voices it comes to.
function $inForce(norm, above, lifted) {
  if (!norm.holds()) return [false, []];
  const line = [...above, norm.name];
  const holding = (norm.exceptions ?? []).map((part) => [part, ...$inForce(part, line, lifted)]).filter(([, holds]) => holds);
  for (const [part, , voices] of holding) if (!voices.length) lifted.push([[...line, part.name].join("."), part]);
  if (holding.length) {
    const spoken = holding.flatMap(([, , voices]) => voices);
    return [spoken.length > 0, spoken];
  }
  return [true, norm.says === "lift" ? [] : [[norm, line]]];
}

// The options among which the chooser is free. A condition that no option fulfils decides nothing.
function $chosen(name, options, preferences) {
  let left = options;
  for (const [degree, value, sections] of preferences) {
    if (left.length < 2) break;
    const values = left.map(value);
    let kept;
    if (degree === "where") {
      kept = left.filter((_, at) => values[at]);
      if (!kept.length) kept = left;
    } else {
      const best = $best(degree === "least" ? "min" : "max", values);
      kept = left.filter((_, at) => $same(values[at], best));
    }
    if (kept.length < left.length) $note(name, ...sections);
    left = kept;
  }
  return left;
}
