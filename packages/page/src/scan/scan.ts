import type { BlockFilter } from "../selectors.ts";
import { Pass, type Scan } from "./pass.ts";
import type { Source } from "./source.ts";

export { ATTRIBUTE, type TagAttributes } from "./attributes.ts";
export { blockText, textOf } from "./block-text.ts";
export { isToolTip } from "./concealed.ts";
export type { Container, TextBlock } from "./containers.ts";
export { type Head, tokensOf } from "./head.ts";
export type { ScannedLink } from "./link-list.ts";
export { MARK } from "./marks.ts";
export { ownText } from "./own-text.ts";
export type { Scan } from "./pass.ts";
export { Source } from "./source.ts";
export { headingLevel, isHeading, KIND, kindOf, TAG, tag, tagName, tagSet } from "./tags.ts";
export { TOKEN, Tokenizer } from "./tokenizer.ts";

/** Reads a page in one pass, in linear time; never throws. @param skips elements to leave out */
export function scan(source: Source, skips?: BlockFilter): Scan {
  return new Pass(source, skips).run();
}
