// What every module of a game begins with: values, errors, and how rules decide. Names of the runtime begin with `$`,
// which no name of a game has.

// --- why the rules give no answer ---------------------------------------------------------

class $NoAnswer extends Error {
  constructor(message) {
    super(message);
    this.name = new.target.title;
  }
}
$NoAnswer.title = "NoAnswer";

function $error(title, base = $NoAnswer) {
  const made = class extends base {};
  made.title = title;
  Object.defineProperty(made, "name", { value: title });
  return made;
}

const $MissingRule = $error("MissingRule");
const $TableGap = $error("TableGap", $MissingRule);
const $OutsideTable = $error("OutsideTable", $MissingRule);
const $Contradiction = $error("Contradiction");
const $TableOverlap = $error("TableOverlap", $Contradiction);
const $Forbidden = $error("Forbidden");
const $OutOfRange = $error("OutOfRange");
const $NoValue = $error("NoValue");
const $DivisionByZero = $error("DivisionByZero", $NoValue);
const $TooLarge = $error("TooLarge", $NoValue);
const $OffScale = $error("OffScale", $NoValue);
const $EmptyFold = $error("EmptyFold", $NoValue);
const $NoPath = $error("NoPath", $NoValue);
const $EffectClash = $error("EffectClash");
const $NotGiven = $error("NotGiven");
const $PieceGone = $error("PieceGone");
const $TooManyPieces = $error("TooManyPieces");
const $PlayError = $error("PlayError");
const $IllegalMove = $error("IllegalMove", $PlayError);
const $NotOver = $error("NotOver", $PlayError);
const $TooMany = $error("TooMany", $PlayError);
const $Disagreement = $error("Disagreement", $PlayError);

// What comes in from outside is not what these rules know; `path` says where.
class $Misfit extends TypeError {
  constructor(path, problem) {
    super(path ? `${path}: ${problem}` : problem);
    this.name = new.target.title;
    this.path = path;
    this.problem = problem;
  }
}
$Misfit.title = "Misfit";
const $UnknownName = $error("UnknownName", $Misfit);
const $UnknownFact = $error("UnknownFact", $Misfit);
const $UnknownPiece = $error("UnknownPiece", $Misfit);
const $UnknownScenario = $error("UnknownScenario", $Misfit);
const $WrongValue = $error("WrongValue", $Misfit);
const $WrongShape = $error("WrongShape", $Misfit);
const $WrongGame = $error("WrongGame", $Misfit);

// --- values -----------------------------------------------------------------------------------

let $made = 0;

// A value of an enum or a scale, a handle, a piece, a record: there once for each, so that `===` is equality.
class $Value {
  constructor(type) {
    this.type = type;
    Object.defineProperty(this, "id", { value: ++$made });
  }
}

class $Member extends $Value {
  constructor(type, index) {
    super(type);
    this.index = index;
    Object.freeze(this);
  }
  toString() {
    return this.type.label(this.index);
  }
  toJSON() {
    return this.toString();
  }
}

class $Named extends $Value {
  constructor(type, name) {
    super(type);
    this.name = name;
    Object.freeze(this);
  }
  toString() {
    return this.name;
  }
  toJSON() {
    return this.name;
  }
}

// What every value has of its own: a field of such a name is kept with a sign behind it.
const $OWN = new Set(["type", "id", "toString", "toJSON", "valueOf", "constructor"]);
const $property = (name) => ($OWN.has(name) ? `${name}$` : name);

class $RecordValue extends $Value {
  constructor(type, fields) {
    super(type);
    Object.assign(this, fields);
    Object.freeze(this);
  }
  toString() {
    return `${this.type.name}(${this.type.fields.map(([name]) => `${name}: ${$written(this[$property(name)])}`).join(", ")})`;
  }
  toJSON() {
    return Object.fromEntries(this.type.fields.map(([name, kind]) => [name, $toJson(this[$property(name)], kind)]));
  }
}

// An exact fraction that is no whole number; whole ones are numbers.
class $Fraction {
  constructor(over, under) {
    this.over = over;
    this.under = under;
    Object.freeze(this);
  }
  toString() {
    return `${this.over}/${this.under}`;
  }
  toJSON() {
    return this.toString();
  }
  valueOf() {
    return Number(this.over) / Number(this.under);
  }
}

function $gcd(a, b) {
  while (b) [a, b] = [b, a % b];
  return a < 0n ? -a : a;
}

function $fraction(over, under) {
  if (under === 0n) throw new $DivisionByZero("division by zero");
  if (under < 0n) [over, under] = [-over, -under];
  const common = $gcd(over, under);
  [over, under] = [over / common, under / common];
  return under === 1n ? $whole(over) : new $Fraction(over, under);
}

function $whole(big) {
  const found = Number(big);
  if (!Number.isSafeInteger(found)) throw new $TooLarge("a number is too large to be exact");
  return found;
}

const $over = (a) => (typeof a === "number" ? BigInt(a) : a.over);
const $under = (a) => (typeof a === "number" ? 1n : a.under);

function $safe(number) {
  if (!Number.isSafeInteger(number)) throw new $TooLarge("a number is too large to be exact");
  return number;
}

