import { expect, test } from "vitest";
import { readDirectives } from "./directives.ts";
import { parseRobots } from "./parse.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

interface Said {
  readonly robots: string;
  /** Default `llmstxt`. */
  readonly agent?: string;
  /** Paths, or whole URLs. */
  readonly allowed: readonly string[];
  readonly disallowed: readonly string[];
}

const group = (...rules: readonly string[]) => ["User-agent: llmstxt", ...rules, ""].join("\n");
/** Everything forbidden but what these allow. */
const only = (...paths: readonly string[]) => group("Disallow: /", ...paths.map((path) => `Allow: ${path}`));

const GROUPS =
  "Allow: /nobody/\nUser-agent: a\nDisallow: /\nAllow: /of-a/\nUser-agent: b\nDisallow: /\nAllow: /of-b/\n\n\nAllow: /of-b-too/\n" +
  "User-agent: c\n\nUser-agent: a\nAllow: /of-c-and-a/\nDisallow: /\n";

// RFC 9309 leaves some cases open. They are decided as Google's parser decides them: site owners test against that one.
test.each<[string, Said]>([
  // Groups
  ["an empty file forbids nothing", { robots: "", allowed: ["/", "/a"], disallowed: [] }],
  ["lines of unknown names forbid nothing", { robots: "Bot: llmstxt\nNo: /\n", allowed: ["/a"], disallowed: [] }],
  [
    "a crawler named by nobody is held by the group for everybody, and by nothing where there is none",
    { robots: "User-agent: a\nDisallow: /\n", allowed: ["/a"], disallowed: [] },
  ],
  [
    "the group that names a crawler replaces the one for everybody, wherever it stands",
    { robots: `User-agent: *\nDisallow: /x/\n${group("Disallow: /y/")}`, allowed: ["/x/1"], disallowed: ["/y/1"] },
  ],
  [
    "rules before the first group are nobody's; two groups of one name are one",
    {
      robots: GROUPS,
      agent: "a",
      allowed: ["/of-a/1", "/of-c-and-a/1"],
      disallowed: ["/of-b/1", "/nobody/1", "/other"],
    },
  ],
  [
    "a group goes on over empty lines",
    { robots: GROUPS, agent: "b", allowed: ["/of-b/1", "/of-b-too/1"], disallowed: ["/of-a/1", "/nobody/1"] },
  ],
  [
    "names in a row share their rules",
    { robots: GROUPS, agent: "c", allowed: ["/of-c-and-a/1"], disallowed: ["/of-a/1", "/nobody/1"] },
  ],
  [
    "a Sitemap line does not end the row of names",
    {
      robots: "User-agent: llmstxt\nSitemap: https://x.dev/s\nUser-agent: *\nDisallow: /\n",
      allowed: [],
      disallowed: ["/"],
    },
  ],
  [
    "neither does a line of an unknown name",
    { robots: "User-agent: llmstxt\nWhatever: x\nUser-agent: *\nDisallow: /\n", allowed: [], disallowed: ["/"] },
  ],
  // Names
  [
    "the names of lines and of crawlers are read in any case",
    { robots: "uSeR-aGeNt: LLMsTXT\nALLOW: /x/\ndIsAlLoW: /\n", allowed: ["/x/1"], disallowed: ["/a"] },
  ],
  [
    "a crawler's name ends where its letters end",
    { robots: "User-agent: *\nDisallow: /\nUser-agent: LLMsTxt/2 (beta)\nAllow: /\n", allowed: ["/a"], disallowed: [] },
  ],
  [
    "a longer name is another crawler's",
    { robots: "User-agent: llmstxt-news\nDisallow: /\n", allowed: ["/a"], disallowed: [] },
  ],
  ["a forgotten colon is forgiven", { robots: "user-agent llmstxt\ndisallow /\n", allowed: [], disallowed: ["/a"] }],
  [
    "so is a common misspelling",
    { robots: group("Dissallow: /a", "Disalow: /b"), allowed: ["/c"], disallowed: ["/a", "/b"] },
  ],
  [
    "what follows a # is no part of a rule",
    { robots: group("# Disallow: /", "Disallow: /b#x"), allowed: ["/a"], disallowed: ["/b", "/b1"] },
  ],
  // Which rule decides
  ["paths are read in their case", { robots: group("Disallow: /X/"), allowed: ["/x/1"], disallowed: ["/X/1"] }],
  [
    "the longer rule decides, in any order",
    { robots: group("Disallow: /x/a.html", "Allow: /x/"), allowed: ["/x/b"], disallowed: ["/x/a.html"] },
  ],
  [
    "and so for Allow",
    { robots: group("Allow: /x/a.html", "Disallow: /x/"), allowed: ["/x/a.html"], disallowed: ["/x/", "/x/b"] },
  ],
  [
    "of equally long rules Allow decides",
    { robots: group("Disallow: /x", "Allow: /x", "Disallow: /"), allowed: ["/x", "/x/1"], disallowed: ["/y"] },
  ],
  ["a rule without a path is none", { robots: group("Disallow:", "Allow:"), allowed: ["/", "/a"], disallowed: [] }],
  [
    "a rule for a folder leaves the address without its slash",
    { robots: group("Disallow: /x", "Allow: /x/"), allowed: ["/x/", "/x/1"], disallowed: ["/x", "/x1"] },
  ],
  [
    "length counts the pattern, stars and all",
    { robots: group("Allow: /page", "Disallow: /*.html"), allowed: ["/page"], disallowed: ["/page.html"] },
  ],
  [
    "a longer start beats a pattern",
    { robots: group("Allow: /x/page.", "Disallow: /*.html"), allowed: ["/x/page.html"], disallowed: ["/x/y.html"] },
  ],
  // Patterns
  [
    "a path is a start",
    {
      robots: only("/fish"),
      allowed: ["/fish", "/fish.html", "/fish/1", "/fishes", "/fish?a"],
      disallowed: ["/Fish", "/catfish", "/?fish"],
    },
  ],
  [
    "a star at the end changes nothing",
    { robots: only("/fish*"), allowed: ["/fish", "/fishes/1"], disallowed: ["/Fish", "/catfish"] },
  ],
  [
    "a slash at the end is a folder",
    { robots: only("/fish/"), allowed: ["/fish/", "/fish/?a", "/fish/1"], disallowed: ["/fish", "/fish.html"] },
  ],
  [
    "a star is any run of characters, none among them",
    {
      robots: only("/*.php"),
      allowed: ["/a.php", "/b/a.php?c", "//b/a.php.html", "/a?b=c.php/"],
      disallowed: ["/php/", "/a?php", "/a.PHP"],
    },
  ],
  [
    "a dollar is the end",
    {
      robots: only("/*.php$"),
      allowed: ["/a.php", "/b/a.php"],
      disallowed: ["/a.php?b", "/a.php/", "/a.php5", "/a?php"],
    },
  ],
  [
    "a star stands in the middle",
    {
      robots: only("/fish*.php"),
      allowed: ["/fish.php", "/fishes/cat.php?a"],
      disallowed: ["/Fish.PHP", "/a/fish.php"],
    },
  ],
  ["a dollar alone is the homepage", { robots: only("/$"), allowed: ["/"], disallowed: ["/a"] }],
  [
    "a rule that ends leaves what goes on",
    { robots: group("Disallow: /a/b$", "Allow: /a/b/c"), allowed: ["/a/b/", "/a/b/c", "/a/bc"], disallowed: ["/a/b"] },
  ],
  [
    "an allowed index.html is its folder's page, too",
    { robots: only("/x/index.html"), allowed: ["/x/", "/x/index.html"], disallowed: ["/x/index.htm", "/y"] },
  ],
  // Octets
  [
    "letters outside ASCII are matched by their percent codes",
    { robots: only("/ツ"), allowed: ["/%E3%83%84", "/%e3%83%84"], disallowed: ["/a"] },
  ],
  [
    "percent codes are matched in either case",
    { robots: only("/%e3%83%84"), allowed: ["/%E3%83%84"], disallowed: ["/a"] },
  ],
  ["a code for an ordinary letter is not that letter", { robots: only("/%62"), allowed: ["/%62"], disallowed: ["/b"] }],
  [
    "a query is part of the path, addresses in it too",
    { robots: only("/a?b=c&d=http://x.dev?e&f"), allowed: ["/a?b=c&d=http://x.dev?e&f"], disallowed: ["/a?b=c"] },
  ],
  // Rules of matching
  [
    "of an address its path counts, whatever is missing",
    {
      robots: only("/a"),
      allowed: ["https://y.dev/a", "x.dev/a#b", "//x.dev/a"],
      disallowed: ["https://y.dev", "x.dev", "x.dev?a", ""],
    },
  ],
])("%s", (_, { robots, agent = "llmstxt", allowed, disallowed }) => {
  const { allows } = parseRobots(bytes(robots), agent);
  expect(allowed.filter((path) => !allows(path))).toEqual([]);
  expect(disallowed.filter(allows)).toEqual([]);
});

test("a line is read to its 16,663rd character", () => {
  const long = (letter: string) => `/x/${letter.repeat(20_000)}`;
  const { allows } = parseRobots(bytes(only(`${long("a")}/b`, `${long("c")}/d`)), "llmstxt");
  expect([long("a"), `${long("c")}/e`, "/x/aa", "/"].map(allows)).toEqual([true, true, false, false]);
});

test.each(["\n", "\r\n", "\r"])("lines may end in %j", (end) => {
  const text = ["User-agent: a", "Allow: /b", "", "User-agent: c", "Disallow: /"].join(end);
  expect(readDirectives(bytes(text))).toHaveLength(4);
});

test.each<[string, number[], string]>([
  ["a byte order mark is passed over", [0xef, 0xbb, 0xbf], "agent"],
  ["so is one that was cut short", [0xef, 0xbb], "agent"],
  ["a broken one spoils its line and no other", [0xef, 0x11, 0xbf], "unknown"],
])("%s", (_, mark, first) => {
  const read = readDirectives(new Uint8Array([...mark, ...bytes("User-agent: a\nAllow: /b\n")]));
  expect(read.map(({ type }) => type)).toEqual([first, "allow"]);
});
