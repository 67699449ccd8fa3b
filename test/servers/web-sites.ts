// Enrolled sites as the scripted service knows them: every status once, and a list long enough for a second page.
import type { AlertsAnswer } from "../../packages/service/src/protocol/alerts.ts";
import type {
  BundleAnswer,
  LiveAnswer,
  MissesAnswer,
  SnippetsAnswer,
} from "../../packages/service/src/protocol/bundle.ts";
import type {
  RunLogAnswer,
  SiteAnswer,
  SiteChangesAnswer,
  SiteDiff,
  SiteHealthAnswer,
  SiteRunAnswer,
  SitesAnswer,
  SiteVersion,
} from "../../packages/service/src/protocol/site.ts";
import type { Check } from "../../packages/service/src/protocol/summary.ts";
import { POSTED } from "./alerts.ts";
import type { Answer } from "./scripted-service.ts";
import { jobs } from "./web-jobs.ts";
import { overlayAnswer } from "./web-overlay.ts";

const HOUR = 3_600_000;

type Own = Pick<SiteAnswer, "id" | "baseUrl" | "status"> & Partial<SiteAnswer>;

/** An enrolled site, most of it as usual. */
export function site({ id, status, ...own }: Own, now = Date.now()): SiteAnswer {
  return {
    id,
    status,
    reason: null,
    progress: null,
    lastCrawledAt: new Date(now - 2 * HOUR).toISOString(),
    lastChangedAt: new Date(now - 72 * HOUR).toISOString(),
    nextCrawlAt: new Date(now + 144 * HOUR).toISOString(),
    pages: 83,
    previousPages: 83,
    recrawlIntervalMinutes: 10_080,
    maxPages: 200,
    descLength: 500,
    scope: "domain",
    include: [],
    urls: [],
    exclude: [],
    language: null,
    sitemaps: [],
    useProxy: false,
    fileUrl: `https://files.llms.example/${id}_20261121_055000.txt`,
    undelivered: null,
    paused: status === "paused",
    topics: null,
    publishNoindex: false,
    frontMatter: false,
    notFound: 404,
    skipBlocks: [],
    subdomains: false,
    languages: [],
    versions: [],
    publish: false,
    webhookSecretSetAt: null,
    history: [0, 0, 3, 0, 0, 1, 0, 0, 4, 0, 0, 6],
    tags: [],
    alerts: null,
    live: null,
    kept: null,
    ...own,
  };
}

const OTHERS = ["worker.graphile.org", "fastcore.fast.ai", "mkdocstrings.github.io/griffe", "youzan.github.io/vant"];

function sites(now: number): SiteAnswer[] {
  const all: readonly Own[] = [
    {
      id: "s1",
      baseUrl: "https://kubernetes.io",
      status: "crawling",
      progress: { done: 641, max: 1000 },
      pages: 1000,
    },
    {
      id: "s2",
      baseUrl: "https://docs.northwind.example",
      status: "failing",
      reason: "No answer in 10 s, twice in a row",
      history: [0, 1, 0, 0, 2, 0, 0, 1, 0, 0, "failed", "failed"],
    },
    { id: "s3", baseUrl: "https://help.fabrikam.example", status: "shrunk", reason: "41 pages fewer than before" },
    {
      id: "s4",
      baseUrl: "https://httr2.r-lib.org",
      status: "changed",
      reason: "6 pages changed",
      tags: ["client: north", "docs"],
    },
    { id: "s5", baseUrl: "https://docs.contoso.example", status: "due", reason: "Waiting for a worker" },
    { id: "s6", baseUrl: "https://shop.tailspin.example", status: "paused", reason: "Paused by you" },
    ...OTHERS.map((host, n) => ({ id: `o${n}`, baseUrl: `https://${host}`, status: "upToDate" as const })),
  ];
  return all.map((one) => site(one, now));
}

const VERSIONS: readonly SiteVersion[] = [
  {
    id: "v3",
    at: "2026-11-21T05:50:00Z",
    pages: 85,
    characters: 26_911,
    added: 3,
    removed: 1,
    changed: 2,
    unchanged: 0,
    url: "https://files.llms.example/v.txt",
    digest: "",
  },
  {
    id: "v2",
    at: "2026-07-14T13:25:00Z",
    pages: 83,
    characters: 26_150,
    added: 0,
    removed: 0,
    changed: 4,
    unchanged: 17,
    url: "https://files.llms.example/v.txt",
    digest: "",
  },
  {
    id: "v1",
    at: "2026-04-07T13:25:00Z",
    pages: 81,
    characters: 25_870,
    added: 0,
    removed: 0,
    changed: 0,
    unchanged: 2,
    url: "https://files.llms.example/v.txt",
    digest: "",
  },
];

