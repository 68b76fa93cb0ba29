// Says that the network is gone, on plain http too; and where the browser allows it, keeps one page for the time when
// nothing can be loaded (see offline-worker.ts).
export function offline(): void {
  const bar = document.getElementById("offline");
  const show = (): void => {
    bar?.toggleAttribute("hidden", navigator.onLine);
  };
  window.addEventListener("online", show);
  window.addEventListener("offline", show);
  show();
  if (!window.isSecureContext || !("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/offline-worker.js", { scope: "/" }).catch(() => undefined);
  });
}
