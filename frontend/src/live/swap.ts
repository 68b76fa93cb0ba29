// Puts a new piece into the page so that the reader hardly notices: what was open stays open, what had the focus
// keeps it, and nothing moves under a selection or a field that is being filled.

export function busy(region: HTMLElement): boolean {
  const selection = document.getSelection();
  if (selection !== null && !selection.isCollapsed && selection.containsNode(region, true)) return true;
  const active = document.activeElement;
  return active !== null && region.contains(active) && active.matches("input, textarea, select");
}

export function swap(region: HTMLElement, html: string): void {
  const focused = pathOf(region, document.activeElement);
  const open = [...region.querySelectorAll("details")].map((each) => each.open);
  region.innerHTML = html;
  [...region.querySelectorAll("details")].forEach((each, at) => {
    if (open[at] !== undefined) each.open = open[at];
  });
  if (focused !== null) {
    const again = focused.id !== "" ? document.getElementById(focused.id) : at(region, focused.path);
    if (again instanceof HTMLElement) again.focus({ preventScroll: true });
  }
}

function pathOf(region: HTMLElement, element: Element | null): { id: string; path: number[] } | null {
  if (element === null || element === region || !region.contains(element)) return null;
  const path: number[] = [];
  for (let each: Element = element; each !== region && each.parentElement !== null; each = each.parentElement)
    path.unshift([...each.parentElement.children].indexOf(each));
  return { id: element.id, path };
}

function at(region: HTMLElement, path: number[]): Element | null {
  let found: Element | null = region;
  for (const place of path) found = found?.children[place] ?? null;
  return found;
}
