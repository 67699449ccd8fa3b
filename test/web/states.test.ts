import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pageService } from "../servers/page-service.ts";
import type { ScriptedOptions } from "../servers/scripted-service.ts";
import { openBrowser, watchedPage } from "../servers/web-browser.ts";
import { fleetAnswer } from "../servers/web-fleet.ts";
import * as scenes from "../servers/web-scenes.ts";
import { sitesAnswer } from "../servers/web-sites.ts";

// Every state of the page, in light, dark and forced colours, on a wide and a narrow screen: legible to axe-core, nothing
// sideways out of the window, nothing asked of any other origin, no report of the Content-Security-Policy. A page opened
// anew for each state would take half of the time.

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Where to leave pictures of each state; unset: nowhere. */
const shots = process.env.WEB_SHOTS;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
});

interface State {
  readonly name: string;
  /** What happens in the crawl that is asked for. */
  readonly scene?: ScriptedOptions["crawl"];
  /** Leads from the start screen to the state. */
  readonly reach: (page: Page) => Promise<unknown>;
}

const submit = async (page: Page, url: string) => {
  await page.getByLabel("Address of the site").fill(url);
  await page.getByRole("button", { name: "Generate", exact: true }).click();
};
const crawling = (url: string, crawl: ScriptedOptions["crawl"], then: (page: Page) => Promise<unknown>) => ({
  scene: crawl,
  reach: async (page: Page) => {
    await submit(page, url);
    await then(page);
  },
});
const heading = (name: string | RegExp) => (page: Page) => page.getByRole("heading", { level: 1, name }).waitFor();
const open = (hash: string, then: (page: Page) => Promise<unknown>) => async (page: Page) => {
  await page.evaluate(`location.hash = "${hash}"`);
  await then(page);
};
const row = (page: Page) => page.getByRole("row", { name: /httr2/ }).waitFor();
const mapped = (page: Page) => page.locator("svg g[aria-label*='pages done']").first().waitFor();

const edited = open("#/sites/s4/edit", async (page) => {
  await page.getByRole("button", { name: "Rewrite: Pagination" }).press("h");
  await page.getByRole("button", { name: "Undo: Hid a page, Pagination" }).waitFor();
  await page.getByRole("button", { name: "Rename Performing" }).press("Enter");
  await page.keyboard.type("Requests");
  await page.keyboard.press("Enter");
  await page.getByText("2 edits").waitFor();
});

const RECENT = ["httr2.r-lib.org", "worker.graphile.org", "gibbok.github.io/typescript-book"].map((host, n) => ({
  url: `https://${host}/`,
  id: `recent-${n}`,
  pages: 83 - n * 20,
  characters: 26_150 - n * 6_000,
  at: 1_795_000_000_000 - n * 86_400_000,
  sections: [3, 16, 10, 13, 13, 7, 8, 10, 3].map((pages, hue) => ({ pages, hue })),
}));

