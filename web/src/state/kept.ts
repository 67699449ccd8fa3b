import { tryJson } from "@llmstxt-service/page/json";

/** Values that this browser keeps between visits; never anything secret. Storage that is full or forbidden keeps nothing. */
export function readKept(name: string): unknown {
  try {
    return tryJson(localStorage.getItem(name) ?? "null");
  } catch {
    // Only SecurityError: the browser allows no storage.
    return undefined;
  }
}

export function keep(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Only SecurityError and QuotaExceededError: then nothing is kept.
  }
}
