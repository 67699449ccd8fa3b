// The ways in which a model is given a site (`eval --model --arms`), played by a reader that follows rules, behind OpenAI's
// interface: what a question costs, how many pages are asked for, and how often the right one is read.
//   npm run bench -- arms
// The sample sites are no part of the repository: they lie beside it, in ../shared.
import { execFile } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import MiniSearch from "minisearch";
import * as z from "zod";
import { wordsOf } from "../packages/page/src/words.ts";
import { judge, keepResult, table } from "./results.ts";

const SITES = ["griffe", "httr2", "trpl-zh"];
const PORT = 18_930;

interface Serving {
  serve(options: object): Promise<{ readonly sites: readonly { readonly url: string }[]; close(): Promise<void> }>;
}

const shared = resolve("../shared");
const command = resolve("dist/cli.js");
if (!existsSync(shared)) {
  console.error("bench: arms needs the sample sites in ../shared");
  process.exit(2);
}
const { serve }: Serving = await import(pathToFileURL(join(shared, "sites/serve.mjs")).href);

const Call = z.object({ id: z.string(), function: z.object({ name: z.string(), arguments: z.string() }) });
const Conversation = z.object({
  tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]),
  messages: z.array(z.object({ role: z.string(), content: z.string().nullish(), tool_calls: z.array(Call).nullish() })),
});
type Conversation = z.infer<typeof Conversation>;

interface Candidate {
  readonly id: string;
  readonly words: string;
}

/** A longer paragraph is a dump of data or a page on one line: it has words of every question. */
const MAX_PARAGRAPH = 600;

/** Pages opened before the reader answers with what it has. */
const MAX_OPENED = 3;

/** A paragraph that has so much of a question's words is its answer. */
const ENOUGH = 0.6;