/** States of one service and one page, in the order in which they are reached: each begins at the start screen. */
const SETS: readonly { readonly service?: Partial<ScriptedOptions>; readonly states: readonly State[] }[] = [
  {
    states: [
      { name: "start-first", reach: heading("Turn a website") },
      {
        name: "start",
        reach: async (page) => {
          await page.evaluate(`localStorage.setItem("recent", ${JSON.stringify(JSON.stringify(RECENT))})`);
          await page.reload();
          await page.getByRole("heading", { name: "Recent crawls" }).waitFor();
        },
      },
      {
        name: "invalid-url",
        reach: async (page) => {
          await submit(page, "https:/httr2.r-lib.org");
          await page.getByText("Did you mean").waitFor();
        },
      },
      {
        name: "start-options",
        reach: async (page) => {
          await page.getByRole("switch", { name: "Keep up to date" }).check();
          await page.getByText("More options").click();
          await page.getByLabel("Only these paths").fill("/docs/**");
          await page.getByRole("list", { name: "Path filters" }).waitFor();
        },
      },
    ],
  },
  {
    service: {
      config: {
        ...scenes.CONFIG,
        features: { browser: true, proxy: false, llm: false, database: false, hosting: true },
      },
    },
    states: [
      {
        name: "start-lacking",
        reach: heading("Turn a website"),
      },
    ],
  },
  {
    states: [
      {
        name: "activity",
        ...crawling("https://large.example", scenes.largeCrawl, async (page) => {
          await mapped(page);
          await page.evaluate("location.hash = '#/sites'");
          await row(page);
          await page.getByRole("button", { name: "1 crawling" }).click();
          await page.getByRole("link", { name: "large.example" }).waitFor();
        }),
      },
      {
        name: "queued",
        ...crawling("https://large.example", scenes.queued, (page) =>
          page.getByText("2 crawls before").first().waitFor(),
        ),
      },
      { name: "crawl", ...crawling("https://large.example", scenes.largeCrawl, mapped) },
      {
        name: "crawl-rungs",
        ...crawling("https://large.example", scenes.largeCrawl, async (page) => {
          await mapped(page);
          await page.getByRole("button", { name: "Fetched by" }).click();
        }),
      },
      {
        name: "crawl-problems",
        ...crawling("https://large.example", scenes.largeCrawl, async (page) => {
          await mapped(page);
          await page.getByRole("button", { name: /^Problems/ }).click();
        }),
      },
      {
        name: "crawl-waiting",
        ...crawling("https://large.example", scenes.paused, async (page) => {
          await page.getByText("large.example asked for a pause.").waitFor();
          await page.getByRole("region", { name: "Pages a second" }).waitFor();
        }),
      },
      { name: "crawl-50", ...crawling("https://small.example", scenes.smallCrawl, mapped) },
      {
        name: "disconnected",
        ...crawling("https://large.example", scenes.lost, async (page) => {
          await mapped(page);
          await page.context().setOffline(true);
          await page.getByText("Disconnected").waitFor();
        }),
      },
    ],
  },
  {
    states: [
      {
        name: "done",
        ...crawling("https://docs.example", scenes.done, (page) => page.getByText("Valid llms.txt").waitFor()),
      },
      {
        name: "done-raw",
        ...crawling("https://docs.example", scenes.done, async (page) => {
          await page.getByRole("button", { name: "Raw", exact: true }).click();
          await page.locator("#line-9 .note").waitFor();
        }),
      },
      {
        name: "done-quality",
        ...crawling("https://docs.example", scenes.done, async (page) => {
          await page.getByRole("link", { name: "What could be better" }).click();
          await page.getByRole("heading", { name: /lines?$/ }).waitFor();
        }),
      },
      {
        name: "done-ask",
        ...crawling("https://docs.example", scenes.done, async (page) => {
          await page.getByRole("tab", { name: "Ask" }).click();
          await page.getByLabel("Ask as an agent would").fill("How is OAuth done?");
          await page.keyboard.press("Enter");
          await page.getByText("Looks for the words").waitFor();
        }),
      },
      {
        name: "done-left-out",
        ...crawling("https://docs.example", scenes.done, async (page) => {
          await page.getByRole("tab", { name: /^Left out/ }).click();
          await page.getByText("this is what became of them").waitFor();
        }),
      },
      {
        name: "done-family",
        ...crawling("https://docs.example", scenes.family, async (page) => {
          await page.getByRole("tab", { name: /^Languages and versions/ }).click();
          await page.getByText("22 pages fewer than the main one").waitFor();
          await page.getByRole("link", { name: "OAuth" }).waitFor();
          await page.getByRole("region", { name: "Missing pages" }).getByText("OAuth", { exact: true }).click();
          await page.getByRole("link", { name: "OAuth 2: how it is done" }).waitFor();
        }),
      },
      {
        name: "done-menu",
        ...crawling("https://docs.example", scenes.done, async (page) => {
          await page.getByRole("button", { name: "More downloads" }).click();
          await page.getByRole("button", { name: "Crawl again with llms-full.txt" }).waitFor();
        }),
      },
    ],
  },
  {
    states: [
      {
        name: "timeout",
        ...crawling("https://docs.example", scenes.timedOut, (page) =>
          page.getByText("Stopped at the time limit").waitFor(),
        ),
      },
      {
        name: "done-failures",
        ...crawling("https://docs.example", scenes.doneWithFailures, (page) =>
          page.getByRole("button", { name: "Try these again" }).waitFor(),
        ),
      },
      {
        name: "done-log",
        ...crawling("https://docs.example", scenes.doneWithFailures, async (page) => {
          await page.getByRole("tab", { name: "Log" }).click();
          await page.getByText("Crawling https://docs.example").waitFor();
        }),
      },
      {
        name: "unreachable",
        ...crawling("https://docs.northwind.example", scenes.unreachable, heading(/did not answer in 10 s/)),
      },
      { name: "robots", ...crawling("https://shop.tailspin.example", scenes.robots, heading(/asks crawlers/)) },
      {
        name: "done-one-page",
        scene: scenes.onlyHome,
        reach: async (page) => {
          await page.getByText("More options").click();
          await page.getByLabel("Only these paths").fill("/reference/**");
          await submit(page, "docs.example");
          await page.getByText("left only the home page").waitFor();
        },
      },
    ],
  },
  {
    states: [
      { name: "crawls", reach: open("#/crawls", (page) => page.getByText("Crawling, 641 of 1,000").waitFor()) },
      { name: "result-gone", reach: open("#/crawls/no-such-crawl", heading("This crawl cannot")) },
      {
        name: "validate",
        reach: open("#/validate", async (page) => {
          await page.getByLabel("Its text, or its address").fill("# Site\n");
          await page.getByRole("button", { name: "Strict readers" }).click();
          await page.getByRole("button", { name: "Check", exact: true }).click();
          await page.getByRole("button", { name: /^Titles/ }).click();
        }),
      },
      {
        name: "api",
        reach: open("#/api", async (page) => {
          await page.getByRole("tab", { name: "Python" }).click();
          await page.getByLabel("Method").selectOption("GET");
          await page.getByLabel("Path").fill("/api/crawls/none");
          await page.getByRole("button", { name: "Send" }).click();
          await page.getByText("404", { exact: true }).waitFor();
          await page.getByLabel("Method").selectOption("POST");
        }),
      },
      { name: "sites", reach: open("#/sites", row) },
      {
        name: "sites-menu",
        reach: open("#/sites", async (page) => {
          await row(page);
          await page.getByRole("button", { name: "More actions for httr2.r-lib.org" }).click();
        }),
      },
      {
        name: "sites-selected",
        reach: open("#/sites", async (page) => {
          await row(page);
          await page.getByRole("checkbox", { name: "Select httr2.r-lib.org" }).check();
        }),
      },
      {
        name: "sites-add",
        reach: open("#/sites", async (page) => {
          await page.getByRole("button", { name: "Add sites" }).click();
          await page
            .getByLabel("Addresses, one per line")
            .fill("docs.example.org\nhttps://b.example\nnot an address\n");
          await page.getByText("1 not added").waitFor();
        }),
      },
    ],
  },
  {
    service: { answer: sitesAnswer("none") },
    states: [
      {
        name: "sites-none",
        reach: open("#/sites", (page) => page.getByText("No sites yet").waitFor()),
      },
      {
        name: "crawls-none",
        reach: open("#/crawls?q=nothing", (page) => page.getByText("No crawl matches: nothing").waitFor()),
      },
    ],
  },
  {
    service: { answer: fleetAnswer },
    states: [
      {
        name: "fleet",
        reach: open("#/sites?age=4d", async (page) => {
          await row(page);
          await page.getByRole("heading", { name: "Needs you: 195 of 20,000" }).waitFor();
        }),
      },
    ],
  },
  {
    states: [
      { name: "site-document", reach: open("#/sites/s4", (page) => page.getByText("Generates requests.").waitFor()) },
      {
        name: "site-ask",
        reach: open("#/sites/s4/ask", async (page) => {
          await page.getByLabel("Ask as an agent would").fill("pagination");
          await page.keyboard.press("Enter");
          await page.getByText("Looks for the words").waitFor();
        }),
      },
      {
        name: "site-quality",
        reach: open("#/sites/s4/quality", (page) => page.getByRole("group", { name: "Quality by parts" }).waitFor()),
      },
      {
        name: "site-runs",
        reach: open("#/sites/s4/runs", async (page) => {
          await page.getByRole("button", { name: "500 Internal Server Error" }).click();
          await page.getByText("Failed to fetch").first().waitFor();
        }),
      },
      { name: "site-settings", reach: open("#/sites/s4/settings", (page) => page.getByLabel("Page limit").waitFor()) },
      {
        name: "site",
        reach: open("#/sites/s4/versions", (page) => page.getByText("Define a paginated request").waitFor()),
      },
      {
        name: "site-text",
        reach: open("#/sites/s4/versions", async (page) => {
          await page.getByRole("button", { name: "Text" }).click();
          await page.getByText("## Performing").waitFor();
        }),
      },
      {
        name: "publish",
        reach: open("#/sites/s4/publish", (page) => page.getByText("2 versions behind").waitFor()),
      },
    ],
  },
  {
    states: [
      {
        name: "edit",
        reach: async (page) => {
          await edited(page);
          await page.getByRole("button", { name: "More for Perform requests iteratively" }).click();
        },
      },
      {
        name: "edit-publish",
        // With the edits of the state before it.
        reach: open("#/sites/s4/edit", async (page) => {
          await page.getByRole("button", { name: "See the difference" }).click();
          await page.getByText("Section Performing Requests").waitFor();
        }),
      },
      {
        name: "webhook",
        reach: open("#/sites/s4/settings", async (page) => {
          await page.getByRole("button", { name: "Webhook" }).click();
          await page.getByRole("button", { name: "Set a secret" }).click();
          await page.getByText("shown only now").waitFor();
        }),
      },
      {
        name: "remove",
        reach: open("#/sites/s4/settings", async (page) => {
          await page.getByRole("button", { name: "Remove…" }).click();
        }),
      },
      {
        name: "alerts",
        reach: open("#/sites/s4/settings", async (page) => {
          await page.getByLabel("Own alerts for this site").check();
          await page.getByLabel("E-mail").fill("docs@contoso.example");
          await page.getByLabel("A new version was made").check();
        }),
      },
    ],
  },
  {
    service: { config: { ...scenes.CONFIG, publicUrl: "https://llms.example" } },
    states: [
      {
        name: "unknown",
        reach: open("#/nonsense", async (page) => {
          await page.getByRole("heading", { name: "Page not found" }).waitFor();
          await page.getByText("but PUBLIC_URL is https://llms.example").waitFor();
          await page.getByRole("button", { name: "Appearance and keys" }).click();
        }),
      },
    ],
  },
  {
    service: { key: "right", config: { ...scenes.CONFIG, keyRequired: true } },
    states: [
      {
        name: "signin",
        reach: heading("Sign in with your API key"),
      },
      {
        name: "wrong-key",
        reach: async (page) => {
          await page.getByLabel("API key").fill("wrong");
          await page.getByRole("button", { name: "Continue" }).click();
          await page.getByText("is not correct").waitFor();
        },
      },
    ],
  },
];

