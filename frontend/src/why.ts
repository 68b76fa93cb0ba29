// A figure opens how it came about: its link leads to this page with the derivation under the row, and from there
// only that row is taken. A second click closes it. Whatever goes wrong, the link still leads there.
export function whys(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a.why") : null;
    const row = link?.closest("tr");
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0;
    if (!link || !row || !plain) return;
    event.preventDefault();
    if (link.getAttribute("aria-expanded") === "true") close(link);
    else void open(link, row);
  });
}

function close(link: HTMLAnchorElement): void {
  document.getElementById(link.getAttribute("aria-controls") ?? "")?.remove();
  link.setAttribute("aria-expanded", "false");
}

async function open(link: HTMLAnchorElement, row: HTMLTableRowElement): Promise<void> {
  const key = link.getAttribute("aria-controls") ?? "";
  if (link.ariaBusy === "true") return;
  link.ariaBusy = "true";
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const opened = page.getElementById(key);
    if (!answer.ok || opened === null) throw new Error(key);
    let last: Element = row;
    while (last.nextElementSibling?.classList.contains("opened") === true) last = last.nextElementSibling;
    last.after(document.adoptNode(opened));
    link.setAttribute("aria-expanded", "true");
  } catch {
    location.assign(link.href);
  } finally {
    link.ariaBusy = null;
  }
}
