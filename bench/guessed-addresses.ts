// Wrong addresses, as programs and people guess them: each is one mistake away from a page of the site. Written from what
// such mistakes are, without a look at how they are answered: it is to stay so, and is no list of what is mended.
import { type Chance, chance } from "./chance.ts";

const KINDS = ["ending", "folder", "plural", "case", "version", "hyphen"] as const;
export type Kind = (typeof KINDS)[number];

export interface Guess {
  readonly kind: Kind;
  /** The path that was meant. */
  readonly page: string;
  /** The path that was asked for; no page of the site has it. */
  readonly asked: string;
}

interface Wanted {
  readonly count: number;
  /** Mistakes in one address; the first is of the guess's kind, each further one of the next. Default: 1. */
  readonly mistakes?: number;
}

/** So many wrong addresses of a site whose pages have these paths: the kinds in turn, the same each time. */
export function guesses(paths: readonly string[], { count, mistakes = 1 }: Wanted): readonly Guess[] {
  const random = chance(16);
  const pages = [...new Set(paths)].filter((path) => path !== "/");
  const taken = new Set(paths.flatMap(spellings));
  const folders = [...new Set(pages.flatMap((path) => segments(path).slice(0, -1)))];
  const made: Guess[] = [];
  // A site of few short paths has not as many mistakes of each kind as are asked for.
  for (let tries = 0; made.length < count && tries < count * 60; tries++) {
    const kind = KINDS[tries % KINDS.length] ?? "ending";
    const page = some(pages, random);
    let asked: string | undefined = page;
    for (let more = 0; more < mistakes && asked !== undefined; more++)
      asked = mistake(KINDS[(tries + more) % KINDS.length] ?? kind, asked, folders, random);
    if (asked === undefined || taken.has(asked)) continue;
    taken.add(asked);
    made.push({ kind, page, asked });
  }
  return made;
}

/** All addresses that servers answer with the page itself: they are no mistakes. */
function spellings(path: string): readonly string[] {
  const bare = path.replace(/(?:\/index)?\.html?$/, "").replace(/(.)\/+$/, "$1");
  return [path, bare, `${bare}/`, `${bare}.html`, `${bare}/index.html`, `${bare}.md`, `${bare}/index.md`, `${path}.md`];
}

function mistake(kind: Kind, page: string, folders: readonly string[], random: Chance): string | undefined {
  const parts = segments(page);
  const ending = /\.html?$|\/$/.exec(page)?.[0] ?? "";
  const whole = (changed: readonly string[]) => (changed.length === 0 ? undefined : `/${changed.join("/")}${ending}`);
  switch (kind) {
    case "ending":
      return `/${parts.join("/")}${some(WRONG_ENDINGS, random)}`;
    case "folder":
      return whole(otherFolders(parts, folders, random) ?? []);
    case "plural":
      return whole(changedSegment(parts, random, otherNumber) ?? []);
    case "case":
      return whole(changedSegment(parts, random, (word) => otherCase(word, random)) ?? []);
    case "version":
      return whole(otherVersion(parts, random));
    case "hyphen":
      return whole(changedSegment(parts, random, (word) => otherHyphens(word, random)) ?? []);
  }
}

const WRONG_ENDINGS = [
  ".htm",
  ".php",
  ".mdx",
  ".rst",
  ".aspx",
  "/README.md",
  "/index.htm",
  ".txt",
  ".markdown",
  "/page",
];
const USUAL_FOLDERS = ["docs", "guide", "reference", "en", "api", "documentation", "learn", "manual", "wiki"];
const VERSIONS = ["v1", "v2", "1.0", "2.x", "latest", "stable", "3.2.1", "next", "main"];

function otherFolders(parts: readonly string[], own: readonly string[], random: Chance): string[] | undefined {
  const at = Math.floor(parts.length * random());
  const last = parts.at(-1) ?? "";
  const choice = random();
  if (choice < 0.3) return parts.length < 2 ? undefined : parts.toSpliced(Math.min(at, parts.length - 2), 1);
  if (choice < 0.6) return parts.toSpliced(at, 0, some(USUAL_FOLDERS, random));
  if (choice < 0.8) return own.length === 0 ? undefined : [...parts.slice(0, -2), some(own, random), last];
  return parts.length < 2 ? undefined : parts.with(Math.min(at, parts.length - 2), some(USUAL_FOLDERS, random));
}

function otherVersion(parts: readonly string[], random: Chance): string[] {
  const version = some(VERSIONS, random);
  const at = parts.findIndex((part) => /^v?\d+(?:\.\w+)*$|^(?:latest|stable|next|main)$/.test(part));
  return at >= 0
    ? parts.with(at, version)
    : parts.toSpliced(random() < 0.7 ? 0 : Math.min(1, parts.length - 1), 0, version);
}

/** One segment written otherwise, mostly the last one; undefined where that changes nothing. */
function changedSegment(
  parts: readonly string[],
  random: Chance,
  change: (word: string) => string,
): string[] | undefined {
  const at = random() < 0.7 ? parts.length - 1 : Math.floor(parts.length * random());
  const before = parts[at] ?? "";
  const after = change(before);
  return after === before || after === "" ? undefined : parts.with(at, after);
}

function otherNumber(word: string): string {
  if (!/[a-z]$/i.test(word)) return word;
  if (/ies$/.test(word)) return word.replace(/ies$/, "y");
  if (/[^s]s$/.test(word)) return word.slice(0, -1);
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, "ies");
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}

function otherCase(word: string, random: Chance): string {
  const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const choice = random();
  if (choice < 0.4) return capital(word) === word ? word.toLowerCase() : capital(word);
  if (choice < 0.6) return word.toUpperCase() === word ? word.toLowerCase() : word.toUpperCase();
  return word
    .split(/(?<=[-_])/)
    .map(capital)
    .join("");
}

function otherHyphens(word: string, random: Chance): string {
  const apart = word.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
  if (!/[-_]/.test(word)) return apart === word.toLowerCase() ? word : apart;
  const choice = random();
  if (choice < 0.35) return word.includes("-") ? word.replaceAll("-", "_") : word.replaceAll("_", "-");
  if (choice < 0.7) return word.replaceAll(/[-_]/g, "");
  if (choice < 0.85) return word.replaceAll(/[-_]+(\w?)/g, (_, next: string) => next.toUpperCase());
  return word.replaceAll(/[-_]+/g, "/");
}

const segments = (path: string): string[] =>
  path
    .replace(/\.html?$|\/$/, "")
    .split("/")
    .filter((part) => part !== "");

const some = <T>(list: readonly T[], random: Chance): T => list[Math.floor(list.length * random())] as T;