/** Without axe's own copy of the styles, which takes half of its time: one rule reads it, of styles for turned screens. */
async function violations(page: Page, rules: object): Promise<string[]> {
  const { violations: found }: AxeResults = await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"], preload: false, ...${JSON.stringify(rules)} })`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
  );
}

/** Pixels the page is wider than its window. */
const overflow = (page: Page): Promise<number> => page.evaluate("document.documentElement.scrollWidth - innerWidth");

async function picture(page: Page, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  await page.screenshot({ path: `${shots}/${name}.png` });
}

const COLOURS = { runOnly: ["color-contrast"] };
const ALL_BUT_COLOURS = { rules: { "color-contrast": { enabled: false } } };

/** Looks of a state. What differs from the first is looked at: dark has other colours, and a narrow screen another order. */
const LOOKS = [
  { name: "light-1280", media: { colorScheme: "light" }, width: 1280, height: 800, rules: {} },
  { name: "dark-1280", media: { colorScheme: "dark" }, width: 1280, height: 800, rules: COLOURS },
  {
    name: "forced-1280",
    media: { colorScheme: "light", forcedColors: "active" },
    width: 1280,
    height: 800,
    rules: COLOURS,
  },
  {
    name: "light-390",
    media: { colorScheme: "light", forcedColors: "none" },
    width: 390,
    height: 844,
    rules: ALL_BUT_COLOURS,
  },
] as const;

