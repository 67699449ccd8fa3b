// llms.txt in, findings out: `llmstxt-service/validate`. Pure: no network, no files. docs/reference/api.md shows each name.

export type { Fault, Level, ParsedItem, ParsedLink, Rule } from "@llmstxt-service/document/check";
export {
  type ChangedPage,
  type DiffedPage,
  diffLlmsTxt,
  type Finding,
  type LlmsTxtDiff,
  type MovedPage,
  type ParsedLlmsTxt,
  type ParsedSection,
  parseLlmsTxt,
  type ValidateOptions,
  type Validation,
  validateLlmsTxt,
} from "@llmstxt-service/document/check";
export type { Profile } from "@llmstxt-service/document/profile";