function $add(a, b) {
  if (typeof a === "number" && typeof b === "number") return $safe(a + b);
  return $fraction($over(a) * $under(b) + $over(b) * $under(a), $under(a) * $under(b));
}

function $subtract(a, b) {
  if (typeof a === "number" && typeof b === "number") return $safe(a - b);
  return $fraction($over(a) * $under(b) - $over(b) * $under(a), $under(a) * $under(b));
}

function $multiply(a, b) {
  if (typeof a === "number" && typeof b === "number") return $safe(a * b) + 0; // no minus nought
  return $fraction($over(a) * $over(b), $under(a) * $under(b));
}

const $negated = (a) => $subtract(0, a);

function $divided(a, b) {
  if (typeof a === "number" && typeof b === "number" && b !== 0 && a % b === 0) return a / b + 0;
  return $fraction($over(a) * $under(b), $under(a) * $over(b));
}

function $floor(a) {
  if (typeof a === "number") return a;
  const down = a.over / a.under;
  return $whole(a.over < 0n ? down - 1n : down);
}
const $ceil = (a) => (typeof a === "number" ? a : $floor(a) + 1);
const $nearest = (a) => (typeof a === "number" ? a : $floor($add(a, new $Fraction(1n, 2n))));

// Less than nought, nought or more, as one value is before, equal to or after another.
function $compared(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  if (a instanceof $Member) return a.index - b.index;
  const left = $over(a) * $under(b);
  const right = $over(b) * $under(a);
  return left < right ? -1 : left > right ? 1 : 0;
}

const $least = (...values) => values.reduce((found, value) => ($compared(value, found) < 0 ? value : found));
const $most = (...values) => values.reduce((found, value) => ($compared(value, found) > 0 ? value : found));

function $same(a, b) {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((item, place) => $same(item, b[place]));
  }
  return a instanceof $Fraction && b instanceof $Fraction && a.over === b.over && a.under === b.under;
}

const $among = (value, items) => items.some((item) => $same(value, item));

// What stands for a value in a key; of two that are equal it is the same, and of no others.
function $mark(value) {
  if (typeof value === "object") {
    if (Array.isArray(value)) return `[${value.map($mark).join()}]`;
    return value instanceof $Fraction ? `${value.over}/${value.under}` : `#${value.id}`;
  }
  return String(value);
}

// The key of some arguments: of one that is there but once, itself.
function $key(values) {
  if (values.length === 1) {
    const only = values[0];
    return Array.isArray(only) || only instanceof $Fraction ? $mark(only) : only;
  }
  let found = "";
  for (const value of values) found += (typeof value === "number" ? value : $mark(value)) + ";";
  return found;
}

function $unique(items) {
  const seen = new Set();
  return items.filter((item) => {
    const key = $key([item]);
    return !seen.has(key) && seen.add(key);
  });
}

function $written(value) {
  if (Array.isArray(value)) return `[${value.map($written).join(", ")}]`;
  return String(value);
}

// --- types --------------------------------------------------------------------------------------

class $Enum {
  constructor(name, labels) {
    this.name = name;
    this.labels = labels;
    this.members = labels.map((_, index) => new $Member(this, index));
    this.places = new Map(labels.map((label, index) => [label, index]));
  }
  label(index) {
    return this.labels[index];
  }
  of(label) {
    const index = this.places.get(label);
    if (index === undefined) throw new $WrongValue("", `\`${label}\` is no value of \`${this.name}\``);
    return this.members[index];
  }
  has(label) {
    return this.places.has(label);
  }
  all() {
    return this.members;
  }
}

const $REACH = 300;
const $SMALL = 2 ** 26; // the product of two such is exact

