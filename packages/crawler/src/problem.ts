// Whether an answer has content of its own: what the ladder asks before it takes a page. Pure.
import type { Page } from "@llmstxt-service/page";
import type { Problem } from "@llmstxt-service/page/errors";

/** Text that a shell may show while its scripts load. */
const SHELL_CHARACTERS = 200;
/** Content that a page which merely asks for scripts has beside the request. */
const BESIDE_REQUEST_CHARACTERS = 300;
const FEW_LINKS = 3;

/** Why a page has no content of its own; undefined where it has, or where others are read in its place. */
export function problemOf({ signals, links, headings, metaRefresh, url }: Page): Problem | undefined {
  const { marks, contentCharacters, visibleCharacters, scripts, frames } = signals;
  const isBare = links.length <= FEW_LINKS;
  if (marks.includes("challenge")) return "challenge";
  // The target of the refresh, or the pages in the frames, are read in this page's place.
  if (metaRefresh !== undefined || frames > 0) return undefined;
  if (marks.includes("consent-wall")) return "consent";
  if (marks.includes("error-page")) return "error page";
  if (marks.includes("unfilled-template")) return "shell";
  if (marks.includes("needs-javascript") && contentCharacters < BESIDE_REQUEST_CHARACTERS) return "shell";
  if (isBare && scripts > 0) {
    // A front page of few words has a heading and a way in; what scripts have yet to fill has neither.
    const leadsOn = headings[0]?.level === 1 && links.some((link) => link.url !== url);
    if (marks.includes("app-root") && contentCharacters < SHELL_CHARACTERS && !leadsOn) return "shell";
    if (visibleCharacters < 25 && links.length === 0) return "shell";
  }
  return visibleCharacters === 0 && isBare ? "empty" : undefined;
}
