// Answers when the network does not, with one page in the language of the address; it keeps that page and what it is
// drawn with, and nothing else: no page that a reader has seen, no answer of the server, nothing with a name in it.
type Keeper = {
  addEventListener(name: string, hear: (event: Asked) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};
type Kept = { stamp: string; pages: Record<string, string>; files: string[] };
type Asked = { request: Request; waitUntil(done: Promise<unknown>): void; respondWith(answer: Promise<Response>): void };

const keeper = self as unknown as Keeper & { KEPT: Kept };
// The server says before this text what is kept: the stamp of the release, the page by language, and its files.
const { KEPT } = keeper;
const NAME = `fokozat-offline-${KEPT.stamp}`;

keeper.addEventListener("install", (event) => event.waitUntil(keep()));
keeper.addEventListener("activate", (event) => event.waitUntil(forget()));
keeper.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (request.mode === "navigate") event.respondWith(fetch(request).catch(() => page(request)));
  else if (KEPT.files.includes(new URL(request.url).pathname)) event.respondWith(fetch(request).catch(() => file(request)));
});

// Asked for without cookies, so that the page is nobody's.
async function keep(): Promise<void> {
  const cache = await caches.open(NAME);
  await cache.addAll([...Object.values(KEPT.pages), ...KEPT.files].map((url) => new Request(url, { credentials: "omit" })));
  await keeper.skipWaiting();
}

// What an earlier release kept goes; what others keep under this address is theirs.
async function forget(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("fokozat-offline-") && name !== NAME);
  await Promise.all(old.map((name) => caches.delete(name)));
  await keeper.clients.claim();
}

async function page(request: Request): Promise<Response> {
  const spoken = new URL(request.url).pathname.split("/")[1] ?? "";
  const url = KEPT.pages[spoken] ?? Object.values(KEPT.pages)[0] ?? "";
  return (await (await caches.open(NAME)).match(url)) ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  return (await (await caches.open(NAME)).match(request.url)) ?? Response.error();
}