class $Scale extends $Enum {
  constructor(name, labels, { below = false, above = false, ratios = false, worths = [] } = {}) {
    super(name, labels);
    Object.assign(this, { below, above, ratios, worths });
    this.past = new Map();
  }
  at(index) {
    if (index >= 0 && index < this.labels.length) return this.members[index];
    if ((index < 0 && !this.below) || (index >= this.labels.length && !this.above)) {
      throw new $OffScale(`${this.name} has no place ${index}`);
    }
    if (!this.past.has(index)) this.past.set(index, new $Member(this, index));
    return this.past.get(index);
  }
  label(index) {
    if (index >= 0 && index < this.labels.length) return this.labels[index];
    const below = index < 0;
    const steps = below ? -index : index - this.labels.length + 1;
    const ends = below ? this.labels.slice(0, 2).reverse() : this.labels.slice(-2);
    return $continued(ends, steps) ?? `${steps} ${below ? "before" : "past"} ${ends.at(-1)}`;
  }
  of(label) {
    const index = this.places.get(label) ?? this.find(label);
    if (index === null) throw new $WrongValue("", `\`${label}\` is no value of \`${this.name}\``);
    return this.at(index);
  }
  has(label) {
    return this.places.has(label) || this.find(label) !== null;
  }
  find(label) {
    const said = /^(\d{1,6}) (past|before) (.+)$/s.exec(label);
    if (said) {
      const [, steps, side, end] = said;
      if (side === "past") return this.above && end === this.labels.at(-1) ? this.labels.length - 1 + Number(steps) : null;
      return this.below && end === this.labels[0] ? -Number(steps) : null;
    }
    const numbers = (label.match(/\d+/g) ?? []).map((one) => Number(one.slice(0, 6)));
    for (const [open, edge, toward, sign] of [
      [this.above, this.labels.length - 1, this.labels.at(-1), 1],
      [this.below, 0, this.labels[0], -1],
    ]) {
      const starts = open ? (toward?.match(/\d+/g) ?? []).map(Number) : [];
      for (let place = 0; place < Math.min(numbers.length, starts.length); place++) {
        const index = edge + sign * Math.abs(numbers[place] - starts[place]);
        if (index !== edge && this.label(index) === label) return index;
      }
    }
    return null;
  }
  worth(index) {
    if (this.ratios) {
      const numbers = this.label(index).match(/\d+/g) ?? [];
      return numbers.length === 2 && BigInt(numbers[1]) ? $fraction(BigInt(numbers[0]), BigInt(numbers[1])) : null;
    }
    return this.worths[index] ?? null;
  }
  ladder() {
    if (!this.steps) {
      this.steps = [];
      const high = this.labels.length + (this.above ? $REACH : 0);
      for (let index = this.below ? -$REACH : 0; index < high; index++) {
        const worth = this.worth(index);
        if (worth !== null) this.steps.push([index, worth]);
      }
    }
    return this.steps;
  }
  // The place in the ladder of the first value worth more than a limit, or as much.
  placePast(limit, asMuch) {
    const ladder = this.ladder();
    let [low, high] = [0, ladder.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const order = $compared(ladder[middle][1], limit);
      if (order < 0 || (order === 0 && !asMuch)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
  lastAtMost(limit) {
    return this.picked(this.ladder()[this.placePast(limit, false) - 1], limit);
  }
  firstAtLeast(limit) {
    return this.picked(this.ladder()[this.placePast(limit, true)], limit);
  }
  // The last value worth no more than a quotient, of which no fraction is made where all numbers are small.
  lastOf(over, under) {
    const small = typeof over === "number" && typeof under === "number" && under > 0;
    if (!small || under >= $SMALL || Math.abs(over) >= $SMALL) return this.lastAtMost($divided(over, under));
    const steps = (this.quotients ??= this.quotientsOf());
    if (steps === false) return this.lastAtMost($divided(over, under));
    let [low, high] = [0, steps.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const step = steps[middle];
      if (step.top * under <= over * step.bottom) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return this.picked(undefined, $divided(over, under));
    return steps[low - 1].value;
  }
  quotientsOf() {
    const steps = this.ladder().map(([index, worth]) => {
      return { top: Number($over(worth)), bottom: Number($under(worth)), value: this.at(index) };
    });
    return steps.every(({ top, bottom }) => Math.abs(top) < $SMALL && bottom < $SMALL) && steps;
  }
  picked(found, limit) {
    if (found === undefined) throw new $OffScale(`${this.name} has no value for ${limit}`);
    return this.at(found[0]);
  }
}

const $shifted = (value, steps) => value.type.at(value.index + steps);

// The label some steps past two neighbours that differ by one in one number.
function $continued(ends, steps) {
  if (ends.length < 2) return null;
  const [before, last] = ends.map((end) => end.split(/(\d+)/));
  const changed = last.map((part, place) => place).filter((place) => before[place] !== last[place]);
  if (before.length !== last.length || changed.length !== 1 || changed[0] % 2 === 0) return null;
  const number = Number(last[changed[0]]);
  const step = number - Number(before[changed[0]]);
  if (Math.abs(step) !== 1 || number + step * steps <= 0) return null;
  last[changed[0]] = String(number + step * steps);
  return last.join("");
}

// A type of values that only the host knows, or of pieces and places.
class $Names {
  constructor(name, piece = false) {
    this.name = name;
    this.piece = piece;
    this.known = new Map();
  }
  of(name) {
    let found = this.known.get(name);
    if (found === undefined) this.known.set(name, (found = new $Named(this, name)));
    return found;
  }
}

class $Record {
  constructor(name, fields) {
    this.name = name;
    this.fields = fields;
    this.known = new Map();
  }
  of(values) {
    const key = this.fields.map(([name]) => $mark(values[$property(name)])).join(";");
    let found = this.known.get(key);
    if (found === undefined) {
      if (this.known.size >= 100_000) this.known.clear();
      this.known.set(key, (found = new $RecordValue(this, values)));
    }
    return found;
  }
}

// --- kinds: what a parameter or a fact may be ---------------------------------------------------

const $Int = (low = null, high = null) => ({ kind: "int", low, high });
const $Dice = (count, sides, digits = false, modified = false) => ({ kind: "dice", count, sides, digits, modified });
const $BOOL = { kind: "bool" };
const $NUMBER = { kind: "number" };
const $ListOf = (item, least = 0, limit = null) => ({ kind: "list", item, least, limit });
const $OneOf = (...kinds) => ({ kind: "one", kinds });

// Each value that dice show, with its weight.
function $outcomes(dice) {
  let weights = new Map([[0, 1n]]);
  for (let die = 0; die < dice.count; die++) {
    const after = new Map();
    for (const [total, weight] of weights) {
      for (let face = 1; face <= dice.sides; face++) {
        const value = dice.digits ? total * 10 + face : total + face;
        after.set(value, (after.get(value) ?? 0n) + weight);
      }
    }
    weights = after;
  }
  return [...weights].sort((a, b) => a[0] - b[0]);
}

function $described(kind) {
  if (kind instanceof $Enum || kind instanceof $Names || kind instanceof $Record) return kind.name;
  switch (kind.kind) {
    case "int":
      return kind.low === null ? "int" : `int ${kind.low}..${kind.high}`;
    case "dice": {
      const faces = kind.digits ? String(kind.sides).repeat(kind.count) : kind.sides;
      return `${kind.modified ? "modified " : ""}${kind.count > 1 && !kind.digits ? kind.count : ""}d${faces}`;
    }
    case "list":
      return `list of ${$described(kind.item)}`;
    case "one":
      return kind.kinds.map($described).join(" or ");
    default:
      return kind.kind;
  }
}

// Whether a value is of a kind, its bounds aside.
function $isOf(value, kind) {
  if (kind instanceof $Enum || kind instanceof $Names || kind instanceof $Record) {
    return value instanceof $Value && value.type === kind;
  }
  switch (kind.kind) {
    case "int":
    case "dice":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isSafeInteger(value) || value instanceof $Fraction;
    case "bool":
      return typeof value === "boolean";
    case "list":
      return Array.isArray(value) && value.every((item) => $isOf(item, kind.item));
    default:
      return kind.kinds.some((one) => $isOf(value, one));
  }
}

const $NUMBER_SHAPE = /^(-)?(\d{1,18})(?:\.(\d{1,18})|(?: \/ |\/)(\d{1,18}))?$/;

// The value that is meant by a value, or by a text as the game writes it.
function $value(given, kind, path) {
  const value = typeof given === "string" || kind.kind === "list" || kind instanceof $Record ? $parsed(given, kind, path) : given;
  if (!$isOf(value, kind)) throw new $WrongValue(path, `\`${$shown(given)}\` is no value of \`${$described(kind)}\``);
  $inside(value, kind, path, given);
  return value;
}

function $shown(given) {
  try {
    return String(typeof given === "object" ? JSON.stringify(given) : given).slice(0, 100);
  } catch {
    return "an object";
  }
}

function $inside(value, kind, path, given) {
  if (kind.kind === "list") {
    if (value.length >= kind.least && (kind.limit === null || value.length <= kind.limit)) return;
    throw new $OutOfRange(`\`${path ? `${path}=` : ""}${$shown(given)}\` is outside \`${$described(kind)}\``);
  }
  if (kind.kind === "one") {
    $inside(value, kind.kinds.find((one) => $isOf(value, one)), path, given);
    return;
  }
  const below = kind.kind === "int" && kind.low !== null && (value < kind.low || value > kind.high);
  const off = kind.kind === "dice" && !kind.modified && !$outcomes(kind).some(([face]) => face === value);
  if (below || off) {
    throw new $OutOfRange(`\`${path ? `${path}=` : ""}${$shown(given)}\` is outside \`${$described(kind)}\``);
  }
}

function $parsed(given, kind, path) {
  const wrong = () => new $WrongValue(path, `\`${$shown(given)}\` is no value of \`${$described(kind)}\``);
  if (kind.kind === "list") {
    if (typeof given === "string") {
      const inner = given.trim();
      if (!inner.startsWith("[") || !inner.endsWith("]")) throw wrong();
      given = $items(inner.slice(1, -1));
    }
    if (!Array.isArray(given)) throw wrong();
    return given.map((item, place) => $value(item, kind.item, `${path}[${place}]`));
  }
  if (kind instanceof $Record) {
    if (given instanceof $Value) return given;
    if (typeof given !== "object" || given === null || Array.isArray(given)) throw wrong();
    const unknown = Object.keys(given).find((name) => !kind.fields.some(([field]) => field === name));
    if (unknown !== undefined) throw new $WrongShape(path, `\`${kind.name}\` has no field \`${unknown}\``);
    const values = {};
    for (const [name, field, otherwise] of kind.fields) {
      if (!Object.hasOwn(given, name) && otherwise === undefined) throw new $WrongShape(path, `\`${name}\` is missing`);
      values[$property(name)] = Object.hasOwn(given, name) ? $value(given[name], field, `${path}.${name}`) : otherwise;
    }
    return kind.of(values);
  }
  if (kind instanceof $Names) return kind.of(given);
  if (kind.kind === "one") {
    const named = kind.kinds.filter((one) => one instanceof $Names);
    for (const one of [...kind.kinds.filter((one) => !named.includes(one)), ...named]) {
      try {
        return $value(given, one, path);
      } catch (problem) {
        if (!(problem instanceof $Misfit || problem instanceof $OutOfRange)) throw problem;
      }
    }
    throw wrong();
  }
  const word = given.replace(/^ +| +$/g, "");
  if (kind instanceof $Enum) {
    const plain = /^"(?:[^"\\]|\\.)*"$/s.test(word) ? word.slice(1, -1).replace(/\\(.)/gs, "$1") : word;
    if (!kind.has(plain)) throw wrong();
    return kind.of(plain);
  }
  if (kind.kind === "bool") {
    const truth = { true: true, yes: true, false: false, no: false };
    if (!Object.hasOwn(truth, word)) throw wrong();
    return truth[word];
  }
  const found = $NUMBER_SHAPE.exec(word);
  if (!found || (kind.kind !== "number" && word.includes("/"))) throw wrong();
  const [, minus, whole, part = "", under = "1"] = found;
  if (BigInt(under) === 0n) throw wrong();
  const scale = 10n ** BigInt(part.length);
  const number = $fraction((minus ? -1n : 1n) * (BigInt(whole) * scale + BigInt(part || 0)), scale * BigInt(under));
  if (typeof number !== "number" && kind.kind !== "number") throw wrong();
  return number;
}

// What stands between the commas of a list, those in quotes and in lists within it left alone.
function $items(inner) {
  const items = [""];
  let depth = 0;
  for (const [piece] of inner.matchAll(/"(?:[^"\\]|\\.)*"|./gs)) {
    depth += (piece === "[") - (piece === "]");
    if (piece === "," && depth === 0) items.push("");
    else items[items.length - 1] += piece;
  }
  return inner.trim() ? items.map((item) => item.trim()) : [];
}

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

// --- paths --------------------------------------------------------------------------------------

const $MAX_STEPS = 1_000_000;

// A queue of which the least comes first, compared number by number; the last of them differs always.
class $Queue {
  constructor() {
    this.heap = [];
  }
  push(item) {
    const heap = this.heap;
    let at = heap.push(item) - 1;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (!$before(item, heap[up])) break;
      heap[at] = heap[up];
      at = up;
    }
    heap[at] = item;
  }
  pop() {
    const heap = this.heap;
    const first = heap[0];
    const last = heap.pop();
    if (heap.length) {
      let at = 0;
      for (;;) {
        let down = 2 * at + 1;
        if (down >= heap.length) break;
        if (down + 1 < heap.length && $before(heap[down + 1], heap[down])) down += 1;
        if (!$before(heap[down], last)) break;
        heap[at] = heap[down];
        at = down;
      }
      heap[at] = last;
    }
    return first;
  }
}

