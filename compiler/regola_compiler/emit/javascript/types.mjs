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
  if (kind.kind === "one") {
    $inside(value, kind.kinds.find((one) => $isOf(value, one)), path, given);
  } else if ($isOutside(value, kind)) {
    throw new $OutOfRange(`\`${path ? `${path}=` : ""}${$shown(given)}\` is outside \`${$described(kind)}\``);
  }
}

// Whether a value of a kind is outside its bounds: a number by itself, a list by its length or one of its items.
function $isOutside(value, kind) {
  switch (kind.kind) {
    case "int":
      return kind.low !== null && (value < kind.low || value > kind.high);
    case "dice":
      return !kind.modified && !$outcomes(kind).some(([face]) => face === value);
    case "list": {
      const bounded = ["int", "dice", "list"].includes(kind.item.kind);
      const many = value.length < kind.least || (kind.limit !== null && value.length > kind.limit);
      return many || (bounded && value.some((item) => $isOutside(item, kind.item)));
    }
    default:
      return false;
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
