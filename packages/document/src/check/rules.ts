// Every rule of an llms.txt: its level, what is wrong and what to do. `%` is replaced by the place's detail.

/** `error`: no llms.txt, or a dead link. `warning`: it says less than it could, or strict parsers lose a part. */
export type Level = "error" | "warning";

/** Most code points of a title, of a summary and of an excerpt. */
export const MOST = { title: 200, summary: 300, excerpt: 2_000 } as const;
/** Most sections of a file: 12, and more in a long one, as a long book has more chapters. */
export const mostSections = (links: number): number => Math.min(22, Math.max(12, 2 + Math.floor(links / 10)));
/** Most links of a list that a reader takes in at once. */
export const GLANCE = 30;
/** Size in code points that every agent reads, and size that some still read. */
export const SIZES = { all: 50_000, some: 100_000 } as const;

type RuleText = readonly [level: Level, message: string, isLossy: boolean];
const error = (message: string): RuleText => ["error", message, true];
const warning = (message: string): RuleText => ["warning", message, false];
/** A rule whose violation makes one of the two official parsers lose a part of the file. */
const lossy = (message: string): RuleText => ["warning", message, true];

export const RULES = {
  "is-empty": error("The file is empty. Begin it with `# Name of the site`."),
  "is-binary": error("This is a binary file or UTF-16 text. Save it as UTF-8."),
  "is-html": error(
    "This is HTML or XML, perhaps a web page, and not an llms.txt. Serve Markdown here, or give the llms.txt's own address.",
  ),
  "is-json": error(
    "This is JSON, perhaps an error of the server, and not an llms.txt. Serve Markdown here, or give the llms.txt's own address.",
  ),
  "is-text": error(
    "This has no heading and no link, so it is no llms.txt. Begin it with `# Name of the site`, then list pages.",
  ),
  "is-robots": error("This is a robots.txt, not an llms.txt. Keep it as /robots.txt; an llms.txt lists pages."),
  "is-full": error(
    "This is an llms-full.txt with the text of all pages. Keep it as llms-full.txt; an llms.txt lists the pages.",
  ),
  "byte-order-mark": lossy("The file begins with a byte order mark. Save it as UTF-8 without one."),
  "carriage-return": lossy("A line ends in a carriage return. End lines with a line feed alone."),
  "final-newline": warning("The file does not end in exactly one newline. End the last line with one line feed."),
  "front-matter": lossy("There is front matter before the name. Remove it; the first line is `# Name`."),
  "hidden-character": lossy("There is a control or invisible character. Remove it."),
  "name-missing": error("There is no H1. Begin the file with `# Name of the site`."),
  "name-first": lossy("There is something before the H1. Make the H1 the first line."),
  "name-form": lossy("The H1 is not `# name`. Write `#`, one space and the name, and nothing else."),
  "name-repeated": lossy("There is a second H1. Make it `##`, or remove it."),
  "head-empty": lossy("Nothing stands between the name and the first section. Add a summary and a line of details."),
  "head-spacing": lossy("There is no empty line behind the name or the summary. Add one."),
  "summary-late": lossy("Something stands between the name and the summary. Put `> summary` directly below the name."),
  "summary-lines": lossy("The summary has several lines. Make it one: parsers keep only the first."),
  "summary-form": lossy("The summary is not `> text`. Write `>`, one space and the text, and nothing else."),
  "summary-lost": lossy("No paragraph follows the summary. Add one below it: without it parsers lose the summary."),
  "summary-missing": warning("There is no summary. Describe the site in one line below the name: `> …`."),
  "summary-length": warning(`The summary is longer than ${MOST.summary} characters. Shorten it.`),
  "heading-depth": lossy(
    "A heading is deeper than `##`. Make it `##`: parsers make a section of it, with `#` in its name.",
  ),
  "heading-form": lossy("A section's heading is not `## name`. Write `##`, one space and the name, and nothing else."),
  "heading-in-code": lossy(
    "A line in a code block looks like a heading. Remove the code: parsers begin a section here.",
  ),
  "heading-number": warning("A section's name is a number. Name it in words: JavaScript sorts numbers first."),
  "section-repeated": lossy("Two sections have the same name. Join them: some parsers keep only the last."),
  "section-empty": lossy("A section has no links. Remove it, or list pages in it."),
  "section-prose": lossy("A line in a section is no link. Move it above the first section, or remove it."),
  "section-large": warning(
    "One section holds more than half of the links. Divide it as the site's own menu or contents does.",
  ),
  "section-count": warning("There are too many sections for so few links. Join the small ones."),
  "optional-form": warning("A name is almost the special name `Optional`. Write it exactly as `## Optional`."),
  "optional-last": warning("`Optional` is not the last section. Move it to the end."),
  "links-missing": warning("The file has no links. List pages: `- [title](url): what the page says`."),
  "item-form": lossy(
    "A link is not written as `- [title](url)`. Write it so, without bold and without brackets in the title.",
  ),
  "item-space": lossy("There is white space around a link. Remove it."),
  "title-missing": warning("A link has no title, or an address for one. Give it the title of the page."),
  "title-repeated": warning(
    "Two links have the same title. Tell them apart, for instance by the name of what they belong to.",
  ),
  "title-length": warning(`A title is longer than ${MOST.title} characters. Shorten it.`),
  "excerpt-form": lossy("An excerpt does not follow `): `. Write `- [title](url): excerpt`."),
  "excerpt-length": warning(`An excerpt is longer than ${MOST.excerpt} characters. Shorten it.`),
  "excerpt-repeated": warning("More than two links have the same excerpt. Say what only this page has, or remove it."),
  "excerpt-title": warning("An excerpt repeats its title. Say more, or remove the excerpt."),
  "excerpts-missing": warning(
    "Half of the links or more have no excerpt. Say behind each what the page holds: `- [title](url): …`.",
  ),
  "live-link": warning("There is a link inside a text. Write only its words."),
  html: warning("There is HTML inside a text. Write only its words."),
  template: warning("A template was left unfilled, such as `{{ title }}`. Write the words that belong there."),
  "url-form": lossy("An address is no URL. Write the whole URL, without spaces."),
  "url-relative": lossy("An address is relative. Write the whole URL: who has only the text cannot follow it."),
  "url-scheme": lossy("An address is not http or https. List only web pages."),
  "url-written": lossy("White space, a title or angle brackets stand around an address. Write only the address."),
  "url-parenthesis": lossy("A parenthesis in an address ends it too early. Write `%28` and `%29`."),
  "url-repeated": warning("An address is listed twice. List it once."),
  "url-fragment": warning("An address has a fragment. List the page without it."),
  size: warning(
    "The file has more than 50,000 characters: agents with a small context see only its beginning. Shorten excerpts.",
  ),
  "size-cut": warning(
    "The file has more than 100,000 characters: most agents never see the rest. Shorten excerpts, and list fewer pages.",
  ),
  "dead-link": error("A link leads nowhere: %. Correct its address, or remove it."),
  "link-refused": warning("A link could not be tried: %. See whether it opens in a browser."),
  "link-redirect": warning("A link leads on to another address: %. List that address."),
  "crawl-failed": error("Most of the site could not be read: %. Look at the reasons, and crawl again."),
  "crawl-partial": warning("A part of the site could not be read: %. Look at the reasons, and crawl again."),
} as const satisfies Readonly<Record<string, RuleText>>;

export type Rule = keyof typeof RULES;

/** True if one of the official parsers loses a part of a file with this fault. */
export const isLossy = (code: Rule): boolean => RULES[code][2];

/** A place where a text breaks a rule. */
export interface Finding {
  /** A rule's name. */
  readonly code: Rule;
  readonly level: Level;
  /** 1-based. */
  readonly line: number;
  /** The problem, and what to do about it. */
  readonly message: string;
}

/** @param detail replaces `%` in the rule's message */
export function finding(code: Rule, line: number, detail = ""): Finding {
  const [level, message] = RULES[code];
  return { code, level, line, message: message.replace("%", () => detail) };
}
