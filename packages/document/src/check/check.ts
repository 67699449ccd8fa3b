export {
  type ChangedPage,
  type DiffedPage,
  diffLlmsTxt,
  isDifferent,
  type LlmsTxtDiff,
  type MovedPage,
} from "./diff.ts";
export { mended } from "./mend.ts";
export { isItemMend, isMendable, type MendableRule, mendedItems, mendText } from "./mend-text.ts";
export { itemsOf, type ParsedLlmsTxt, type ParsedSection, parseLlmsTxt } from "./parse.ts";
export type { ParsedItem, ParsedLink } from "./parse-item.ts";
export type { Finding } from "./report.ts";
export type { Level } from "./rule-text.ts";
export type { Fault, Rule } from "./rules.ts";
export { type ValidateOptions, type Validation, validateLlmsTxt } from "./validate.ts";