function $before(a, b) {
  for (let at = 0; at < 5; at++) {
    const order = at === 0 || at === 2 ? $compared(a[at], b[at]) : a[at] - b[at];
    if (order !== 0) return order < 0;
  }
  return false;
}

// The places where a path can end, each with the least that is spent on the way, nearest first: Dijkstra's search over
// (leg, place). Legs of an exact length walk every way that visits no place twice.
function $reach(starts, neighbours, legs, limits) {
  let tie = 0;
  const queue = new $Queue();
  for (const start of starts) queue.push([0, 0, 0, 0, tie++, start, false, false, [start]]);
  const best = new Map();
  const found = new Map();
  while (queue.heap.length) {
    const [total, number, spent, before, , place, moved, stopped, visited] = queue.pop();
    const leg = legs[number];
    const trail = leg.exactly ? visited.map($mark).sort().join() : "";
    const key = `${number};${$mark(place)};${moved};${stopped};${trail}`;
    if (!best.has(key)) best.set(key, []);
    const known = best.get(key);
    if (known.some(([other, steps]) => $compared(other, spent) <= 0 && steps <= before)) continue;
    known.push([spent, before]);
    if (tie++ > $MAX_STEPS) throw new $TooLarge("the path is too long to be searched");
    if (!leg.exactly || $same(spent, leg.limit)) {
      if (number + 1 < legs.length) queue.push([total, number + 1, 0, 0, tie++, place, moved, stopped, [place]]);
      else if (!found.has(place) && (!limits.ends || limits.ends(place))) found.set(place, total);
    }
    if (stopped || (moved && limits.stops_in?.(place))) continue;
    const walked = leg.steps === undefined ? before : before + 1;
    if (leg.steps !== undefined && walked > leg.steps) continue;
    for (const following of neighbours(place)) {
      if ((leg.exactly && visited.includes(following)) || (leg.allowed && !leg.allowed(place, following))) continue;
      const cost = $costs(leg, place, following);
      if (leg.limit !== null && $compared($add(spent, cost), leg.limit) > 0) continue;
      if (limits.into?.(following) || limits.across?.(place, following)) continue;
      const halt = Boolean(limits.stops_after?.(place, following));
      const way = leg.exactly ? [...visited, following] : [];
      queue.push([$add(total, cost), number, $add(spent, cost), walked, tie++, following, true, halt, way]);
    }
  }
  return new Map([...found].sort((a, b) => $compared(a[1], b[1]) || $ofTexts(String(a[0]), String(b[0]))));
}

