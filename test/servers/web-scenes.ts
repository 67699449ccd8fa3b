// What the scripted service says: one function a state of the page.
import type { FailureCode } from "../../packages/page/src/failures.ts";
import type { ServerConfig } from "../../packages/service/src/protocol/config.ts";
import type { FetchedBy, SocketEvent } from "../../packages/service/src/protocol/messages.ts";
import type { Summary } from "../../packages/service/src/protocol/summary.ts";
import type { Say } from "./scripted-service.ts";

export const CONFIG: ServerConfig = {
  version: "0.1.0",
  keyRequired: false,
  signedIn: false,
  productToken: "llmstxt",
  publicUrl: "",
  limits: { maxPages: 1000, descLength: [100, 2000], intervalMinutes: [1, 525_600], timeoutSeconds: 600 },
  defaults: {
    maxPages: 50,
    descLength: 500,
    enableAutoUpdate: false,
    recrawlIntervalMinutes: 10_080,
    llmEnhance: false,
    useProxy: false,
    include: [],
    exclude: [],
    scope: "domain",
    full: false,
  },
  features: { browser: true, proxy: true, llm: true, database: true, hosting: true },
  schedule: { cron: "*/10 * * * *", next: "2026-01-01T00:10:00.000Z" },
  budget: 50_000,
};

const SECTIONS: readonly (readonly [name: string, folders: readonly string[], pages: number])[] = [
  ["docs", ["concepts", "tasks", "setup", "tutorials"], 240],
  ["reference", ["glossary", "setup-tools", "kubernetes-api", "kubectl"], 395],
  ["blog", ["2019", "2020", "2021"], 128],
  ["tutorials", ["kubernetes-basics"], 39],
  ["contribute", ["style"], 32],
  ["community", ["static"], 78],
  ["case-studies", [], 88],
];

/** A thousand addresses of a large documentation site. */
export const LARGE: readonly string[] = SECTIONS.flatMap(([name, folders, pages]) =>
  Array.from({ length: pages }, (_, n) => {
    const folder = folders[n % (folders.length + 1)];
    return `https://large.example/${name}/${folder === undefined ? "" : `${folder}/`}page-${n}`;
  }),
);

const fetchedBy = (by: FetchedBy) => ({ by, rung: by });

const failure = (code: FailureCode, facts: Readonly<Record<string, unknown>>, reason: string) => ({
  code,
  facts,
  reason,
});

export const page = (url: string, n: number) => {
  const by = n % 97 === 0 ? "proxy" : n % 31 === 0 ? "browser" : "plain";
  const rest = { title: "", section: "", ms: 20 + ((n * 7) % 40), waitedMs: 0, bytes: 15_000, status: 200 };
  return { type: "page", url, ...rest, ...fetchedBy(by) } as const;
};

type Progress = Extract<SocketEvent, { type: "progress" }>;

const progress = (figures: Omit<Progress, "type" | "rungs">): Progress => ({
  type: "progress",
  ...figures,
  rungs: figures.pagesBy,
});

const spread = (n: number) => (n * 613) % LARGE.length;

/** Two thirds of a thousand pages are there; then nothing more is said. */
export function largeCrawl(say: Say): void {
  say.log({ type: "started", id: "large", location: "/api/crawls/large", host: "large.example", maxPages: 1000 });
  say.log({ type: "site", url: "https://large.example" });
  say.log({ type: "sitemap", url: "https://large.example/sitemap.xml", urls: 1262 });
  say.log({ type: "known", count: 1262, chosen: 1000 });
  say.log({ type: "chosen", urls: [...LARGE] });
  const pagesBy = { plain: 0, browser: 0, proxy: 0 };
  for (let n = 0; n < 641; n++) {
    const url = LARGE[spread(n)] ?? "";
    if (n % 90 === 45)
      say.log({
        type: "failed",
        url,
        ...fetchedBy("plain"),
        ...failure("http_status", { status: 404 }, "404 Not Found"),
        ms: 31,
        waitedMs: 0,
      });
    else if (n % 37 === 20) say.log({ type: "leftOut", url, reason: "duplicate" });
    else {
      const fact = page(url, n);
      pagesBy[fact.by]++;
      say.log(fact);
    }
  }
  say.log({
    type: "slower",
    reason: "answers take longer",
    concurrency: 8,
  });
  for (let n = 641; n < 657; n++) say.log({ type: "visiting", url: LARGE[spread(n)] ?? "" });
  say.log(
    progress({
      done: 617,
      max: 1000,
      waiting: 343,
      inFlight: 16,
      pagesPerSecond: 48.2,
      bytes: 9_800_000,
      elapsedMs: 14_200,
      pagesBy,
    }),
  );
}

