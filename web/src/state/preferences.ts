import { Store } from "./store.ts";

/** A value that this browser keeps between visits; never a secret. Undefined if there is none, or storage is forbidden. */
function readKept(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined;
  } catch {
    // The only error here is SecurityError: the browser allows no storage.
    return undefined;
  }
}

/** Keeps a value; undefined removes it. */
function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // The only errors here are SecurityError and QuotaExceededError: the choice then lasts as long as the page.
  }
}

/** Themes; `system` follows the setting of the browser. */
export type Theme = "system" | "light" | "dark";

const kept = document.documentElement.dataset.theme;

/** Theme chosen by the person; public/theme.js reads it before the first paint. */
export const theme = new Store<Theme>(kept === "light" || kept === "dark" ? kept : "system");

export function chooseTheme(next: Theme): void {
  theme.set(next);
  const root = document.documentElement;
  if (next === "system") delete root.dataset.theme;
  else root.dataset.theme = next;
  keep("theme", next === "system" ? undefined : next);
}

/**
 * True if single letters are shortcuts. They can be switched off (WCAG 2.2, 2.1.4), since speech input and stray keys
 * may press them.
 */
export const letterKeys = new Store<boolean>(readKept("letterKeys") !== "off");

export function setLetterKeys(areOn: boolean): void {
  letterKeys.set(areOn);
  keep("letterKeys", areOn ? undefined : "off");
}
