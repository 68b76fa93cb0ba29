// A folded menu closes when somebody goes elsewhere or presses Escape. Without scripts its head closes it.
export function menus(): void {
  document.addEventListener("click", elsewhere);
  document.addEventListener("focusin", elsewhere);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of opened()) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector("summary")?.focus();
    }
  });
}

function elsewhere({ target }: Event): void {
  for (const menu of opened()) if (target instanceof Node && !menu.contains(target)) menu.open = false;
}

function opened(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>("details.menu[open]");
}
