// Language and search. Without it the page shows every language, side by side, and everything else works.
(() => {
  "use strict";
  const root = document.documentElement;
  const tags = root.dataset.tags.split(" ");
  const memory = "regola-language";

  // A page opened from a file may be refused storage; then the choice lasts as long as the page.
  const recall = () => { try { return localStorage.getItem(memory); } catch { return null; } };
  const remember = (value) => { try { localStorage.setItem(memory, value); } catch { /* not kept */ } };

  const show = (mode) => {
    root.dataset.show = mode;
    root.lang = tags[mode === "all" ? 0 : Number(mode)];
  };

  const preferred = () => {
    const kept = recall();
    if (kept === "all" && tags.length > 1) return "all";
    const wanted = [kept, ...navigator.languages].filter(Boolean).map((tag) => tag.split("-")[0]);
    const found = wanted.map((tag) => tags.findIndex((own) => own.split("-")[0] === tag)).find((place) => place >= 0);
    return String(found ?? 0);
  };

  root.classList.add("js");
  show(preferred());

  // Accents, case, the typographic minus and apostrophe make no difference to what is found.
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\u2212/g, "-").replace(/\u2019/g, "'").toLowerCase();

  const languages = () => {
    for (const choice of document.querySelectorAll('input[name="language"]')) {
      choice.checked = choice.value === root.dataset.show;
      choice.addEventListener("change", () => {
        show(choice.value);
        remember(choice.value === "all" ? "all" : tags[Number(choice.value)]);
      });
    }
  };

  // What a link or a find leads to stands open, and so does what it lies in.
  const unfold = (target) => {
    for (let up = target?.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
    for (const inner of target?.querySelectorAll(":scope > .folded, :scope > .content > .body > .folded, :scope > div > .folded") ?? []) inner.open = true;
  };
  const arrive = () => {
    const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    if (target && !target.matches(".part, nav, main")) unfold(target);
    return target;
  };

  const last = (node) => { let found = node; while (found.lastChild) found = found.lastChild; return found; };
  // What a node says, folded. One language stands right behind the other, so a line's end keeps their words apart.
  const said = (node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let text = "";
    while (walker.nextNode()) {
      const here = walker.currentNode;
      if (here.nodeType === Node.TEXT_NODE) text += here.data;
      else if (here.dataset.in) text += "\n";
      // What a form for answers says is nothing of the rules.
      else if (here.className === "live") walker.currentNode = last(here);
    }
    return folded(text);
  };

  // How a query is looked for: each of its words must be there. Short words are whole words where there are any; one
  // that the glossary abbreviates something by stands for all its forms, where a title uses them.
  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  const whole = (text) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(text)}(?![\\p{L}\\p{N}])`, "u");
  // Endings differ from language to language and from one to many: long words are told apart by what is before the last letter.
  const inflected = (form) => new RegExp(`(?<![\\p{L}\\p{N}])${form.split(/\s+/)
    .map((word) => (word.length > 3 ? `${escaped(word.slice(0, -1))}\\p{L}{0,2}` : escaped(word))).join("\\s+")}(?![\\p{L}\\p{N}])`, "u");

  const search = () => {
    const field = document.getElementById("search");
    const count = document.getElementById("count");
    const none = document.getElementById("no-match");
    const hits = document.getElementById("hits");
    const most = 12, few = 8;

    // What can be found, read once when it is first asked for: in each its titles, and all that it says.
    let index;
    const titles = (node, within) => [...node.querySelectorAll(within)].map(said).join("\n").trim();
    const prepare = () => {
      if (index) return index;
      const thing = (node, own, within = own) => ({
        node, text: said(node), title: titles(node, within), head: node.querySelector(own),
      });
      const entries = [...document.querySelectorAll(".entry")].map((node) => ({
        ...thing(node, "h3, h4", ":is(h3, h4), .head > .title, .facts .title"),
        own: titles(node, "h3, h4"),
        // What an article is made of, as far as it can be found by itself: rules, facts, variants.
        pieces: [...node.querySelectorAll(".norms > li, .piece")].map((piece) => thing(piece, ".title")),
        parts: [...node.querySelectorAll(".exceptions > li, .lines > li, .requirements > li")].map((piece) => thing(piece, ".title")),
      }));
      const terms = [...document.querySelectorAll(".glossary > li")].map((node) => (
        { ...thing(node, ".title"), title: folded(node.dataset.forms), forms: node.dataset.forms.split("\n").map(folded) }));
      const sections = [...document.querySelectorAll(".index > li")].map((node) => thing(node, ".titled"));
      const chapters = [...document.querySelectorAll("h3.chapter")].map((node) => (
        { node, head: node, title: said(node) }));
      const links = [...document.querySelectorAll("nav li > a")].map((link) => (
        { node: link.parentElement, target: document.getElementById(link.hash.slice(1))?.closest(".entry") }));
      const groups = [...document.querySelectorAll("nav details details")];
      const strays = [...document.querySelectorAll(".strays")];
      const parts = [...document.querySelectorAll("main section")].reverse();
      // All that can be hidden, in the order in which it comes back: the rules from the top, then the contents beside them.
      const order = [...document.querySelectorAll("main section, .entry, .norms > li, .piece, .strays, .glossary > li, .index > li")];
      for (const node of document.querySelectorAll("nav details details, nav li")) order.push(node);
      // Where it is said that one searches: not at the root, which would have every rule of the style looked at again.
      const told = [...document.querySelectorAll(".bar, nav, .cover")];
      return index = { entries, terms, sections, chapters, links, groups, parts, strays, order, told };
    };
    const inOrder = () => index?.order ?? [];

    const matcher = (query) => {
      const { entries, terms, sections } = prepare();
      const all = [...entries, ...terms, ...sections];
      const asked = query.split(/\s+/).map((word) => {
        const exact = whole(word);
        const short = word.length <= 3 && all.some(({ text }) => exact.test(text));
        const forms = terms.filter((term) => term.forms.includes(word)).flatMap((term) => term.forms).filter((form) => form !== word);
        return { in: short ? (text) => exact.test(text) : (text) => text.includes(word), exact, forms: forms.map(inflected) };
      });
      return {
        fits: ({ text, title }) => asked.every((word) => word.in(text) || word.forms.some((form) => form.test(title))),
        titled: (title) => asked.every((word) => word.in(title) || word.forms.some((form) => form.test(title))),
        // The title itself, its whole words, parts of them or another form of a term.
        rank: (title) => (title.split("\n").includes(query) ? 0 : asked.every((word) => word.exact.test(title)) ? 1 : 2),
      };
    };

    // What is to go goes at once; what comes back comes a screen at a time, each in a frame of its own, from the top: laying
    // out a whole rulebook in one frame would be felt. `hidden` is what is hidden at this moment.
    const hidden = new Set();
    const screenful = 60, later = 240;
    let waiting = [], round = 0;
    const reveal = (most) => {
      const now = ++round;
      for (const node of waiting.splice(0, most)) { node.hidden = false; hidden.delete(node); }
      // Behind the next frame: within it would be before anything is seen.
      if (waiting.length) requestAnimationFrame(() => setTimeout(() => { if (now === round) reveal(later); }));
    };
    const hide = (wanted) => {
      for (const node of wanted) if (!hidden.has(node)) { node.hidden = true; hidden.add(node); }
      const back = new Set([...hidden].filter((node) => !wanted.has(node)));
      waiting = inOrder().filter((node) => back.has(node));
      reveal(screenful);
    };
    const revealAll = () => reveal(Infinity);

    // Titles that fit, the closest first: they are what is meant more often than a value that stands somewhere.
    const list = (found) => {
      const shown = found.sort((one, other) => one.rank - other.rank).slice(0, most);
      hits.querySelector("ol").replaceChildren(...shown.map(({ thing, id }) => {
        const line = document.createElement("li"), link = document.createElement("a");
        link.href = `#${id}`;
        link.append(...[...thing.head.childNodes].map((node) => node.cloneNode(true)));
        line.append(link);
        return line;
      }));
      hits.hidden = !shown.length;
    };

    const filter = () => {
      const query = folded(field.value).trim();
      for (const node of query || index ? prepare().told : []) node.classList.toggle("searching", query !== "");
      if (!query) {
        hide(new Set());
        count.textContent = "";
        none.hidden = hits.hidden = true;
        return;
      }
      const { entries, terms, sections, chapters, links, groups, parts, strays } = prepare();
      const { fits, titled, rank } = matcher(query);
      const gone = new Set(strays), found = [], opened = [];
      const title = (thing, id, text = thing.title) => {
        if (id && thing.head && titled(text)) found.push({ thing, id, rank: rank(text) });
      };
      let left = 0;
      for (const term of terms) if (fits(term)) title(term, term.node.id); else gone.add(term.node);
      for (const chapter of chapters) title(chapter, chapter.node.id);
      for (const entry of entries) {
        if (!fits(entry)) { gone.add(entry.node); continue; }
        left += 1;
        title(entry, entry.node.id, entry.own);
        const fitting = entry.pieces.filter(fits);
        if (fitting.length) for (const piece of entry.pieces) if (!fitting.includes(piece)) gone.add(piece.node);
        for (const piece of [...entry.pieces, ...entry.parts]) title(piece, piece.node.id);
        opened.push(...(fitting.length ? fitting : entry.parts.filter(fits)).filter((piece) => !titled(piece.title)).map(({ node }) => node));
      }
      for (const section of sections) if (fits(section)) title(section, section.node.id); else gone.add(section.node);
      const places = ".entry, .glossary > li, .index > li";
      for (const part of parts) if (![...part.querySelectorAll(places)].some((node) => !gone.has(node))) gone.add(part);
      for (const { node, target } of links) if (!target || gone.has(target)) gone.add(node);
      for (const group of groups) if (![...group.querySelectorAll("li")].some((node) => !gone.has(node))) gone.add(group);
      hide(gone);
      list(found);
      // Where few are left, what was found in a folded text is opened.
      if (opened.length <= few) for (const node of opened) unfold(node);
      count.textContent = `${left} / ${entries.length}`;
      none.hidden = left > 0 || found.length > 0;
      scrollTo(0, 0);
    };
    const clear = () => { field.value = ""; filter(); };

    field.addEventListener("input", filter);
    field.addEventListener("focus", () => { setTimeout(prepare); }, { once: true });
    document.addEventListener("keydown", (event) => {
      const typing = event.target instanceof Element && event.target.closest("input:not([type=radio]), textarea, select");
      if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
        event.preventDefault();
        field.focus();
        field.select();
      } else if (event.key === "Escape" && event.target === field) {
        clear();
        field.blur();
      }
    });
    // Following a link to something that is filtered out shows everything again, to something folded unfolds it.
    const follow = () => {
      const target = arrive();
      if (target?.closest("[hidden]")) { clear(); revealAll(); }
      target?.scrollIntoView();
    };
    window.addEventListener("hashchange", follow);
    if (location.hash) follow();
    if (field.value) filter();
  };

  // On a wide screen the contents stand beside the rules, open; on a phone they wait to be opened.
  const contents = () => {
    const wide = matchMedia("(min-width: 64rem)");
    const all = document.querySelector("nav > details");
    const fit = () => { all.open = wide.matches; };
    wide.addEventListener("change", fit);
    fit();
    const [first, second] = all.querySelectorAll("details");
    for (const group of [first, second]) if (group) group.open = true;
    all.addEventListener("click", (event) => {
      if (!wide.matches && event.target.closest("a")) all.open = false;
    });
  };

  document.addEventListener("DOMContentLoaded", () => { languages(); search(); contents(); });
})();