const SMALL = ["articles/httr2", "articles/oauth", "reference/request", "reference/req_body", "reference/req_url"];

/** Most of forty pages are there: each has its name in the map. */
export function smallCrawl(say: Say): void {
  say.log({ type: "started", id: "small", location: "/api/crawls/small", host: "small.example", maxPages: 40 });
  say.log({ type: "site", url: "https://small.example" });
  for (let n = 0; n < 34; n++) {
    const url = `https://small.example/${SMALL[n % SMALL.length]}_${n}.html`;
    say.log({ type: "visiting", url });
    if (n < 29) say.log(page(url, n + 1));
  }
  const pagesBy = { plain: 29, browser: 0, proxy: 0 };
  const figures = { waiting: 6, inFlight: 5, pagesPerSecond: 41.3, bytes: 700_000, elapsedMs: 3_400 };
  say.log(progress({ done: 29, max: 40, ...figures, pagesBy }));
}

const NAMES = [
  "Articles",
  "Requests",
  "Authentication",
  "Performing",
  "Responses",
  "URLs and helpers",
  "OAuth",
  "Developer tooling",
];

function section(name: string, pages: number, from: number): string {
  const items = Array.from(
    { length: pages },
    (_, n) =>
      `- [${name} ${n + 1}: how it is done](https://docs.example/${name.toLowerCase().replaceAll(" ", "-")}/${from + n}.md): ` +
      "Use this function to describe a request, to perform it and to look at what came back. It is safe to call it twice.",
  );
  return `## ${name}\n\n${items.join("\n")}\n`;
}

/** A document of `pages` pages a section. */
export function documentOf(pages: number): string {
  const sections = NAMES.map((name, n) => section(name, pages + (n % 3) * 4, n * 100));
  const head =
    "# httr2\n\n> Tools for creating and modifying HTTP requests, then performing them and processing the results.\n\n" +
    "Generated: 2026-11-21T05:50:00Z | Source: https://docs.example/ | Pages: 83\n";
  return [head, ...sections, "## Optional\n\n- [Changelog](https://docs.example/news/index.html)\n"].join("\n");
}

/** A stranger's page that would like to be more than text. */
export const HOSTILE_DOCUMENT = `# <img src=x onerror=alert(1)>

> <script>document.title = "taken"</script>

Generated: 2026-11-21T05:50:00Z | Source: https://docs.example/ | Pages: 3

## <b onmouseover=alert(2)>Docs</b>

- [javascript link](javascript:document.title='taken'): <iframe src=https://evil.example></iframe>
- [data link](data:text/html,<script>1</script>): "><svg onload=alert(3)>
- [good link](https://docs.example/good): fine
`;

const SUMMARY: Summary = {
  pages: 83,
  characters: 26_150,
  tokens: 6_500,
  lines: 115,
  sections: [],
  leftOut: [
    { reason: "older version", count: 183, examples: ["https://docs.example/dev/reference/req_url.html"] },
    { reason: "redirect", count: 79, examples: ["https://docs.example/reference/req_url_query.html"] },
    { reason: "error page", count: 1, examples: ["https://docs.example/404.html"] },
  ],
  failed: 0,
  failures: [],
  shortened: 0,
  score: 100,
  findings: [],
  timedOut: false,
  why: "complete",
  elapsedMs: 1_900,
  bytes: 1_400_000,
  pagesBy: { plain: 83, browser: 0, proxy: 0 },
  stored: true,
};

