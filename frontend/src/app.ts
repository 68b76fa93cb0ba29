import htmx from "htmx.org";

import { colours } from "./colours";
import { derivations } from "./derivation";
import { dialogs } from "./dialog";
import { documentFiles } from "./document-file";
import { listings } from "./listing";
import { menus } from "./menus";
import { offline } from "./offline";
import { tabs } from "./tabs";
import { outbox } from "./outbox";
import { live } from "./live";
import { themeSwitch } from "./theme-switch";
import { whys } from "./why";

// After a swap the reader is led to what is new: the faults, or else the answer.
function lead(): void {
  const faults = document.querySelector<HTMLElement>(".fault-summary");
  const news = faults ?? document.querySelector<HTMLElement>("#answer");
  if (news === null) return;
  news.focus({ preventScroll: true });
  const { top } = news.getBoundingClientRect();
  if (top >= 0 && top < window.innerHeight / 2) return;
  const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  news.scrollIntoView({ behavior: calm ? "auto" : "smooth", block: "start" });
}

// What was typed stays on the page; it only says that nothing was sent.
function lost(gone: boolean): void {
  document.getElementById("lost")?.toggleAttribute("hidden", !gone);
}

function start(): void {
  themeSwitch();
  colours();
  derivations();
  documentFiles();
  dialogs();
  listings();
  menus();
  offline();
  tabs();
  whys();
  outbox();
  live();
  document.addEventListener("htmx:beforeRequest", () => lost(false));
  document.addEventListener("htmx:afterSettle", lead);
  document.addEventListener("htmx:sendError", () => lost(true));
  document.addEventListener("htmx:responseError", () => lost(true));
}

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", start);
else start();
// htmx starts itself when it is loaded; the mention keeps it in the bundle.
void htmx;
