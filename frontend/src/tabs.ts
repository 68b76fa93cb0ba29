// Links to the parts of a page become tabs: one part at a time, arrows go from tab to tab. A print has all parts.
export function tabs(): void {
  for (const list of document.querySelectorAll<HTMLElement>("[data-tabs]:not([role])")) build(list);
  window.addEventListener("hashchange", () => follow(true));
}

type Tab = { link: HTMLAnchorElement; panel: HTMLElement };

function build(list: HTMLElement): void {
  const parts = [...list.querySelectorAll<HTMLAnchorElement>("a[href^='#']")].flatMap((link): Tab[] => {
    const panel = document.getElementById(link.hash.slice(1));
    return panel ? [{ link, panel }] : [];
  });
  if (parts.length < 2) return;
  list.setAttribute("role", "tablist");
  for (const { link, panel } of parts) {
    link.id ||= `${panel.id}-tab`;
    link.setAttribute("role", "tab");
    link.setAttribute("aria-controls", panel.id);
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", link.id);
    panel.tabIndex = 0;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      history.replaceState(history.state, "", link.hash);
      select(parts, link);
    });
  }
  list.addEventListener("keydown", (event) => {
    const now = parts.findIndex(({ link }) => link === document.activeElement);
    const next = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: parts.length - 1 }[event.key];
    if (now < 0 || next === undefined) return;
    event.preventDefault();
    const chosen = parts[(next + parts.length) % parts.length];
    chosen?.link.click();
    chosen?.link.focus();
  });
  select(parts, parts[0]?.link);
  follow(false);
  window.addEventListener("beforeprint", () => parts.forEach(({ panel }) => (panel.hidden = false)));
  window.addEventListener("afterprint", () => select(parts, parts.find(({ link }) => link.tabIndex === 0)?.link));
}

function select(parts: Tab[], chosen: HTMLAnchorElement | undefined): void {
  for (const { link, panel } of parts) {
    const here = link === chosen;
    link.setAttribute("aria-selected", String(here));
    link.tabIndex = here ? 0 : -1;
    panel.hidden = !here;
  }
}

// An address with a mark opens the tab in which the mark stands.
function follow(move: boolean): void {
  const target = location.hash ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  const panel = target?.closest<HTMLElement>("[role=tabpanel]");
  if (!panel) return;
  document.querySelector<HTMLAnchorElement>(`[role=tab][aria-controls="${panel.id}"]`)?.click();
  if (move) target?.scrollIntoView();
}