const listed = (title: string, path: string, section: string, excerpt: string) => ({
  url: `https://httr2.r-lib.org/reference/${path}.md`,
  section,
  title,
  excerpt,
});

const changed = (title: [string, string], path: string, section: string, excerpt: [string, string]) => ({
  ...listed("", path, section, ""),
  title,
  excerpt,
});

const DIFF: SiteDiff = {
  added: [
    listed("Perform requests iteratively", "req_perform_iteratively", "Performing", "Generates requests."),
    listed("Tools for lists of responses", "resps_combine", "Responses", "Combines the data."),
  ],
  removed: [listed("A local server", "test_server", "Developer tooling", "Needs the webfakes package.")],
  changed: [
    changed(["Pagination", "Define a paginated request"], "req_paginate", "Performing", [
      "Use req_paginate() to specify how to request the next page. Use paginate_req_perform() to fetch all pages.",
      "Use req_paginate() to specify how to request the next page. Use req_perform_iteratively() to fetch all pages.",
    ]),
  ],
  renamed: [],
  moved: [],
  unified: "  ## Performing\n- - [Pagination](https://x.dev/a)\n+ - [Define a paginated request](https://x.dev/a)",
};

const TEXT = `# httr2

> Perform HTTP requests and process the responses.

Generated: 2026-11-21T05:50:00Z | Source: https://httr2.r-lib.org/ | Pages: 85

## Performing

- [Perform requests iteratively](https://httr2.r-lib.org/reference/req_perform_iteratively.md): Generates requests.
- [Pagination](https://httr2.r-lib.org/reference/req_paginate.md): Use req_paginate() to ask for the next page.

## Responses

- [Tools for lists of responses](https://httr2.r-lib.org/reference/resps_combine.md): Combines the data.
`;

const run = (id: string, at: string, more: Partial<SiteRunAnswer>): SiteRunAnswer => ({
  ...{ id, at, outcome: "same", reason: null, pages: 83, added: 0, removed: 0, changed: 0, failed: 0, ms: 2_140 },
  ...more,
});

const RUNS = [
  run("r3", "2026-11-21T05:50:00Z", { outcome: "updated", pages: 85, added: 3, removed: 1, changed: 2, failed: 1 }),
  run("r2", "2026-11-14T05:50:00Z", { outcome: "failed", reason: "500 Internal Server Error", pages: null, ms: 812 }),
  run("r1", "2026-11-07T05:50:00Z", { outcome: "unchanged", pages: null, ms: 95 }),
];

const LOG: RunLogAnswer = {
  dropped: 0,
  lines: [
    { atMs: 12, level: "info", text: "Crawling https://httr2.r-lib.org/" },
    { atMs: 180, level: "warning", text: "Slowing down: answers take longer; 4 requests at once" },
    { atMs: 812, level: "failure", text: "Failed to fetch https://httr2.r-lib.org/: 500 Internal Server Error" },
  ],
};

/** Answers of the sites' REST interface; `none` for a server on which no site is enrolled. */
export function sitesAnswer(which: "some" | "none"): Answer {
  const changes = overlayAnswer(TEXT);
  return (path, method, body) => {
    const [, id, rest = ""] = /^\/api\/sites\/([^/?]+)\/?([\w-]*)/.exec(path) ?? [];
    const all = which === "some" ? sites(Date.now()) : [];
    if (path.startsWith("/api/jobs")) return { body: which === "some" ? jobs() : { items: [], next: null } };
    if (path.startsWith("/api/validate")) return { body: CHECK };
    if (path === "/api/sites/import") return { body: { added: 2, sites: [], refused: [] } };
    if (path === "/api/sites/bulk") return { body: { done: 1, changed: 1, undo: [], next: null } };
    if (path.endsWith("/text")) return { body: TEXT };
    if (path.endsWith("/log")) return { body: LOG };
    if (rest === "runs") return { body: { items: RUNS } };
    if (path === "/api/sites" && method === "POST") return { status: 201, body: all[3] };
    if (path.startsWith("/api/sites/changes"))
      return { body: { since: new Date().toISOString(), sites: all, isAll: true } satisfies SiteChangesAnswer };
    if (path.startsWith("/api/sites?"))
      return {
        body: {
          items: all,
          next: null,
          total: all.length,
          counts: { all: all.length, attention: 2, changed: 1, paused: 1, tags: [{ tag: "client: north", sites: 3 }] },
          counted: { at: new Date().toISOString(), isExact: true },
          nextRunAt: new Date(Date.now() + 240_000).toISOString(),
        } satisfies SitesAnswer,
      };
    if (path === "/api/views")
      return { body: { items: [{ name: "North, failing", query: "tag=client%3A+north&status=failing" }] } };
    if (path === "/api/sites/health") return { body: HEALTH };
    if (path === "/api/alerts") return { body: ALERTS };
    const edited = changes(path, method, body);
    if (edited) return edited;
    if (id === undefined) return undefined;
    if (rest === "live") return { body: LIVE };
    if (method !== "GET") return { status: 202, body: {} };
    if (rest === "bundle") return path.endsWith("/snippets") ? { body: SNIPPETS } : { body: BUNDLE };
    if (rest === "misses") return { body: MISSES };
    if (rest === "versions") return { body: { items: VERSIONS, crawls: 32, next: null } };
    if (rest === "diff") return { body: DIFF };
    return rest === "" ? { body: all[3] } : undefined;
  };
}

