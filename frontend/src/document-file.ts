// A chosen or dropped file goes into the text field, where it can be read before it is sent.
const LARGEST = 5_000_000;

export function documentFiles(): void {
  document.addEventListener("change", (event) => {
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || input.dataset.fills === undefined) return;
    const file = input.files?.[0];
    if (file) void fill(input.dataset.fills, file);
  });
  document.addEventListener("dragover", (event) => mark(event, true));
  document.addEventListener("dragleave", (event) => mark(event, false));
  document.addEventListener("drop", (event) => {
    const area = mark(event, false);
    const file = event.dataTransfer?.files[0];
    if (area?.dataset.drop !== undefined && file) void fill(area.dataset.drop, file);
  });
}

function mark(event: DragEvent, over: boolean): HTMLElement | null {
  const area = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-drop]") : null;
  if (area === null || !event.dataTransfer?.types.includes("Files")) return null;
  event.preventDefault();
  area.classList.toggle("over", over);
  return area;
}

async function fill(id: string, file: File): Promise<void> {
  const field = document.getElementById(id);
  if (!(field instanceof HTMLTextAreaElement)) return;
  const told = document.getElementById(`${id}-told`);
  const fits = file.size <= LARGEST;
  if (fits) field.value = await file.text();
  if (told) told.textContent = `${file.name}: ${(fits ? told.dataset.loaded : told.dataset.large) ?? ""}`;
  if (fits) field.focus();
}
