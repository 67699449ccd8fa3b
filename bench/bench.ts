// One command for every bench: `npm run bench` lists them, `npm run bench -- NAME …` runs one, the rest goes to the bench.
import { spawnSync } from "node:child_process";

interface Bench {
  readonly about: string;
  /** Run one after the other, until one fails. */
  readonly files: readonly string[];
  /** Whether the built command is measured, so that it has to be built first. */
  readonly isBuilt?: true;
}

const BENCHES: Readonly<Record<string, Bench>> = {
  applications: {
    about: "five applications whose scripts fill their pages, read through the browser, quiet and beside load",
    files: ["applications"],
    isBuilt: true,
  },
  arms: {
    about: "the ways in which a model is given a site, played by a reader that goes by rules, with given questions",
    files: ["arms"],
    isBuilt: true,
  },
  bundle: {
    about:
      "the outside judge's score of the sample sites, with our document alone and with our bundle; of built sites behind five servers: --sites FOLDER",
    files: ["bundle"],
    isBuilt: true,
  },
  browser: {
    about:
      "in a real Chromium: frames of a crawl of 1,000 pages, the list of 20,000 sites, and five tasks by visible names",
    files: ["browser", "fleet", "tasks"],
    isBuilt: true,
  },
  builds: {
    about: "CPU and memory of a crawl by this build and by others: builds NAME=DIST… [PAGES]",
    files: ["builds"],
    isBuilt: true,
  },
  cases: {
    about: "hostile sites and sample sites, where ../shared has them",
    files: ["crawl-sites", "crawl-cases"],
  },
  compare: { about: "a recrawl of an unchanged and of a changed site beside the first crawl", files: ["compare"] },
  connections: {
    about: "25 workers on a Postgres of 100 connections, and 100 of them behind PgBouncer",
    files: ["connections"],
    isBuilt: true,
  },
  coverage: { about: "what the tests run", files: ["coverage"] },
  crawl: {
    about: "the command beside a raw loop over the same addresses and beside peers",
    files: ["crawl"],
    isBuilt: true,
  },
  emit: {
    about:
      "100,000 hostile addresses through every writer of servers' settings, some of them by the servers' own checks",
    files: ["emit"],
  },
  search: {
    about: "an index of 10,000 pages behind `llmstxt mcp`: size, start, memory, a search",
    files: ["search"],
    isBuilt: true,
  },
  due: { about: "finding the due sites among a million", files: ["due"] },
  fairness: {
    about: "a crawl of 20 pages alone, and beside clients and sites that want all of the reading threads",
    files: ["fairness"],
    isBuilt: true,
  },
  files: {
    about: "PDFs and API descriptions in a folder: what is read, and how many of pdftotext's words: files FOLDER",
    files: ["files"],
  },
  folder: {
    about: "1,000 pages from disk beside raw reading, and sample sites from their folder beside a crawl of them",
    files: ["folder", "folder-sites"],
    isBuilt: true,
  },
  eval: {
    about: "how well our files and others' lead to answers on the sample sites",
    files: ["eval"],
    isBuilt: true,
  },
  score: { about: "the score beside what people expect, and its weights fitted to that", files: ["score"] },
  guesses: {
    about: "what an agent that guessed an address is told, on the built sites in a folder: guesses FOLDER",
    files: ["guesses"],
    isBuilt: true,
  },
  hostile: {
    about: "ten minutes of hostile pages, patterns, sitemaps and documents: how long /health is silent",
    files: ["hostile"],
    isBuilt: true,
  },
  journal: {
    about: "what it costs that a crawl can go on after a kill: processor time and bytes of its journal",
    files: ["journal"],
  },
  labelled: {
    about: "the main text of pages that people have labelled; clones of their repositories: FOLDER",
    files: ["labelled"],
  },
  markdown: { about: "pages as Markdown, ours and others', beside what their publishers ship", files: ["markdown"] },
  moving: {
    about:
      "sites listed, exported and imported by the command: rows a second, and an import that is killed and goes on",
    files: ["moving"],
    isBuilt: true,
  },
  mutants: { about: "what the tests would not notice", files: ["mutants"] },
  page: { about: "reading pages beside parsers: bytes a second", files: ["page"] },
  profile: { about: "where the CPU of a crawl goes, by room", files: ["profile"], isBuilt: true },
  quality: {
    about: "documents of the sample sites, or of the built sites in a folder: --sites FOLDER",
    files: ["quality"],
    isBuilt: true,
  },
  recrawl: {
    about: "recrawls by 1, 2 and 4 workers: sites a minute, what one host sees of them, what that costs the database",
    files: ["recrawl", "polite"],
  },
  scale: {
    about: "lists, searches, due sites and a migration among a million sites, beside recrawls",
    files: ["scale"],
  },
  serve: {
    about: "16 crawls and 1,000 sockets at once, with reading threads and without, and 20 stops",
    files: ["serve"],
    isBuilt: true,
  },
  sitemaps: { about: "sitemaps of a million addresses, and of 60 files of 49 MB", files: ["sitemaps"], isBuilt: true },
  soak: {
    about: "the service for half an hour under everything at once: what grows, and who waits",
    files: ["soak"],
    isBuilt: true,
  },
  start: { about: "from the command to its first request, beside a bare Node", files: ["start"], isBuilt: true },
  threads: { about: "the command with its pages read in other threads", files: ["threads"], isBuilt: true },
  validate: {
    about: "what the validator says of the llms.txt files in a folder: validate FOLDER",
    files: ["validate"],
  },
};

function list(): string {
  const names = Object.keys(BENCHES).sort();
  const width = names.reduce((most, name) => Math.max(most, name.length), 0);
  return names.map((name) => `  ${name.padEnd(width)}  ${BENCHES[name]?.about}`).join("\n");
}

function run(args: readonly string[]): number {
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit" });
  return status ?? 1;
}

const [name = "", ...rest] = process.argv.slice(2);
const bench = BENCHES[name];
if (bench === undefined) {
  console.error(`${name === "" ? "Which bench?" : `No bench is called ${name}.`} npm run bench -- NAME\n${list()}`);
  process.exitCode = name === "" ? 0 : 2;
} else {
  const steps = [
    ...(bench.isBuilt ? [["scripts/build.ts"]] : []),
    ...bench.files.map((file) => [`bench/${file}.ts`, ...rest]),
  ];
  process.exitCode = steps.reduce((code, step) => (code === 0 ? run(step) : code), 0);
}
