const system = matchMedia("(prefers-color-scheme: dark)");

/** Changes between light and dark; the choice is kept, and public/theme.js reads it before the first paint. */
export function changeTheme(): void {
  const root = document.documentElement;
  const now = root.dataset.theme ?? (system.matches ? "dark" : "light");
  const next = now === "dark" ? "light" : "dark";
  root.dataset.theme = next;
  try {
    localStorage.setItem("theme", next);
  } catch {
    // Only SecurityError and QuotaExceededError: the choice then lasts as long as the page.
  }
}