function $costs(leg, place, following) {
  const cost = leg.cost ? leg.cost(place, following) : 1;
  if ($compared(cost, 0) < 0) throw new $OutOfRange("a step costs less than nothing");
  return cost;
}

// Texts in the order of their code points, as Python has them.
function $ofTexts(a, b) {
  const [left, right] = [[...a], [...b]];
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const order = left[at].codePointAt(0) - right[at].codePointAt(0);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

const $MAX_BEGINNINGS = 100_000;

// The ways of one path in one position, each the list of its places. A way visits no place twice, but that a leg of
// exactly so many steps begins anew, and so does what comes after it. A manner is how one can have been walked: its leg,
// the points and the steps of that leg, what was spent in all, and from which of its places on none is visited twice.
class $Routes {
  constructor(starts, neighbours, legs, limits) {
    this.starts = $unique([...starts]);
    Object.assign(this, { neighbours, legs, limits });
    this.edges = new Map();
    this.ended = new Map();
  }
  // Every way, the cheapest first, then the one of fewest steps, then by the names of its places.
  all() {
    const found = [];
    const waiting = this.starts.map((start) => [[start], this.opened([[0, 0, 0, 0, 0]], 0)]);
    let begun = 0;
    while (waiting.length) {
      const [way, manners] = waiting.pop();
      begun += 1;
      if (begun > $MAX_BEGINNINGS) throw new $TooLarge("there are too many ways to be listed");
      const costs = this.complete(manners);
      if (costs.length && this.mayEnd(way.at(-1))) found.push([$least(...costs), way.length, way.map(String), way]);
      const followed = new Map();
      if (this.goesOn(way)) {
        for (const manner of manners) {
          for (const [following, after] of this.after(way, manner)) {
            if (!followed.has(following)) followed.set(following, []);
            followed.get(following).push(after);
          }
        }
      }
      for (const [place, after] of followed) waiting.push([[...way, place], this.opened(after, way.length)]);
    }
    const named = (a, b) => a.map((one, at) => $ofTexts(one, b[at] ?? "")).find((order) => order !== 0) ?? 0;
    return found.sort((a, b) => $compared(a[0], b[0]) || a[1] - b[1] || named(a[2], b[2])).map(([, , , way]) => way);
  }
  // Whether a list of places is a way: it is walked alone.
  has(way) {
    if (!way.length || !this.starts.includes(way[0])) return false;
    let manners = this.opened([[0, 0, 0, 0, 0]], 0);
    for (let length = 1; length < way.length; length++) {
      const done = way.slice(0, length);
      if (!this.goesOn(done)) return false;
      const steps = manners.flatMap((manner) => this.after(done, manner));
      manners = this.opened(steps.filter(([place]) => place === way[length]).map(([, after]) => after), length);
    }
    return this.complete(manners).length > 0 && this.mayEnd(way.at(-1));
  }
  goesOn(way) {
    if (way.length === 1) return true;
    return !(this.limits.stops_in?.(way.at(-1)) || this.limits.stops_after?.(way.at(-2), way.at(-1)));
  }
  mayEnd(place) {
    if (!this.ended.has(place)) this.ended.set(place, !this.limits.ends || this.limits.ends(place));
    return this.ended.get(place);
  }
  complete(manners) {
    const last = this.legs.length - 1;
    const leg = this.legs[last];
    return manners
      .filter(([number, spent]) => number === last && (!leg.exactly || $same(spent, leg.limit)))
      .map(([, , , total]) => total);
  }
  // The same, with those that go on in the next leg from the place that is `here` in the way.
  opened(manners, here) {
    const found = new Map(manners.map((manner) => [$mark(manner), manner]));
    let waiting = manners;
    while (waiting.length) {
      const further = new Map();
      for (const [number, spent, , total, since] of waiting) {
        const leg = this.legs[number];
        if (number + 1 < this.legs.length && (!leg.exactly || $same(spent, leg.limit))) {
          const anew = leg.exactly || this.legs[number + 1].exactly;
          const manner = [number + 1, 0, 0, total, anew ? here : since];
          if (!found.has($mark(manner))) further.set($mark(manner), manner);
        }
      }
      for (const [key, manner] of further) found.set(key, manner);
      waiting = [...further.values()];
    }
    return [...found.values()];
  }
  // Where a way can lead on, if it was walked in one manner.
  after(way, [number, spent, walked, total, since]) {
    const leg = this.legs[number];
    if (leg.steps !== undefined && walked >= leg.steps) return [];
    return [...this.leading(number, way.at(-1))]
      .filter(([place, cost]) => {
        const within = leg.limit === null || $compared($add(spent, cost), leg.limit) <= 0;
        return within && !way.slice(since).includes(place);
      })
      .map(([place, cost]) => [place, [number, $add(spent, cost), walked + 1, $add(total, cost), since]]);
  }
  // The steps from a place that a leg allows, and what each costs.
  leading(number, place) {
    const key = `${number};${$mark(place)}`;
    if (!this.edges.has(key)) {
      const leg = this.legs[number];
      const found = new Map();
      for (const following of this.neighbours(place)) {
        if (found.has(following) || (leg.allowed && !leg.allowed(place, following))) continue;
        const cost = $costs(leg, place, following);
        if (!(this.limits.into?.(following) || this.limits.across?.(place, following))) found.set(following, cost);
      }
      this.edges.set(key, found);
    }
    return this.edges.get(key);
  }
}

function $wayStart(way) {
  if (!way.length) throw new $EmptyFold("the start of an empty list");
  return way[0];
}

function $wayEnd(way) {
  if (!way.length) throw new $EmptyFold("the end of an empty list");
  return way.at(-1);
}

const $waySteps = (way) => way.slice(1).map((place, at) => [way[at], place]);

function $shortest(name, found) {
  if (!found.size) throw new $NoPath(`there is no ${name}`);
  return $least(...found.values());
}

// --- positions ----------------------------------------------------------------------------------

function $untold(name, values = []) {
  const shown = values.length ? `${name}(${values.join(", ")})` : name;
  throw new $NotGiven(`the answer depends on ${shown}, which the position does not say`);
}

// What a position says of a fact with arguments, or undefined.
function $read(told, values) {
  if (told === undefined) return undefined;
  if (typeof told === "function") return told(...values);
  const row = told.get($key(values));
  return row === undefined ? undefined : row[1];
}

// The same of a fact with one argument that is a key itself.
function $readOf(told, value) {
  if (told instanceof Map) {
    const row = told.get(value);
    return row === undefined ? undefined : row[1];
  }
  return told === undefined ? undefined : told(value);
}

// One value as JSON writes it, by its kind.
function $toJson(value, kind) {
  if (kind.kind === "one") {
    const own = kind.kinds.find((one) => $isOf(value, one));
    const named = own instanceof $Enum || own instanceof $Names || own instanceof $Record;
    return named ? { [own.name]: $toJson(value, own) } : value;
  }
  if (kind.kind === "list") return value.map((item) => $toJson(item, kind.item));
  return typeof value === "object" ? value.toJSON() : value;
}

// The value of a kind that some JSON writes.
function $fromJson(written, kind, path) {
  const wrong = (what) => new $WrongShape(path, what);
  if (kind.kind === "one") {
    if (typeof written === "object" && written !== null && !Array.isArray(written)) {
      const [[name, value] = [], ...more] = Object.entries(written);
      if (name === undefined || more.length) throw wrong("says one type, and the value");
      const own = kind.kinds.find((one) => one.name === name);
      if (!own) throw new $WrongValue(path, `\`${name}\` is none of \`${$described(kind)}\``);
      return $fromJson(value, own, path);
    }
    for (const one of kind.kinds.filter((one) => one.name === undefined)) {
      try {
        return $fromJson(written, one, path);
      } catch (problem) {
        if (!(problem instanceof $Misfit)) throw problem;
      }
    }
    throw wrong(`is no value of \`${$described(kind)}\``);
  }
  if (kind.kind === "list") {
    if (!Array.isArray(written)) throw wrong("is no list");
    return written.map((item, place) => $fromJson(item, kind.item, `${path}[${place}]`));
  }
  if (kind.kind === "bool" && typeof written !== "boolean") throw wrong("is neither true nor false");
  if ((kind.kind === "int" || kind.kind === "dice") && !Number.isSafeInteger(written)) throw wrong("is no whole number");
  if ((kind instanceof $Enum || kind instanceof $Names) && typeof written !== "string") throw wrong("is no text");
  try {
    return $value(written, kind, path);
  } catch (problem) {
    if (problem instanceof $OutOfRange) throw new $WrongValue(path, `\`${$shown(written)}\` is no value of \`${$described(kind)}\``);
    throw problem;
  }
}

// The facts of a position, in the order of the game's; a position is not changed.
class $Position {
  constructor(values) {
    this.v = values;
    Object.freeze(this);
  }
  replaced(changes) {
    const values = this.v.slice();
    for (const [place, value] of changes) values[place] = value;
    return new this.constructor(values);
  }
  // By the name of each fact a value, or rows of arguments and value.
  toJSON() {
    const found = {};
    this.constructor.facts.forEach((fact, place) => {
      const told = this.v[place];
      if (told === undefined || typeof told === "function") return;
      if (fact.copied) {
        if (told.size) found[fact.name] = [...told.values()].map(([who, then]) => [...who.map(String), then]);
      } else if (fact.rows) {
        const rows = [...told.values()].map(([values, value]) => [
          ...values.map((part, at) => $toJson(part, fact.parameters[at])),
          $toJson(value, fact.result),
        ]);
        if (rows.length) found[fact.name] = rows;
      } else if (!(Array.isArray(told) && told.length === 0)) found[fact.name] = $toJson(told, fact.result);
    });
    return found;
  }
  static from(written) {
    if (typeof written !== "object" || written === null || Array.isArray(written)) {
      throw new $WrongShape("", "a position is an object, with facts by their names");
    }
    const values = new Array(this.facts.length).fill(undefined);
    for (const [name, told] of Object.entries(written)) {
      const place = this.named.get(name);
      if (place === undefined) throw new $UnknownFact("", `no fact is called \`${name.slice(0, 100)}\``);
      values[place] = this.told(this.facts[place], told);
    }
    return new this(this.filled(values));
  }
  static told(fact, told) {
    if (fact.copied) return $copies(this, fact, told);
    if (!fact.rows) return $fromJson(told, fact.result, fact.name);
    if (typeof told === "function") return (...values) => $value(told(...values), fact.result, fact.name);
    if (!Array.isArray(told)) throw new $WrongShape(fact.name, "a fact with arguments is a list of rows");
    const rows = new Map();
    told.forEach((row, number) => {
      const path = `${fact.name}[${number}]`;
      const width = fact.parameters.length + 1;
      if (!Array.isArray(row) || row.length !== width) {
        throw new $WrongShape(path, `a row is a list of ${width}: the arguments, and the value`);
      }
      const values = fact.parameters.map((kind, at) => $fromJson(row[at], kind, path));
      const key = $key(values);
      if (rows.has(key)) throw new $WrongValue(path, "is said twice");
      rows.set(key, [values, $fromJson(row.at(-1), fact.result, path)]);
    });
    return rows;
  }
  // What is kept as rows is there, even where nothing is said of it.
  static filled(values) {
    return values;
  }
  static told_of(pairs) {
    const values = new Array(this.facts.length).fill(undefined);
    for (const [name, rows] of pairs) {
      const place = this.named.get(name);
      values[place] = this.facts[place].rows ? new Map(rows.map(([keys, value]) => [$key(keys), [keys, value]])) : rows;
    }
    return new this(this.filled(values));
  }
}

// --- asking by name -----------------------------------------------------------------------------

// How far apart two words are, as Levenshtein counts it.
function $distance(a, b) {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] !== b[j - 1])));
    }
    row = next;
  }
  return row[b.length];
}

