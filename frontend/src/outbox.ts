// Forms that may wait for the network: `<form data-outbox="what it is called">`.
//
// Each is sent under a key of its own until the server answers, in the order they were entered; the server does it
// once, however often it comes. Until then it is kept in this page's memory and nowhere else: what stands in such a
// form is nobody's business on a machine that many use. Works on plain http too, where there is no service worker.
type State = "waiting" | "sending" | "away" | "refused";

interface Entry {
  readonly key: string;
  readonly action: string;
  readonly form: HTMLFormElement;
  readonly label: string;
  fields: [string, string][];
}

const TOKEN = "csrfmiddlewaretoken";
const PATIENCE = 20_000;
const PAUSES = [2, 4, 8, 15, 30];
const SOON = 1_500;

const queue: Entry[] = [];
const touched = new WeakSet<HTMLFormElement>();
let state: State = "waiting";
let busy = false;
let deciding = false; // a page about the last one is shown; what is left waits until somebody decided
let tries = 0;
let timer = 0;
let onward = "";

export function outbox(): void {
  document.addEventListener("submit", taken);
  document.addEventListener("click", clicked);
  document.addEventListener("input", (event) => {
    const form = event.target instanceof Element ? event.target.closest("form") : null;
    if (form) touched.add(form);
  });
  window.addEventListener("online", () => again());
  window.addEventListener("beforeunload", (event) => {
    if (queue.length > 0) event.preventDefault();
  });
}

function taken(event: SubmitEvent): void {
  const form = event.target;
  if (!(form instanceof HTMLFormElement) || form.dataset.outbox === undefined || event.defaultPrevented) return;
  event.preventDefault();
  const fields: [string, string][] = [];
  for (const [name, value] of new FormData(form, event.submitter)) {
    if (typeof value === "string") fields.push([name, value]);
  }
  const action = new URL(form.action, document.baseURI).href;
  const twice = queue.some((entry) => entry.action === action && String(entry.fields) === String(fields));
  if (!twice) {
    const entry = { key: newKey(), action, form, label: labelOf(form), fields };
    if (deciding) queue.unshift(entry);
    else queue.push(entry);
  }
  touched.delete(form);
  deciding = false;
  again();
}

// crypto.randomUUID is for secure pages only; this is not.
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What it is called, and what stands in it now that did not when the page came.
function labelOf(form: HTMLFormElement): string {
  const said = [form.dataset.outbox ?? ""];
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement && field.selectedOptions[0]?.defaultSelected === false) {
      said.push(field.selectedOptions[0].text);
    } else if (field instanceof HTMLInputElement && ["text", "date"].includes(field.type) && field.value !== field.defaultValue) {
      said.push(field.value);
    }
  }
  return said.join(" · ");
}

function again(): void {
  tries = 0;
  void send();
}

async function send(): Promise<void> {
  window.clearTimeout(timer);
  const entry = queue[0];
  if (busy || deciding || entry === undefined) return;
  busy = true;
  if (state === "away") await newToken(entry);
  const wasWaiting = shown();
  state = "sending";
  const late = window.setTimeout(show, wasWaiting ? 0 : SOON);
  try {
    await answered(entry, await sent(entry));
  } catch {
    lost();
  }
  window.clearTimeout(late);
  busy = false;
  if (queue.length > 0 && state === "sending") void send();
}

function sent(entry: Entry): Promise<Response> {
  const stop = new AbortController();
  const limit = window.setTimeout(() => stop.abort(), PATIENCE);
  const headers = { "Idempotency-Key": entry.key };
  const asked = { method: "POST", body: new URLSearchParams(entry.fields), headers, redirect: "manual" } as const;
  return fetch(entry.action, { ...asked, signal: stop.signal }).finally(() => window.clearTimeout(limit));
}

async function answered(entry: Entry, response: Response): Promise<void> {
  if (response.status === 204) kept(entry, response.headers.get("Location") ?? "");
  else if (response.status === 409 || response.status === 422) ask(await response.text());
  else if (response.status === 429) lost(Number(response.headers.get("Retry-After")) || 0);
  else if (response.type === "opaqueredirect" || response.status === 403) halt("away");
  else if (response.status >= 500 || response.status === 408) lost();
  else halt("refused");
}

