import { type Directive, readDirectives } from "./directives.ts";
import { type RobotsRule, RuleIndex } from "./rule-index.ts";

/** A line of a robots.txt that holds for this crawler, or names it. */
export interface RobotsLine {
  /** Number of the line in the file, from 1. */
  readonly line: number;
  readonly text: string;
  /** True if it is why an address may not be asked for. */
  readonly decides: boolean;
}

/** A robots.txt's rules for one crawler. */
export interface Robots {
  /** True if this URL may be asked for; the longest matching rule decides, `Allow` where two are equal (RFC 9309, 2.2.2). */
  allows(url: string): boolean;
  /** The line that decides against it; the first where several say the same. */
  lineAgainst(url: string): Pick<RobotsLine, "line" | "text"> | undefined;
  /** Lines around those that disallow the URL, in the file's order. */
  refusal(url: string): readonly RobotsLine[];
  /** Values of the `Sitemap:` lines, as written. */
  readonly sitemaps: readonly string[];
  /** Crawl-delay as the file asks for it, not yet capped. */
  readonly crawlDelayMs?: number;
  /** The lines that hold for this crawler, as written. */
  readonly lines: readonly string[];
  /** User agent that the lines are for, as in the file: `*`, or the crawler's own name. */
  readonly group?: string;
}

/** Rules by which sitemaps and Markdown versions are asked for. */
export type HomeRules = Pick<Robots, "allows" | "sitemaps" | "crawlDelayMs">;

/** Everything is allowed: no robots.txt, or one that is not to be respected. */
export const NO_ROBOTS: Robots = {
  allows: () => true,
  lineAgainst: () => undefined,
  refusal: () => [],
  sitemaps: [],
  lines: [],
};

interface AgentGroup {
  readonly agents: Directive[];
  readonly directives: Directive[];
}

/** A day: longer delays are mistakes in the file. */
const LONGEST_DELAY_SECONDS = 86_400;

/** @param productToken the crawler's name as robots.txt may spell it, in any case */
export function parseRobots(bytes: Uint8Array, productToken: string): Robots {
  const directives = readDirectives(bytes);
  const groups = groupsOf(directives);
  const agents = agentsFor(
    groups.flatMap((group) => group.agents),
    productToken,
  );
  const meant = new Set(agents);
  const own = groups.filter((one) => one.agents.some((agent) => meant.has(agent))).flatMap((one) => one.directives);
  const rules = new RuleIndex(own.filter(({ value }) => value !== "").flatMap(rulesOf));
  const disallowing = own.filter(({ type, value }) => type === "disallow" && value !== "");
  const against = new Map(disallowing.map((one) => [escaped(one.value), one] as const).reverse());
  const delay = crawlDelay(own);
  const group = agents[0]?.value;
  return {
    allows: (url) => rules.decides(withCapitals(pathOf(url))).allow,
    lineAgainst: (url) => against.get(rules.decides(withCapitals(pathOf(url))).pattern),
    refusal: (url) => refusalOf(withCapitals(pathOf(url)), agents, own),
    sitemaps: directives.filter(({ type }) => type === "sitemap").map(({ value }) => value),
    lines: own.map(({ text }) => text),
    ...(group === undefined ? {} : { group }),
    ...(delay === undefined ? {} : { crawlDelayMs: delay }),
  };
}

/** Consecutive `User-agent` lines share what follows them; only a rule closes their list (RFC 9309, 2.2.1). */
function groupsOf(directives: readonly Directive[]): AgentGroup[] {
  const groups: AgentGroup[] = [];
  let naming = false;
  for (const directive of directives) {
    const group = groups.at(-1);
    if (directive.type === "agent") {
      if (naming && group !== undefined) group.agents.push(directive);
      else groups.push({ agents: [directive], directives: [] });
      naming = true;
    } else if (directive.type !== "sitemap" && directive.type !== "unknown") {
      if (directive.type !== "delay") naming = false;
      group?.directives.push(directive);
    }
  }
  return groups;
}

/** The lines that name the crawler; those for `*` only where none does. */
function agentsFor(agents: readonly Directive[], productToken: string): readonly Directive[] {
  const named = agents.filter((agent) => isNamed(agent, productToken));
  return named.length > 0 ? named : agents.filter(isEverybody);
}

/** Most lines that are reported of a refusal; some files have thousands. */
const MAX_TOLD = 40;

function refusalOf(path: string, agents: readonly Directive[], own: readonly Directive[]): readonly RobotsLine[] {
  const against = own.filter((one) => one.value !== "" && !new RuleIndex(rulesOf(one)).decides(path).allow);
  const longest = against.reduce((most, { value }) => Math.max(most, escaped(value).length), 0);
  const deciding = new Set(against.filter(({ value }) => escaped(value).length === longest));
  const told = new Set([...[...deciding].slice(0, MAX_TOLD / 2), ...agents, ...own].slice(0, MAX_TOLD));
  return [...told]
    .sort((a, b) => a.line - b.line)
    .map((one) => ({ line: one.line, text: one.text, decides: deciding.has(one) }));
}

const isNamed = ({ value }: Directive, productToken: string): boolean =>
  productToken !== "" && tokenOf(value) === productToken.toLowerCase();

/** A product token is letters, `_` and `-`; what follows, such as a version, is ignored. */
const tokenOf = (agent: string): string => (/^[a-z_-]*/i.exec(agent)?.[0] ?? "").toLowerCase();

const isEverybody = ({ value }: Directive): boolean => /^\*(\s|$)/.test(value);

function rulesOf({ type, value }: Directive): RobotsRule[] {
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

/** The escapes of an address in capitals; its octets outside ASCII are percent-encoded already. */
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
