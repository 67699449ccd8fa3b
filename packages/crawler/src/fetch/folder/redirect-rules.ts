import { percentDecoded } from "@llmstxt-service/page/address/percent";
/** One line of a `_redirects` file that holds for every visitor. */
export interface RedirectRule {
  /** Decoded segments of the path; `:name` stands for one, `*` at the end for all that follow. */
  readonly from: readonly string[];
  /** A path or an address; `:name` and `:splat` stand for what was found there. */
  readonly to: string;
  readonly status: number;
  /** True if it holds although a file lies there. */
  readonly isForced: boolean;
}

/** A rule's result for one path. */
export interface Redirection {
  readonly to: string;
  readonly status: number;
}

/** Bytes of the file that are read, and rules that are kept: ten times what hosts take. */
export const REDIRECTS_MAX_BYTES = 2 ** 20;
const MAX_RULES = 20_000;
/** Rules with a pattern are tried one after the other. */
const MAX_PATTERNS = 1_000;

const DEFAULT_STATUS = 301;

/**
 * The `_redirects` of Netlify and Cloudflare Pages: `/from /to [status][!]`. The first rule that fits counts. Rules for
 * some visitors only (by country, language, query) are passed over.
 */
export class RedirectRules {
  readonly #exact = new Map<string, { readonly rule: RedirectRule; readonly order: number }>();
  readonly #patterns: { readonly rule: RedirectRule; readonly order: number }[] = [];

  constructor(text: string, origin: string) {
    const rules = text.split(/\r?\n/, MAX_RULES).flatMap((line) => ruleIn(line, origin) ?? []);
    for (const [order, rule] of rules.entries()) {
      const key = rule.from.join("/");
      if (rule.from.some((segment) => segment === "*" || segment.startsWith(":"))) {
        if (this.#patterns.length < MAX_PATTERNS) this.#patterns.push({ rule, order });
      } else if (!this.#exact.has(key)) this.#exact.set(key, { rule, order });
    }
  }

  /** @param path decoded; a slash at its end makes no difference. @param isThere whether a file lies there */
  find(path: string, { isThere }: { readonly isThere: boolean }): Redirection | undefined {
    if (this.#exact.size + this.#patterns.length === 0) return undefined;
    const segments = segmentsOf(path);
    const exact = this.#exact.get(segments.join("/"));
    const inOrder = [...(exact === undefined ? [] : [exact]), ...this.#patterns].sort((a, b) => a.order - b.order);
    for (const { rule } of inOrder) {
      if (isThere && !rule.isForced) continue;
      const found = match(rule.from, segments);
      if (found === undefined) continue;
      const to = filledIn(rule.to, found);
      // A rule whose target is the path itself is passed over, as it would be a loop.
      if (to !== path) return { to, status: rule.status };
    }
    return undefined;
  }
}

function ruleIn(line: string, origin: string): RedirectRule | undefined {
  // Bound: split by white space, then looked at word by word.
  const [from = "", to = "", status = String(DEFAULT_STATUS), ...conditions] = line
    .replace(/(^|\s)#.*$/, "")
    .trim()
    .split(/\s+/);
  const path = from.startsWith(`${origin}/`) ? from.slice(origin.length) : from;
  const code = /^([2-5]\d\d)(!?)$/.exec(status);
  if (!path.startsWith("/") || code === null || conditions.length > 0 || !/^(\/|https?:)/.test(to)) return undefined;
  const segments = segmentsOf(percentDecoded(path));
  if (segments.slice(0, -1).includes("*")) return undefined;
  return { from: segments, to, status: Number(code[1]), isForced: code[2] === "!" };
}

const segmentsOf = (path: string): string[] => path.split("/").filter((segment) => segment !== "");

function match(pattern: readonly string[], segments: readonly string[]): ReadonlyMap<string, string> | undefined {
  const isOpen = pattern.at(-1) === "*";
  const fixed = isOpen ? pattern.slice(0, -1) : pattern;
  if (isOpen ? segments.length < fixed.length : segments.length !== fixed.length) return undefined;
  const found = new Map<string, string>();
  for (const [index, expected] of fixed.entries()) {
    const segment = segments[index] ?? "";
    if (expected.startsWith(":")) found.set(expected, encodeURIComponent(segment));
    else if (expected !== segment) return undefined;
  }
  if (isOpen) found.set(":splat", segments.slice(fixed.length).map(encodeURIComponent).join("/"));
  return found;
}

// Bound: one rule's target; a name ends where its letters do.
const filledIn = (to: string, found: ReadonlyMap<string, string>): string =>
  to.replace(/:[a-z]\w*/gi, (name) => found.get(name) ?? name);
