// Keeps the page for when there is no network, serves what was made of a game, and lets nothing go elsewhere.
const KEPT = "regola-@VERSION@";
const MADE = "regola-made";
const FILES = @FILES@;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("regola-") && name !== KEPT && name !== MADE;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const asked = new URL(event.request.url);
  if (asked.origin !== self.location.origin) {
    event.respondWith(Response.error());
    return;
  }
  if (event.request.method !== "GET") return;
  event.respondWith(
    caches.match(asked.href, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)),
  );
});
