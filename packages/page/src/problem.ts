import type { Page } from "./page.ts";
import { isViewer } from "./shown.ts";

/** Text that a shell may show while its scripts load. */
const SHELL_CHARACTERS = 200;
/** Content that a page which merely asks for scripts has beside the request. */
const BESIDE_REQUEST_CHARACTERS = 300;
const FEW_LINKS = 3;

/**
 * Why a page has no content of its own, or undefined when it has: `challenge`, `consent wall`, `error page`,
 * `needs JavaScript`, `shell`, `empty`, `api viewer`. A page that only refreshes to another, or shows others in frames, has no
 * problem: those are followed.
 */
export function contentProblem(page: Page): string | undefined {
  const { signals, links, metaRefresh, kind } = page;
  const has = (mark: string) => signals.marks.includes(mark);
  const isBare = links.length <= FEW_LINKS;
  if (has("challenge")) return "challenge";
  // The target of the refresh, or the pages in the frames, are read in this page's place.
  if (metaRefresh !== undefined || kind === "frameset") return undefined;
  // The API description is fetched by itself; where its address is a guess, a browser may find the true one.
  if (isViewer(page)) return page.shown?.isGuess === true ? "api viewer" : undefined;
  if (has("consent-wall")) return "consent wall";
  if (has("error-page")) return "error page";
  if (has("needs-javascript") && signals.contentCharacters < BESIDE_REQUEST_CHARACTERS) return "needs JavaScript";
  if (has("unfilled-template")) return "shell";
  if (isBare && isShell(page)) return "shell";
  return signals.visibleCharacters === 0 && isBare ? "empty" : undefined;
}

function isShell(page: Page): boolean {
  const { signals, links } = page;
  if (signals.scripts === 0) return false;
  if (signals.marks.includes("app-root")) return signals.contentCharacters < SHELL_CHARACTERS && !leadsOn(page);
  return signals.visibleCharacters < 25 && links.length === 0;
}

/** A front page of few words has a heading and a way in; what scripts have yet to fill has neither. */
function leadsOn({ headings, links, url }: Page): boolean {
  return headings[0]?.level === 1 && links.some(({ url: to }) => to !== url);
}
