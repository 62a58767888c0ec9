// The page: files, an editor, and what the compiler in the worker says of them.
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers, drawSelection, highlightActiveLine } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { StreamLanguage, HighlightStyle, syntaxHighlighting, bracketMatching } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { tags } from "@lezer/highlight";
import { chosen, speak, t } from "./words.js";
import { packed, unpacked } from "./zip.js";

const $ = (id) => document.getElementById(id);
const STORED = "regola-work";
const PAUSE = 700; // how long after the last key the rules are checked, in milliseconds

// --- elements: texts of a game reach the page as text alone -------------------------------------

function element(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

// --- the compiler --------------------------------------------------------------------------------

const worker = new Worker("worker.js", { type: "module" });
// How far the worker is; it knows of no languages.
const STARTING = {
  fetching: () => t("Fetching the compiler…"),
  unpacking: () => t("Unpacking it…"),
  reading: () => t("Reading the language…"),
};
const waiting = new Map();
let asked = 0;
let ready = false;

/** What is the matter now; said again in another language as soon as anything new is. */
function say(text) {
  delete $("state").dataset.t;
  $("state").removeAttribute("data-t");
  $("state").textContent = text;
}

worker.onmessage = ({ data }) => {
  if (data.progress) say(STARTING[data.progress]());
  if (data.ready) {
    ready = true;
    $("progress").hidden = true;
    $("check").disabled = false;
    check();
  }
  if (data.broken) { $("progress").hidden = true; say(t("The compiler cannot start here: {why}", { why: data.broken })); }
  if (data.id) {
    const { resolve, reject } = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.fault) reject(new Error(data.fault)); else resolve(data.answer);
  }
};
worker.onerror = (event) => { $("progress").hidden = true; say(t("The compiler cannot start here: {why}", { why: event.message })); };

/** What `regola` answers to some words, about the files as they are. */
function regola(...words) {
  asked += 1;
  const id = asked;
  worker.postMessage({ id, asked: { words, files: game.files, language: $("language").value } });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}

// --- the game ------------------------------------------------------------------------------------

// `place` is what the command line is given: a folder, or one file of rules. `files` are texts by their path.
let game = { place: "", files: {} };
let open = "";
let examples = [];

function take(next) {
  game = next;
  const names = Object.keys(game.files);
  open = names.find((name) => name.endsWith(".regola") && name.includes("rules/")) ?? names.find((name) => name.endsWith(".regola")) ?? names[0];
  listFiles();
  show(open);
  for (const name of ["play", "reference", "sheet", "test"]) $(name).replaceChildren();
  $("answer").replaceChildren();
  keep();
  if (ready) check();
}

function listFiles() {
  const own = (name) => (name.startsWith(`${game.place}/`) ? name.slice(game.place.length + 1) : name);
  $("files").replaceChildren(...Object.keys(game.files).sort().map((name) => element("option", { value: name, textContent: own(name) })));
  $("files").value = open;
}

function keep() {
  try { localStorage.setItem(STORED, JSON.stringify(game)); } catch { say(t("This browser keeps nothing: save your rules as a file.")); }
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(STORED));
    return found && typeof found.place === "string" && Object.values(found.files).every((text) => typeof text === "string") && Object.keys(found.files).length ? found : null;
  } catch { return null; }
}

// --- the editor ----------------------------------------------------------------------------------

