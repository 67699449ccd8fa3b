import { Store } from "./store.ts";

/** True if the server has another version of the page. */
export const isOutdated = new Store(false);

/**
 * Compares an answer's `x-llmstxt-version` with this page: the server's version, a `+`, and the digest of its page's
 * script.
 */
export function hearVersion(version: string | null): void {
  const digest = version?.split("+")[1];
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src;
  // Answers of proxies lack the field, and `vite dev` has no digest.
  if (digest && script?.includes("/assets/")) isOutdated.set(!script.includes(digest));
}
