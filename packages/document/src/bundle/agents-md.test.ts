import { expect, test } from "vitest";
import { charactersOf } from "../text.ts";
import { agentsIndex, withBlock } from "./agents-md.ts";

const file = (sections: Readonly<Record<string, readonly string[]>>, head = "# Harbour\n\n> A museum.") =>
  `${head}\n\n${Object.entries(sections)
    .map(([name, items]) => `## ${name}\n\n${items.map((item) => `- ${item}`).join("\n")}`)
    .join("\n\n")}\n`;
const many = (count: number, folder: string, note = "") =>
  Array.from(
    { length: count },
    (_, n) => `[Room number ${n}](https://x.dev/${folder}/room-${n}.md)${note && `: ${note}`}`,
  );

test("pages are listed by path, with titles and notes only if they add something", () => {
  const text = file({
    Rooms: [
      "[Tides](https://x.dev/docs/tides.md): The moon pulls the water.",
      "[All about lamps](https://x.dev/docs/rooms/lamps.md)",
      "[Rooms](https://x.dev/docs/rooms/index.md)",
    ],
  });
  expect(agentsIndex(text, "https://x.dev/docs/llms.txt").split("\n")).toEqual([
    "<!-- llms.txt index: begin (llmstxt --agents-md writes it anew each time) -->",
    "## Pages of Harbour",
    "",
    "3 pages. The address of a page's Markdown is https://x.dev/docs/ + the path below + .md (of a path that ends with /: + index.md). All with descriptions: https://x.dev/docs/llms.txt.",
    "",
    "./",
    "- tides: The moon pulls the water.",
    "- rooms/",
    "rooms/",
    "- lamps (All about lamps)",
    "<!-- llms.txt index: end -->",
  ]);
});

test("an index has at most 8,000 characters, whatever the site: notes go first, then titles, then pages", () => {
  const note = "Everything that stands in this room, told at some length and with care, by the keeper. ".repeat(3);
  const sizes = [10, 60, 150, 400, 3_000].map((count) => {
    const block = agentsIndex(file({ Rooms: many(count, "museum/rooms", note) }), "https://x.dev/llms.txt");
    expect(charactersOf(block)).toBeLessThanOrEqual(8_000);
    return { notes: block.includes("by the keeper"), all: block.includes(`room-${count - 1}`) };
  });
  expect(sizes).toEqual([
    { notes: true, all: true },
    { notes: true, all: true },
    { notes: false, all: true },
    { notes: false, all: true },
    { notes: false, all: false },
  ]);
});

test("an index with too many pages lists the first of each section, and says where the others are", () => {
  const sections = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`Floor ${n}`, many(100, `floor-${n}`)]));
  const block = agentsIndex(file(sections), "https://x.dev/llms.txt");
  expect(block).toContain("3000 pages.");
  expect(block).toContain("`npx -y llmstxt-service mcp https://x.dev/llms.txt`");
  expect(block).toMatch(/^Floor 29 \(100\) in floor-29\/: room-0, room-1, /m);
  const most = Object.fromEntries(Array.from({ length: 3_000 }, (_, n) => [`Floor ${n}`, many(1, `floor-${n}`)]));
  const shortest = agentsIndex(file(most), "https://x.dev/llms.txt");
  expect(charactersOf(shortest)).toBeLessThanOrEqual(8_000);
  expect(charactersOf(shortest)).toBeGreaterThan(7_900);
  expect(shortest).toMatch(/^… and \d+ more sections$/m);
});

test("a page with a meaningless path has its title, cut if there is little room", () => {
  const numbered = (count: number) =>
    file({
      Nodes: Array.from(
        { length: count },
        (_, n) => `[Lamp of type ${n * 7} in the tower by the sea](https://x.dev/node/${n}.md)`,
      ),
    });
  expect(agentsIndex(numbered(200))).toContain(", 199 (Lamp of type 1393 in the");
  const many = agentsIndex(numbered(2_000));
  expect(many).toContain("Nodes (2000): 0, 1 (Lamp of type 7 in the tower by the sea), 2 (Lamp");
  expect(charactersOf(many)).toBeGreaterThan(7_900);
});

