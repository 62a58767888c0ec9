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
