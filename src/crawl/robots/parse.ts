import { type Directive, readDirectives } from "./directives.ts";
import { type Rule, RuleIndex } from "./rule-index.ts";

/** What a robots.txt says to one crawler. */
export interface Robots {
  /** Whether this URL may be asked for; the longest matching rule decides, `Allow` where two are equal (RFC 9309, 2.2.2). */
  allows(url: string): boolean;
  /** Values of the `Sitemap:` lines, as written. */
  readonly sitemaps: readonly string[];
  /** As asked for, not yet capped. */
  readonly crawlDelayMs?: number;
  /** The lines that hold for this crawler, as written. */
  readonly lines: readonly string[];
  /** Whom they are for, as the file says it: `*`, or the crawler's own name. */
  readonly group?: string;
}

/** Everything is allowed: no robots.txt, or one that is not to be respected. */
export const NO_ROBOTS: Robots = { allows: () => true, sitemaps: [], lines: [] };

interface Group {
  readonly agents: string[];
  readonly directives: Directive[];
}

/** A day: longer delays are mistakes in the file. */
const LONGEST_DELAY_SECONDS = 86_400;

/** @param productToken the crawler's name as robots.txt may spell it, in any case */
export function parseRobots(bytes: Uint8Array, productToken: string): Robots {
  const directives = readDirectives(bytes);
  const groups = groupsFor(groupsOf(directives), productToken);
  const own = groups.flatMap((group) => group.directives);
  const rules = new RuleIndex(own.filter(({ value }) => value !== "").flatMap(rulesOf));
  const delay = crawlDelay(own);
  const agents = groups[0]?.agents ?? [];
  const group = agents.find((agent) => isNamed(agent, productToken)) ?? agents.find(isEverybody);
  return {
    allows: (url) => rules.allows(withCapitals(pathOf(url))),
    sitemaps: directives.filter(({ type }) => type === "sitemap").map(({ value }) => value),
    lines: own.map(({ text }) => text),
    ...(group === undefined ? {} : { group }),
    ...(delay === undefined ? {} : { crawlDelayMs: delay }),
  };
}

/** Consecutive `User-agent` lines share what follows them; only a rule closes their list (RFC 9309, 2.2.1). */
function groupsOf(directives: readonly Directive[]): Group[] {
  const groups: Group[] = [];
  let naming = false;
  for (const directive of directives) {
    const group = groups.at(-1);
    if (directive.type === "agent") {
      if (naming && group !== undefined) group.agents.push(directive.value);
      else groups.push({ agents: [directive.value], directives: [] });
      naming = true;
    } else if (directive.type !== "sitemap" && directive.type !== "unknown") {
      if (directive.type !== "delay") naming = false;
      group?.directives.push(directive);
    }
  }
  return groups;
}

/** All groups that name the crawler; those for `*` only where none does. */
function groupsFor(groups: readonly Group[], productToken: string): readonly Group[] {
  const named = groups.filter(({ agents }) => agents.some((agent) => isNamed(agent, productToken)));
  return named.length > 0 ? named : groups.filter(({ agents }) => agents.some(isEverybody));
}

const isNamed = (agent: string, productToken: string): boolean =>
  productToken !== "" && tokenOf(agent) === productToken.toLowerCase();

/** A product token is letters, `_` and `-`; what follows, such as a version, is ignored. */
const tokenOf = (agent: string): string => (/^[a-z_-]*/i.exec(agent)?.[0] ?? "").toLowerCase();

const isEverybody = (agent: string): boolean => /^\*(\s|$)/.test(agent);

function rulesOf({ type, value }: Directive): Rule[] {
  if (type !== "allow" && type !== "disallow") return [];
  const pattern = escaped(value);
  const rules = [{ allow: type === "allow", pattern }];
  // Google reads `Allow: /a/index.html` as allowing `/a/` itself; site owners rely on it.
  const end = pattern.lastIndexOf("/") + 1;
  const folder = pattern.startsWith("index.htm", end) ? pattern.slice(0, end) : undefined;
  if (type === "allow" && folder !== undefined) rules.push({ allow: true, pattern: `${folder}$` });
  return rules;
}

/** Octets outside ASCII percent-encoded, hex digits in capitals, so that both sides compare as they are. */
const escaped = (path: string): string =>
  path.replace(/%[0-9a-f]{2}|[\x80-\xff]/gi, (found) =>
    found[0] === "%" ? found.toUpperCase() : `%${found.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The same for an address, whose octets outside ASCII are percent-encoded already. */
const withCapitals = (path: string): string => path.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());

/** Path and query of a URL, which may lack its scheme or more: `/` where there is no path. */
function pathOf(url: string): string {
  const bare = url.split("#", 1)[0] ?? "";
  const afterScheme = bare.replace(/^([^/?;]*:)?\/\//, "");
  const start = afterScheme.search(/[/?;]/);
  if (start < 0) return "/";
  const path = afterScheme.slice(start);
  return path.startsWith("/") ? path : `/${path}`;
}

/** The longest of several: who asks twice is best served by the more careful answer. */
function crawlDelay(directives: readonly Directive[]): number | undefined {
  const seconds = directives
    .filter(({ type, value }) => type === "delay" && value !== "")
    .map(({ value }) => Number(value))
    .filter((value) => value >= 0 && value <= LONGEST_DELAY_SECONDS);
  return seconds.length === 0 ? undefined : Math.round(seconds.reduce((a, b) => Math.max(a, b)) * 1000);
}
