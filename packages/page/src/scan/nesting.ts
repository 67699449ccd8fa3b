// HTML's rules for nested elements: text flows through some, and some end others.
import { tag, tagSet } from "./tags.ts";

/** Block-level by their content, but text flows through them. */
export const FLOWING = tagSet(
  "button label math picture map svg object video audio canvas select slot foreignobject annotation",
);
/** Opening one of these closes a paragraph (HTML 13.2.6.4.7). */
export const CLOSES_PARAGRAPH = tagSet(
  "address article aside blockquote center details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr main menu nav ol p pre search section summary table ul",
);
/** Closing tags that reach beyond a cell of a table. */
export const TABLE_PARTS = tagSet("table thead tbody tfoot tr td th caption");
export const CELL_BORDERS = tagSet("table td th");

interface ImpliedEnd {
  readonly closes: Uint8Array;
  readonly within: Uint8Array;
}

/** Opening one of these ends its open sibling, if it stands within the same parent. */
export const IMPLIED_ENDS = new Map<number, ImpliedEnd>([
  [tag("li"), { closes: tagSet("li"), within: tagSet("ul ol menu nav table") }],
  [tag("dt"), { closes: tagSet("dt dd"), within: tagSet("dl ul table section") }],
  [tag("dd"), { closes: tagSet("dt dd"), within: tagSet("dl ul table section") }],
  [tag("td"), { closes: tagSet("td th"), within: tagSet("tr table") }],
  [tag("th"), { closes: tagSet("td th"), within: tagSet("tr table") }],
  [tag("tr"), { closes: tagSet("tr"), within: tagSet("table") }],
  [tag("option"), { closes: tagSet("option"), within: tagSet("select") }],
]);
