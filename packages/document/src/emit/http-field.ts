import { escapesOf, type Harmless, joined, ours, type Value, valueText } from "./harmless.ts";

/** An address of any kind in the characters of RFC 3986, none of which ends a target or a field. */
export const target = (address: string): Value => [address.replace(/[^!#-;=?-[\]_a-z~]/gu, escapesOf) as Harmless];

/** RFC 8288: the links of an answer as the value of its field. */
export const linkField = (...links: readonly Value[]): string => links.map(valueText).join(", ");

/** RFC 8288: the page's Markdown. */
export const alternate = (markdown: Value): Value =>
  joined(ours`<`, markdown, ours`>; rel="alternate"; type="text/markdown"`);

/** RFC 8288: the index that lists the page. */
export const describedBy = (index: Value): Value => joined(ours`<`, index, ours`>; rel="describedby"`);

/** RFC 6596: the page that a Markdown file repeats, with its origin. */
export const canonical = (page: Value): Value => joined(ours`<`, page, ours`>; rel="canonical"`);

/** RFC 6266: a file to keep under this name, where letters, digits and `-._` stay. */
export const attachment = (name: string): string => `attachment; filename="${name.replace(/[^\w.-]/g, "_")}"`;
