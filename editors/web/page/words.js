// What the page says, and in which language. Other languages are the catalogues of the compiler itself: `build.py` lays what
// this page says beside it, as `messages-it.json`; a further language is a further catalogue.

const CHOSEN = "regola-language";
let said = {};

/** A sentence in the language that was chosen, with its values: `t("{number} findings", { number: 3 })`. */
export function t(template, values = {}) {
  return (said[template] ?? template).replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** The language that was chosen; else the first that the reader's browser asks for and there is. */
export function chosen(languages) {
  const asked = [stored(), ...navigator.languages.map((one) => one.split("-")[0])];
  return asked.find((one) => languages.includes(one)) ?? "en";
}

function stored() {
  try { return localStorage.getItem(CHOSEN); } catch { return null; }
}

/** Speak a language from here on: what the page has of its own is put into it at once. */
export async function speak(language) {
  said = language === "en" ? {} : await (await fetch(`messages-${language}.json`)).json();
  try { localStorage.setItem(CHOSEN, language); } catch { /* it is asked for again */ }
  document.documentElement.lang = language;
  for (const one of document.querySelectorAll("[data-t]")) {
    one.dataset.t ||= one.textContent;
    one.textContent = t(one.dataset.t);
  }
  for (const one of document.querySelectorAll("[data-t-label]")) {
    one.dataset.tLabel ||= one.getAttribute("aria-label");
    one.setAttribute("aria-label", t(one.dataset.tLabel));
  }
}
