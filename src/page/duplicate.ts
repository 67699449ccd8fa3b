import type { Page } from "./page.ts";

/**
 * Pages of one key are one page, for the crawl and for the document alike: the same main text and the same title. Pages
 * of which only the title differs (empty categories, stubs to be written) are ones that the site keeps apart.
 */
export const duplicateKey = ({ contentDigest, title }: Page): string => `${contentDigest} ${title}`;
