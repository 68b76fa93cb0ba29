// The colour field, its picker and its sample follow each other. Whether a colour can be read the server says.
const WRITTEN = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i;

export function colours(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-colour]")) {
    const text = place.querySelector<HTMLInputElement>("input[type=text]");
    const picker = place.querySelector<HTMLInputElement>("input[type=color]");
    if (text === null || picker === null) continue;
    const house = place.dataset.colour ?? "";
    text.addEventListener("input", () => {
      const colour = text.value.trim() === "" ? house : read(text.value);
      if (colour === undefined) return;
      picker.value = colour;
      wear(place, colour);
    });
    picker.addEventListener("input", () => {
      text.value = picker.value;
      wear(place, picker.value);
    });
    const typed = read(text.value);
    if (typed !== undefined) {
      picker.value = typed;
      wear(place, typed);
    }
  }
}

function read(text: string): string | undefined {
  const digits = WRITTEN.exec(text.trim())?.[1];
  if (digits === undefined) return undefined;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`.toLowerCase();
}

function wear(place: HTMLElement, colour: string): void {
  for (const shape of place.querySelectorAll("[data-worn]")) shape.setAttribute("fill", colour);
}