// Forms of the same thing that were entered behind it saw what this one made of it.
function kept(entry: Entry, location: string): void {
  queue.shift();
  tries = 0;
  onward = location;
  const version = valueOf(entry, "version");
  if (version !== undefined) {
    const next = String(Number(version) + 1);
    for (const other of queue) {
      if (other.action === entry.action && valueOf(other, "version") === version) {
        other.fields = other.fields.map(([name, value]) => [name, name === "version" ? next : value]);
      }
    }
    seen(entry, version, next);
  }
  if (queue.length > 0) return show();
  if (entry.form.isConnected && touched.has(entry.form)) return show();
  window.location.assign(onward);
}

// The same form, if it is still open and being filled in anew.
function seen(entry: Entry, version: string, next: string): void {
  const field = entry.form.elements.namedItem("version");
  if (!(field instanceof HTMLInputElement) || field.value !== version) return;
  field.value = next;
  for (const each of entry.form.elements) {
    if (each instanceof HTMLInputElement && each.name.startsWith("was.")) {
      each.value = valueOf(entry, each.name.slice(4)) ?? each.value;
    }
  }
}

function valueOf(entry: Entry, name: string): string | undefined {
  return entry.fields.find(([each]) => each === name)?.[1];
}

// The server asks back: somebody was faster, or something is to be mended. Its page takes the place of this one's.
function ask(page: string): void {
  const read = new DOMParser().parseFromString(page, "text/html");
  const [here, there] = [document.getElementById("main"), read.getElementById("main")];
  if (here === null || there === null) return halt("refused");
  queue.shift();
  deciding = true;
  here.replaceChildren(...there.childNodes);
  document.title = read.title;
  const lead = here.querySelector<HTMLElement>(".fault-summary") ?? here;
  lead.focus();
  window.scrollTo(0, 0);
  state = "waiting";
  show();
}

function lost(seconds = 0): void {
  state = "waiting";
  const pause = Math.max(seconds, PAUSES[Math.min(tries, PAUSES.length - 1)] ?? 30);
  tries += 1;
  timer = window.setTimeout(() => void send(), pause * 1000 * (1 + Math.random() / 5));
  show();
}

function halt(why: State): void {
  state = why;
  show();
}

// A new sign-in has a new token; every form that waits takes it over.
async function newToken(entry: Entry): Promise<void> {
  try {
    const read = new DOMParser().parseFromString(await (await fetch(entry.action)).text(), "text/html");
    const token = read.querySelector<HTMLInputElement>(`form[data-outbox] [name=${TOKEN}]`)?.value;
    if (token === undefined) return;
    for (const each of queue) each.fields = each.fields.map(([name, value]) => [name, name === TOKEN ? token : value]);
  } catch {
    // The network is away as well; it is tried again.
  }
}

function clicked(event: MouseEvent): void {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("[data-outbox-now]")) again();
  else if (target?.closest("[data-outbox-drop]")) drop();
  else if (deciding && queue.length > 0 && target?.closest("#main a")) {
    // What somebody else kept stays; the rest still goes.
    event.preventDefault();
    deciding = false;
    again();
  }
}

function drop(): void {
  queue.shift();
  state = "waiting";
  show();
  again();
}

function shown(): boolean {
  return document.getElementById("outbox")?.hidden === false;
}

function show(): void {
  const region = document.getElementById("outbox");
  if (region === null) return;
  const part = (name: string): HTMLElement | null => region.querySelector<HTMLElement>(`[data-outbox-${name}]`);
  const done = queue.length === 0;
  region.hidden = done && !(onward !== "" && shown() && !deciding);
  const told = part("told");
  const words = done ? region.dataset.kept : region.dataset[state];
  if (told && told.textContent !== words) told.textContent = words ?? "";
  part("list")?.replaceChildren(...queue.map(item));
  part("now")?.toggleAttribute("hidden", done || state === "sending");
  part("drop")?.toggleAttribute("hidden", done || state !== "refused");
  const on = part("on");
  on?.toggleAttribute("hidden", !done);
  if (on && onward !== "") on.setAttribute("href", onward);
}

function item(entry: Entry): HTMLLIElement {
  const made = document.createElement("li");
  made.textContent = entry.label;
  return made;
}
