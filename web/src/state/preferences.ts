import { keep, readKept } from "./kept.ts";
import { Store } from "./store.ts";

/** `system`: as the browser's own setting is, and changes with it. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const kept = document.documentElement.dataset.theme;

/** Choices of the person; public/theme.js reads them before the first paint. */
export const theme = new Store<Theme>(kept === "light" || kept === "dark" ? kept : "system");

export function chooseTheme(next: Theme): void {
  theme.set(next);
  const root = document.documentElement;
  if (next === "system") delete root.dataset.theme;
  else root.dataset.theme = next;
  try {
    if (next === "system") localStorage.removeItem("theme");
    else localStorage.setItem("theme", next);
  } catch {
    // Only SecurityError and QuotaExceededError: the choice then lasts as long as the page.
  }
}

/** True if single letters do something (WCAG 2.2, 2.1.4): speech input and stray keys would set them off. */
export const letterKeys = new Store<boolean>(readKept("letterKeys") !== false);

export function setLetterKeys(areOn: "on" | "off"): void {
  letterKeys.set(areOn === "on");
  keep("letterKeys", areOn === "on");
}
