// Filters, search and keys. Without it the page is read from top to bottom, with every finding and every link.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");

  // Accents, case, the typographic minus and apostrophe make no difference to what is found.
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/\u2212/g, "-").replace(/\u2019/g, "'").toLowerCase();
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const chosen = (name) => new Set(all(`input[name="${name}"]:checked`).map((box) => box.value));

  const start = () => {
    const cards = all(".card").map((node) => ({
      node,
      number: node.id.slice(2),
      summary: node.querySelector("summary"),
      section: node.closest(".section, .preface"),
      fold: node.closest(".known"),
      accepted: node.classList.contains("accepted"),
    }));
    const byNumber = new Map(cards.map((card) => [card.number, card]));
    const places = all(".found-here").map((node) => ({ node, found: node.dataset.found.split(" ") }));
    const ticks = all("[data-tick]");
    const groups = all(".known, .cards");
    const sections = all("main > .section, main > .preface");
    const field = document.getElementById("search");
    const keys = document.getElementById("keys");
    let current = null;

    // --- what is shown ---

    // What is known and folded away is passed over, until somebody opens it.
    const shown = (card) => !card.node.hidden && !card.section?.hidden && (!card.fold || card.fold.open);
    const visible = () => cards.filter(shown);

    const tell = () => {
      const list = visible();
      const at = list.indexOf(current) + 1;
      document.getElementById("at").textContent = `${at || "–"} / ${list.length}`;
    };

    const filter = () => {
      const kinds = chosen("kind");
      const sure = chosen("sure");
      const accepted = chosen("accepted").size > 0;
      const [book] = [...chosen("book"), ""];
      for (const { node, accepted: is } of cards) {
        const fits = is ? accepted : sure.has(node.dataset.sure);
        const here = !book || node.dataset.source === "0" || node.dataset.source === book;
        node.hidden = !(fits && here && kinds.has(node.dataset.kind));
      }
      for (const group of groups) group.hidden = !group.querySelector(".card:not([hidden])");
      // A place that belongs to several findings shows the first of those that are shown.
      for (const { node, found } of places) {
        const card = found.map((number) => byNumber.get(number)).find((one) => !one.node.hidden);
        node.classList.toggle("off", !card);
        if (!card) { node.removeAttribute("href"); continue; }
        node.classList.toggle("whole", (node.dataset.whole ?? "").split(" ").includes(card.number));
        node.href = `#${card.node.id}`;
        node.dataset.kind = card.node.dataset.kind;
        node.dataset.sure = card.node.dataset.sure;
      }
      for (const tick of ticks) tick.classList.toggle("off", byNumber.get(tick.dataset.tick).node.hidden);
      for (const leaf of all("[data-source].leaf, .strip")) {
        leaf.classList.toggle("off", Boolean(book) && leaf.dataset.source !== book);
      }
      tell();
    };

    let texts = null;
    const search = () => {
      const words = folded(field.value).split(/\s+/).filter(Boolean);
      texts ??= new Map(words.length ? sections.map((node) => [node, folded(node.textContent)]) : []);
      if (words.length && !texts.size) texts = new Map(sections.map((node) => [node, folded(node.textContent)]));
      for (const node of sections) node.hidden = words.length > 0 && !words.every((word) => texts.get(node).includes(word));
      const left = sections.filter((node) => !node.hidden).length;
      document.getElementById("count").textContent = words.length ? `${left} / ${sections.length}` : "";
      document.getElementById("no-match").hidden = left > 0 || !words.length;
      tell();
    };
    const clear = () => { if (field.value) { field.value = ""; search(); } };

    // --- from one to the next ---

    const light = (number) => {
      for (const node of all(".lit")) node.classList.remove("lit");
      for (const { node, found } of places) if (found.includes(number)) node.classList.add("lit");
      byNumber.get(number)?.node.classList.add("lit");
    };

    // What has not been laid out yet moves as it is: the second call comes after the first has laid it out.
    const bring = (node) => {
      const scroll = () => node.scrollIntoView({ block: node.offsetHeight > innerHeight / 2 || node.matches("h2") ? "start" : "center" });
      scroll();
      requestAnimationFrame(scroll);
    };

    const go = (card) => {
      if (!card) return;
      current = card;
      for (let up = card.node.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
      card.node.open = true;
      light(card.number);
      bring(card.node);
      card.summary.focus({ preventScroll: true });
      tell();
    };

    const step = (by) => {
      const list = visible();
      if (!list.length) return;
      const focused = byNumber.get(document.activeElement?.closest(".card")?.id.slice(2));
      const from = list.indexOf(focused ?? current);
      if (from >= 0) return go(list[(from + by + list.length) % list.length]);
      // Nothing was looked at yet: begin with what is on the screen. Only sections are sure to be laid out.
      const below = list.findIndex(({ node, section }) => (section ?? node).getBoundingClientRect().bottom > 0);
      go(list[by > 0 ? Math.max(below, 0) : ((below < 0 ? list.length : below) - 1 + list.length) % list.length]);
    };

    const toPlace = (card) => {
      const place = document.getElementById(`m-${card.number}`);
      if (!place) return;
      for (let up = place.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
      const target = place.matches("a") ? place : place.parentElement.querySelector(`[data-found~="${card.number}"]`) ?? place;
      current = card;
      light(card.number);
      bring(target);
      target.focus({ preventScroll: true });
      tell();
    };

    // --- listening ---

    document.getElementById("next").addEventListener("click", () => step(1));
    document.getElementById("previous").addEventListener("click", () => step(-1));
    document.getElementById("help").addEventListener("click", () => keys.showModal());
    for (const fold of all(".known")) fold.addEventListener("toggle", tell);
    field.addEventListener("input", search);
    for (const box of all('.tools input[type="checkbox"], input[name="book"]')) box.addEventListener("change", filter);
    for (const choice of all('input[name="language"]')) {
      choice.addEventListener("change", () => { root.dataset.show = choice.value; });
    }

    const copy = async (button) => {
      const text = button.dataset.copy;
      try {
        await navigator.clipboard.writeText(text);
      } catch {
        const range = document.createRange();
        range.selectNodeContents(button.previousElementSibling);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        document.execCommand("copy");
      }
      button.textContent = "copied";
      setTimeout(() => { button.textContent = "copy"; }, 1500);
    };

    document.addEventListener("click", (event) => {
      const at = event.target instanceof Element ? event.target : null;
      const button = at?.closest("button.copy");
      const place = at?.closest(".found-here[href]");
      const back = at?.closest(".to-mark");
      const strip = at?.closest(".strip");
      const summary = at?.closest(".card > summary");
      if (button) copy(button);
      else if (place) {
        event.preventDefault();
        const card = byNumber.get(place.getAttribute("href").slice(3));
        if (card.section?.hidden) clear();
        go(card);
      } else if (back) {
        event.preventDefault();
        toPlace(byNumber.get(back.hash.slice(3)));
      } else if (strip) {
        event.preventDefault();
        const near = (tick) => { const box = tick.getBoundingClientRect(); return Math.abs((box.left + box.right) / 2 - event.clientX); };
        const found = ticks.filter((tick) => strip.contains(tick) && !tick.classList.contains("off"));
        const best = found.reduce((one, other) => (!one || near(other) < near(one) ? other : one), null);
        if (!best) return;
        const card = byNumber.get(best.dataset.tick);
        if (card.section?.hidden) clear();
        go(card);
      } else if (summary) {
        current = byNumber.get(summary.parentElement.id.slice(2));
        light(current.number);
        tell();
      }
    });

    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
      const at = event.target instanceof Element ? event.target : null;
      if (at?.closest('input:not([type="checkbox"], [type="radio"]), textarea, select')) {
        if (event.key === "Escape" && at === field) { clear(); field.blur(); }
        return;
      }
      const summary = at?.closest(".card > summary");
      if (event.key === "Enter" && summary && document.getElementById(`m-${summary.parentElement.id.slice(2)}`)) {
        event.preventDefault();
        toPlace(byNumber.get(summary.parentElement.id.slice(2)));
      } else if (event.key === "n" || event.key === "j") step(1);
      else if (event.key === "p" || event.key === "k") step(-1);
      else if (event.key === "/") { event.preventDefault(); field.focus(); field.select(); }
      else if (event.key === "?") keys.showModal();
      else if (event.key === "Escape") document.querySelector(".filters").open = false;
      else if (/^[0-9]$/.test(event.key)) {
        const box = all('input[name="kind"]')[(Number(event.key) + 9) % 10];
        if (box) { box.checked = !box.checked; filter(); }
      }
    });

    // A link may lead to what is filtered out, or folded away.
    const arrive = () => {
      const target = document.getElementById(location.hash.slice(1));
      if (!target) return;
      if (target.closest(".section[hidden], .preface[hidden]")) clear();
      for (let up = target.parentElement; up; up = up.parentElement) if (up.tagName === "DETAILS") up.open = true;
      const card = byNumber.get(target.closest(".card")?.id.slice(2));
      if (card) { card.node.hidden = false; for (const group of [card.fold, card.node.closest(".cards")]) if (group) group.hidden = false; go(card); }
      else bring(target.matches(".spot") ? target.closest(".section").querySelector("h2") : target);
    };
    addEventListener("hashchange", arrive);
    document.addEventListener("click", (event) => {
      const filters = document.querySelector(".filters");
      if (filters.open && !filters.contains(event.target)) filters.open = false;
    });

    filter();
    if (field.value) search();
    if (location.hash) arrive();
  };

  document.addEventListener("DOMContentLoaded", start);
})();