/** Of 20,000 sites. */
const HEALTH: SiteHealthAnswer = {
  ages: {
    "1h": { upToDate: 2_054, changed: 30, notLive: 12, undelivered: 4, shrunk: 4 },
    "6h": { upToDate: 4_560, paused: 20, notLive: 31, undelivered: 5, shrunk: 3, due: 11 },
    "12h": { upToDate: 3_800, due: 40, paused: 20, notLive: 25, undelivered: 5, shrunk: 2 },
    "1d": { upToDate: 3_900, due: 300, paused: 22, notLive: 24, undelivered: 3, failing: 9 },
    "2d": { upToDate: 1_700, due: 240, paused: 20, notLive: 11, failing: 8 },
    "4d": { upToDate: 1_100, due: 290, paused: 10, notLive: 9, failing: 7 },
    "1w": { upToDate: 810, due: 240, paused: 24, notLive: 8, failing: 7 },
    "2w": { upToDate: 200, due: 240, paused: 28, notLive: 5, failing: 6 },
    "4w": { due: 80, paused: 22, notLive: 2, failing: 2 },
    older: { due: 10, paused: 17, notLive: 1, failing: 2 },
    never: { due: 6 },
  },
};

const BUNDLE: BundleAnswer = {
  files: ["llms.txt", "llms-full.txt", "reference/req_paginate.md"].map((path, n) => ({ path, bytes: 900 * (n + 1) })),
  at: "2026-11-21T05:50:00Z",
  index: "https://httr2.r-lib.org/llms.txt",
};

const MISSES: MissesAnswer = {
  items: ["/reference/req_retries.md", "/docs/get-started"].map((address, n) => ({
    address,
    times: 12 - 9 * n,
    lastAt: "2026-11-21T05:50:00Z",
  })),
};

const SNIPPETS: SnippetsAnswer = { items: [{ name: "nginx-server.conf", text: "location / {\n}\n" }] };

const looked = { status: 200, contentType: "text/markdown", missing: "", fix: "", detail: "" } as const;

/** Answer of a check: the site serves earlier files. */
export const LIVE: LiveAnswer = {
  at: "2026-11-21T05:51:00Z",
  verdict: "stale",
  behind: 2,
  advice: "publishAgain",
  platform: "nginx",
  detail: "The site serves earlier files, 2 versions behind. Copy the newest files to the site, and empty its cache.",
  served: "d1",
  newest: "d3",
  versions: [3, 2, 1].map((n) => ({ at: `2026-11-0${n}T05:50:00Z`, digest: `d${n}` })),
  checks: [
    { ...looked, name: "markdown", ok: true, url: "https://httr2.r-lib.org/reference/req_paginate.md" },
    {
      ...looked,
      name: "index",
      ok: false,
      url: "https://httr2.r-lib.org/llms.txt",
      missing: "newest",
      fix: "publishAgain",
      detail: "It is a text that was published here before. Copy the newest files to the site, and empty its cache.",
    },
    { ...looked, name: "vary", ok: null, url: "https://httr2.r-lib.org/", status: 0, detail: "Not asked" },
  ],
};

const ALERTS: AlertsAnswer = {
  on: ["failing", "shrunk"],
  channels: POSTED,
};

const CHECK: Check = {
  profile: "v2",
  more: 0,
  valid: true,
  score: 96,
  parts: { findable: 97, selection: 100, titles: 94, sections: 98, links: 100 },
  notMeasured: ["links", "sitemap", "questions"],
  findings: [
    {
      level: "warning",
      line: 9,
      code: "title",
      message: "Title is the site's own name and tells a reader nothing",
      fix: "Give the page a title of its own",
      points: 3,
    },
    {
      level: "hint",
      line: 11,
      code: "excerpt",
      message: "Excerpt ends in mid-sentence",
      fix: "End it with a sentence",
      points: 1,
    },
  ],
};
