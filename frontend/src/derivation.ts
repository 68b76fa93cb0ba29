// Opens or closes every step of a derivation at once; a print has them all open.
export function derivations(): void {
  document.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-steps], [data-print]") : null;
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.print !== undefined) window.print();
    else toggle(button);
  });

  let closed: HTMLDetailsElement[] = [];
  window.addEventListener("beforeprint", () => {
    closed = [...document.querySelectorAll<HTMLDetailsElement>(".derivation details:not([open])")];
    for (const step of closed) step.open = true;
  });
  window.addEventListener("afterprint", () => {
    for (const step of closed) step.open = false;
  });
}

function toggle(button: HTMLElement): void {
  const open = button.dataset.steps === "open";
  const steps = document.getElementById(button.getAttribute("aria-controls") ?? "");
  for (const step of steps?.querySelectorAll("details") ?? []) step.open = open;
}
