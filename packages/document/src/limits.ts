// Every number that shapes or judges a document has its home here. docs/explanation/document.md gives the reasons.

/** Most sections of an ordinary document, `Optional` included. */
export const MAX_SECTIONS = 12;

/** Largest share of the links that a section of a long list may hold. */
export const MAX_SECTION_SHARE = 0.5;

/** Code points of a file that all agents read: readers cut at 50,000 to 100,000. */
export const READ_BY_ALL = 50_000;

/** Most code points of a summary. */
export const MAX_SUMMARY = 300;

/** Most code points of a title: a line of a list is read at a glance. */
export const MAX_TITLE = 200;

/** Most code points of an excerpt, the `…` included: the smallest, the largest and the usual one that can be asked for. */
export const DESC_LENGTH = { min: 100, max: 2_000 } as const;

/** Characters of a page's text that are looked at again after its crawl: a recrawl remembers no more of it. */
export const TEXT_BEGINNING = 1_000;

/** Code points of a file that agents read at all: Claude Code takes about as many of a page, and most take fewer. */
export const READ_AT_ALL = 100_000;
