// A bundle of 10,000 pages behind `llmstxt mcp`: start, memory, a search with its passages; and the size of the index.
//   npm run bench -- search
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { searchText } from "../packages/document/src/search/search.ts";
import { chance } from "./chance.ts";
import { isSmoke, judge, keepResult, table } from "./results.ts";

const PAGES = isSmoke ? 500 : 10_000;
const WORDS_A_PAGE = 700;
const VOCABULARY = 60_000;
const QUESTIONS = isSmoke ? 20 : 200;

const random = chance(35);
const SYLLABLES = [
  "ta",
  "ri",
  "mo",
  "ken",
  "sul",
  "va",
  "ne",
  "por",
  "li",
  "da",
  "gra",
  "sto",
  "be",
  "qui",
  "zan",
  "fe",
];
const wordAt = (rank: number): string => {
  let word = "";
  for (let rest = rank + 17; rest > 0; rest = Math.floor(rest / 16)) word += SYLLABLES[rest % 16];
  return word;
};
/** Few words stand everywhere and most hardly anywhere (Zipf). */
const someWord = () => wordAt(Math.floor(VOCABULARY ** random()));
/** A page comes back to words of its own. */
function pageLines(): readonly string[] {
  const own = Array.from({ length: 40 }, () => wordAt(Math.floor(VOCABULARY * random())));
  const word = () => (random() < 0.25 ? (own[Math.floor(own.length * random() ** 2)] ?? "") : someWord());
  const lines = Math.floor(WORDS_A_PAGE * (0.3 + 1.4 * random())) / 14;
  return Array.from({ length: lines }, () => `${Array.from({ length: 14 }, word).join(" ")}.`);
}

/** Milliseconds that the main thread of a process has been on a processor: on a busy machine the clock says little. */
const cpuOf = (pid: number | null): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;

const folder = mkdtempSync(join(tmpdir(), "search-"));
try {
  const texts = Array.from({ length: PAGES }, pageLines);
  const path = (n: number) => `/part-${n % 40}/page-${n}`;
  const markdown = texts.map(
    (lines, n) => `# ${lines[0]?.slice(0, 40)}\n\n${lines.join("\n\n")}\n\nSource: https://x.dev${path(n)}\n`,
  );
  for (let part = 0; part < 40; part++) mkdirSync(join(folder, `part-${part}`));
  mkdirSync(join(folder, ".llmstxt"));
  for (const [n, text] of markdown.entries()) writeFileSync(join(folder, `${path(n)}.md`), text);
  const pages = Object.fromEntries(texts.map((_, n) => [path(n), `${path(n)}.md`]));
  writeFileSync(join(folder, ".llmstxt/pages.json"), JSON.stringify({ site: "https://x.dev", indexes: {}, pages }));
  const bytes = markdown.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const searched = texts.map((lines, n) => ({
    url: path(n),
    title: lines[0]?.slice(0, 40) ?? "",
    headings: [],
    text: lines.join("\n"),
  }));
  const begun = performance.now();
  const index = searchText(searched, bytes / 10);
  const made = performance.now() - begun;
  writeFileSync(join(folder, ".llmstxt/search.json"), index);

  const started = performance.now();
  const client = new Client({ name: "bench", version: "1" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [resolve("dist/cli.js"), "mcp", folder],
  });
  await client.connect(transport);
  const start = performance.now() - started;
  const startCpu = cpuOf(transport.pid);
  const times: number[] = [];
  const costs: number[] = [];
  let found = 0;
  for (let n = 0; n < QUESTIONS; n++) {
    const page = Math.floor(random() * PAGES);
    const lines = texts[page] ?? [];
    const question = lines[Math.floor(lines.length * random())]?.replace(".", "") ?? "";
    const [asked, before] = [performance.now(), cpuOf(transport.pid)];
    const { content } = await client.callTool({ name: "search", arguments: { question } });
    times.push(performance.now() - asked);
    costs.push(cpuOf(transport.pid) - before);
    if (JSON.stringify(content).includes(`https://x.dev${path(page)}\\n`)) found++;
  }
  const status = readFileSync(`/proc/${transport.pid}/status`, "utf8");
  const megabytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024;
  await client.close();
  const at = (share: number, of = times) => of.toSorted((a, b) => a - b)[Math.floor(share * (of.length - 1))] ?? 0;
  keepResult(
    "search (a bundle behind `llmstxt mcp`)",
    table(
      [
        "pages",
        "Markdown",
        "search.json",
        "made in",
        "start (of it CPU)",
        "search, median (CPU)",
        "search, 95 % (CPU)",
        "memory, most",
        "found by a sentence",
      ],
      [
        [
          PAGES.toLocaleString("en"),
          `${(bytes / 1e6).toFixed(1)} MB`,
          `${(index.length / 1e6).toFixed(2)} MB (${((100 * index.length) / bytes).toFixed(1)} %)`,
          `${(made / 1e3).toFixed(1)} s`,
          `${Math.round(start)} ms (${Math.round(startCpu)})`,
          `${at(0.5).toFixed(1)} ms (${at(0.5, costs).toFixed(1)})`,
          `${at(0.95).toFixed(1)} ms (${at(0.95, costs).toFixed(1)})`,
          `${Math.round(megabytes)} MB`,
          `${found} of ${QUESTIONS}`,
        ],
      ],
    ),
  );
  judge({
    "the index has at most a tenth of the Markdown": index.length <= Math.max(20_000, bytes / 10),
    "95 of 100 searches take at most 20 ms of CPU": isSmoke || at(0.95, costs) <= 20,
    "a start takes at most a second of CPU": isSmoke || startCpu <= 1_000,
    "the server has at most 150 MB": isSmoke || megabytes <= 150,
    "nine of ten pages are found by a sentence of theirs": found >= QUESTIONS * 0.9,
  });
} finally {
  rmSync(folder, { recursive: true });
}
