import { lastName } from "./path.ts";

/** Pages most readers skip: they get the places that are left when all else is in. */
const SECONDARY =
  /^(privacy|privacy-policy|terms|terms-of-(service|use)|tos|cookies?|cookie-policy|imprint|impressum|legal|licen[cs]e|code-of-conduct|contributing|changelog|changes|release-?notes|releases|security|sitemap|accessibility|credits|careers|jobs|press|brand|archives?|genindex|py-modindex|coverage|todo|index-all|help-doc|deprecated-list|overview-tree|package-(tree|use)|constant-values|serialized-form)$/i;

/**
 * Folders of what changed when, or of what uses what: a page each, no more to a reader than the page above them; and of what
 * was put away: last year's course, the site before the present one.
 */
const RECORDS =
  /\/(?:change-?logs?|changes|release-?notes|releases|version-?history|class-use|_?(?:old|archived?|legacy|obsolete|outdated|backup|bak))\//i;

export const isSecondary = (address: string): boolean => SECONDARY.test(lastName(address)) || RECORDS.test(address);
