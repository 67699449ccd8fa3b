import type { Page } from "./page.ts";

/**
 * Pages that share one of these keys are one page, for the crawl and for the document alike: the same main text and the
 * same title. Pages of which only the title differs (empty categories, stubs to be written) are ones that the site keeps
 * apart. At two spellings of one address the digits of the text may differ, too: a time, a number of visitors.
 * @param spelling what the spellings of the page's address have in common
 */
export const duplicateKeys = ({ contentDigest, wordsDigest, title }: Page, spelling: string): readonly string[] => [
  `${contentDigest} ${title}`,
  ...(wordsDigest === undefined ? [] : [`${wordsDigest} ${spelling} ${title}`]),
];