/** Ends well at once, with `text`. */
export function finished(say: Say, text: string, id: string, extra: Partial<Summary>): void {
  say.log({ type: "started", id, location: `/api/crawls/${id}`, host: "docs.example", maxPages: 83 });
  say.log({ type: "site", url: "https://docs.example" });
  const figures = { waiting: 0, inFlight: 0, pagesPerSecond: 43, bytes: 1_400_000, elapsedMs: 1_900 };
  say.log(progress({ done: 83, max: 83, ...figures, pagesBy: { plain: 83, browser: 0, proxy: 0 } }));
  const file = "https://files.llms.example/docs.example_20261121_055000.txt";
  say.done(text, { type: "summary", ...SUMMARY, ...extra }, file);
}

export const done = (say: Say): void => finished(say, documentOf(6), "a-crawl", {});

/** The crawl wrote a file for each language and version. */
export const family = (say: Say): void =>
  finished(say, documentOf(6), "family", {
    relatives: [
      { file: "llms.de.txt", name: "German", language: "de", pages: 61, characters: 20_400, url: "/a" },
      { file: "llms.ar.txt", name: "Arabic", language: "ar", pages: 12, characters: 4_100, url: "/b" },
      { file: "llms.1.0.txt", name: "version 1.0", version: "1.0", pages: 70, characters: 21_900, url: "/c" },
    ],
  });

const FAILED: Summary["failures"] = [
  ["concepts/architecture/control-plane", "http_status", { status: 404 }, 120],
  ["concepts/services/dual-stack", "http_status", { status: 410 }, 90],
  ["tasks/administer/cpu-policies", "timeout", { timeoutMs: 10_000 }, 30_000],
].map(([path, code, facts, ms]) => ({
  url: `https://docs.example/${path}`,
  ...fetchedBy("plain"),
  ...failure(code as FailureCode, facts as object as Record<string, unknown>, ""),
  ms: Number(ms),
  waitedMs: 0,
}));

/** Done, but some pages could not be read, and the file is larger than its budget. */
export const doneWithFailures = (say: Say): void =>
  finished(say, documentOf(40), "with-failures", { failed: 3, failures: FAILED, characters: 79_979 });

/** Nothing but the home page passed the filters. */
export const onlyHome = (say: Say): void => {
  const leftOut = [{ reason: "excluded", count: 21, examples: ["https://docs.example/docs/a"] }] as const;
  finished(say, "# Docs\n\n> The home page.\n", "only-home", {
    pages: 1,
    leftOut: leftOut.map((group) => ({ ...group, examples: [...group.examples] })),
  });
};

export function timedOut(say: Say): void {
  say.log({ type: "chosen", urls: LARGE.slice(0, 117) });
  say.log({ type: "crawled", why: "timeout", pages: 83 });
  finished(say, documentOf(6), "a-partial-crawl", { timedOut: true, why: "timeout" });
}

export function unreachable(say: Say): void {
  const url = "https://docs.northwind.example/";
  say.log({ type: "site", url });
  const slow = failure("timeout", { timeoutMs: 10_000 }, "timed out after 10 s");
  say.log({ type: "attempt", url, ...fetchedBy("plain"), ...slow, ms: 30_000, waitedMs: 0 });
  say.log({ type: "attempt", url, ...fetchedBy("browser"), ...slow, ms: 30_000, waitedMs: 0 });
  say.failed({ type: "error", ...slow, about: "page" });
}

export function robots(say: Say): void {
  const url = "https://shop.tailspin.example/";
  const refusal = [
    { line: 6, text: "User-agent: *", decides: false },
    { line: 7, text: "Allow: /public", decides: false },
    { line: 8, text: "Disallow: /", decides: true },
  ];
  const lines = ["Allow: /public", "Disallow: /"];
  say.log({ type: "robots", url: `${url}robots.txt`, allowed: false, lines, group: "*", refusal });
  const refused = failure("robots_disallows", { url }, `robots.txt disallows ${url}`);
  say.failed({ type: "error", ...refused, about: "page" });
}

/** The site asked for a pause in the middle. */
export function paused(say: Say): void {
  largeCrawl(say);
  const leftMs = 120_000;
  say.log({ type: "waiting", host: "large.example", leftMs, until: new Date(Date.now() + leftMs).toISOString() });
}

export function queued(say: Say): void {
  say.log({ type: "queued", ahead: 2 });
}

/** Two thirds are there; then the server goes away, as far as the page can see. */
export function lost(say: Say): void {
  largeCrawl(say);
  setTimeout(() => say.cut(), 1_000);
}
