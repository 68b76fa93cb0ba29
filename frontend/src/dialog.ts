// A link to a page that asks opens its question in a dialog. The form in it is sent as on its own page, whose answer,
// faults included, is a page. Whatever goes wrong, the link leads there.
export function dialogs(): void {
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[data-asks]") : null;
    const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) && event.button === 0;
    if (!link || !plain || typeof HTMLDialogElement !== "function") return;
    event.preventDefault();
    void ask(link);
  });
}

async function ask(link: HTMLAnchorElement): Promise<void> {
  try {
    const answer = await fetch(link.href, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const question = page.querySelector<HTMLElement>("[data-ask]");
    const form = question?.querySelector("form");
    const title = question?.querySelector("h1");
    if (!answer.ok || answer.redirected || !question || !form || !title) throw new Error(link.href);
    form.setAttribute("action", new URL(form.getAttribute("action") ?? "", link.href).pathname);
    title.id = "asked-title";
    show(link, document.adoptNode(question));
  } catch {
    location.assign(link.href);
  }
}

function show(link: HTMLAnchorElement, question: HTMLElement): void {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "asked-title");
  const leave = document.createElement("button");
  leave.type = "button";
  leave.className = "link leave";
  leave.textContent = document.body.dataset.close ?? "×";
  leave.addEventListener("click", () => dialog.close());
  // The way back of the page leads nowhere else here.
  question.querySelector<HTMLAnchorElement>("form a.button")?.addEventListener("click", (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.append(question, leave);
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus();
  });
  document.body.append(dialog);
  dialog.showModal();
}
