export {
  type ChangedPage,
  type DiffedPage,
  diffLlmsTxt,
  isDifferent,
  type LlmsTxtDiff,
  type MovedPage,
} from "./diff.ts";
export { type ParsedLlmsTxt, type ParsedSection, parseLlmsTxt } from "./parse.ts";
export type { ParsedItem } from "./parse-item.ts";
export type { Fault, Level, Rule } from "./rules.ts";
export { type Finding, type ValidateOptions, type Validation, validateLlmsTxt } from "./validate.ts";
