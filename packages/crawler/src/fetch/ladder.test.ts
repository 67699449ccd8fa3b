import { CrawlError } from "@llmstxt-service/page/errors";
import type { WordsCode } from "@llmstxt-service/page/failures";
import { expect, test } from "vitest";
import type { Attempt, Fetched, FetchRequest, Rung } from "./fetch.ts";
import { ladder, type Step } from "./ladder.ts";

const never = new AbortController().signal;
const URL = "https://site.example/page";

/** Outcome of a rung: a status with a body, or an error's code. */
type Outcome = WordsCode | CrawlError | { readonly status: number; readonly body: string };

const PAGE: Outcome = { status: 200, body: "text" };
const EMPTY: Outcome = { status: 200, body: "" };
const status = (code: number): Outcome => ({ status: code, body: "text" });

function step(rung: Rung, outcome: (url: string) => Outcome): Step {
  const fetch = async ({ url }: FetchRequest): Promise<Fetched> => {
    const came = outcome(url);
    if (typeof came === "string") throw new CrawlError(came, { detail: `${rung} ${came}` });
    if (came instanceof CrawlError) throw came;
    const body = new TextEncoder().encode(came.body);
    const fetched = { url, chain: [url], headers: {}, wireBytes: 0, rung, elapsedMs: 1, attempts: [] };
    return { ...fetched, status: came.status, body };
  };
  return { rung, isThere: () => true, fetch };
}

interface Climb {
  readonly rungs: string;
  readonly came: string;
}

async function climb(outcomes: Partial<Record<Rung, Outcome>>, request: Partial<FetchRequest> = {}): Promise<Climb> {
  const tried: Attempt[] = [];
  const steps = (["plain", "browser", "proxy"] as const)
    .filter((rung) => outcomes[rung] !== undefined)
    .map((rung) => step(rung, () => outcomes[rung] ?? PAGE));
  const judge = ({ body }: Fetched) => (body.length === 0 ? "empty" : undefined);
  const fetch = ladder({ steps, judge, onAttempt: (_, attempt) => tried.push(attempt) });
  const came = await fetch({ url: URL, ...request }, never).then(
    ({ rung, status }) => `${rung} ${status}`,
    ({ code, message }: CrawlError) => `${code}: ${message}`,
  );
  return { rungs: tried.map(({ rung }) => rung).join(" "), came };
}

test("the first page that holds something is taken", async () => {
  expect(await climb({ plain: PAGE, browser: PAGE })).toEqual({ rungs: "plain", came: "plain 200" });
  expect(await climb({ plain: EMPTY, browser: PAGE, proxy: PAGE })).toEqual({
    rungs: "plain browser",
    came: "browser 200",
  });
  expect(await climb({ plain: EMPTY, browser: EMPTY, proxy: PAGE })).toEqual({
    rungs: "plain browser proxy",
    came: "proxy 200",
  });
});

test("a page that shows an API description is taken as it is where no browser shows more of it", async () => {
  const viewer: Outcome = { status: 200, body: "viewer" };
  const judge = ({ body }: Fetched) => (new TextDecoder().decode(body) === "viewer" ? "api viewer" : undefined);
  const came = async (browser: readonly Step[]) =>
    (await ladder({ steps: [step("plain", () => viewer), ...browser], judge })({ url: URL }, never)).rung;
  expect(await came([])).toBe("plain");
  expect(await came([step("browser", () => "browser_failed")])).toBe("plain");
  expect(await came([step("browser", () => PAGE)])).toBe("browser");
});

test.each<[Outcome, string]>([
  [EMPTY, "plain browser"],
  [status(403), "plain browser"],
  [status(429), "plain browser"],
  [status(503), "plain browser"],
  ["timeout", "plain browser"],
  ["connection", "plain browser"],
  ["tls", "plain browser"],
  ["bad_response", "plain browser"],
  ["too_many_redirects", "plain browser"],
  [status(404), "plain"],
  [status(401), "plain"],
  [status(500), "plain"],
  [status(204), "plain"],
  ["dns", "plain"],
  ["unreachable", "plain"],
  [new CrawlError("address_not_allowed", {}), "plain"],
  [new CrawlError("off_site", { origin: "https://y.dev" }), "plain"],
  ["unsupported_type", "plain"],
  [new CrawlError("too_large", { maxBytes: 1 }), "plain"],
  ["bad_redirect", "plain"],
])("after %j the rungs tried are: %s", async (plain, rungs) => {
  expect((await climb({ plain, browser: PAGE })).rungs).toBe(rungs);
});

test("a host that does not answer this machine may answer the proxy's", async () => {
  expect((await climb({ plain: "unreachable", browser: PAGE, proxy: PAGE })).rungs).toBe("plain proxy");
});

test("the error is the last reason that the site gave, not a fault of our own", async () => {
  expect((await climb({ plain: status(403), browser: "browser_failed" })).came).toBe("http_status: 403 Forbidden");
  expect((await climb({ plain: EMPTY, browser: EMPTY, proxy: "proxy_browser_failed" })).came).toBe(
    "empty_page: it has no text, nor after a browser has run its scripts",
  );
});

test("an answer that nothing has changed is no page to judge, unless nobody asked for it", async () => {
  const unchanged = { status: 304, body: "" };
  expect((await climb({ plain: unchanged }, { validators: { etag: '"1"' } })).came).toBe("plain 304");
  expect((await climb({ plain: unchanged })).came).toBe("http_status: 304 Not Modified");
});

test("a browser gets the plain answer that had no text, and a page that needed none is the same after any others", async () => {
  const shells: (string | undefined)[] = [];
  const steps = [step("plain", (url) => (url.endsWith("4") ? PAGE : EMPTY)), step("browser", () => PAGE)].map(
    ({ fetch, ...rest }): Step => ({
      ...rest,
      fetch: (request, signal) => {
        if (rest.rung === "browser") shells.push(request.shell?.rung);
        return fetch(request, signal);
      },
    }),
  );
  const fetch = ladder({ steps, judge: ({ body }) => (body.length === 0 ? "empty" : undefined) });
  const rungs: string[] = [];
  for (const at of [1, 2, 3, 4]) rungs.push((await fetch({ url: `${URL}${at}` }, never)).rung);
  expect(rungs).toEqual(["browser", "browser", "browser", "plain"]);
  expect(shells).toEqual(["plain", "plain", "plain"]);
});

test("the failure of a page without text says if a browser ran its scripts, was refused, is missing or has failed", async () => {
  expect((await climb({ plain: EMPTY, browser: status(403) })).came).toBe(
    "empty_page: it has no text, and its server refuses the browser that would run its scripts",
  );
  expect((await climb({ plain: EMPTY, browser: status(404) })).came).toBe("http_status: 404 Not Found");
  expect((await climb({ plain: EMPTY, browser: EMPTY })).came).toContain("nor after a browser has run its scripts");
  expect((await climb({ plain: EMPTY, browser: "browser_missing" })).came).toContain("there is no Chromium here");
  expect((await climb({ plain: EMPTY, browser: "browser_failed" })).came).toContain(
    "Chromium, which would run its scripts",
  );
  expect((await climb({ plain: EMPTY })).came).toBe("empty_page: it has no text");
});