/** Opens the page whose line, link or passage has most words of the question, until a paragraph has nearly all of them. */
function turn({ messages, tools }: Conversation): object {
  const [system = "", user = ""] = messages.slice(0, 2).map(({ content }) => content ?? "");
  const question = user.split("Question: ").at(-1) ?? "";
  const calls = messages.flatMap(({ tool_calls }) => tool_calls ?? []);
  const asked = new Set(calls.map((one) => Object.values(JSON.parse(one.function.arguments))[0]));
  const answers = messages.filter(({ role }) => role === "tool").map(({ content }) => content ?? "");
  const names = tools.map((tool) => tool.function.name);
  const call = (name: string, given: object) => ({
    content: null,
    tool_calls: [{ id: String(calls.length), type: "function", function: { name, arguments: JSON.stringify(given) } }],
  });
  if (names.includes("search") && calls.length === 0) return call("search", { question });
  const [start] = /(?<=homepage is |listed at )\S+(?=\.\s)/.exec(system) ?? [];
  if (start !== undefined && !asked.has(start)) return call("fetch", { url: start });
  const isPage = (at: number) =>
    names.includes("fetch") ? calls[at]?.function.arguments.includes("llms.txt") !== true : at > 0;
  const pages = answers.filter((_, at) => isPage(at));
  const best = pages.map((page) => bestParagraph(page, question)).sort((a, b) => b.share - a.share)[0];
  const [found] = names.includes("search") ? (/(?<=^## .*\n)https?:\S+/m.exec(answers[0] ?? "") ?? []) : [];
  const [root] = /(?<= is )https?:\S+(?= \+ the path below)/.exec(user) ?? [];
  const site = start ?? found ?? root;
  // Nobody reads other sites for this one.
  const isOfSite = (id: string) => site === undefined || new URL(id).host === new URL(site).host;
  const shown = [user.split("Question: ")[0] ?? "", ...answers].join("\n");
  // From a homepage without a telling link a reader goes on by its first ones.
  const others = system.includes("homepage is") ? linksIn(shown) : [];
  const next = [...ranked(shown, question), ...others].find(({ id }) => !asked.has(id) && isOfSite(id));
  if (next === undefined || (best?.share ?? 0) >= ENOUGH || pages.length >= MAX_OPENED + (start === undefined ? 0 : 3))
    return { content: best?.paragraph ?? "not found" };
  return names.includes("read") ? call("read", { address: next.id }) : call("fetch", { url: next.id });
}

function bestParagraph(page: string, question: string) {
  const words = [...new Set(wordsOf(question))];
  const paragraphs = page.split(/\n+/).filter((paragraph) => paragraph.length <= MAX_PARAGRAPH);
  const shares = paragraphs.map((paragraph) => {
    const own = new Set(wordsOf(paragraph));
    return { paragraph, share: words.filter((word) => own.has(word)).length / Math.max(1, words.length) };
  });
  return shares.reduce((best, one) => (one.share > best.share ? one : best), { paragraph: "", share: 0 });
}

function linksIn(shown: string): readonly Candidate[] {
  const links = shown.matchAll(/\[([^\]\n]*)\]\((https?:[^)\s]+)\)(?::([^\n]*))?/g);
  return [...links].flatMap(([, title = "", url = "", note = ""]) =>
    /llms[\w-]*\.txt$/.test(url)
      ? []
      : { id: url.replace(/#.*/, ""), words: `${title} ${note} ${new URL(url).pathname}` },
  );
}

function ranked(shown: string, question: string): readonly Candidate[] {
  const found = new Map<string, string>();
  const add = (id: string, words: string) => found.set(id, `${found.get(id) ?? ""} ${words}`);
  for (const { id, words } of linksIn(shown)) add(id, words);
  for (const [, title = "", url = "", passage = ""] of shown.matchAll(/^## (.*)\n(https?:\S+)((?:\n(?!## ).*)*)/gm))
    add(url, `${title} ${passage}`);
  const [, root, ending = ""] = /is (https?:\S+) \+ the path below(?: \+ (\.md))?/.exec(shown) ?? [];
  if (root !== undefined) addPacked(shown.split(`\n</file-`)[0] ?? "", { root, ending }, add);
  const index = new MiniSearch<Candidate>({ fields: ["words"], tokenize: wordsOf, processTerm: (word) => word });
  index.addAll([...found].map(([id, words]) => ({ id, words })));
  return index.search(question).map(({ id }) => ({ id: String(id), words: found.get(String(id)) ?? "" }));
}

/** Lines of an AGENTS.md index: a folder or a section, then its pages. */
function addPacked(
  shown: string,
  { root, ending }: { root: string; ending: string },
  add: (id: string, words: string) => void,
) {
  let folder = "";
  const page = (label: string) => {
    const path = /^\S+?(?=:? |:?$)/.exec(label)?.[0] ?? "";
    const whole = `${folder}${path}`;
    add(`${root}${whole.endsWith("/") || whole === "" ? `${whole}index` : whole}${ending}`, label);
  };
  for (const line of shown.split("\n")) {
    const [, packed, labels] = /^(\S*\/): (.*)$/.exec(line) ?? /^.* \(\d+\)(?: in (\S+\/))?: (.*)$/.exec(line) ?? [];
    if (/^\S*\/$/.test(line)) folder = line === "./" ? "" : line;
    else if (line.startsWith("- ")) page(line.slice(2));
    else if (labels !== undefined) {
      folder = packed === undefined || packed === "./" ? "" : packed;
      for (const label of labels.split(", ")) page(label);
    }
  }
}

const model = createServer(async (request, response) => {
  const message = turn(Conversation.parse(JSON.parse(await text(request))));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(
    JSON.stringify({ id: "1", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] }),
  );
}).listen(0, "127.0.0.1");
await once(model, "listening");
const address = model.address();
if (address === null || typeof address === "string") throw new Error("no port");

const folder = mkdtempSync(join(tmpdir(), "arms-"));
const env = {
  ...process.env,
  ALLOW_PRIVATE_NETWORKS: "true",
  BROWSER_ENABLED: "false",
  LLM_API_KEY: "scripted",
  LLM_BASE_URL: `http://127.0.0.1:${address.port}/v1`,
  LLM_MODEL: "rules",
  LLM_MAX_TOKENS: "100000000",
};
const run = async (...args: readonly string[]) =>
  (await promisify(execFile)(process.execPath, [command, ...args], { env, timeout: 600_000, maxBuffer: 64 << 20 }))
    .stdout;

interface Figures {
  readonly right: number;
  readonly pages: number;
  readonly notFound: number;
  readonly tokens: number;
}
const rows: string[][] = [];
const costs = new Map<string, { tokens: number; right: number }>();
try {
  for (const [at, site] of SITES.entries()) {
    const { sites, close } = await serve({ site, port: PORT + at, hide: ["llms*.txt", "*.md"] });
    const [served] = sites;
    if (served === undefined) throw new Error(site);
    const bundle = join(folder, site);
    await run(
      "generate",
      served.url,
      "--max-pages",
      "200",
      "-q",
      "--publish",
      bundle,
      "-o",
      join(folder, `${site}.txt`),
    );
    const questions = join(folder, `${site}.questions`);
    const { origin } = new URL(served.url);
    const asked = readFileSync(join(import.meta.dirname, `questions/${site}.txt`), "utf8");
    writeFileSync(questions, asked.replaceAll("https://site.example", origin));
    const source = join(bundle, new URL(served.url).pathname);
    // As where the folder of the site's path is published by itself.
    if (source !== join(bundle, "/")) cpSync(join(bundle, ".llmstxt"), join(source, ".llmstxt"), { recursive: true });
    const made = JSON.parse(await run("eval", source, "--questions", questions, "--model", "--arms", "--json"));
    await close();
    const arms: Record<string, Figures> = made.files[0].arms;
    for (const [arm, { right, pages, notFound, tokens }] of Object.entries(arms)) {
      const answered = Math.round(right * made.questions);
      const each = answered === 0 ? "none right" : Math.round(tokens / answered).toLocaleString("en");
      rows.push([
        site,
        String(made.questions),
        arm,
        `${answered}`,
        String(pages),
        String(notFound),
        tokens.toLocaleString("en"),
        each,
      ]);
      const sum = costs.get(arm) ?? { tokens: 0, right: 0 };
      costs.set(arm, { tokens: sum.tokens + tokens, right: sum.right + answered });
    }
  }
  const total = [...costs].map(([arm, { tokens, right }]) => [
    "all",
    "",
    arm,
    String(right),
    "",
    "",
    tokens.toLocaleString("en"),
    Math.round(tokens / Math.max(1, right)).toLocaleString("en"),
  ]);
  keepResult(
    "arms (a reader by rules, given questions)",
    table(
      ["site", "questions", "given as", "right", "pages asked for", "not there", "tokens", "tokens a right answer"],
      [...rows, ...total],
    ),
  );
  const each = (arm: string) => (costs.get(arm)?.tokens ?? 0) / Math.max(1, costs.get(arm)?.right ?? 0);
  judge({
    "the AGENTS.md index costs no more a right answer than the llms.txt in the prompt": each("index") <= each("prompt"),
    "search costs no more a right answer than the llms.txt in the prompt": each("mcp") <= each("prompt"),
  });
} finally {
  model.close();
  rmSync(folder, { recursive: true, force: true });
}
