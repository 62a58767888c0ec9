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