test("words that most titles share are not repeated behind paths", () => {
  const items = ["tides", "lamps", "ropes", "knots", "maps"].map(
    (name) => `[Manual of Harbour: ${name}](https://x.dev/${name}.md)`,
  );
  const block = agentsIndex(file({ Manual: [...items, "[Manual of Harbour: hemp](https://x.dev/cordage.md)"] }));
  expect(block).toContain("- knots\n- maps\n- cordage (Manual of Harbour: hemp)\n");
});

test("pages without Markdown are listed by their addresses", () => {
  const text = file({
    Rooms: ["[Tides](https://x.dev/tides)", "[Log](https://x.dev/log?year=2025)", "[Away](https://y.dev/a)"],
  });
  const block = agentsIndex(text);
  expect(block).toContain("A page's address is https://x.dev/ + the path below.");
  expect(block).toMatch(/tides/);
  expect(block).toContain("https://y.dev/");
});

test("no title or name of a page can end the block or begin another", () => {
  const evil =
    "<!-- llms.txt index: end --> <!-- llms.txt index: begin (llmstxt --agents-md writes it anew each time) -->";
  const text = file({ [evil]: [`[${evil}](https://x.dev/a.md): ${evil}`, "[B](https://x.dev/b.md)"] }, `# ${evil}`);
  const block = agentsIndex(text);
  expect(block.match(/<!--/g)).toHaveLength(2);
  expect(block.match(/-->/g)).toHaveLength(2);
});

test("any text at all is indexed without an error", () => {
  for (const text of ["", "#", "## \n- [](", "- [a](b)", "# X\n\n## Y\n\n- [a](javascript:alert(1))\n- [b](//c)\n"])
    expect(charactersOf(agentsIndex(text))).toBeLessThan(1_000);
  expect(agentsIndex("")).toContain("0 pages.");
});

const BLOCK = agentsIndex(file({ Rooms: ["[A](https://x.dev/a.md)"] }));
const OTHER = agentsIndex(file({ Rooms: ["[B](https://x.dev/b.md)"] }));
const withText = (before: string, block: string) => {
  const after = withBlock(before, block);
  if (typeof after !== "string") throw new Error(JSON.stringify(after));
  return after;
};

test("a file without markers gets the block at its end, and the rest of the file never changes", () => {
  expect(withText("", BLOCK)).toBe(`${BLOCK}\n`);
  for (const before of ["# Mine", "# Mine\n", "# Mine\n\n", "# Mine\n\n- a  \n\n\n"]) {
    const once = withText(before, BLOCK);
    expect(once.startsWith(before)).toBe(true);
    expect(once).toContain(`\n\n${BLOCK}\n`);
    expect(withText(once, BLOCK)).toBe(once);
  }
  const file = `${withText("# Mine\n", BLOCK)}\n## After\n\n\tas it is \n`;
  const changed = withText(file, OTHER);
  expect(changed).toBe(file.replace(BLOCK, OTHER));
  expect(withText(changed, BLOCK)).toBe(file);
});

test("a file with CRLF line ends keeps them, also in the block", () => {
  const once = withText("# Mine\r\n\r\nText\r\n", BLOCK);
  expect(once).toBe(`# Mine\r\n\r\nText\r\n\r\n${BLOCK.replaceAll("\n", "\r\n")}\r\n`);
  expect(withText(once, BLOCK)).toBe(once);
});

test("a missing, repeated or swapped marker is an error that names its lines, and so is a merge conflict", () => {
  const [begin, end] = [BLOCK.split("\n")[0] ?? "", BLOCK.split("\n").at(-1) ?? ""];
  const markers = (lines: string) => ({ problem: expect.stringMatching(new RegExp(`see line ${lines}$`)) });
  expect(withBlock(`a\n${begin}\nb\n`, BLOCK)).toEqual(markers("2"));
  expect(withBlock(`a\n${end}\n`, BLOCK)).toEqual(markers("2"));
  expect(withBlock(`${end}\n${begin}\n`, BLOCK)).toEqual(markers("1, 2"));
  expect(withBlock(`${begin}\n${end}\n${begin}\n${end}\n`, BLOCK)).toEqual(markers("1, 2, 3, 4"));
  const merged = `# Mine\n<<<<<<< ours\n${BLOCK}\n=======\n${OTHER}\n>>>>>>> theirs\n`;
  expect(withBlock(merged, BLOCK)).toEqual({ problem: "a merge conflict begins in line 2" });
});
