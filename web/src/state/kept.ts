import { tryJson } from "@llmstxt-service/page/json";

/** A value that this browser keeps between visits; never a secret. Undefined if storage is forbidden. */
export function readKept(name: string): unknown {
  try {
    return tryJson(localStorage.getItem(name) ?? "null");
  } catch {
    // The only error here is SecurityError: the browser allows no storage.
    return undefined;
  }
}

/** Keeps a value; undefined removes it. */
export function keep(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The only errors here are SecurityError and QuotaExceededError: nothing is kept then.
  }
}
