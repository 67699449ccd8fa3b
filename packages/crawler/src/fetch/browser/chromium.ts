// One Chromium of ours: how it is started, and how it ends.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { Browser, BrowserType } from "playwright-core";
import { chromiumPaths } from "./chromium-path.ts";
import { killGroup, MemoryWatch, removeLeftovers } from "./processes.ts";
import { firstLine, within } from "./within.ts";

/** A Chromium of ours that runs. */
export interface Chromium {
  readonly browser: Browser;
  readonly memory: MemoryWatch;
  /** True if it still answers. Never rejects. */
  isAlive(): Promise<boolean>;
  /** Asks it to end, kills its process group when it does not, and removes its folder. Never rejects. */
  close(): Promise<void>;
}

const LAUNCH_MS = 20_000;
const ANSWER_MS = 3_000;

/** Profile and temporary files of one Chromium; the process id in its name tells whose it was. */
const FOLDER = "llmstxt-chromium-";
/** A unix socket's path has at most 107 bytes on Linux; of Chromium's 79 follow the temporary folder. */
const MAX_TEMPORARY_BYTES = 28;

/** The folder that every Linux has, for a TMPDIR that is too deep for Chromium's socket. */
export const temporaryFolder = (folder = tmpdir(), platform = process.platform): string =>
  platform === "linux" && Buffer.byteLength(folder) > MAX_TEMPORARY_BYTES ? "/tmp" : folder;

/**
 * Chromium reads the last list of features only, so the first eight repeat what of Playwright's list holds for pages
 * without a person. The last two: a full Chromium loads its address bar's popups for each page, which takes more of a core
 * than most pages do.
 */
const FEATURES_OFF =
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable," +
  "MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints," +
  "NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch,LensOverlay,WebUIOmniboxPopup,WebUIOmniboxAimPopup";

const ARGUMENTS = [
  `--disable-features=${FEATURES_OFF}`,
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
  // A page whose scripts allocate without end loses its tab, not the machine; processes.ts has the rest of it.
  "--js-flags=--max-old-space-size=512",
];

/** @throws CrawlError `browser_missing` where the optional package is not installed */
export async function loadPlaywright(): Promise<typeof import("playwright-core")> {
  try {
    return await import("playwright-core");
  } catch (thrown) {
    const detail = "it takes the package playwright-core, which is not installed";
    throw new CrawlError("browser_missing", { detail }, { cause: thrown });
  }
}

/** @throws CrawlError `browser_missing`, `browser_failed` */
export async function launchChromium(named: string | undefined): Promise<Chromium> {
  const { chromium } = await loadPlaywright();
  await removeLeftovers(FOLDER, temporaryFolder());
  let failure: unknown;
  for (const executablePath of chromiumPaths(named, chromium.executablePath())) {
    try {
      return await launch(chromium, executablePath);
    } catch (thrown) {
      failure = thrown;
    }
  }
  if (failure === undefined) {
    const detail = named === undefined ? "no Chromium found on this machine" : `no Chromium at ${named}`;
    throw new CrawlError("browser_missing", { detail });
  }
  const detail = `Chromium does not start: ${firstLine(String(failure))}`;
  throw new CrawlError("browser_failed", { detail }, { cause: failure });
}

async function launch(chromium: BrowserType, executablePath: string): Promise<Chromium> {
  // Chromium refuses to run sandboxed as root.
  if (process.getuid?.() === 0) return launchIn(chromium, executablePath, { chromiumSandbox: false });
  try {
    return await launchIn(chromium, executablePath, { chromiumSandbox: true });
  } catch (thrown) {
    // Containers and some kernels allow no user namespaces; inside a container the container is the sandbox.
    if (!/sandbox/i.test(String(thrown))) throw thrown;
    return launchIn(chromium, executablePath, { chromiumSandbox: false });
  }
}

async function launchIn(
  chromium: BrowserType,
  executablePath: string,
  sandbox: { readonly chromiumSandbox: boolean },
): Promise<Chromium> {
  const folder = await mkdtemp(join(temporaryFolder(), `${FOLDER}${process.pid}-`));
  const removeFolder = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    // Persistent only to choose the folder; pages get contexts of their own, which keep nothing.
    const ours = await chromium.launchPersistentContext(folder, {
      ...sandbox,
      executablePath,
      artifactsDir: join(folder, "artifacts"),
      // Nothing of this process's environment is passed on, as it holds secrets.
      env: { HOME: folder, TMPDIR: folder },
      args: ARGUMENTS,
      ignoreDefaultArgs: ["--disable-popup-blocking"],
      timeout: LAUNCH_MS,
      // The shells decide what a signal means.
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    });
    const browser = ours.browser();
    if (browser === null) throw new Error("Chromium without a browser");
    const session = await within(ANSWER_MS, browser.newBrowserCDPSession());
    const processes = async () => (await within(ANSWER_MS, session.send("SystemInfo.getProcessInfo"))).processInfo;
    const leader = (await processes()).find(({ type }) => type === "browser");
    return {
      browser,
      memory: new MemoryWatch(processes),
      isAlive: () =>
        processes().then(
          () => true,
          () => false,
        ),
      async close() {
        // What it throws where it is not late: there is nothing left to close.
        await within(ANSWER_MS, ours.close()).catch(() => leader && killGroup(leader.id));
        await removeFolder();
      },
    };
  } catch (thrown) {
    await removeFolder();
    throw thrown;
  }
}
