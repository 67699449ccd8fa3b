// Settings of the language model: its address, and how much it is asked.
import { flag, text, webAddress, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

export const model = {
  llmEnhancementEnabled: setting(flag, {
    fallback: false,
    about: "Allow requests to use a language model",
  }),
  llmApiKey: setting(text, { about: "API key of the language model", secret: true }),
  llmBaseUrl: setting(webAddress, {
    fallback: "https://api.openai.com/v1",
    about: "Address of an OpenAI-compatible chat endpoint",
  }),
  llmModel: setting(text, { fallback: "gpt-5-mini", about: "Name of the language model" }),
  llmTimeoutSeconds: setting(wholeNumber(1, 3_600), {
    fallback: 60,
    about: "Time limit for one answer of the language model, in seconds",
  }),
  llmMaxTokens: setting(wholeNumber(1, 999_999_999), {
    about: "Limit on the tokens, in and out, of one crawl's enhancement or of one `llmstxt eval --model`",
    unset: "enhancement: no limit; eval: above 1,000,000 it asks, and refuses if it cannot ask",
  }),
};
