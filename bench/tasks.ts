// Five tasks in a real Chromium, done by what stands on the page: controls are found by the names that people read, never
// by address or code. Counts clicks and keys; a name that does not come within ten seconds is a dead end.
//   npm run bench -- browser
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { DOCS_PAGES, docsAnswers } from "../test/servers/docs-site.ts";
import { pageService } from "../test/servers/page-service.ts";
import { startProcess } from "../test/servers/process.ts";
import { type SiteAnswer, serveSite } from "../test/servers/site.ts";
import { openBrowser, watchedPage } from "../test/servers/web-browser.ts";
import { ALL_SITES, wholeFleet } from "../test/servers/web-fleet.ts";
import { site as siteAnswer } from "../test/servers/web-sites.ts";
import { judge, keepResult, table } from "./results.ts";

/** Milliseconds for a name to appear; work of the service has more. */
const LOOK_MS = 10_000;
const WORK_MS = 90_000;

type Role = "button" | "link" | "tab" | "textbox";

/** Somebody who reads names, clicks and types. */
class Person {
  readonly #page: Page;
  clicks = 0;
  keys = 0;
  deadEnd = "";

  constructor(page: Page) {
    this.#page = page;
  }

  async click(role: Role, name: string | RegExp): Promise<void> {
    await this.#named(() => this.#page.getByRole(role, { name }).first().click({ timeout: LOOK_MS }), name);
    this.clicks++;
  }

  /** Types where the focus is: a field that has it needs no click. */
  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
    this.keys += text.length;
  }

  /** Pastes where the focus is: two keys. */
  async paste(text: string): Promise<void> {
    await this.#page.keyboard.insertText(text);
    this.keys += 2;
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
    this.keys++;
  }

  async sees(text: string | RegExp): Promise<void> {
    await this.#named(() => this.#page.getByText(text).first().waitFor({ timeout: WORK_MS }), text);
  }

  async #named(act: () => Promise<unknown>, name: string | RegExp): Promise<void> {
    await act().catch((thrown: unknown) => {
      this.deadEnd ||= String(name);
      throw thrown;
    });
  }
}

interface Task {
  readonly name: string;
  readonly does: (person: Person) => Promise<unknown>;
}

const folder = mkdtempSync(join(tmpdir(), "bench-tasks-"));
const browser = await openBrowser();
const service = await startProcess({
  DATA_DIR: folder,
  ALLOW_PRIVATE_NETWORKS: "true",
  BROWSER_ENABLED: "false",
  RECRAWL_SCHEDULE: "* * * * *",
});

/** The owner's server: the site, and below it whatever its bundle has, once the owner has put it there. */
let isPut = false;
const pages = docsAnswers(DOCS_PAGES);
const owned: Record<string, SiteAnswer> = {
  ...pages,
  "*": async (request, response) => {
    const path = request.url ?? "/";
    const mirrored = `${service.url}/mirror/127.0.0.1_${new URL(site.origin).port}${path}`;
    const answer = isPut ? await fetch(mirrored) : undefined;
    const type = answer?.headers.get("content-type") ?? "text/plain";
    response.writeHead(answer?.status ?? 404, { "content-type": type });
    response.end(answer?.ok ? Buffer.from(await answer.arrayBuffer()) : "Not found");
  },
};
const site = await serveSite(owned);
const fifty = Array.from({ length: 50 }, (_, n) => `docs-${n}.example`).join("\n");

const TASKS: readonly Task[] = [
  {
    name: "a file now",
    does: async (person) => {
      await person.type(site.origin);
      await person.press("Enter");
      await person.click("button", "Download llms.txt");
    },
  },
  {
    name: "publish, and see that it is live",
    does: async (person) => {
      await person.type(site.origin);
      await person.press("Enter");
      await person.click("button", "Enrol");
      await person.click("link", /Kept up to date|Open the site|See the site/);
      await person.click("link", "Publish");
      await person.click("button", "Publish for agents");
      await person.sees("Download bundle");
      await person.click("button", /Download bundle/);
      isPut = true;
      await person.click("button", /Check (?:now|again)/);
      await person.sees(/^Live$/);
    },
  },
  {
    name: "mend what is not found",
    does: async (person) => {
      await person.type(site.origin);
      await person.press("Enter");
      await person.click("tab", /^Ask/);
      await person.type("moving old tables");
      await person.press("Enter");
      await person.sees("No line matches");
      await person.click("tab", "Document");
      await person.click("link", "Edit the document");
      await person.click("button", "Rewrite: How to upgrade");
      await person.press("Tab");
      await person.type("Moving old tables to the newest format. ");
      await person.click("button", "Publish changes");
      await person.sees(/^Published/);
    },
  },
  {
    name: "add 50 sites",
    does: async (person) => {
      await person.click("link", /^Sites/);
      await person.click("button", "Add sites");
      await person.paste(fifty);
      await person.click("button", "Add 50 sites");
      await person.sees("Added 50 sites");
    },
  },
];

const failing = Array.from({ length: 3 }, (_, n) =>
  siteAnswer({
    id: `f${n}`,
    baseUrl: `https://broken-${n}.example`,
    status: "failing",
    reason: "503 Service Unavailable",
  }),
);
const FIND: Task = {
  name: `the three that fail among ${ALL_SITES.toLocaleString("en-US")}`,
  does: async (person) => {
    await person.click("link", /^Sites/);
    await person.click("button", /^Failing/);
    await person.sees("broken-2.example");
  },
};

async function done({ name, does }: Task, url: string): Promise<readonly string[]> {
  await using watched = await watchedPage(browser, url);
  await watched.page.getByLabel("Address of the site").waitFor();
  const person = new Person(watched.page);
  const at = performance.now();
  await does(person).catch((thrown: unknown) => {
    if (person.deadEnd === "") throw thrown;
  });
  const { clicks, keys, deadEnd } = person;
  return [name, String(clicks), String(keys), ((performance.now() - at) / 1000).toFixed(0), deadEnd || "none"];
}

const rows: (readonly string[])[] = [];
for (const task of TASKS) rows.push(await done(task, service.url));
await using fleet = await pageService({
  answer: (path, method, body) =>
    path.startsWith("/api/sites?") && path.includes("failing")
      ? {
          body: {
            ...(wholeFleet("/api/sites?limit=1", "GET", undefined)?.body as object),
            items: failing,
            total: 3,
            next: null,
          },
        }
      : wholeFleet(path, method, body),
});
rows.push(await done(FIND, fleet.url));
await Promise.all([browser.close(), site.close(), service[Symbol.asyncDispose]()]);
rmSync(folder, { recursive: true, force: true });

keepResult(
  "npm run bench -- browser: five tasks",
  `By visible names alone, from the start page. Keys: letters typed, and 2 for pasting.\n\n${table(
    ["task", "clicks", "keys", "seconds, with the service's work", "dead ends"],
    rows,
  )}`,
);
judge({ "no task has a dead end": rows.every((row) => row.at(-1) === "none") });
