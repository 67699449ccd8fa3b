// A real Chromium for tests of the web page, and a record of forbidden behaviour.
import { join } from "node:path";
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { BROWSER } from "./chromium-processes.ts";

/** The Chromium that a crawl would take. */
export async function openBrowser(): Promise<Browser> {
  const args = ["--font-render-hinting=none", ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])];
  return await chromium.launch({ executablePath: BROWSER.chromiumPath, args });
}

/** The built page, as it is shipped. `npm run test:system` builds it first. */
export const PAGE_FOLDER = join(import.meta.dirname, "../../dist/web");

export interface WatchedPage extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Forbidden: requests to other origins, violations of the Content-Security-Policy, errors in the console. */
  readonly sins: readonly string[];
}

/** Runs in the page, before anything of its own. */
const REPORT_VIOLATIONS = `addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
  reportSin("CSP " + violatedDirective + ": " + blockedURI + " " + sample));`;

/** Opens `url` in a fresh profile and records forbidden behaviour. */
export async function watchedPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  const sins: string[] = [];
  const own = new URL(url);
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
  });
  context.setDefaultTimeout(100_000);
  await context.exposeFunction("reportSin", (sin: string) => void sins.push(sin));
  await context.addInitScript(REPORT_VIOLATIONS);
  const page = await context.newPage();
  page.on("request", (request) => {
    const to = new URL(request.url());
    if (to.protocol.startsWith("http") && to.origin !== own.origin) sins.push(`request to ${to.href}`);
  });
  page.on("websocket", (socket) => {
    if (new URL(socket.url()).host !== own.host) sins.push(`socket to ${socket.url()}`);
  });
  page.on("pageerror", (error) => sins.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // Error statuses that a test expects, such as a refused key.
    if (message.type() === "error" && !/status of 4\d\d|ERR_(CONNECTION|INCOMPLETE|INTERNET)/.test(message.text()))
      sins.push(`console: ${message.text()}`);
  });
  await page.goto(url);
  return { page, context, sins, [Symbol.asyncDispose]: () => context.close() };
}
