// Live answers: beside each rule a form that asks the module above, which is written from the same rules as the page.
// What a rule asks of the position is asked back as it comes up: the form grows by what matters, and by nothing else.
(() => {
  "use strict";
  const { tags, words, types, parameters, bounds, problems, ids, scenarios, guards, phases } = $LIVE;
  const root = document.documentElement;
  const OPEN = Symbol("rolled in all ways");
  const MOST_FACTS = 24, MOST_ROLLS = 2_000, MOST_ITEMS = 8, DEEPEST = 4, SHORT = 40;
  const known = typeof Position$ === "undefined" ? null : Position$;

  // The answer rests on more than can be said in a form; a field holds nothing that it could be.
  class Whole extends Error {}
  class Wrong extends Error {}
  class Opened extends Error {
    constructor(key, kind) {
      super();
      Object.assign(this, { key, kind });
    }
  }

  // --- texts and elements ---

  const make = (tag, attributes = {}, ...inner) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value === true) node.setAttribute(name, "");
      else if (value !== undefined && value !== false) node.setAttribute(name, value);
    }
    node.append(...inner.flat());
    return node;
  };
  const spans = (texts, all) => (typeof texts === "string" ? [texts] : texts.map((text, place) => (
    make("span", { lang: tags[place], "data-in": all || place === 0 ? `${place} all` : String(place) }, text))));
  const title = (texts) => make("span", { class: "word" }, spans(texts, true));
  const word = (key) => make("span", {}, spans(words[key], false));
  // Where there is no room for elements, in an option: the language that is seen, or all of them.
  const plain = (texts) => (typeof texts === "string" ? texts
    : root.dataset.show === "all" ? texts.join(" / ") : texts[Number(root.dataset.show)]);
  const relabelled = [], rebuilt = [];
  const option = (value, texts) => {
    const node = make("option", { value });
    const relabel = () => { node.textContent = plain(texts()); };
    relabel();
    relabelled.push([new WeakRef(node), relabel]);
    return node;
  };
  new MutationObserver(() => {
    for (const [node, relabel] of relabelled) if (node.deref()) relabel();
    for (const again of rebuilt) again();
  }).observe(root, { attributes: true, attributeFilter: ["data-show"] });

  const spaced = (name) => name.replaceAll("_", " ");
  const own = (table, ...path) => path.reduce((found, name) => (found && Object.hasOwn(found, name) ? found[name] : undefined), table);
  const called = (value) => (value.type.name === "Permission" ? words[String(value)]
    : own(types, value.type.name, String(value)) ?? spaced(String(value)));

  // The place of a rule or a section on the page: its id is the slug of its name, or said beside the module.
  const slug = (name) => name.normalize("NFKD").replace(/[^\x00-\x7f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "").slice(0, 60).replace(/-+$/, "") || "x";
  const placed = (room, name) => {
    const id = Object.hasOwn(ids, `${room} ${name}`) ? ids[`${room} ${name}`] : `${room}-${slug(name)}`;
    return id === null ? null : document.getElementById(id);
  };
  const copied = (node) => [...node.childNodes].map((one) => one.cloneNode(true));
  const head = (place) => place?.querySelector("h3, h4, .title") ?? null;

  // --- fields ---

  // A field of one control bears a name: the input, or what is asked of the position.
  const namedAs = (name, part) => {
    const controls = part.node.querySelectorAll("input, select");
    if (controls.length === 1) controls[0].name = name;
    return part;
  };
  const labelled = (label, control) => make("label", { class: "ask" }, label, control);

  // A field for a value of a kind: the element, and what reads it. `first` is what it shows at the beginning.
  const field = (kind, label, told) => {
    const { first, depth = 0, number = 0 } = told;
    if (depth > DEEPEST) throw new Whole();
    if (kind instanceof $Enum) {
      const control = make("select", {}, kind.members.map((one, place) => option(place, () => called(one))));
      if (first !== undefined) control.value = first.index;
      return { node: labelled(label, control), read: () => kind.members[Number(control.value)] };
    }
    if (kind instanceof $Record) return record(kind, label, told);
    if (kind instanceof $Names) return named(kind, label, told);
    switch (kind.kind) {
      case "bool": {
        const control = make("input", { type: "checkbox", checked: first === true });
        return { node: make("label", { class: "ask tick" }, control, label), read: () => control.checked };
      }
      case "dice":
        return dice(kind, label);
      case "int":
        return whole(label, kind.low ?? told.low, kind.high ?? told.high, first);
      case "number": {
        const control = make("input", { type: "text", inputmode: "decimal", size: 6, value: String(first ?? 1) });
        return { node: labelled(label, control), read: () => meant(control, kind) };
      }
      case "list":
        return several(kind, label, told);
      default:
        return either(kind, label, { ...told, number });
    }
  };

  const meant = (control, kind) => {
    try {
      const value = $value(control.value, kind, "");
      control.removeAttribute("aria-invalid");
      return value;
    } catch (problem) {
      if (!(problem instanceof $Misfit || problem instanceof $NoAnswer)) throw problem;
      control.setAttribute("aria-invalid", "true");
      throw new Wrong();
    }
  };

  const whole = (label, low, high, first) => {
    const start = first ?? Math.min(Math.max(low ?? 1, Math.min(1, high ?? 1)), high ?? 1);
    const control = make("input", { type: "number", step: 1, min: low ?? undefined, max: high ?? undefined, value: start });
    const hint = low === null || low === undefined ? [] : [make("span", { class: "quiet" }, `${low}–${high}`)];
    const read = () => {
      const wrong = control.value === "" || !control.checkValidity() || !Number.isSafeInteger(control.valueAsNumber);
      if (wrong) control.setAttribute("aria-invalid", "true");
      else control.removeAttribute("aria-invalid");
      if (wrong) throw new Wrong();
      return control.valueAsNumber;
    };
    return { node: labelled(label, make("span", { class: "bounded" }, control, hint)), read };
  };

  // Dice are rolled in all ways, until somebody says what they show.
  const dice = (kind, label) => {
    const faces = $outcomes(kind).map(([face]) => face);
    if (kind.modified || faces.length > SHORT) {
      const control = make("input", { type: "number", step: 1 });
      const read = () => {
        const wrong = control.value !== "" && (!Number.isSafeInteger(control.valueAsNumber) || !(kind.modified || faces.includes(control.valueAsNumber)));
        if (wrong || control.validity.badInput) throw new Wrong();
        return control.value === "" ? OPEN : control.valueAsNumber;
      };
      return { node: labelled(label, make("span", { class: "bounded" }, control, make("span", { class: "quiet" }, word("any_roll")))), read };
    }
    const control = make("select", {}, option("", () => words.any_roll), faces.map((face) => option(face, () => String(face))));
    return { node: labelled(label, control), read: () => (control.value === "" ? OPEN : Number(control.value)) };
  };

  const named = (kind, label, { first, base, number }) => {
    const there = base && kind.piece ? base.v[known.named.get(`every ${kind.name}`)] ?? [] : [];
    const listed = there.length || !base ? there : [...kind.known.values()];
    if (listed.length) {
      const control = make("select", {}, listed.map((one, place) => option(place, () => String(one))));
      if (first && listed.includes(first)) control.value = listed.indexOf(first);
      return { node: labelled(label, control), read: () => listed[Number(control.value)] };
    }
    const control = make("input", { type: "text", size: 10, value: first ? String(first) : String.fromCharCode(65 + (number % 26)) });
    return { node: labelled(label, control), read: () => meant(control, kind) };
  };

  const record = (kind, label, { first, depth = 0, base }) => {
    const parts = kind.fields.map(([name, inner, otherwise], number) => [name, field(
      inner, title(own(types, kind.name, name) ?? spaced(name)), { first: first?.[name] ?? otherwise, depth: depth + 1, base, number })]);
    const node = make("fieldset", {}, make("legend", {}, label), parts.map(([, part]) => part.node));
    return { node, read: () => kind.of(Object.fromEntries(parts.map(([name, part]) => [name, settled(part.read())]))) };
  };

  // What is rolled stands by itself: within a list or a record somebody has to say what it is.
  const settled = (value) => {
    if (value === OPEN) throw new Wrong();
    return value;
  };

  const several = (kind, label, { depth = 0, base }) => {
    const least = kind.least ?? 0, most = Math.min(kind.limit ?? MOST_ITEMS, Math.max(MOST_ITEMS, least));
    const count = whole(word("how_many"), least, most, Math.max(least, Math.min(1, most)));
    const items = [];
    const box = make("div", { class: "items" });
    const fill = () => {
      let wanted;
      try { wanted = count.read(); } catch { return; }
      while (items.length > wanted) items.pop().node.remove();
      while (items.length < wanted) {
        const number = items.length;
        const item = field(kind.item, make("span", {}, word("item"), ` ${number + 1}`), { depth: depth + 1, base, number });
        items.push(item);
        box.append(item.node);
      }
    };
    fill();
    const read = () => { count.read(); fill(); return items.map((item) => settled(item.read())); };
    return { node: make("fieldset", {}, make("legend", {}, label), count.node, box), read };
  };

  const either = (kind, label, told) => {
    const name = (one) => (one.name === "none" ? words.none : spaced(own(types, one.name, "") ?? one.name ?? $described(one)));
    const which = make("select", {}, kind.kinds.map((one, place) => option(place, () => name(one))));
    const start = kind.kinds.findIndex((one) => told.first !== undefined && $isOf(told.first, one));
    if (start > 0) which.value = start;
    const box = make("div", { class: "items" });
    let shown = "", inner = null;
    const fill = () => {
      if (shown === which.value) return;
      const one = kind.kinds[Number(which.value)];
      const single = one instanceof $Enum && one.members.length === 1;
      inner = single ? { node: "", read: () => one.members[0] }
        : field(one, make("span", { class: "spoken" }, copied(label)), { ...told, first: Number(which.value) === start ? told.first : undefined, depth: (told.depth ?? 0) + 1 });
      box.replaceChildren(inner.node);
      shown = which.value;
    };
    fill();
    return { node: make("div", { class: "either" }, labelled(label, which), box), read: () => { fill(); return inner.read(); } };
  };

  // --- what is asked of the position ---

  const labelOf = (fact) => {
    if (fact.name === "phase" || fact.name === "active") return title(words[fact.name]);
    const found = head(placed("r", fact.name));
    return found ? make("span", {}, copied(found)) : make("code", {}, fact.name);
  };
  // A value that a fact is asked of; a record by the input that it is, since it says too much in one line.
  const written = (form, value) => {
    if (value instanceof $Member) return title(called(value));
    if (!(value instanceof $RecordValue)) return $written(value);
    const input = Object.entries(form.values).find(([, one]) => one === value)?.[0];
    return input === undefined ? "…" : labelFor(form.name, input);
  };
  const labelFor = (name, input) => {
    const texts = own(parameters, name, input);
    return texts === undefined ? make("var", {}, input) : title(texts);
  };

  // The value of a fact as long as nobody says another one, if the rules have one.
  const bare = known && new known(new Proxy([], { get: (_, key) => (key === "length" ? 0 : undefined) }));
  const atStart = (fact, values) => {
    try {
      return FUNCTIONS$.get(fact.name)?.call(bare, ...values);
    } catch {
      return undefined;
    }
  };

  // A position that asks the form for what it does not know; `rolled` is what open dice show in it.
  const asking = (form, rolled) => {
    const lookup = (fact, values) => {
      const key = `${fact.name} ${$mark(values)}`;
      let told = form.told.get(key);
      if (!told) {
        if (form.used.size >= MOST_FACTS) throw new Whole();
        const label = make("span", {}, labelOf(fact), values.length ? [" (", ...values.flatMap((one, place) => [place ? ", " : "", written(form, one)]), ")"] : []);
        const first = fact.name === "phase" ? fact.result.members[own(phases, form.name)] : undefined;
        const name = values.length ? `${fact.name}(${values.map($written).join(", ")})` : fact.name;
        told = namedAs(name, field(fact.result, label, { first: first ?? atStart(fact, values), base: form.base, number: form.told.size }));
        form.told.set(key, told);
      }
      form.used.add(key);
      const value = told.read();
      if (value !== OPEN) return value;
      if (!rolled.has(key)) throw new Opened(key, fact.result);
      return rolled.get(key);
    };
    return new known(new Proxy([], {
      get: (_, key) => {
        const place = typeof key === "string" ? Number(key) : NaN;
        const fact = Number.isInteger(place) ? known.facts[place] : undefined;
        if (!fact) throw new Whole();
        const told = form.base?.v[place];
        if (fact.copied || /^(every|event) /.test(fact.name)) {
          if (!form.base) throw new Whole();
          return told;
        }
        if (!FUNCTIONS$.get(fact.name) || FUNCTIONS$.get(fact.name).parameters.length !== fact.parameters.length) return told;
        if (!fact.rows) return told === undefined && !(form.base && fact.starts) ? lookup(fact, []) : told;
        return (...values) => {
          const row = told instanceof Map ? told.get($key(values)) : undefined;
          if (row !== undefined) return row[1];
          // Where there is a whole position, what it does not say is as at the start.
          return form.base && fact.starts ? undefined : lookup(fact, values);
        };
      },
    }));
  };

  // --- answers ---

  const shown = (value) => {
    if (typeof value === "boolean") return word(value ? "yes" : "no");
    if (value instanceof $Member) return title(called(value));
    if (value instanceof $RecordValue) {
      return make("span", {}, value.type.fields.map(([name], place) => [
        place ? "; " : "", make("span", { class: "k" }, title(own(types, value.type.name, name) ?? spaced(name)), ": "), shown(value[name])]).flat());
    }
    if (Array.isArray(value)) {
      return value.length ? make("span", {}, value.flatMap((one, place) => [place ? ", " : "", shown(one)])) : make("span", {}, "[ ]");
    }
    return make("span", {}, String(value).replace(/^-/, "\u2212"));
  };

  const problemOf = (error) => {
    for (let type = error.constructor; type?.title; type = Object.getPrototypeOf(type)) {
      if (Object.hasOwn(problems, type.title)) return problems[type.title];
    }
    return problems.MissingRule;
  };

  // All that the rule answers with the fields as they are: each answer with its weight, and the reasons of all of them.
  const answers = (form, values) => {
    const { name, rule } = form;
    const open = rule.parameters.filter(([own]) => values[own] === OPEN).map(([own, kind]) => [own, kind]);
    for (;;) {
      const ways = open.reduce((product, [, kind]) => product * $outcomes(kind).length, 1);
      if (ways > MOST_ROLLS) return { many: true };
      try {
        return { ...rolledOut(form, name, values, open), rolled: open.length > 0 };
      } catch (problem) {
        if (!(problem instanceof Opened)) throw problem;
        open.push([problem.key, problem.kind]);
      }
    }
  };
  const rolledOut = (form, name, values, open) => {
    const found = new Map();
    let because = null, sum = 0n;
    const roll = (at, rolled, weight) => {
      if (at < open.length) {
        for (const [face, part] of $outcomes(open[at][1])) roll(at + 1, new Map(rolled).set(open[at][0], face), weight * part);
        return;
      }
      const given = Object.fromEntries(Object.entries(values).map(([own, value]) => [own, value === OPEN ? rolled.get(own) : value]));
      let answer, key, order = Infinity, reasons = [];
      try {
        const told = explain(name, given, form.rule.position ? asking(form, rolled) : null);
        answer = shown(told.value);
        key = `= ${$mark([told.value])}`;
        order = told.value instanceof $Member ? told.value.index : Number(told.value) || 0;
        reasons = told.because;
      } catch (problem) {
        if (!(problem instanceof $NoAnswer)) throw problem;
        const texts = problemOf(problem);
        answer = make("span", { class: "warn" }, spans(texts, false));
        key = `! ${plain(texts)}`;
      }
      const before = found.get(key);
      found.set(key, { answer, order, weight: (before?.weight ?? 0n) + weight });
      sum += weight;
      const own = new Map(reasons.map((one) => [one[0], one]));
      because = because === null ? own : new Map([...because].filter(([one]) => own.has(one)));
    };
    roll(0, new Map(), 1n);
    return { found: [...found.values()], because: [...because.values()], sum };
  };

  // A rule that had a say, by its title and as a link: a rule of the action itself goes by its own name.
  const ruleOf = (form, name) => {
    const [winner, loser] = name.split(" over ");
    if (loser !== undefined) return make("span", {}, ruleOf(form, winner), " ", word("over"), " ", ruleOf(form, loser));
    const [action, guard] = name.split(": ");
    const place = placed("r", `${form.name}.${name}`) ?? placed("r", guard === undefined ? name : `${action}.${guard}`);
    const text = place && head(place) ? copied(head(place)) : [guard === undefined ? spaced(name) : word(own(guards, guard) ?? "not_requires")];
    return place ? make("a", { href: `#${place.id}` }, text) : make("span", {}, text);
  };

  const reasons = (form, because) => {
    const others = because.filter(([name]) => name !== form.name);
    const listed = others.flatMap(([name, sections]) => {
      const where = sections.flatMap((section) => {
        const to = placed("s", section);
        return [" ", make(to ? "a" : "span", { class: /^\d[^/]*$/.test(section) ? "sec numbered" : "sec", ...(to ? { href: `#${to.id}` } : {}) }, section)];
      });
      return [make("li", {}, ruleOf(form, name), where)];
    });
    return listed.length ? [make("p", { class: "label" }, word("because")), make("ul", { class: "why" }, listed)] : [];
  };

  const odds = ({ found, sum }) => {
    const language = root.lang || tags[0];
    const rows = [...found].sort((one, other) => one.order - other.order).map(({ answer, weight }) => {
      const share = Number(weight) / Number(sum);
      const bar = make("span", { class: "share", "aria-hidden": "true" });
      bar.style.inlineSize = `${(share * 6).toFixed(2)}rem`;
      return make("tr", {}, make("th", { scope: "row" }, answer), make("td", {}, String($fraction(weight, sum))),
        make("td", {}, share.toLocaleString(language, { style: "percent", maximumFractionDigits: 1 }), " ", bar));
    });
    return make("table", { class: "odds" }, make("caption", {}, word("odds")), make("tbody", {}, rows));
  };

  // --- a form ---

  const run = (form) => {
    const used = form.used = new Set();
    let told;
    try {
      form.values = Object.fromEntries(form.fields.map(([name, part]) => [name, part.read()]));
      told = answers(form, form.values);
    } catch (problem) {
      if (problem instanceof Wrong) told = { word: "wrong" };
      // A form that is only just opened begins where there is a position; one that somebody has filled in stays as it is.
      else if (form.base === undefined && form.bases.length && !form.ran) return begin(form, form.bases[0]);
      else told = { word: form.base === undefined && form.bases.length ? "choose_position" : "whole_position" };
    }
    form.ran = true;
    form.position.hidden = used.size === 0;
    for (const [key, part] of form.told) {
      if (used.has(key) !== part.node.isConnected) {
        if (used.has(key)) form.position.append(part.node);
        else part.node.remove();
      }
    }
    const { found = [], because = [] } = told;
    if (told.many || told.word) form.answer.replaceChildren(make("span", { class: "quiet" }, word(told.many ? "too_many" : told.word)));
    else if (found.length === 1) form.answer.replaceChildren(make("span", { class: "k" }, word("answer"), " "), make("b", {}, found[0].answer));
    else form.answer.replaceChildren(odds(told));
    form.because.replaceChildren(...reasons(form, because));
  };

  // Positions are values: each is begun once, whichever form asks for it.
  const begun = new Map();
  const started = (base) => {
    if (!begun.has(base)) begun.set(base, typeof PLAY$ === "undefined" ? SCENARIOS$.get(base)() : PLAY$.start(base));
    return begun.get(base);
  };
  // Scenarios, the position that says most first: it is the one that most is asked of.
  const said = (base) => started(base).v.reduce((sum, told) => sum + (told?.size ?? (told === undefined ? 0 : 1)), 0);
  let ordered = null;
  const stored = () => (ordered ??= [...SCENARIOS$.keys()].sort((one, other) => said(other) - said(one)));
  const begin = (form, base) => {
    const { name, rule } = form;
    form.base = base === undefined ? undefined : started(base);
    form.told = new Map();
    form.used = new Set();
    form.position = make("fieldset", { hidden: true }, make("legend", {}, word("position_says")));
    form.answer = make("div", { class: "answer", role: "status" });
    form.because = make("div", {});
    try {
      form.fields = rule.parameters.map(([own_, kind], number) => {
        const [low, high] = own(bounds, name, own_) ?? [];
        return [own_, namedAs(own_, field(kind, labelFor(name, own_), { low, high, base: form.base, number }))];
      });
    } catch (problem) {
      if (!(problem instanceof Whole)) throw problem;
      form.node.replaceChildren(make("p", { class: "quiet" }, word("too_much")));
      return;
    }
    const which = [];
    if (form.bases.length) {
      const none = option("", () => words.no_scenario);
      const control = make("select", {}, none, form.bases.map((one, place) => option(place, () => own(scenarios, one) ?? spaced(one ?? "—"))));
      control.value = base === undefined ? "" : form.bases.indexOf(base);
      control.addEventListener("input", (event) => {
        event.stopPropagation();
        begin(form, control.value === "" ? undefined : form.bases[Number(control.value)]);
        form.node.querySelector("select").focus();
      });
      which.push(labelled(word("scenario"), control));
    }
    form.node.replaceChildren(...which, ...form.fields.map(([, part]) => part.node), form.position, form.answer, form.because);
    run(form);
  };

  const open = (name, box) => {
    const node = make("form", {});
    node.addEventListener("submit", (event) => event.preventDefault());
    const rule = FUNCTIONS$.get(name);
    const listed = rule.position && known ? stored() : [];
    const bases = listed.length || !rule.position || !known?.lists.length || typeof PLAY$ === "undefined" ? listed : [null];
    const form = { name, rule, node, bases };
    node.addEventListener("input", () => run(form));
    box.append(node);
    // Pieces stand somewhere: where they are asked for, a scenario says where.
    const pieces = rule.parameters.some(([, kind]) => kind instanceof $Names && kind.piece);
    begin(form, pieces ? bases[0] : undefined);
    rebuilt.push(() => run(form));
  };

  for (const name of $LIVE.offered) {
    const article = placed("r", name);
    const signature = article?.querySelector(":scope > .content > .signature");
    if (!signature || !FUNCTIONS$.has(name)) continue;
    const label = make("summary", { id: `live-${article.id}`, "aria-labelledby": `live-${article.id} h-${article.id}` }, word("try"));
    const box = make("details", { class: "live" }, label);
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) open(name, box); });
    signature.after(box);
  }
})();