function $find(functions, name) {
  if (functions.has(name)) return functions.get(name);
  const asked = typeof name === "string" ? name.slice(0, 100) : $shown(name);
  const near = [...functions.keys()]
    .map((one) => [$distance(one, asked), one])
    .filter(([far, one]) => far <= Math.max(2, one.length / 3))
    .sort((a, b) => a[0] - b[0])
    .slice(0, 3)
    .map(([, one]) => one);
  const hint = near.length ? `: did you mean ${near.join(" or ")}?` : "";
  throw new $UnknownName("", `no rule is called \`${asked}\`${hint}`);
}

// The arguments of a rule, as values or as texts as the game writes them; what is wrong names rule and parameter.
function $arguments(name, rule, given) {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new $WrongShape(name, "its arguments are an object, with values by their names");
  }
  const unknown = Object.keys(given).find((one) => !rule.parameters.some(([own]) => own === one));
  if (unknown !== undefined) throw new $UnknownName(name, `has no parameter \`${unknown.slice(0, 100)}\``);
  return new Map(
    rule.parameters
      .filter(([own]) => Object.hasOwn(given, own))
      .map(([own, kind]) => [own, $argument(name, own, given[own], kind)]),
  );
}

function $argument(rule, name, given, kind) {
  try {
    return $value(given, kind, "");
  } catch (problem) {
    if (problem instanceof $OutOfRange) throw new $OutOfRange(`${rule}: ${$withName(problem.message, name)}`);
    if (!(problem instanceof $Misfit)) throw problem;
    // Of a record, the field that does not fit.
    if (problem instanceof $WrongShape) throw new $WrongShape(rule, `${name}${problem.path}: ${problem.problem}`);
    throw new $WrongValue(rule, $withName(problem.problem, `${name}${problem.path}`));
  }
}