/** Checks the state that is shown in all its looks. */
async function check(page: Page, state: string): Promise<void> {
  // Through the debugger: the page's own policy allows no script of ours.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe);
  for (const { name, media, width, height, rules } of LOOKS) {
    const look = `${state}-${name}`;
    await page.emulateMedia(media);
    await page.setViewportSize({ width, height });
    await picture(page, look);
    expect(await violations(page, rules), look).toEqual([]);
    expect(await overflow(page), look).toBeLessThanOrEqual(0);
  }
  // As wide as a window of 1280 pixels is at four times its size (WCAG 2.2, 1.4.10).
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await overflow(page), `${state} at 320 pixels`).toBeLessThanOrEqual(0);
}

const named = SETS.map((set) => ({ ...set, names: set.states.map(({ name }) => name).join(", ") }));

test.for(named)("legible to everyone, within the window and the own origin: $names", async ({ service, states }) => {
  let scene: ScriptedOptions["crawl"] = () => {};
  await using served = await pageService({ ...service, crawl: (say, request) => scene(say, request) });
  await using watched = await watchedPage(browser, served.url, { reducedMotion: "reduce" });
  const { page, sins } = watched;
  for (const state of states) {
    scene = state.scene ?? scene;
    await page.setViewportSize(LOOKS[0]);
    await page.emulateMedia({ ...LOOKS[0].media, forcedColors: "none" });
    await page.evaluate("location.hash = '#/'");
    await state.reach(page);
    await check(page, state.name);
    expect(sins, state.name).toEqual([]);
  }
});
