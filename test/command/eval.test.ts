import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Site, type SiteAnswer, serveSite } from "../servers/site.ts";
import { llmstxt } from "./command.ts";

const rooms = {
  tides: "The moon pulls the water of the harbour twice a day, and spring tides follow the new moon.",
  lamps: "A lighthouse lamp turns on a bath of mercury and has a pattern of flashes of its own.",
  ropes: "Hemp ropes shrink when they get wet in the rain, and a bowline knot never slips.",
};
const page = (title: string, text: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><main><h1>${title}</h1><p>${text}</p></main></body></html>`;
const textOf = (origin: string, notes: Readonly<Record<string, string>>): string =>
  `# Harbour\n\n> A museum.\n\n## Rooms\n\n${Object.keys(rooms)
    .map((name, n) => `- [Room ${n}](${origin}/${name})${notes[name] ? `: ${notes[name]}` : ""}`)
    .join("\n")}\n`;

let site: Site;
const answers: Record<string, SiteAnswer> = {
  "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /ropes\n" },
  ...Object.fromEntries(Object.entries(rooms).map(([name, text]) => [`/${name}`, page(name, text)])),
};
beforeAll(async () => {
  site = await serveSite(answers);
  const notes = { tides: "The moon, the water and the spring tides", lamps: "Lighthouse, mercury, flashes and a lamp" };
  answers["/llms.txt"] = { headers: { "content-type": "text/plain" }, body: textOf(site.origin, notes) };
});
afterAll(() => site.close());

const fileWith = (text: string): string => {
  const file = join(mkdtempSync(join(tmpdir(), "llmstxt-eval-")), "llms.txt");
  writeFileSync(file, text);
  return file;
};

test("two files are measured by the same questions, and robots.txt is kept to", async () => {
  const own = `${site.origin}/llms.txt`;
  const bare = fileWith(textOf(site.origin, {}));
  const { code, stdout, stderr } = await llmstxt(["eval", own, "--against", bare, "--json"]);
  expect(stderr).toBe("");
  expect(code).toBe(0);
  const made = JSON.parse(stdout);
  expect(Object.keys(made)).toEqual(["questions", "kinds", "files", "pages"]);
  expect(made.kinds.own).toBe(made.questions);
  expect(made.files.map(({ file }: { file: string }) => file)).toEqual([own, bare]);
  expect(made.files[0].lexical).toMatchObject({ hit1: 1, hit3: 1, mrr: 1 });
  expect(made.files[1].lexical).toMatchObject({ hit1: 0, hit3: 0, mrr: 0 });
  expect(made.pages.characters).toBeGreaterThan(0);
  expect(site.requests.map(({ path }) => path)).not.toContain("/ropes");
  const again = await llmstxt(["eval", bare, "--against", own, "--json"]);
  expect(JSON.parse(again.stdout).files).toEqual(made.files.toReversed());
});

test("a person reads a table, and which pages nobody would find", async () => {
  const { code, stdout } = await llmstxt(["eval", `${site.origin}/llms.txt`]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/about 2 pages; 1 page could not be read: \d+ made of the pages' own words\./);
  expect(stdout).toMatch(/hit@1\s+hit@3\s+MRR\s+characters read/);
});

test("a file on disk opens its own site wherever that is, and no other address inside", async () => {
  const own = await llmstxt(["eval", fileWith(textOf(site.origin, { tides: "moon and water" })), "--json"]);
  expect(own.stderr).toBe("");
  expect(JSON.parse(own.stdout).pages.read).toBe(2);
  const elsewhere = ["a", "b", "c"].map((name) => `- [${name}](https://x.invalid/${name})`).join("\n");
  const file = fileWith(`# Harbour\n\n## Rooms\n\n${elsewhere}\n`);
  const questions = fileWith(`Which lamp? ${site.origin}/lamps\n`);
  const refused = await llmstxt(["eval", file, "--questions", questions]);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain("address not allowed. ALLOW_PRIVATE_NETWORKS=true lets it be asked");
  const env = { ALLOW_PRIVATE_NETWORKS: "true" };
  expect((await llmstxt(["eval", file, "--questions", questions], { env })).code).toBe(0);
});

test("a bundle folder and a build folder are read from the disk", async () => {
  const folder = mkdtempSync(join(tmpdir(), "llmstxt-eval-"));
  const origin = "https://harbour.invalid";
  for (const [name, text] of Object.entries(rooms)) writeFileSync(join(folder, `${name}.html`), page(name, text));
  writeFileSync(join(folder, "index.html"), page("Harbour", "A museum of the harbour."));
  writeFileSync(
    join(folder, "sitemap.xml"),
    `<urlset>${Object.keys(rooms).map((name) => `<url><loc>${origin}/${name}.html</loc></url>`)}</urlset>`,
  );
  const bundle = mkdtempSync(join(tmpdir(), "llmstxt-bundle-"));
  const generate = ["generate", folder, "--origin", origin, "-q"];
  expect((await llmstxt([...generate, "-o", join(folder, "llms.txt"), "--publish", bundle])).code).toBe(0);
  const { code, stdout, stderr } = await llmstxt(["eval", bundle, "--against", folder, "--json"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(JSON.parse(stdout)).toMatchObject({ pages: { read: 3 }, files: [{ file: bundle }, { file: folder }] });
  const nothing = await llmstxt(["eval", mkdtempSync(join(tmpdir(), "llmstxt-none-"))]);
  expect(nothing.code).toBe(2);
  expect(nothing.stderr).toContain("has no llms.txt");
});

test("questions of a file are asked instead, and a wrong line is named", async () => {
  const good = fileWith(`${JSON.stringify({ question: "mercury lamp", url: `${site.origin}/lamps.html` })}\n`);
  const { stdout } = await llmstxt(["eval", `${site.origin}/llms.txt`, "--questions", good, "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ questions: 1, files: [{ lexical: { hit1: 1 } }] });
  const wrong = await llmstxt(["eval", `${site.origin}/llms.txt`, "--questions", fileWith("{}")]);
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain("llms.txt:1: question: ");
});
