// Where this machine has a Chromium.
import { existsSync } from "node:fs";

/** Files that installers put there; Chrome's own channel before what the system packages. */
const INSTALLED: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    "/opt/google/chrome/chrome",
    "/usr/bin/google-chrome-stable",
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/lib/chromium/chromium",
    "/usr/bin/microsoft-edge",
  ],
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

/** Every Chromium to try, best first: the one named and no other, else Playwright's own, else what this machine has. */
export const chromiumPaths = (named: string | undefined, playwrights: string): readonly string[] =>
  (named === undefined ? [playwrights, ...(INSTALLED[process.platform] ?? [])] : [named]).filter(existsSync);
