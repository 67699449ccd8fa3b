/** One `Allow` or `Disallow` line. */
export interface RobotsRule {
  readonly allow: boolean;
  /** `*` is any run of characters, `$` at the end is the end. */
  readonly pattern: string;
}

/**
 * Literal pieces between the `*` of all rules that have one: each address is held against them. Later rules are passed
 * over; no robots.txt that people write comes near it.
 */
const MAX_PIECES = 10_000;

/** The rule that decides so far: the longest one that matches, `Allow` where two are equally long (RFC 9309, 2.2.2). */
type RuleVerdict = RobotsRule & { readonly length: number };

const NO_RULE: RuleVerdict = { allow: true, pattern: "", length: -1 };

/** Finds the rule that decides about a path without looking at each: prefixes by halving, the others longest first. */
export class RuleIndex {
  readonly #prefixes: PrefixIndex;
  readonly #whole = new Map<string, boolean>();
  readonly #wildcards: readonly (RuleVerdict & { readonly matches: (path: string) => boolean })[];

  constructor(rules: readonly RobotsRule[]) {
    const prefixes = new Map<string, boolean>();
    const wildcards: RobotsRule[] = [];
    let pieces = 0;
    for (const rule of rules) {
      if (rule.pattern.includes("*")) {
        pieces += rule.pattern.split("*").length;
        if (pieces <= MAX_PIECES) wildcards.push(rule);
      } else if (rule.pattern.endsWith("$")) addRule(this.#whole, { ...rule, pattern: rule.pattern.slice(0, -1) });
      else addRule(prefixes, rule);
    }
    this.#prefixes = new PrefixIndex(prefixes);
    this.#wildcards = wildcards
      .map(({ allow, pattern }) => ({ allow, pattern, length: pattern.length, matches: matcher(pattern) }))
      .sort((a, b) => b.length - a.length || Number(b.allow) - Number(a.allow));
  }

  /** The rule that decides; one that allows everything where none matches. */
  decides(path: string): RobotsRule {
    let best = this.#prefixes.longest(path);
    const whole = this.#whole.get(path);
    if (whole !== undefined) best = longer({ allow: whole, pattern: `${path}$`, length: path.length + 1 }, best);
    for (const rule of this.#wildcards) {
      if (rule.length < best.length || (rule.length === best.length && best.allow)) break;
      if (rule.matches(path)) return longer(rule, best);
    }
    return best;
  }
}

const longer = (a: RuleVerdict, b: RuleVerdict): RuleVerdict =>
  a.length > b.length || (a.length === b.length && a.allow) ? a : b;

function addRule(rules: Map<string, boolean>, { pattern, allow }: RobotsRule): void {
  rules.set(pattern, allow || rules.get(pattern) === true);
}

/** The longest of many prefixes of a text, found by halving a sorted list. */
class PrefixIndex {
  readonly #sorted: readonly (RuleVerdict & { readonly prefix: string; readonly parent: number })[];

  constructor(prefixes: ReadonlyMap<string, boolean>) {
    const sorted: (RuleVerdict & { prefix: string; parent: number })[] = [];
    const open: number[] = [];
    for (const prefix of [...prefixes.keys()].sort()) {
      // `open` holds the prefixes of `prefix`, the longest last; sorted, each stands before those that it begins.
      while (open.length > 0 && !prefix.startsWith(sorted[open.at(-1) ?? 0]?.prefix ?? "")) open.pop();
      open.push(sorted.length);
      const parent = open.at(-2) ?? -1;
      sorted.push({ prefix, parent, allow: prefixes.get(prefix) === true, pattern: prefix, length: prefix.length });
    }
    this.#sorted = sorted;
  }

  longest(text: string): RuleVerdict {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#sorted[middle]?.prefix ?? "") <= text) low = middle + 1;
      else high = middle;
    }
    const last = this.#sorted[low - 1];
    const common = last === undefined ? 0 : commonLength(last.prefix, text);
    let found = last;
    while (found !== undefined && found.length > common) found = this.#sorted[found.parent];
    return found ?? NO_RULE;
  }
}

function commonLength(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/**
 * Taking each literal piece where it first occurs is right for patterns of this kind and cannot backtrack, whatever the
 * pattern.
 */
function matcher(pattern: string): (path: string) => boolean {
  const isAnchored = pattern.endsWith("$");
  const [first = "", ...rest] = (isAnchored ? pattern.slice(0, -1) : pattern).split("*");
  const last = isAnchored ? rest.at(-1) : undefined;
  const pieces = (isAnchored ? rest.slice(0, -1) : rest).filter((piece) => piece !== "");
  return (path) => {
    if (!path.startsWith(first) || (last !== undefined && !path.endsWith(last))) return false;
    let at = first.length;
    for (const piece of pieces) {
      const found = path.indexOf(piece, at);
      if (found < 0) return false;
      at = found + piece.length;
    }
    return last === undefined || path.length - last.length >= at;
  };
}
