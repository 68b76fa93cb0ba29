// A list that is sorted, turned or filtered in place: its address follows, and who listens hears how many were found.
export function listings(): void {
  document.addEventListener("htmx:afterSettle", (event) => {
    const { elt, pathInfo } = (event as CustomEvent<Settled>).detail;
    const section = elt.closest<HTMLElement>(".found") ?? elt;
    if (!section.classList.contains("found")) return;
    const address = pathInfo?.finalRequestPath;
    // Replaced and not pushed: going back leads to where the reader came from, and no page has to be kept.
    if (address !== undefined) history.replaceState(history.state, "", address);
    const told = section.querySelector("[data-count]")?.textContent ?? section.querySelector(".empty")?.textContent;
    const voice = document.getElementById(`${section.id}-told`);
    if (voice) voice.textContent = told?.trim() ?? "";
  });
}

type Settled = { elt: HTMLElement; pathInfo?: { finalRequestPath?: string } };
