// Before the first paint: the theme that was chosen here before, and a mark that scripts run.
const root = document.documentElement;
root.classList.add("scripts");
try {
  const chosen = localStorage.getItem("theme");
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
} catch {
  // A browser that keeps nothing shows the theme of the system.
}
