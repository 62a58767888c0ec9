// --- what is hidden, and what was shown ----------------------------------------------------------

// Who does not see a fact, or (`allBut`) who alone does; all do where `unless` holds. It is asked of arguments.
class $Secret {
  constructor(allBut, who, unless = null) {
    Object.assign(this, { allBut, who, unless });
  }
  isMeant(position, values, sides) {
    const named = this.who(position, ...values);
    const meant = Array.isArray(named) ? named : [named];
    return this.allBut === sides.some((side) => $among(side, meant));
  }
  isSeen(position, values, sides) {
    return Boolean(this.unless?.(position, ...values)) || this.isMeant(position, values, sides);
  }
}

// Whether a fact still is what it was; one that has no value any more is not.
function $stands(position, values, value, read) {
  try {
    return $same($quietly(() => read(position, ...values)), value);
  } catch (problem) {
    if (!(problem instanceof $NoAnswer)) throw problem;
    return false;
  }
}

// What is hidden in a game: `hidden` says by the place of a fact from whom, `shown` by the place of the fact that keeps
// what was shown which fact that is and how it is read, `side` on whose side a player is.
class $Secrets {
  constructor(hidden, shown, side = null) {
    Object.assign(this, { hidden: new Map(hidden), shown: new Map(shown), side });
  }
  // A position without what is hidden from a player.
  seenBy(position, viewer) {
    const { facts } = position.constructor;
    const sides = this.side === null ? [viewer] : [viewer, this.side(position, viewer)];
    const values = new Map();
    for (const [place, secret] of this.hidden) {
      const told = position.v[place];
      if (told === undefined || typeof told === "function") continue;
      if (facts[place].rows) {
        const kept = [...told].filter(([, [keys]]) => secret.isSeen(position, keys, sides));
        if (kept.length < told.size) values.set(place, new Map(kept));
      } else if (!secret.isSeen(position, [], sides)) values.set(place, undefined);
    }
    facts.forEach((fact, place) => {
      if (!fact.copied || !position.v[place].size) return;
      const open = [...position.v[place]].map(([key, [who, copy]]) => [key, [who, this.openPart(position, copy, sides)]]);
      values.set(place, new Map(open));
    });
    for (const [place, [of, read]] of this.shown) {
      const left = [...position.v[place]].filter(([, [[who, ...keys], value]]) => {
        return $among(who, sides) && $stands(position, keys, value, read);
      });
      for (const [, [[, ...keys], value]] of left) {
        const before = values.has(of) ? values.get(of) : position.v[of];
        values.set(of, facts[of].rows ? $plus(before, [[keys, value]]) : value);
      }
      values.set(place, new Map(left));
    }
    return values.size ? position.replaced(values) : position;
  }
  // Of a copy of how things stood what somebody sees, whatever opens what is hidden for a time.
  openPart(position, copy, sides) {
    const { facts } = position.constructor;
    return copy.map(([place, told]) => {
      const secret = this.hidden.get(place);
      if (!secret || told === undefined) return [place, told];
      if (!facts[place].rows) return [place, secret.isMeant(position, [], sides) ? told : undefined];
      return [place, new Map([...told].filter(([, [keys]]) => secret.isMeant(position, keys, sides)))];
    });
  }
  // A position in which nothing is shown any more that is another than it was.
  settled(position) {
    let found = position;
    for (const [place, [, read]] of this.shown) {
      const told = position.v[place];
      const left = [...told].filter(([, [[, ...keys], value]]) => $stands(position, keys, value, read));
      if (left.length < told.size) found = found.replaced([[place, new Map(left)]]);
    }
    return found;
  }
}

// --- what several do at once ---------------------------------------------------------------------

