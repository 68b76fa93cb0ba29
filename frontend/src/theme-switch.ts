// Light, dark, or as the system; remembered in this browser only.
export function themeSwitch(): void {
  const root = document.documentElement;
  const choices = document.querySelectorAll<HTMLInputElement>("[data-theme-switch] input");
  const shown = root.dataset.theme ?? "system";
  for (const choice of choices) {
    choice.checked = choice.value === shown;
    choice.addEventListener("change", () => choose(root, choice.value));
  }
}

function choose(root: HTMLElement, theme: string): void {
  if (theme === "system") delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (theme === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", theme);
  } catch {
    // Chosen for this page only.
  }
}
