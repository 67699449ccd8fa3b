// Starts, watches and ends one Chromium process.
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Browser, BrowserType } from "playwright-core";
import { within } from "../failure.ts";

/** Any call to a browser may never return, and few take a signal: each is waited for with a limit. */
export const silent = (ms: number) =>
  new CrawlError("browser_failed", { detail: `the browser did not answer for ${ms / 1000} s` });

/** Playwright adds a log of the call below its first line. */
export const firstLine = (message: string) => message.split("\n", 1)[0]?.slice(0, 200) ?? "";

export interface Chromium {
  readonly browser: Browser;
  /** Tabs that were ended for their memory so far. */
  readonly ended: () => number;
  /** Asks it to end, kills its process group when it does not, and removes its folder. Never rejects. */
  close(): Promise<void>;
}

const LAUNCH_MS = 20_000;
const ANSWER_MS = 3_000;
/** A page that takes more memory is closed: Chromium bounds only the JavaScript heap, not typed arrays. */
export const MAX_RENDERER_MB = 1024;
/** Milliseconds between two looks at the memory; a page can fill about a gigabyte a second. */
const WATCH_MS = 200;

/** Prefix of the folder for profile and temporary files; the process id in its name tells its owner. */
const FOLDER = "llmstxt-chromium-";

/** A unix socket's path has at most 107 bytes on Linux, and 79 of Chromium's follow the temporary folder. */
const temporaryFolder = (folder = tmpdir(), platform = process.platform): string =>
  platform === "linux" && Buffer.byteLength(folder) > 28 ? "/tmp" : folder;

/**
 * Chromium reads only the last list of features, so the first eight repeat those of Playwright's list that matter
 * without a person. The last keeps a full Chromium from loading its address bar's popups for each page.
 */
const FEATURES_OFF =
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable," +
  "MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints," +
  "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,LensOverlay,WebUIOmniboxPopup,WebUIOmniboxAimPopup";

const ARGUMENTS = [
  `--disable-features=${FEATURES_OFF}`,
  // No spare process is started for a future page: each page gets its own anyway.
  "--renderer-process-limit=1",
  // Each context has its own proxy (egress.ts); anything outside of a context reaches nothing: port 9 never answers.
  "--proxy-server=http://127.0.0.1:9",
  "--proxy-bypass-list=<-loopback>",
  // A proxy carries only TCP; these would bypass it. The first name is the headless shell's, the second Chrome's.
  "--disable-quic",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--disable-gpu",
  "--mute-audio",
  "--no-pings",
  // Pop-ups: a page may open a thousand, and each would be a request to the site.
  "--block-new-web-contents",
  "--js-flags=--max-old-space-size=512",
];

/** @throws CrawlError `browser_missing` where the optional package is not installed */
export async function loadPlaywright(): Promise<typeof import("playwright-core")> {
  try {
    return await import("playwright-core");
  } catch (cause) {
    const detail = "it takes the package playwright-core, which is not installed";
    throw new CrawlError("browser_missing", { detail }, { cause });
  }
}

/** @throws CrawlError `browser_missing`, `browser_failed` */
export async function launchChromium(named: string | undefined): Promise<Chromium> {
  const { chromium } = await loadPlaywright();
  let failure: unknown;
  for (const executablePath of chromiumPaths(named, chromium.executablePath())) {
    // Chromium refuses to run sandboxed as root. Containers and some kernels allow no user namespaces, either; inside a
    // container the container is the sandbox.
    for (const chromiumSandbox of process.getuid?.() === 0 ? [false] : [true, false]) {
      try {
        return await launch(chromium, { executablePath, chromiumSandbox });
      } catch (thrown) {
        failure = thrown;
        if (!/sandbox/i.test(String(thrown))) break;
      }
    }
  }
  if (failure !== undefined) {
    const detail = `Chromium does not start: ${firstLine(String(failure))}`;
    throw new CrawlError("browser_failed", { detail }, { cause: failure });
  }
  const detail = named === undefined ? "no Chromium found on this machine" : `no Chromium at ${named}`;
  throw new CrawlError("browser_missing", { detail });
}

type Which = { readonly executablePath: string; readonly chromiumSandbox: boolean };

async function launch(chromium: BrowserType, which: Which): Promise<Chromium> {
  await removeLeftovers();
  const folder = await mkdtemp(join(temporaryFolder(), `${FOLDER}${process.pid}-`));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    // Persistent only to choose the folder; pages get contexts of their own, which keep nothing.
    const ours = await chromium.launchPersistentContext(folder, {
      ...which,
      artifactsDir: join(folder, "artifacts"),
      // Nothing of this process's environment is passed on, as it holds secrets.
      env: { HOME: folder, TMPDIR: folder },
      args: ARGUMENTS,
      timeout: LAUNCH_MS,
      // The command and the service handle signals themselves.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const browser = ours.browser();
    if (browser === null) throw new Error("Chromium without a browser");
    const session = await within(ANSWER_MS, browser.newBrowserCDPSession(), silent);
    const processes = async () =>
      (await within(ANSWER_MS, session.send("SystemInfo.getProcessInfo"), silent)).processInfo;
    const leader = (await processes()).find(({ type }) => type === "browser")?.id;
    let ended = 0;
    const watch = setInterval(async () => {
      // If it does not answer, the caller with a page there notices and ends it.
      for (const { type, id } of await processes().catch(() => []))
        if (type === "renderer" && (await residentMb(id)) > MAX_RENDERER_MB && signalled(id, "SIGKILL")) ended++;
    }, WATCH_MS).unref();
    return {
      browser,
      ended: () => ended,
      async close() {
        clearInterval(watch);
        // A negative id means a process and its group.
        await within(ANSWER_MS, ours.close()).catch(() => leader !== undefined && signalled(-leader, "SIGKILL"));
        await removeFolder();
      },
    };
  } catch (thrown) {
    await removeFolder();
    throw thrown;
  }
}

/** Removes the folders of processes that were killed before they could do so themselves. */
async function removeLeftovers(): Promise<void> {
  for (const name of await readdir(temporaryFolder())) {
    const pid = Number(name.startsWith(FOLDER) ? name.slice(FOLDER.length).split("-", 1)[0] : 0);
    if (!(pid > 0) || signalled(pid, 0)) continue;
    // It belongs to another user, or another process is removing it now.
    await rm(join(temporaryFolder(), name), { recursive: true, force: true }).catch(() => {});
  }
}

/** MiB that a process holds; 0 for one that has ended, and where the system does not say. */
async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^VmRSS:\s{0,40}(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/** @returns true if the process exists; EPERM: it belongs to another user */
function signalled(pid: number, signal: "SIGKILL" | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch (thrown) {
    return thrown instanceof Error && "code" in thrown && thrown.code === "EPERM";
  }
}

/** Usual paths of installers; Google Chrome comes before the system's packages. */
const INSTALLED: readonly string[] = [
  "/opt/google/chrome/chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/microsoft-edge",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** Every Chromium to try, best first: only the given one, or else Playwright's own and those of this machine. */
export const chromiumPaths = (named: string | undefined, playwrights: string): readonly string[] =>
  (named === undefined ? [playwrights, ...INSTALLED] : [named]).filter((path) => existsSync(path));
