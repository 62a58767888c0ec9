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

  const search = () => {
    const field = document.getElementById("search");
    const count = document.getElementById("count");
    const none = document.getElementById("no-match");
    const things = [...document.querySelectorAll(".entry, .index > li")].map((node) => [node, folded(node.textContent)]);
    const entries = document.querySelectorAll(".entry");
    // What an article is made of, as far as it can be found by itself: rules, facts, variants.
    const made = [...entries].map((entry) => [entry, [...entry.querySelectorAll(".norms > li, .piece")].map((node) => [node, folded(node.textContent)])]);
    const links = [...document.querySelectorAll("nav li > a")].map((link) => [
      link.parentElement, document.getElementById(link.hash.slice(1)),
    ]);

    const filter = () => {
      const words = folded(field.value).split(/\s+/).filter(Boolean);
      for (const [node, text] of things) node.hidden = !words.every((word) => text.includes(word));
      for (const [entry, pieces] of made) {
        const fitting = words.length ? pieces.filter(([, text]) => words.every((word) => text.includes(word))) : pieces;
        const kept = new Set((fitting.length ? fitting : pieces).map(([node]) => node));
        for (const [node] of pieces) node.hidden = !entry.hidden && !kept.has(node);
      }
      for (const part of document.querySelectorAll("section")) {
        part.hidden = !part.querySelector(".entry:not([hidden]), .index > li:not([hidden])");
      }
      for (const [item, target] of links) item.hidden = target.closest("[hidden]") !== null;
      for (const group of document.querySelectorAll("nav details details")) {
        group.hidden = !group.querySelector("li:not([hidden])");
      }
      const left = [...entries].filter((node) => !node.hidden).length;
      count.textContent = words.length ? `${left} / ${entries.length}` : "";
      none.hidden = left > 0 || !words.length;
      root.classList.toggle("searching", words.length > 0);
      if (words.length) scrollTo(0, 0);
    };
    const clear = () => { field.value = ""; filter(); };

    field.addEventListener("input", filter);
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
    // Following a link to something that is filtered out shows everything again.
    window.addEventListener("hashchange", () => {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target?.closest("[hidden]")) {
        clear();
        target.scrollIntoView();
      }
    });
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