// The position in which comes together what several did apart, who all began with the same: what one alone has changed
// is as he left it, what several have changed adds up where deeds only add to it, else they made the same of it.
// `adds` says by the place of a fact that only is added to how it is read; `own` are the facts that are each one's own.
class $Joiner {
  constructor(adds, own, secrets = null) {
    this.adds = new Map(adds);
    this.own = new Set(own);
    this.shown = secrets === null ? new Map() : secrets.shown;
  }
  joined(begun, ended) {
    const { facts, lists } = begun.constructor;
    const gone = lists.flatMap((place) => begun.v[place].filter((piece) => ended.some((one) => !one.v[place].includes(piece))));
    if (gone.length) {
      begun = $without(begun, gone);
      ended = ended.map((one) => $without(one, gone));
    }
    const first = this.told(begun);
    const others = ended.map((one) => this.told(one));
    const found = new Map(first);
    const changed = [];
    for (const key of new Set([first, ...others].flatMap((told) => [...told.keys()]))) {
      const before = first.get(key);
      const told = others.map((own) => own.get(key)).filter((after) => !$asBefore(before, after));
      if (!told.length) continue;
      let value = told[0];
      if (told.length > 1) {
        const total = told.includes(undefined) ? undefined : this.added(begun, told);
        if (total !== undefined) {
          value = total;
          changed.push(total);
        } else if (value === undefined || told.some((one) => !$asBefore(value, one))) {
          const { name } = facts[(value ?? before)[0]];
          throw new $Disagreement(`${name} would be given two values by those who act at once`);
        }
      }
      if (value === undefined) found.delete(key);
      else found.set(key, value);
    }
    for (const [place, , value] of changed) $hold(value, facts[place]);
    const after = begun.replaced(this.values(begun, found));
    const shown = [...this.shown].map(([place, [, read]]) => {
      // What one of them showed is seen if it is so still when all has come together.
      const rows = ended.flatMap((one) => [...one.v[place]]);
      return [place, new Map(rows.filter(([, [[, ...keys], value]]) => $stands(after, keys, value, read)))];
    });
    return shown.length ? after.replaced(shown) : after;
  }
  // The facts of a position, one by one, without what is each one's own.
  told(position) {
    const found = new Map();
    position.constructor.facts.forEach((fact, place) => {
      const told = position.v[place];
      if (fact.copied || this.own.has(place) || this.shown.has(place)) return;
      if (told === undefined || typeof told === "function") return;
      if (!fact.rows) found.set(`${place}`, [place, [], told]);
      else for (const [values, value] of told.values()) found.set(`${place} ${$mark($key(values))}`, [place, values, value]);
    });
    return found;
  }
  // What a fact comes to that several have added to; undefined where nothing only adds to it.
  added(begun, several) {
    const [[place, values]] = several;
    const { lists, facts } = begun.constructor;
    if (lists.includes(place)) {
      const type = facts[place].name.replace("every ", "");
      throw new $Disagreement(`two of those who act at once make a piece of ${type}, and which is which?`);
    }
    const read = this.adds.get(place);
    if (!read) return undefined;
    return [place, values, $addedUp(read(begun, ...values), several.map(([, , value]) => value))];
  }
  // What the facts are in the position that is made of them.
  values(begun, found) {
    const values = new Map();
    begun.constructor.facts.forEach((fact, place) => {
      if (fact.copied || this.own.has(place) || this.shown.has(place) || typeof begun.v[place] === "function") return;
      values.set(place, fact.rows ? new Map() : undefined);
    });
    for (const [place, keys, value] of found.values()) {
      if (values.get(place) instanceof Map) values.get(place).set($key(keys), [keys, value]);
      else values.set(place, value);
    }
    return values;
  }
}

const $asBefore = (before, after) => before === after || Boolean(before && after && $same(before[2], after[2]));

// What a number or a list comes to, from what several made of it who all began with the same.
function $addedUp(before, several) {
  if (!Array.isArray(before)) return several.reduce((value, after) => $subtract($add(value, after), before), before);
  const take = (items, item) => {
    const at = items.findIndex((one) => $same(one, item));
    if (at >= 0) items.splice(at, 1);
    return at >= 0;
  };
  const gone = [];
  const fresh = [];
  for (const after of several) {
    const left = [...before];
    fresh.push(...after.filter((item) => !take(left, item)));
    gone.push(...left);
  }
  const found = [...before];
  for (const item of gone) take(found, item);
  return [...found, ...fresh];
}