const language = StreamLanguage.define({
  token(stream) {
    if (stream.eatSpace()) return null;
    if (stream.match(/^#.*/)) return "comment";
    if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return "string";
    if (stream.match(/^@("[^"]*"|[\w.]+)/)) return "labelName";
    if (stream.match(/^\d+(\.\d+)?/)) return "number";
    const word = stream.match(/^[\p{L}_][\p{L}\p{N}_]*/u);
    if (word) return WORDS.has(word[0]) ? "keyword" : null;
    stream.next();
    return null;
  },
});
let WORDS = new Set();
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--quiet)", fontStyle: "italic" },
  { tag: tags.string, color: "var(--doubt)" },
  { tag: tags.keyword, color: "var(--own)", fontWeight: "600" },
  { tag: tags.labelName, color: "var(--quiet)" },
]);
const look = EditorView.theme({
  "&": { backgroundColor: "var(--paper)", color: "var(--ink)" },
  ".cm-content": { caretColor: "var(--ink)", fontFamily: "ui-monospace, monospace" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-tooltip": { backgroundColor: "var(--ground)", color: "var(--ink)", border: "1px solid var(--line)" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--own) 30%, transparent) !important" },
});

let pause = 0;
const changed = EditorView.updateListener.of((update) => {
  if (!update.docChanged) return;
  game.files[open] = update.state.doc.toString();
  keep();
  clearTimeout(pause);
  pause = setTimeout(() => ready && check(), PAUSE);
});
const extensions = [
  lineNumbers(), lintGutter(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), language,
  syntaxHighlighting(colours), look, changed,
  EditorView.contentAttributes.of(() => ({ "aria-label": t("Rules"), tabindex: "0" })),
  keymap.of([{ key: "Mod-s", run: () => { check(); return true; } }, ...defaultKeymap, ...historyKeymap, indentWithTab]),
];
const view = new EditorView({ parent: $("editor") });

function show(name) {
  open = name;
  $("files").value = name;
  view.setState(EditorState.create({ doc: game.files[name] ?? "", extensions }));
  mark();
}

/** Where a finding's place is in the text that is shown. */
function range(place) {
  const document = view.state.doc;
  const at = (line, column) => {
    const found = document.line(Math.min(Math.max(line, 1), document.lines));
    return Math.min(found.from + Math.max(column - 1, 0), found.to);
  };
  const from = at(place.line, place.column);
  return { from, to: Math.max(from, at(place.end_line, place.end_column)) };
}

// --- findings ------------------------------------------------------------------------------------

let findings = [];
let checks = 0;

function mark() {
  const here = findings.filter((one) => one.location.path === open).map((one) => ({
    ...range(one.location), severity: one.severity === "error" ? "error" : "warning", message: one.message,
  }));
  view.dispatch(setDiagnostics(view.state, here));
}

function goTo(place) {
  if (!(place.path in game.files)) return;
  if (place.path !== open) show(place.path);
  const { from, to } = range(place);
  view.dispatch({ selection: { anchor: from, head: to }, effects: EditorView.scrollIntoView(from, { y: "center" }) });
  view.focus();
}

function card(one) {
  const { path, line } = one.location;
  const made = element("button", { type: "button", className: `finding ${one.severity}` },
    element("span", { className: "what", textContent: one.message }),
    element("span", { className: "place", textContent: t("{path}, line {line}", { path, line }) }),
    ...one.notes.map((note) => element("span", { className: "note", textContent: note })),
    ...(one.help ? [element("span", { className: "help", textContent: `→ ${one.help}` })] : []));
  made.dataset.line = line;
  made.addEventListener("click", () => goTo(one.location));
  return made;
}

async function check() {
  clearTimeout(pause);
  checks += 1;
  const mine = checks;
  say(t("Checking…"));
  try {
    const answer = await regola("check", game.place, "--format", "json");
    if (mine !== checks) return;
    if (!answer.out) throw new Error(answer.err);
    const told = JSON.parse(answer.out);
    findings = told.findings;
    const rest = told.limits.map((limit) => element("p", { className: "quiet", textContent: limit }));
    $("findings").replaceChildren(
      ...(findings.length ? findings.map(card) : [element("p", { className: "clean", textContent: t("No findings: nothing is missing, and nothing contradicts itself.") })]),
      ...rest);
    $("count").textContent = findings.length || "";
    say(findings.length === 1 ? t("1 finding") : findings.length ? t("{number} findings", { number: findings.length }) : t("No findings"));
    mark();
    if (!$("ask").hidden) listRules();
  } catch (fault) {
    say(t("The check could not end."));
    $("findings").replaceChildren(element("pre", { textContent: fault.message }));
  }
}

// --- questions -----------------------------------------------------------------------------------

let rules = [];

async function listRules() {
  const answer = await regola("forms", game.place, $("scenario").value);
  const before = $("rule").value;
  const told = answer.code ? { scenarios: [], scenario: "", rules: [] } : JSON.parse(answer.out);
  rules = told.rules;
  $("scenario").replaceChildren(...told.scenarios.map((name) => element("option", { value: name, textContent: name })));
  $("scenario").value = told.scenario;
  $("from").hidden = !told.scenarios.length;
  $("rule").replaceChildren(...rules.map((one) => element("option", { value: one.name, textContent: one.name })));
  if (rules.some((one) => one.name === before)) $("rule").value = before;
  if (answer.code) $("answer").replaceChildren(element("pre", { textContent: answer.err })); 
  if ($("rule").value !== before || !$("inputs").childElementCount) listInputs();
}

/** What is asked of another scenario: its pieces are others. */
async function inScenario() {
  await listRules();
  listInputs();
}

function listInputs() {
  const rule = rules.find((one) => one.name === $("rule").value);
  $("answer").replaceChildren();
  // Where nothing stands that could be asked of, the reader puts it up.
  const pieces = (rule?.inputs ?? []).filter((input) => input.piece && !input.choices.length);
  $("put-up").hidden = !pieces.length;
  $("with").value = "";
  $("with").placeholder = pieces.map((input) => `${input.name}: ${input.type}(…)`).join("\n");
  $("inputs").replaceChildren(...(rule?.inputs ?? []).map((input) => {
    const field = input.choices.length
      ? element("select", { name: input.name }, element("option", { value: "", textContent: t("left open") }), ...input.choices.map((choice) => element("option", { value: choice, textContent: choice })))
      : element("input", { name: input.name, placeholder: input.type, autocomplete: "off" });
    // Dice are open until one is chosen: what is shown is what is asked.
    if (input.choices.length && !input.dice) field.value = input.choices[0];
    return element("label", {}, element("span", { textContent: input.name.replaceAll("_", " ") }), field);
  }));
}

async function question(event) {
  event.preventDefault();
  const how = event.submitter?.value ?? "ask";
  const fields = [...$("inputs").querySelectorAll("[name]")];
  const rule = rules.find((one) => one.name === $("rule").value);
  const left = fields.filter((field) => field.value === "");
  const dice = left.filter((field) => rule.inputs.find((input) => input.name === field.name).dice);
  if (how === "ask" && dice.length) {
    const names = dice.map((field) => field.name.replaceAll("_", " ")).join(", ");
    $("answer").replaceChildren(element("p", { textContent: t("Choose what was rolled ({names}), or ask for the odds.", { names }) }));
    dice[0].focus();
    return;
  }
  const pairs = fields.filter((field) => !left.includes(field)).map((field) => `${field.name}=${field.value}`);
  const stand = $("put-up").hidden ? [] : $("with").value.split("\n").filter((line) => line.trim()).flatMap((line) => ["--with", line.trim()]);
  const from = $("scenario").value ? ["--scenario", $("scenario").value] : [];
  const answer = await regola(how, game.place, rule.name, ...pairs, ...from, ...stand, "--json");
  if (answer.code) {
    $("answer").replaceChildren(element("pre", { textContent: answer.err || answer.out }));
    return;
  }
  const told = JSON.parse(answer.out);
  $("answer").replaceChildren(...(how === "ask" ? reasons(told) : likely(told)));
}

const words = (value) => (typeof value === "object" && value !== null ? JSON.stringify(value) : String(value));

function reasons(told) {
  return [
    element("p", { className: "value", textContent: words(told.value) }),
    element("p", { className: "quiet", textContent: t("because of") }),
    element("ul", {}, ...told.because.map((one) => element("li", { textContent: one.anchors.length ? `${one.name} (${one.anchors.join(", ")})` : one.name }))),
  ];
}

function likely(told) {
  const percent = new Intl.NumberFormat($("language").value, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const part = (text) => { const [over, under = "1"] = text.split("/"); return Number(over) / Number(under); };
  const row = (one) => element("tr", {},
    element("td", { textContent: words(one.value) }), element("td", { textContent: one.probability }),
    element("td", { textContent: percent.format(part(one.probability)) }),
    element("td", {}, element("meter", { value: part(one.probability), title: one.probability })));
  return [element("table", {}, ...told.outcomes.map(row))];
}

// --- what is made of a game ----------------------------------------------------------------------

const TYPES = { html: "text/html", css: "text/css", js: "text/javascript", json: "application/json", svg: "image/svg+xml" };

/** Show pages in a frame: the service worker serves them, so that each keeps to its own policy and not to ours. */
async function frame(panel, answer, first) {
  const names = Object.keys(answer.made);
  if (answer.code || !names.length) {
    $(panel).replaceChildren(element("pre", { textContent: answer.err || answer.out }));
    return;
  }
  if (!navigator.serviceWorker?.controller) {
    $(panel).replaceChildren(element("p", { textContent: t("This browser cannot show made pages: it has no service worker here. Open the page over https, or from this computer.") }));
    return;
  }
  const made = await caches.open("regola-made");
  const base = new URL(`made/${panel}/`, location.href);
  for (const name of names) {
    const type = TYPES[name.split(".").pop()] ?? "text/plain";
    await made.put(new URL(name, base).href, new Response(answer.made[name], { headers: { "content-type": `${type}; charset=utf-8` } }));
  }
  $(panel).replaceChildren(element("iframe", { title: $(`tab-${panel}`).textContent, src: new URL(names.find(first) ?? names[0], base).href }));
}

const html = (name) => name.endsWith(".html");
const makers = {
  findings: async () => {},
  ask: listRules,
  test: async () => {
    const answer = await regola("test", game.place);
    $("test").replaceChildren(element("pre", { textContent: `${answer.out}${answer.err}` }));
  },
  play: async () => frame("play", await regola("build", game.place, "--target", "page", "-o", "made"), html),
  reference: async () => frame("reference", await regola("docs", game.place, "-o", "made"), (name) => name === "index.html"),
  sheet: async () => frame("sheet", await regola("print", game.place, "--format", "html", "-o", "made/sheet.html"), html),
};

async function tab(name) {
  for (const button of document.querySelectorAll("[data-tab]")) {
    const here = button.dataset.tab === name;
    button.setAttribute("aria-selected", String(here));
    button.tabIndex = here ? 0 : -1;
    $(button.dataset.tab).hidden = button.dataset.tab !== name;
  }
  if (!ready) return;
  if (name !== "findings" && name !== "ask") {
    $(name).replaceChildren(element("p", { className: "quiet", textContent: t("One moment…") }));
  }
  try { await makers[name](); } catch (fault) { $(name).replaceChildren(element("pre", { textContent: fault.message })); }
}

// --- files in and out ----------------------------------------------------------------------------

const READ = /\.(regola|ya?ml|md|txt)$/;

async function load(files) {
  const found = {};
  for (const file of files) {
    if (file.name.endsWith(".zip")) Object.assign(found, await unpacked(await file.arrayBuffer()));
    else found[file.webkitRelativePath || file.name] = await file.text();
  }
  const names = Object.keys(found).filter((name) => READ.test(name) && !name.split("/").includes(".."));
  const manifest = names.find((name) => /(^|\/)game\.yaml$/.test(name));
  const rules = names.filter((name) => name.endsWith(".regola"));
  if (!rules.length) { say(t("There is no file of rules in that: its name ends in .regola.")); return; }
  const pick = (list, where) => Object.fromEntries(list.map((name) => [where(name), found[name]]));
  if (manifest === undefined) {
    take({ place: rules[0].split("/").pop(), files: pick([rules[0]], (name) => name.split("/").pop()) });
    return;
  }
  const root = manifest.slice(0, -"game.yaml".length);
  const id = /^id:\s*["']?(\w+)/m.exec(found[manifest])?.[1] ?? "game";
  const place = root ? root.slice(0, -1).split("/").pop() : id;
  take({ place, files: pick(names.filter((name) => name.startsWith(root)), (name) => `${place}/${name.slice(root.length)}`) });
}

function save() {
  const names = Object.keys(game.files);
  const single = names.length === 1;
  const data = single ? game.files[names[0]] : packed(game.files);
  const link = element("a", { href: URL.createObjectURL(new Blob([data])), download: single ? names[0] : `${game.place}.zip` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function add() {
  if (!game.files[`${game.place}/game.yaml`]) { say(t("This game is one file: open a new ruleset for one of several.")); return; }
  const name = prompt(t("The new file, within the game's folder"), "rules/more.regola");
  if (!name) return;
  const path = `${game.place}/${name}`;
  if (!READ.test(name) || name.split("/").some((part) => part === "" || part.startsWith("."))) { say(t("A file's name ends in .regola or .yaml.")); return; }
  game.files[path] ??= "";
  open = path;
  listFiles();
  show(path);
  keep();
}

$("files").addEventListener("change", (event) => show(event.target.value));
$("check").addEventListener("click", () => { tab("findings"); check(); });
$("add").addEventListener("click", add);
$("save").addEventListener("click", save);
$("load").addEventListener("click", () => $("load-files").click());
$("load-folder").webkitdirectory = true; // whole folders: every browser has it, HTML has no word for it
$("folder").addEventListener("click", () => $("load-folder").click());
for (const input of [$("load-files"), $("load-folder")]) input.addEventListener("change", () => load(input.files));
$("rule").addEventListener("change", listInputs);
$("scenario").addEventListener("change", inScenario);
$("question").addEventListener("submit", question);
for (const button of document.querySelectorAll("[data-tab]")) button.addEventListener("click", () => tab(button.dataset.tab));
// One tab is reached by the tabulator, the others from it by the arrows.
document.querySelector("[role=tablist]").addEventListener("keydown", (event) => {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step || !event.target.dataset.tab) return;
  const all = [...document.querySelectorAll("[data-tab]")];
  const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
  next.focus();
  tab(next.dataset.tab);
});
$("examples").addEventListener("change", (event) => {
  const chosen = examples[Number(event.target.value)];
  if (!chosen || !confirm(t("Open this example? What you wrote is replaced: save it first."))) { event.target.value = "-1"; return; }
  take(copied(chosen));
});

navigator.serviceWorker?.register("sw.js");
const given = await (await fetch("examples.json")).json();
examples = given.examples;
WORDS = new Set(given.words);
$("language").replaceChildren(...Object.entries(given.languages).map(([id, name]) => element("option", { value: id, textContent: name, lang: id })));
$("language").value = chosen(Object.keys(given.languages));

function listExamples() {
  $("examples").replaceChildren(element("option", { value: "-1", textContent: t("Open an example…") }),
    ...examples.map((one, place) => element("option", { value: place, textContent: t(one.title) })));
}

/** What stands on the page, and what the compiler says from here on, in the language that is chosen. */
async function inLanguage() {
  await speak($("language").value);
  listExamples();
}

/** An example to work on, in the language of the page where there is one in it. */
function copied(example) {
  return structuredClone({ place: example.place, files: example.in?.[$("language").value] ?? example.files });
}

/** Whether nothing was written yet: what lies there is an example as it was opened, in some language. */
function untouched(example) {
  return [example.files, ...Object.values(example.in ?? {})].some((files) => JSON.stringify(files) === JSON.stringify(game.files));
}
$("language").addEventListener("change", async () => {
  await inLanguage();
  const translated = examples.find((example) => example.in && untouched(example));
  if (translated) { take(copied(translated)); return; }
  listInputs();
  if (ready) check();
});
await inLanguage();
take(kept() ?? copied(examples[0]));
