import type { MendableRule } from "@llmstxt-service/document/check";

const LEAVE_OUT = "Leave it out";
const NO_DESCRIPTION = "Take the description out";
const WORDS_ONLY = "Keep its words only";
const AS_A_LINK = "Write it as `- [title](url): text`";

/** Words on the button of each mend. */
export const MEND_WORDS: Readonly<Record<MendableRule, string>> = {
  "byte-order-mark": "Take the mark out",
  "carriage-return": "End lines with line feeds",
  "final-newline": "End with one line feed",
  "hidden-character": "Take it out",
  "name-repeated": "Make it a section",
  "heading-depth": "Make it a section",
  "heading-space": "Put the space in",
  "optional-form": "Write `## Optional`",
  "section-empty": LEAVE_OUT,
  "summary-length": "Shorten it",
  "item-form": AS_A_LINK,
  "item-space": "Take the space out",
  "excerpt-form": AS_A_LINK,
  "excerpt-boilerplate": NO_DESCRIPTION,
  "excerpt-menu": NO_DESCRIPTION,
  "excerpt-repeated": NO_DESCRIPTION,
  "excerpt-title": NO_DESCRIPTION,
  "excerpt-length": "Shorten it",
  "title-length": "Shorten it",
  "live-link": WORDS_ONLY,
  html: WORDS_ONLY,
  "url-fragment": "Take the fragment out",
  "url-repeated": LEAVE_OUT,
  "url-scheme": LEAVE_OUT,
  "page-versions": LEAVE_OUT,
  "page-translated": LEAVE_OUT,
  "page-facet": LEAVE_OUT,
  "other-site": LEAVE_OUT,
  "dead-link": LEAVE_OUT,
  "order-secondary": "Move it to Optional",
};
