export {
  type ChangedPage,
  type DiffedPage,
  diffLlmsTxt,
  isDifferent,
  type LlmsTxtDiff,
  type MovedPage,
} from "./diff.ts";
export { type ParsedLlmsTxt, type ParsedSection, parseLlmsTxt } from "./parse.ts";
export type { ParsedItem, ParsedLink } from "./parse-item.ts";
export type { Finding } from "./report.ts";
export type { Fault, Level, Rule } from "./rules.ts";
export { PARTS, type Part } from "./score.ts";
export { MEASUREMENTS, type Measurement, type ValidateOptions, type Validation, validateLlmsTxt } from "./validate.ts";
