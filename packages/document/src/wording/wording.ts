export { commonAffixes, withoutAffixes } from "./affixes.ts";
export { isBoilerplate } from "./boilerplate.ts";
export { excerptBeyondSummary, excerptReader, summaryOf } from "./excerpts.ts";
export { folderName, isCategory, isGeneric, looksLikeSlug, trySectionName } from "./labels.ts";
export { LEAST_LISTED, MAX_CHARACTERS_A_LINK } from "./lists.ts";
export { type OwnWord, ownWords, pagesName } from "./own-words.ts";
export { withoutRepeatedParts } from "./repeated.ts";
export { siteName } from "./site-name.ts";
export { distinctTitles, titleReader } from "./titles.ts";
