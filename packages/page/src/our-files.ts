// Recognises files written by this program: they repeat the site and are no input of a crawl.

/** The metadata line below an llms.txt's summary: its time, its source, its number of pages. */
export const METADATA =
  /^Generated: (?<time>\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) \| Source: (?<source>\S+) \| Pages: (?<pages>\d+)(?: \(stopped early\))?$/m;

/** The first line of each page's file in a bundle: a link to the list of all pages. */
export const pointer = (index: string): string => `> All pages of this site are listed in [llms.txt](${index}).`;

/** Pattern of this line at the start of a text; a checkout may have changed its line ends. */
const POINTER = /^\ufeff?> All pages of this site are listed in \[llms\.txt\]\([^()\s]{1,8192}\/llms\.txt\)\.\r?\n/;

/** True for a page's file of a bundle: it is neither the site's own Markdown nor a page. */
export const isOurPageFile = (text: string): boolean => POINTER.test(text);
