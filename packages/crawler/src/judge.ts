// Decides the outcome of a page that was read: exactly one, with one reason. Pure.
import type { Page } from "@llmstxt-service/page";
import { isFurther, isSuspect } from "./addresses.ts";
import {
  isAlphabetical,
  isErrorPage,
  isHeadedByLinks,
  isListLike,
  isNumbered,
  isWall,
  type Kind,
  sentOnTo,
} from "./kinds.ts";
import type { KnownAddress } from "./known.ts";
import type { LeftOut } from "./left-out.ts";
import type { Relation } from "./texts.ts";

/** A page with the crawl's knowledge of it. */
export interface Facts {
  readonly page: Page;
  readonly known: KnownAddress;
  readonly kind: Kind;
  /** Pages with the same text, or that contain this text or are contained in it. */
  readonly text: Relation;
  /** True for a list that shortens the way to another page; one that does not is a facet. */
  readonly shortens: boolean;
  /** True if it looks like the site's answer to a made-up address (soft 404). */
  readonly isMissing: boolean;
  readonly isForeign: boolean;
  /** True if its own menu leads to it: what only the homepage shows is no menu of the site. */
  readonly isInOwnMenu: boolean;
}

/** `why`: reason to leave it out, unless something better becomes of it. */
export type Verdict =
  | { readonly type: "list"; readonly why?: undefined }
  /** Listed only if places are left: lists first, then pages with hardly any text. */
  | { readonly type: "last"; readonly as: "list" | "stub"; readonly why?: LeftOut }
  /** Its text is part of another page, which is listed unless it contains three such pages. */
  | { readonly type: "part"; readonly of: string; readonly why: LeftOut }
  /** In another language than the site's, as far as is known. */
  | { readonly type: "foreign"; readonly why: LeftOut }
  | { readonly type: "leaveOut"; readonly why: LeftOut };

const leaveOut = (reason: LeftOut["reason"], of?: string): Verdict => ({
  type: "leaveOut",
  why: { reason, ...(of !== undefined && { of }) },
});

export function judge(facts: Facts): Verdict {
  const { page, known, kind, text } = facts;
  const isInMenu = known.menu < Infinity;
  const isNamed = Math.min(known.menu, known.home) < Infinity;
  const target = sentOnTo(page);
  if (!page.robots.index) return leaveOut("noindex");
  if (facts.isMissing || isErrorPage(page)) return leaveOut("error page");
  if (isWall(page) || kind === "frames" || page.signals.isSource) return leaveOut("not a page");
  if (known.frame !== undefined && (kind === "stub" || isListLike(kind, page))) return leaveOut("list of pages");
  if (target !== undefined && !isInMenu) return leaveOut("redirect", target);
  if (isNothing(facts)) return leaveOut("not a page");
  if (text.same !== undefined) return leaveOut("duplicate", text.same);
  if (facts.isForeign) return { type: "foreign", why: { reason: "other language" } };
  if (text.isDated && !isInMenu) return leaveOut("trap");
  if (text.holds !== undefined && !isInMenu) return leaveOut("duplicate", text.holds[0]);
  if (isFurther(known.url) || isAlphabetical(kind, page) || isArrangement(facts)) return leaveOut("list of pages");
  if (text.within !== undefined && kind !== "list" && !isInMenu)
    return { type: "part", of: text.within, why: { reason: "duplicate", of: text.within } };
  if ((kind === "stub" || kind === "form") && !isNamed) return { type: "last", as: "stub" };
  if (kind !== "list" || isInMenu) return { type: "list" };
  return facts.shortens ? { type: "last", as: "list", why: { reason: "list of pages" } } : leaveOut("list of pages");
}

/** True for a tag, author, archive or further page outside the menu without its own text: it may show a post in full. */
function isArrangement({ page, known, kind, text, isInOwnMenu }: Facts): boolean {
  if (isInOwnMenu || !(isSuspect(known.url) || isNumbered(page))) return false;
  const isOwn = kind === "content" && text.within === undefined;
  return !isOwn || isListLike(kind, page) || page.items.length > 0 || isHeadedByLinks(page);
}

/** True for a log-in, cart or search page, or a page with neither text nor useful links. */
function isNothing({ page: { signals, textLength, headings, links }, kind, known }: Facts): boolean {
  // A form whose addresses differ only in their query is a tool: "Send this page to a friend".
  if (kind !== "content" && (known.isTool || (kind === "form" && known.url.includes("?")))) return true;
  // Short chapters can have a search box, too.
  if (kind === "tool" && known.menu === Infinity && signals.contentCharacters < 300) return true;
  // Some show only "Loading…" before their scripts run.
  const isEmpty = signals.visibleCharacters < 20 && headings.length + links.length + signals.fields.length === 0;
  return textLength < 20 && (isEmpty || (signals.marks.length > 0 && known.menu === Infinity));
}

/** True if the links of a page that is left out are followed: a list, a shell, a chapter without a text lead on. */
export const leadsOn = ({ reason }: LeftOut, page: Page): boolean =>
  ["noindex", "list of pages", "redirect", "not a page"].includes(reason) && !isWall(page);
