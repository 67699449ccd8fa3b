import { keep, readKept } from "./kept.ts";
import { Store } from "./store.ts";

/** Themes; `system` follows the setting of the browser. */
export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const kept = document.documentElement.dataset.theme;

/** Theme chosen by the person; public/theme.js reads it before the first paint. */
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
    // The only errors here are SecurityError and QuotaExceededError: the choice then lasts as long as the page.
  }
}

/**
 * True if single letters are shortcuts. They can be switched off (WCAG 2.2, 2.1.4), since speech input and stray keys
 * may press them.
 */
export const letterKeys = new Store<boolean>(readKept("letterKeys") !== false);

export function setLetterKeys(areOn: "on" | "off"): void {
  letterKeys.set(areOn === "on");
  keep("letterKeys", areOn === "on");
}
