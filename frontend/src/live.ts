// Live pieces of a page: `data-live` names the topic, `data-version` what is shown. One connection serves all tabs.
// A tab that is hidden for long lets go, and catches up when it is looked at again. Without scripts the page just reads.
import htmx from "htmx.org";

import { Line } from "./live/line";
import { busy, swap } from "./live/swap";
import { type Piece, type State, Tabs, type Versions } from "./live/tabs";

const HIDDEN = 30_000;
const LATER = 500;

export function live(): void {
  if (document.querySelector("[data-live]") === null || !("EventSource" in window)) return;
  const language = document.documentElement.lang;
  const line = new Line(language, {
    versions: () => tabs.union(),
    state: (state) => tabs.tell(state),
    piece: (piece) => tabs.spread(piece),
  });
  const tabs = new Tabs(`fokozat-live-${language}`, {
    versions,
    lead: () => line.open(),
    follow: () => line.close(),
    wanted: () => line.renew(),
    shown: mark,
    take,
  });
  tabs.join();
  stay(tabs, line);
}

function stay(tabs: Tabs, line: Line): void {
  let hidden = 0;
  document.addEventListener("visibilitychange", () => {
    window.clearTimeout(hidden);
    if (document.hidden) hidden = window.setTimeout(() => tabs.leave(), HIDDEN);
    else tabs.join();
  });
  window.addEventListener("pagehide", () => tabs.leave());
  window.addEventListener("pageshow", () => tabs.join());
  window.addEventListener("online", () => {
    if (tabs.leads) line.connect();
  });
}

function regions(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("[data-live]")];
}

function versions(): Versions {
  const shown: Versions = {};
  for (const { dataset } of regions()) {
    const version = Number(dataset.version ?? 0);
    const topic = dataset.live ?? "";
    shown[topic] = Math.min(shown[topic] ?? version, version);
  }
  return shown;
}

// What arrives while somebody marks or types waits; only the newest waits.
const waiting = new Map<HTMLElement, Piece>();

function take(piece: Piece): void {
  for (const region of regions()) {
    if (region.dataset.live !== piece.topic || region.dataset.version === String(piece.version)) continue;
    if (!busy(region)) show(region, piece);
    else if (waiting.set(region, piece).size === 1) window.setTimeout(late, LATER);
  }
}

function late(): void {
  for (const [region, piece] of waiting) {
    if (!region.isConnected) waiting.delete(region);
    else if (!busy(region)) show(region, piece);
  }
  if (waiting.size > 0) window.setTimeout(late, LATER);
}

function show(region: HTMLElement, piece: Piece): void {
  waiting.delete(region);
  swap(region, piece.html);
  region.dataset.version = String(piece.version);
  htmx.process(region);
  region.classList.remove("live-new");
  void region.offsetWidth; // so that the mark begins anew
  region.classList.add("live-new");
}

// In a word beside the piece; never in the way, and nothing that is read out.
function mark(state: State): void {
  for (const each of document.querySelectorAll<HTMLElement>("[data-live-mark]")) {
    const { wordLive, wordLost, wordAsking } = each.dataset;
    const word = { live: wordLive, lost: wordLost, asking: wordAsking, off: "" }[state];
    each.hidden = state === "off";
    each.dataset.state = state;
    if (each.textContent !== word) each.textContent = word ?? "";
  }
}
