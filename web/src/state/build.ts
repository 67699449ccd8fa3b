import { Store } from "./store.ts";

/** True: the server that answered last has another page than this one. */
export const isOutdated = new Store(false);

/** Takes an answer's `x-llmstxt-version`: the server's version and, after `+`, the digest of its page's script. */
export function hearVersion(version: string | null): void {
  const digest = version?.split("+")[1];
  const script = document.querySelector<HTMLScriptElement>("script[type=module]")?.src;
  // A proxy's answer says nothing; `vite dev` has no digest.
  if (digest && script?.includes("/assets/")) isOutdated.set(!script.includes(digest));
}
