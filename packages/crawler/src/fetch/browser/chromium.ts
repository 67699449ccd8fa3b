import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Browser, BrowserType, CDPSession } from "playwright-core";
import { withTimeLimit } from "../../waiting/time-limit.ts";
import { chromiumPaths } from "./chromium-path.ts";
import { type ChromiumProcess, MemoryWatch } from "./memory-watch.ts";
import { firstLine, silent } from "./page-error.ts";
import { loadPlaywright } from "./playwright.ts";
import { killGroup, removeLeftovers, residentMb } from "./processes.ts";

/** A Chromium of ours that runs. */
export interface Chromium {
  readonly browser: Browser;
  readonly startedAt: number;
  readonly memory: MemoryWatch;
  /** MiB of memory that its processes hold together; 0 where the system does not say. */
  memoryMb(): Promise<number>;
  /** True if it still answers. Never rejects. */
  isAlive(): Promise<boolean>;
  /** Asks it to end, kills its process group when it does not, and removes its folder. Never rejects. */
  close(): Promise<void>;
}

const LAUNCH_TIMEOUT_MS = 20_000;
const CLOSE_TIMEOUT_MS = 3_000;

/** Profile, downloads and temporary files of one Chromium; the process id in its name tells whose it was. */
const FOLDER = "llmstxt-chromium-";

/** A unix socket's path has at most 107 bytes on Linux; of Chromium's 79 follow the temporary folder. */
const MAX_TEMPORARY_BYTES = 28;

/** The folder that every Linux has, for a TMPDIR that is too deep for Chromium's socket. */
export function temporaryFolder(folder = tmpdir(), platform = process.platform): string {
  return platform === "linux" && Buffer.byteLength(folder) > MAX_TEMPORARY_BYTES ? "/tmp" : folder;
}

/**
 * Features that are off. Chromium reads the last list only, so the first lines repeat what of Playwright's list holds for
 * pages without a person. The last line: a full Chromium opens a window for each page, and loads its address bar's
 * two popups for it, some 400 scripts that take more of a core than most pages do.
 */
const FEATURES_OFF = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "LensOverlay",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

const ARGUMENTS = [
  `--disable-features=${FEATURES_OFF.join(",")}`,
  // No process is started for a page that may come: each page gets one of its own anyway.
  "--renderer-process-limit=1",
  // Contexts bring their own way out (egress.ts); whatever is not in one gets none: port 9 never answers.
  "--proxy-server=http://127.0.0.1:9",
  "--proxy-bypass-list=<-loopback>",
  // Proxies carry TCP only; these would go around them.
  "--disable-quic",
  // The first name is the headless shell's, the second Chrome's.
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
  "--disable-gpu",
  "--mute-audio",
  "--no-pings",
  // A page whose scripts allocate without end loses its tab, not the machine; memory-watch.ts has the rest of it.
  "--js-flags=--max-old-space-size=512",
];

/** @throws CrawlError `browser_missing`, `browser_failed` */
export async function launchChromium(chromiumPath: string | undefined): Promise<Chromium> {
  const { chromium } = await loadPlaywright();
  await removeLeftovers(FOLDER, temporaryFolder());
  let failure: unknown;
  for await (const executablePath of chromiumPaths(chromiumPath, chromium.executablePath())) {
    try {
      return await launch(chromium, executablePath);
    } catch (thrown) {
      failure = thrown;
    }
  }
  if (failure === undefined) throw new CrawlError("browser_missing", { detail: "no Chromium found on this machine" });
  throw new CrawlError(
    "browser_failed",
    { detail: `Chromium does not start: ${firstLine(String(failure))}` },
    { cause: failure },
  );
}

async function launch(chromium: BrowserType, executablePath: string): Promise<Chromium> {
  // Chromium refuses to run sandboxed as root.
  if (process.getuid?.() === 0) return launchIn(chromium, executablePath, { chromiumSandbox: false });
  try {
    return await launchIn(chromium, executablePath, { chromiumSandbox: true });
  } catch (thrown) {
    // Containers and some kernels allow no user namespaces; inside a container the container is the sandbox.
    if (thrown instanceof Error && /sandbox/i.test(thrown.message))
      return launchIn(chromium, executablePath, { chromiumSandbox: false });
    throw thrown;
  }
}

async function launchIn(
  chromium: BrowserType,
  executablePath: string,
  { chromiumSandbox }: { readonly chromiumSandbox: boolean },
): Promise<Chromium> {
  const folder = await mkdtemp(join(temporaryFolder(), `${FOLDER}${process.pid}-`));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    // Persistent only to choose the folder; pages get contexts of their own, which keep nothing.
    const ours = await chromium.launchPersistentContext(folder, {
      executablePath,
      chromiumSandbox,
      artifactsDir: join(folder, "artifacts"),
      // Nothing of this process's environment is passed on, as it holds secrets.
      env: { HOME: folder, TMPDIR: folder },
      args: ARGUMENTS,
      ignoreDefaultArgs: ["--disable-popup-blocking"],
      timeout: LAUNCH_TIMEOUT_MS,
      // The shells decide what a signal means.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const browser = ours.browser();
    if (browser === null) throw new Error("Chromium without a browser");
    const session = await withTimeLimit(CLOSE_TIMEOUT_MS, browser.newBrowserCDPSession(), silent);
    const processes = () => processesIn(session);
    const [main] = (await processes()).filter(({ type }) => type === "browser");
    return {
      browser,
      startedAt: performance.now(),
      memory: new MemoryWatch(processes),
      memoryMb: async () => {
        const held = await residentMb((await processes()).map(({ id }) => id));
        return [...held.values()].reduce((sum, mb) => sum + mb, 0);
      },
      isAlive: () =>
        processes().then(
          () => true,
          () => false,
        ),
      async close() {
        // Playwright's own patience is 30 s. What it throws here is that there is nothing left to close.
        await withTimeLimit(CLOSE_TIMEOUT_MS, ours.close(), silent).catch(() => main && killGroup(main.id));
        await removeFolder();
      },
    };
  } catch (thrown) {
    await removeFolder();
    throw thrown;
  }
}

async function processesIn(session: CDPSession): Promise<readonly ChromiumProcess[]> {
  return (await withTimeLimit(CLOSE_TIMEOUT_MS, session.send("SystemInfo.getProcessInfo"), silent)).processInfo;
}
