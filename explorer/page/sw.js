// Keeps the page, so that it opens without a network where it is served. Nothing else is fetched.
const NAME = "tezos-codec-explorer-{{version}}";

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(["./"])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const remove = (names) => Promise.all(names.filter((name) => name !== NAME).map((name) => caches.delete(name)));
  event.waitUntil(caches.keys().then(remove).then(() => self.clients.claim()));
});

self.addEventListener("fetch", (event) => {
  event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request)));
});
