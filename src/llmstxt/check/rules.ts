import { DOCUMENT_BUDGET, MAX_SECTIONS, MAX_SUMMARY, MAX_TITLE } from "../limits.ts";

/** `error`: a reader loses something. `warning`: the document says less than it could. `hint`: taste. */
export type Level = "error" | "warning" | "hint";

interface RuleText {
  readonly level: Level;
  /** What is wrong, as a sentence without its full stop. */
  readonly message: string;
  /** What to do about it. */
  readonly fix: string;
}

/** Every rule of docs/document.md; a test holds the two against each other. */
export const RULES = {
  "byte-order-mark": error("The file begins with a byte order mark", "Save it as UTF-8 without one."),
  "carriage-return": error("A line ends in a carriage return", "End lines with a line feed alone."),
  "final-newline": warning("The file does not end in exactly one newline", "End the last line with one line feed."),
  "front-matter": error("Front matter stands before the name", "Remove it; the first line is `# Name`."),
  "hidden-character": error("A control or invisible character", "Remove it."),
  "name-missing": error("There is no H1", "Begin the file with `# Name of the site`."),
  "name-first": error("Something stands before the H1", "Make the H1 the first line."),
  "name-form": error("The H1 is not `# name`", "Write `#`, one space and the name, nothing after it."),
  "name-repeated": error("A second H1", "Make it `##`, or remove it."),
  "head-empty": error("Nothing stands between the name and the first section", "Add a summary and a line of details."),
  "head-spacing": error("No empty line after the name or the summary", "Put one empty line there."),
  "summary-late": error("Something stands between name and summary", "Put `> summary` first below the name."),
  "summary-lines": error("The summary has several lines", "Make it one line: readers keep only the first."),
  "summary-form": error("The summary is not `> text`", "Write `>`, one space and the text, nothing after it."),
  "summary-lost": error("No paragraph follows the summary", "Add one below it; without it the summary is lost."),
  "summary-missing": hint("There is no summary", "Say in one line below the name what the site is: `> …`."),
  "summary-length": warning(`The summary is longer than ${MAX_SUMMARY} characters`, "Shorten it."),
  "metadata-line": hint("No `Generated: … | Source: … | Pages: …` line", "Add it below the summary."),
  "heading-depth": error("A heading below `##`", "Make it `##`: deeper ones become sections with `#` in their name."),
  "heading-form": error(
    "A section's heading is not `## name`",
    "Write `##`, one space and the name, nothing after it.",
  ),
  "heading-number": warning("A section's name is a number", "Name it in words: readers move numbers to the front."),
  "heading-slug": hint("A section's name looks like a file name", "Name it in words."),
  "section-repeated": error("Two sections have one name", "Join them: readers keep only the last."),
  "section-empty": error("A section without links", "Remove it, or list pages in it."),
  "section-prose": error("A line in a section that is no link", "Move it above the first section, or remove it."),
  "section-count": warning(`More than ${MAX_SECTIONS} sections`, "Join the small ones."),
  "section-single": hint("More than a fifth of the sections have one link", "Join them with their neighbours."),
  "optional-form": warning("Almost the special name `Optional`", "Write it exactly `## Optional`."),
  "optional-last": warning("`Optional` is not the last section", "Move it to the end."),
  "links-missing": hint("No page is listed", "Add a section with links."),
  "item-form": error(
    "A link that is not `- [title](url)`",
    "Write `- [title](url)`, no bold, no brackets in the title.",
  ),
  "item-space": error("White space around a link", "Remove it."),
  "excerpt-form": error("An excerpt does not follow `): `", "Write `- [title](url): excerpt`."),
  "excerpt-length": warning("An excerpt is longer than allowed", "Shorten it."),
  "excerpt-repeated": warning("Two links have one excerpt", "Say what this page alone holds, or leave it out."),
  "excerpt-title": warning("An excerpt repeats its title", "Say more, or leave it out."),
  "excerpt-boilerplate": warning("An excerpt is boilerplate", "Say what the page holds, or leave it out."),
  "live-link": warning("A link inside a text", "Write its words only."),
  html: warning("HTML inside a text", "Write its words only."),
  "title-repeated": warning("Two links have one title", "Tell them apart, by their parent for instance."),
  "title-affix": warning("A title carries the site's name, as most others do", "Leave it away."),
  "title-length": warning(`A title is longer than ${MAX_TITLE} characters`, "Shorten it."),
  "url-form": error("An address that is no absolute http(s) URL", "Write it whole, without spaces or angle brackets."),
  "url-parenthesis": error("A parenthesis in an address cuts it", "Write `%28` and `%29`."),
  "url-repeated": warning("An address is listed twice", "List it once."),
  "url-fragment": hint("An address with a fragment", "List the page itself."),
  "other-site": hint("An address of another site", "List this site's own pages."),
  size: warning(`More than ${DOCUMENT_BUDGET.toLocaleString("en")} characters: readers cut there`, "Shorten excerpts."),
} as const satisfies Readonly<Record<string, RuleText>>;

export type Rule = keyof typeof RULES;

/** A place where the text leaves the format. */
export interface Fault {
  readonly rule: Rule;
  /** 1-based. */
  readonly line: number;
}

function error(message: string, fix: string): RuleText {
  return { level: "error", message, fix };
}
function warning(message: string, fix: string): RuleText {
  return { level: "warning", message, fix };
}
function hint(message: string, fix: string): RuleText {
  return { level: "hint", message, fix };
}