const $withName = (message, name) => message.replace("`", () => `\`${name}=`);

function $asked(name, rule, values, position) {
  const missing = rule.parameters.find(([own]) => !values.has(own));
  if (missing) throw new $WrongShape(name, `\`${missing[0]}\` is missing`);
  if (rule.position) {
    if (position === null || position === undefined) throw new $WrongShape(name, "its answer rests on a position: give one");
    // Each module has a class of positions of its own.
    if (!(position instanceof $Position)) {
      throw new $WrongGame(name, "its answer rests on a position of these rules, and not of others");
    }
  }
  const listed = rule.parameters.map(([name]) => values.get(name));
  return rule.position ? rule.call(position, ...listed) : rule.call(...listed);
}

function $ask(functions, name, given, position) {
  const rule = $find(functions, name);
  return $asked(name, rule, $arguments(name, rule, given), position);
}

function $explain(functions, name, given, position) {
  const before = $reasons;
  $reasons = [];
  try {
    const value = $ask(functions, name, given, position);
    return { value, because: [...$reasons], duties: $reasons.duties ?? [] };
  } finally {
    $reasons = before;
  }
}

// How likely each answer is, over the dice that are left open: exact, as fractions.
function $distribution(functions, name, given, position) {
  const rule = $find(functions, name);
  const values = $arguments(name, rule, given);
  const open = rule.parameters.filter(([own, kind]) => !values.has(own) && kind.kind === "dice");
  const found = new Map();
  let whole = 0n;
  const roll = (at, weight) => {
    if (at < open.length) {
      for (const [value, part] of $outcomes(open[at][1])) {
        values.set(open[at][0], value);
        roll(at + 1, weight * part);
      }
      return;
    }
    const answer = $asked(name, rule, values, position);
    const key = $key([answer]);
    const [, before] = found.get(key) ?? [answer, 0n];
    found.set(key, [answer, before + weight]);
    whole += weight;
  };
  roll(0, 1n);
  return [...found.values()].map(([value, weight]) => ({ value, probability: $fraction(weight, whole) }));
}
