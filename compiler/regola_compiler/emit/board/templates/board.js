// The table: a game played by the module above. All that is shown is made anew from the position after each move; the
// history is what a game is, so that taking back, saving and loading are each one line.
(() => {
  "use strict";
  const { tags, languages, words, types, kinds, parameters, rules, guards, facts, phases, scenarios, pieces, counted } = $BOARD;
  const memory = "regola-language";
  const MOST_SHOWN = 200, MOST_ENTRIES = 100_000, LARGEST = 20_000_000;
  const at = (id) => document.getElementById(id);
  let language = 0;

  // --- texts and elements ---

  const make = (tag, attributes = {}, ...inner) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") node.addEventListener(name, value);
      else if (value === true) node.setAttribute(name, "");
      else if (value !== undefined && value !== false) node.setAttribute(name, value);
    }
    node.append(...inner.flat());
    return node;
  };
  const own = (table, ...path) => path.reduce((found, name) => (found && Object.hasOwn(found, name) ? found[name] : undefined), table);
  const word = (key) => words[language][key];
  const inLanguage = (texts) => (typeof texts === "string" ? texts : texts[language]);
  const spaced = (name) => name.replaceAll("_", " ");
  const titled = (table, name) => inLanguage(own(table, name) ?? spaced(name));
  const raised = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const isNone = (value) => value instanceof $Member && value.type.members.length === 1 && String(value) === "none";
  const said = (value) => {
    if (typeof value === "boolean") return word(value ? "yes" : "no");
    if (value instanceof $Member) {
      if (isNone(value)) return word("none");
      return inLanguage(own(types, value.type.name, String(value)) ?? spaced(String(value)));
    }
    if (Array.isArray(value)) return value.map(said).join(", ") || "–";
    if (value instanceof $RecordValue) return value.type.fields.map(([name]) => `${inLanguage(own(types, value.type.name, name) ?? spaced(name))}: ${said(value[name])}`).join(", ");
    return String(value).replace(/^-/, "\u2212");
  };
  const ruleOf = (name) => titled(rules, name);

  // --- a game: its history is all that is kept, states are values ---

  const { rules: engineRules, start, name: gameName, position: Position, secrets = null } = PLAY$;
  const engine = new $Engine(engineRules());
  let game = null;

  const begun = (scenario, position) => engine.begin(position ?? start(scenario));
  const opened = ({ scenario = null, position = null, seed = 1, byHand = false }) => ({
    scenario, given: position, seed, byHand, lines: [{ state: begun(scenario, position), step: null, after: [] }],
  });
  const now = () => game.lines.at(-1).state;
  // Whatever is taken back, the same roll in the same place shows the same: nobody rolls again by taking a move back.
  const chance = () => $chance((Math.imul(game.seed, 1_000_003) + game.lines.length * 101 + game.lines.at(-1).after.length) >>> 0);
  const byChance = (rolls) => {
    const random = chance();
    return rolls.filter(({ outcomes }) => outcomes.length).map(({ fact, values, outcomes }) => {
      let left = random() * outcomes.reduce((sum, [, weight]) => sum + Number(weight), 0);
      return [fact, values, (outcomes.find(([, weight]) => (left -= Number(weight)) < 0) ?? outcomes.at(-1))[0]];
    });
  };
  const made = (move, rolled) => {
    const state = engine.play(now(), move, rolled);
    game.lines.push({ state, step: { move, rolled }, after: [] });
  };
  const rollOn = (rolled) => {
    const line = game.lines.at(-1), phase = phaseOf(line.state);
    line.state = engine.roll(line.state, rolled);
    line.after.push({ phase, rolled });
  };
  const whose = () => {
    const top = now().stack.at(-1);
    return (top?.offered ? top.offered.left[0] : top?.actor) ?? null;
  };
  const phaseOf = (state) => state.stack.findLast((frame) => frame.node.name)?.node.name ?? "";

  // --- as JSON: what the Python module writes and reads, too ---

  const factOf = (name) => Position.facts[Position.named.get(name)];
  const kindsOf = (name) => FUNCTIONS$.get(name).parameters.map(([, kind]) => kind);
  const written = (move) => {
    switch (move.kind) {
      case "do": return { do: move.name, with: move.values.map((value, place) => $toJson(value, kindsOf(move.name)[place])) };
      case "end": return { end: move.name };
      case "pick": return { pick: move.name, item: $toJson(move.item, factOf(move.name).result) };
      default: return { [move.kind]: written(move.move) };
    }
  };
  const die = ([name, values, value]) => {
    const fact = factOf(name);
    return [name, ...values.map((one, place) => $toJson(one, fact.parameters[place])), $toJson(value, fact.result)];
  };
  const saved = () => ({
    game: gameName,
    ...(game.scenario === null ? {} : { scenario: game.scenario }),
    ...(game.given === null ? {} : { position: game.given.toJSON() }),
    history: game.lines.flatMap(({ step, after }) => [
      ...(step ? [{ ...written(step.move), ...(step.rolled.length ? { rolled: step.rolled.map(die) } : {}) }] : []),
      ...after.map(({ rolled }) => ({ rolled: rolled.map(die) })),
    ]),
  });
  const wrong = (path, problem) => new $WrongShape(path, problem);
  const readMove = (entry, path, inner = false) => {
    const is = (key) => Object.hasOwn(entry, key);
    if (is("do")) {
      const known = typeof entry.do === "string" && engine.rules.deeds.has(entry.do) ? kindsOf(entry.do) : null;
      const given = entry.with ?? [];
      if (!known || !Array.isArray(given) || given.length !== known.length) throw wrong(path, "is no deed of these rules");
      return { kind: "do", name: entry.do, values: given.map((one, place) => $fromJson(one, known[place], path)) };
    }
    if (is("end") && typeof entry.end === "string") return { kind: "end", name: entry.end };
    if (is("pick") && typeof entry.pick === "string" && Position.named.has(entry.pick)) {
      return { kind: "pick", name: entry.pick, item: $fromJson(entry.item, factOf(entry.pick).result, path) };
    }
    const kind = ["offer", "decline"].find(is);
    if (kind && !inner && isObject(entry[kind])) return { kind, move: readMove(entry[kind], path, true) };
    if (is("rolled")) return null;
    throw wrong(path, "nothing was done, and nothing rolled");
  };
  const isObject = (one) => typeof one === "object" && one !== null && !Array.isArray(one);
  const readDice = (rows, path) => {
    if (!Array.isArray(rows)) throw wrong(path, "what was rolled is a list");
    return rows.map((row) => {
      const fact = Array.isArray(row) && typeof row[0] === "string" && Position.named.has(row[0]) ? factOf(row[0]) : null;
      if (!fact || row.length !== fact.parameters.length + 2) throw wrong(path, "there is no such die");
      return [row[0], fact.parameters.map((kind, place) => $fromJson(row[place + 1], kind, path)), $fromJson(row.at(-1), fact.result, path)];
    });
  };
  // What was rolled, held to what can be: each roll that is asked for, and no other.
  const held = (rolls, told, path) => rolls.filter(({ outcomes }) => outcomes.length).map(({ fact, values, outcomes }) => {
    const found = told.find(([name, keys]) => name === fact && $same(keys, values));
    if (!found || !outcomes.some(([value]) => $same(value, found[2]))) throw wrong(path, `${fact} cannot show that`);
    return [fact, values, found[2]];
  });
  const loaded = (text) => {
    if (text.length > LARGEST) throw wrong("", "is too long");
    const told = JSON.parse(text);
    if (!isObject(told) || !Array.isArray(told.history)) throw wrong("", "a saved game is an object with its `game` and its `history`");
    if (told.game !== gameName) throw new $WrongGame("game", `this is \`${gameName}\``);
    if (told.history.length > MOST_ENTRIES) throw wrong("history", "is too long");
    const scenario = told.scenario ?? null;
    if (scenario !== null && !(typeof scenario === "string" && SCENARIOS$.has(scenario))) throw wrong("scenario", "is none of this game");
    const before = game;
    try {
      game = opened({ scenario, position: told.position === undefined ? null : Position.from(told.position), seed: before?.seed ?? anySeed(), byHand: at("by-hand").checked });
      told.history.forEach((entry, number) => {
        const path = `history[${number}]`;
        if (!isObject(entry)) throw wrong(path, "is no entry");
        const move = readMove(entry, path), dice = readDice(entry.rolled ?? [], path);
        if (move === null) {
          if (!now().awaited.length) throw wrong(path, "nothing is rolled there");
          rollOn(held(now().awaited, dice, path));
        }
        else {
          if (!engine.may(now(), move)) throw new $WrongGame(path, "is not allowed there by these rules");
          made(move, held(engine.rolls(now(), move), dice, path));
        }
      });
    } catch (problem) {
      game = before;
      throw problem;
    }
  };

  // --- what is seen ---

  let viewer = null;
  const bare = Position.from({});
  // Whether something is not for all eyes: what is hidden, or what several do at once and apart.
  const isClosed = (state) => !state.over && (secrets !== null || Boolean(state.stack.at(-1)?.apart));
  const seen = () => {
    const state = now();
    if (!isClosed(state)) return state.position;
    if (viewer === null) return bare;
    const position = engine.knownTo(state, viewer);
    return secrets === null ? position : secrets.seenBy(position, viewer);
  };
  const valueOf = (name, values, position) => {
    try {
      return FUNCTIONS$.get(name).call(position, ...values);
    } catch (problem) {
      if (!(problem instanceof $NoAnswer)) throw problem;
      return undefined;
    }
  };
  const everyOne = (position, type) => position.v[Position.named.get(`every ${type}`)] ?? [];
  const isPieces = (kind) => kind instanceof $Names && kind.piece;

  const piecesShown = (position) => {
    const placeTypes = pieces.filter(([, place]) => place).map(([name]) => name);
    const pieceTypes = pieces.filter(([, place]) => !place).map(([name]) => name);
    const shown = facts.map((name) => [name, factOf(name)]).filter(([, fact]) => fact);
    const standsBy = new Map(pieces.map(([name, , fact]) => [name, fact]));
    const squareOf = new Map(pieces.map(([name, , , square]) => [name, square]));
    // What is told of one piece, or of one place, and stands with it; what each is at first is said of numbers alone.
    const told = (type) => shown.filter(([name, fact]) => fact.parameters.length === 1 && fact.parameters[0].name === type && name !== standsBy.get(type));
    const notes = (type, one) => told(type).flatMap(([name, fact]) => {
      const value = valueOf(name, [one], position);
      if (value === undefined || value === false || isNone(value) || fact.result.kind === "list" || isPieces(fact.result)) return [];
      if (fact.state && !counted.includes(name) && $same(value, valueOf(name, [one], bare))) return [];
      if (value === 0 && !fact.state && $same(value, valueOf(name, [one], bare))) return []; // printed on none
      if (value === true) return [ruleOf(name)];
      const plain = value instanceof $Member && !fact.state && said(value).toLowerCase() !== String(one).toLowerCase();
      if (plain) return [said(value)]; // but whose it is, where it is called like him
      return [`${ruleOf(name)}: ${said(value)}`];
    });
    const card = (type, one) => make("li", {}, make("b", {}, String(one)), " ", make("span", { class: "quiet" }, notes(type, one).join(" · ")));
    const where = new Map();
    for (const type of pieceTypes) {
      for (const one of everyOne(position, type)) {
        const place = standsBy.get(type) === null ? undefined : valueOf(standsBy.get(type), [one], position);
        if (!where.has(place)) where.set(place, []);
        where.get(place).push([type, one]);
      }
    }
    const list = (found) => (found?.length ? make("ul", { class: "pieces" }, found.map(([type, one]) => card(type, one))) : "");
    const parts = [];
    for (const type of placeTypes) {
      const places = everyOne(position, type);
      if (!places.length) continue;
      const ways = shown.filter(([, fact]) => fact.parameters.length === 1 && fact.parameters[0].name === type && fact.result.kind === "list" && fact.result.item.name === type);
      const rows = places.map((place) => {
        const near = ways.flatMap(([name]) => valueOf(name, [place], position) ?? []);
        const found = where.get(place);
        where.delete(place);
        return make("tr", {}, make("th", { scope: "row" }, String(place), make("span", { class: "quiet" }, notes(type, place).map((note) => ` ${note}`).join(" ·"))),
          ...(ways.length ? [make("td", { class: "quiet" }, near.map(String).join(", "))] : []), make("td", {}, list(found)));
      });
      const heads = [inLanguage(own(kinds, type) ?? spaced(type)), ...(ways.length ? [word("leads_to")] : []), word("here")];
      parts.push(make("div", { class: "sheet", role: "region", tabindex: 0, "aria-label": inLanguage(own(kinds, type) ?? word("map")) },
        make("table", { class: "map" }, make("caption", { class: "spoken" }, word("map")), make("thead", {}, make("tr", {}, heads.map((head) => make("th", { scope: "col" }, head)))), make("tbody", {}, rows))));
    }
    for (const type of pieceTypes) parts.push(...boardOf(squareOf.get(type), everyOne(position, type), told(type), position));
    const left = [...where.values()].flat();
    if (left.length) parts.push(make("details", { open: !parts.length }, make("summary", {}, `${word(placeTypes.length ? "beside" : "pieces")} (${left.length})`), list(left)));
    return parts;
  };

  const range = ({ low, high }) => Array.from({ length: high - low + 1 }, (_, place) => low + place);
  const isAxis = (kind) => kind.kind === "int" && kind.low !== null && kind.high - kind.low < 30;
  const grid = (name, rows, columns, cell) => {
    const head = make("tr", {}, make("td", {}), range(columns).map((column) => make("th", { scope: "col" }, String(column))));
    const line = (row) => [make("th", { scope: "row" }, String(row)), ...range(columns).map((column) => make("td", {}, cell(row, column)))];
    const table = make("table", { class: "squares" }, make("caption", {}, name), make("thead", {}, head), make("tbody", {}, range(rows).map((row) => make("tr", {}, line(row)))));
    return make("div", { class: "sheet", role: "region", tabindex: 0, "aria-label": name }, table);
  };

  // Pieces of which two numbers are a square, and known to whoever looks, stand on a board.
  const boardOf = (square, listed, told, position) => {
    const axes = (square ?? []).flatMap((axis) => told.filter(([name]) => name === axis));
    if (axes.length !== 2 || !listed.length) return [];
    const [[row, rows], [column, columns]] = axes;
    const standing = groupsOf(listed, (one) => `${valueOf(row, [one], position)} ${valueOf(column, [one], position)}`);
    const side = (one) => told.filter(([, fact]) => fact.result instanceof $Enum).map(([name]) => said(valueOf(name, [one], position) ?? "")).join(" ");
    return [grid(`${ruleOf(row)}, ${ruleOf(column)}`, rows.result, columns.result,
      (down, over) => (standing.get(`${down} ${over}`) ?? []).map((one) => make("span", { class: "man" }, make("b", {}, String(one)), make("span", { class: "quiet" }, ` ${side(one)}`))))];
  };

  // A fact of two numbers with bounds is a board of squares.
  const squares = (position) => facts.map((name) => [name, factOf(name)]).flatMap(([name, fact]) => {
    const [rows, columns] = fact?.parameters ?? [];
    if (fact?.parameters.length !== 2 || ![rows, columns].every(isAxis)) return [];
    const cell = (row, column) => {
      const value = valueOf(name, [row, column], position);
      const first = value === undefined || $same(value, valueOf(name, [row, column], bare));
      return first ? [value instanceof $Member && !isNone(value) ? said(value) : "·"] : [make("b", {}, said(value))];
    };
    return [grid(ruleOf(name), rows, columns, cell)];
  });

  // All else that is told: facts of nothing, and those of values that are no piece of their own.
  const otherFacts = (position) => {
    const lines = [];
    for (const name of facts) {
      const fact = factOf(name);
      if (!fact || fact.parameters.some(isPieces) || isPieces(fact.result)) continue;
      if (!fact.parameters.length) {
        const value = valueOf(name, [], position);
        if (value !== undefined) lines.push([ruleOf(name), said(value)]);
      } else if (!(fact.parameters.length === 2 && fact.parameters.every((kind) => kind.kind === "int"))) {
        if (counted.includes(name) && fact.parameters.length === 1 && fact.parameters[0] instanceof $Enum) {
          for (const one of fact.parameters[0].members) {
            const value = valueOf(name, [one], position);
            if (value !== undefined) lines.push([`${ruleOf(name)}: ${said(one)}`, said(value)]);
          }
          continue;
        }
        const told = position.v[Position.named.get(name)];
        if (!(told instanceof Map)) continue;
        for (const [values, value] of [...told.values()].slice(0, MOST_SHOWN)) {
          if (!$same(value, valueOf(name, values, bare))) lines.push([`${ruleOf(name)}: ${values.map(said).join(", ")}`, said(value)]);
        }
      }
    }
    if (!lines.length) return [];
    return [make("dl", { class: "facts", "aria-label": word("facts") }, lines.map(([of, value]) => make("div", {}, make("dt", {}, of), make("dd", {}, value))))];
  };

  // --- moves ---

  const titleOf = (move) => {
    switch (move.kind) {
      case "do": return raised(ruleOf(move.name));
      case "end": return `${word("end")}: ${titled(phases, move.name)}`;
      case "pick": return word("pick");
      default: return `${word(move.kind)}: ${titleOf(move.move)}`;
    }
  };
  const argumentsOf = (move) => (move.kind === "do" ? move.values : move.kind === "pick" ? [move.item] : move.move ? argumentsOf(move.move) : []);
  const shown = (move) => {
    const given = argumentsOf(move).map(said).join(", ");
    return given ? `${titleOf(move)}: ${given}` : titleOf(move);
  };
  const groupsOf = (list, key) => {
    const found = new Map();
    for (const one of list) {
      const own_ = key(one);
      if (!found.has(own_)) found.set(own_, []);
      found.get(own_).push(one);
    }
    return found;
  };
  const button = (move, text) => make("button", { type: "button", "data-move": JSON.stringify(written(move)), "aria-label": shown(move), click: () => played(move) }, text);

  const movesShown = (moves) => [...groupsOf(moves, titleOf)].map(([title, group]) => {
    if (group.length === 1) return make("div", { class: "group" }, button(group[0], shown(group[0])));
    // A line for all arguments but the last, of which each is a button.
    const lines = [...groupsOf(group, (move) => argumentsOf(move).slice(0, -1).map(said).join(", "))];
    const rows = lines.map(([first, listed]) => make("li", {}, first ? make("span", { class: "first" }, first) : "", " ",
      listed.map((move) => button(move, argumentsOf(move).slice(-1).map(said).join() || title))));
    return make("fieldset", { class: "group" }, make("legend", {}, title, " ", make("span", { class: "quiet" }, String(group.length))), make("ul", {}, rows));
  });

  const played = (move) => attempt(() => {
    const rolls = engine.rolls(now(), move);
    if (game.byHand && rolls.some(({ outcomes }) => outcomes.length)) return diceForm(rolls, (rolled) => made(move, rolled));
    made(move, byChance(rolls));
    return null;
  });

  // Dice that somebody rolls on a real table; what he leaves open is rolled here.
  const diceForm = (rolls, then) => {
    const thrown = byChance(rolls);
    const fields = rolls.filter(({ outcomes }) => outcomes.length).map(({ fact, values, outcomes }, number) => {
      const control = make("select", {}, make("option", { value: "" }, word("roll_it")), outcomes.slice(0, 1_000).map(([value], place) => make("option", { value: place }, said(value))));
      const label = values.length ? `${ruleOf(fact)} (${values.map(said).join(", ")})` : ruleOf(fact);
      return { node: make("label", {}, label, " ", control), read: () => (control.value === "" ? thrown[number] : [fact, values, outcomes[Number(control.value)][0]]) };
    });
    const form = make("form", { class: "dice", submit: (event) => {
      event.preventDefault();
      attempt(() => then(fields.map((field) => field.read())));
    } }, make("p", { class: "label" }, word("dice")), fields.map((field) => field.node), make("button", { class: "main" }, word("roll")));
    at("moves-body").replaceChildren(form);
    form.querySelector("select").focus();
    return form;
  };

  // --- why not ---

  const whyNot = () => {
    const box = make("details", { class: "why" }, make("summary", {}, word("why")));
    const fill = () => {
      const deeds = [...engine.rules.deeds.keys()];
      const which = make("select", { name: "deed" }, deeds.map((name) => make("option", { value: name }, raised(ruleOf(name)))));
      const inputs = make("div", { class: "inputs" });
      const answer = make("div", { role: "status" });
      let fields = [];
      const refill = () => {
        const position = seen();
        fields = FUNCTIONS$.get(which.value).parameters.map(([name, kind]) => {
          let listed;
          try { listed = $every(position, kind, name); } catch { listed = []; }
          const control = make("select", { name }, listed.map((one, place) => make("option", { value: place }, said(one))));
          const label = inLanguage(own(parameters, which.value, name) ?? spaced(name));
          return { node: make("label", {}, label, " ", control), read: () => listed[Number(control.value)] };
        });
        inputs.replaceChildren(...fields.map((field) => field.node));
        answer.replaceChildren();
      };
      which.addEventListener("change", refill);
      refill();
      const form = make("form", { submit: (event) => {
        event.preventDefault();
        answer.replaceChildren(...reasonsOf({ kind: "do", name: which.value, values: fields.map((field) => field.read()) }));
      } }, make("label", {}, make("span", { class: "spoken" }, word("why")), which), inputs, make("button", {}, word("ask")), answer);
      box.replaceChildren(box.firstChild, form);
    };
    box.addEventListener("toggle", () => { if (box.open && box.children.length === 1) fill(); });
    return box;
  };
  const reasonsOf = (move) => {
    const state = now();
    try {
      if (move.values.includes(undefined)) return [word("not_among")];
      if (engine.may(state, move)) return [word("allowed")];
      const deed = engine.rules.deeds.get(move.name);
      const listed = FUNCTIONS$.get(move.name).parameters;
      for (const [place, choices] of deed.choices.entries()) {
        if (!$among(move.values[place], choices(state.position, move.values.slice(0, place)))) {
          return [`${word("not_among")}: ${inLanguage(own(parameters, move.name, listed[place][0]) ?? spaced(listed[place][0]))} ${said(move.values[place])}`];
        }
      }
      const { value, because } = explain(move.name, Object.fromEntries(listed.map(([name], place) => [name, move.values[place]])), seen());
      const listed_ = because.filter(([name]) => name !== move.name).map(([name, sections]) => make("li", {}, reasonOf(move.name, name), " ", make("span", { class: "quiet" }, sections.map((one) => (/^\d/.test(one) ? `§ ${one}` : one)).join(", "))));
      const head = String(value) === "forbidden" ? word("because") : word("not_now");
      return [make("p", {}, head), make("ul", {}, listed_)];
    } catch (problem) {
      if (!(problem instanceof $NoAnswer || problem instanceof $Misfit)) throw problem;
      return [`${word("rule_problem")} ${problem.message}`];
    }
  };
  const reasonOf = (action, name) => {
    const [, guard] = name.split(": ");
    if (guard !== undefined) return own(rules, `${action}.${guard}`) ? ruleOf(`${action}.${guard}`) : word(own(guards, guard) ?? "not_requires");
    return name.split(" over ").map((one) => (own(rules, `${action}.${one}`) ? ruleOf(`${action}.${one}`) : ruleOf(one))).join(" > ");
  };

  // --- the page ---

  // What a move or the page comes to; what the rules refuse is told, and the game stays as it was.
  const attempt = (act) => {
    const before = game && { ...game, lines: game.lines.map((line) => ({ ...line, after: [...line.after] })) };
    try {
      if (act()) return;
      while (now().awaited.length) {
        const { awaited } = now();
        if (game.byHand) {
          frame();
          diceForm(awaited, (rolled) => rollOn(rolled));
          return;
        }
        rollOn(byChance(awaited));
      }
    } catch (problem) {
      if (!(problem instanceof $NoAnswer || problem instanceof $Misfit)) throw problem;
      if (!before) {
        barShown();
        at("status").textContent = `${word("rule_problem")} ${problem.message}`;
        return;
      }
      game = before;
      show();
      at("status").append(make("span", { class: "warn" }, ` ${word("rule_problem")} ${problem.message}`));
      at("status").focus();
      return;
    }
    show();
    if (before) at("status").focus();
  };

  const statusOf = () => {
    if (!game) return [word("which")];
    const state = now();
    if (state.over) {
      const winner = state.outcome?.winner ?? null;
      const none = winner === null || String(winner) === "none";
      return [make("b", {}, word("over")), " ", none ? word("nobody") : `${word("won_by")}: ${said(winner)}.`];
    }
    const who = whose();
    return [...(who === null ? [] : [`${word("turn")}: `, make("b", {}, said(who)), ". "]), `${word("phase")}: `, make("b", {}, titled(phases, phaseOf(state))), "."];
  };

  const historyShown = () => {
    const diceOf = (rolled) => rolled.map(([name, values, value]) => `${ruleOf(name)}${values.length ? ` (${values.map(said).join(", ")})` : ""} ${word("shows")} ${said(value)}`).join("; ");
    const item = (what, dice) => make("li", {}, [what, dice].filter(Boolean).join(" — "));
    // What a phase rolls that comes after a move is none of the move's.
    const entry = ({ step, after }, number) => {
      const hidden = isClosed(now()) && step && game.lines[number - 1] && actorOf(game.lines[number - 1].state) !== viewer;
      const move = !step ? [] : [hidden ? item(word("hidden_move")) : item(shown(step.move), diceOf(step.rolled))];
      return [...move, ...(hidden ? [] : after.filter(({ rolled }) => rolled.length).map(({ phase, rolled }) => item(titled(phases, phase), diceOf(rolled))))];
    };
    const lines = game.lines.flatMap(entry);
    return lines.length ? make("ol", { class: "history", reversed: true }, lines.slice(-MOST_SHOWN).reverse()) : make("p", { class: "quiet" }, word("nothing_yet"));
  };
  const actorOf = (state) => {
    const top = state.stack.at(-1);
    return (top?.offered ? top.offered.left[0] : top?.actor) ?? null;
  };

  const filesShown = () => {
    const box = make("details", { class: "files" }, make("summary", {}, word("files")));
    const problem = make("p", { role: "status", class: "warn" });
    const take = (text) => {
      try {
        loaded(text);
      } catch (wrong_) {
        if (!(wrong_ instanceof $NoAnswer || wrong_ instanceof $Misfit || wrong_ instanceof SyntaxError)) throw wrong_;
        problem.textContent = `${word("not_loaded")} ${wrong_.message}`;
        return;
      }
      viewer = null;
      attempt(() => null);
    };
    const fill = () => {
      const text = make("textarea", { rows: 6, spellcheck: "false", id: "game-text" });
      // The history says what is hidden, too: while it is, it is written to a file alone.
      text.value = game && !isClosed(now()) ? JSON.stringify(saved()) : "";
      const position = make("textarea", { rows: 4, readonly: true, spellcheck: "false", id: "position-text" });
      position.value = game ? JSON.stringify(seen()) : "";
      const file = make("input", { type: "file", accept: ".json,application/json", change: async () => { if (file.files[0]) take(await file.files[0].text()); } });
      const keep = () => {
        const link = make("a", { download: `${gameName}.json`, href: URL.createObjectURL(new Blob([JSON.stringify(saved(), null, 1)], { type: "application/json" })) });
        link.click();
        setTimeout(() => URL.revokeObjectURL(link.href));
      };
      box.replaceChildren(box.firstChild, make("p", {}, make("button", { type: "button", disabled: !game, click: keep }, word("save")), " ", make("label", {}, word("load"), " ", file)),
        make("label", {}, word("text"), text), make("p", {}, make("button", { type: "button", id: "load-text", click: () => take(text.value) }, word("load_text"))), problem,
        make("label", {}, word("position"), position));
    };
    box.addEventListener("toggle", () => { if (box.open) fill(); });
    return box;
  };

  const anySeed = () => (Math.random() * 2 ** 32) >>> 0;
  const listed = [...SCENARIOS$.keys()];

  const barShown = () => {
    // With scenarios the game begins with one; without, as it is put up.
    const which = make("select", { id: "scenario" }, (listed.length ? listed : [""]).map((id) => make("option", { value: id, selected: id === (game?.scenario ?? "") }, id === "" ? word("setup") : titled(scenarios, id))));
    const seed = make("input", { type: "number", min: 0, max: 4_294_967_295, step: 1, value: game?.seed ?? 1, id: "seed" });
    const byHand = make("input", { type: "checkbox", checked: game?.byHand ?? false, id: "by-hand", change: () => { if (game) game.byHand = byHand.checked; } });
    const form = make("form", { class: "begin", submit: (event) => {
      event.preventDefault();
      viewer = null;
      attempt(() => { game = opened({ scenario: which.value || null, seed: Math.abs(seed.valueAsNumber) >>> 0, byHand: byHand.checked }); });
    } }, make("label", {}, word("scenario"), " ", which), make("label", {}, word("seed"), " ", seed), make("button", {}, word("begin")));
    const speak = tags.length < 2 ? [] : [make("label", {}, make("span", { class: "spoken" }, word("language")), make("select", { id: "language", change: (event) => {
      language = Number(event.target.value);
      try { localStorage.setItem(memory, tags[language]); } catch { /* not kept */ }
      show();
      at("language").focus();
    } }, languages.map((name, place) => make("option", { value: place, selected: place === language, lang: tags[place] }, name))))];
    at("bar").replaceChildren(
      make("button", { type: "button", id: "undo", disabled: !game || game.lines.length === 1, click: () => { game.lines.pop(); show(); at("status").focus(); } }, word("undo")),
      make("label", {}, byHand, " ", word("by_hand")), make("details", { class: "new" }, make("summary", {}, word("new")), form), ...speak);
  };

  // What stands around: the bar, and the words of the language.
  const frame = () => {
    document.documentElement.lang = tags[language];
    at("title").textContent = document.title = inLanguage($BOARD.title);
    at("begun").textContent = game?.scenario ? `${word("scenario")}: ${titled(scenarios, game.scenario)}` : "";
    at("moves-title").textContent = word("moves");
    at("board-title").textContent = word("board");
    at("history-title").textContent = word("history");
    document.querySelector(".skip").textContent = word("skip");
    barShown();
    at("status").replaceChildren(...statusOf());
  };

  // A game that can be begun in several ways begins in none by itself; one that was saved says in which.
  const askScenario = () => {
    frame();
    at("moves-title").textContent = word("scenario");
    at("board").hidden = at("more").hidden = true;
    at("moves-body").replaceChildren(make("ul", { class: "begins" }, listed.map((scenario) => make("li", {}, make("button", { type: "button", "data-scenario": scenario, click: () => {
      attempt(() => { game = opened({ scenario, seed: anySeed(), byHand: at("by-hand").checked }); });
      at("status").focus();
    } }, titled(scenarios, scenario))))), filesShown());
  };

  const show = () => {
    if (!game) {
      askScenario();
      return;
    }
    const state = now(), who = whose();
    const kept = [...document.querySelectorAll("#more details[open]")].map((one) => one.className);
    frame();
    // What is hidden from others is not shown before the one on turn is there.
    const covered = isClosed(state) && who !== null && viewer !== who;
    at("board").hidden = at("more").hidden = covered || (isClosed(state) && viewer === null);
    if (covered) {
      at("moves-body").replaceChildren(make("div", { class: "hand" }, make("p", {}, `${word("hand_over")} `, make("b", {}, said(who)), "."), make("p", { class: "quiet" }, word("hidden")),
        make("button", { type: "button", class: "main", id: "i-am", click: () => { viewer = who; show(); at("status").focus(); } }, `${word("i_am")} (${said(who)})`)));
      at("board-body").replaceChildren();
      at("more-body").replaceChildren();
      return;
    }
    const moves = engine.moves(state);
    at("moves-body").replaceChildren(...(state.over ? [] : moves.length ? movesShown(moves) : state.awaited.length ? [] : [make("p", { class: "warn" }, word("no_moves"))]), ...(state.over ? [] : [whyNot()]));
    const position = seen();
    at("board-body").replaceChildren(...squares(position), ...piecesShown(position), ...otherFacts(position));
    at("more-body").replaceChildren(historyShown(), filesShown());
    for (const name of kept) for (const one of document.querySelectorAll(`#more .${name}`)) one.open = true;
  };

  let remembered = null;
  try { remembered = localStorage.getItem(memory); } catch { /* not kept */ }
  const wanted = [remembered, ...navigator.languages].filter(Boolean).map((tag) => tag.split("-")[0]);
  language = Math.max(0, wanted.map((tag) => tags.findIndex((one) => one.split("-")[0] === tag)).find((place) => place >= 0) ?? 0);
  if (listed.length > 1) show();
  else attempt(() => { game = opened({ scenario: listed[0] ?? null, seed: anySeed() }); });
})();
