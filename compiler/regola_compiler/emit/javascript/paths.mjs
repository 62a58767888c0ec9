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
