// Which language model is asked, and how much.
import { flag, text, webAddress, wholeNumber } from "./kinds.ts";
import { setting } from "./setting.ts";

export const model = {
  llmEnhancementEnabled: setting(flag, {
    fallback: false,
    about: "Whether requests may ask for enhancement by a language model",
  }),
  llmApiKey: setting(text, { about: "Key of the language model", secret: true }),
  llmBaseUrl: setting(webAddress, {
    fallback: "https://api.openai.com/v1",
    about: "Any OpenAI-compatible chat endpoint",
  }),
  llmModel: setting(text, { fallback: "gpt-5-mini", about: "Name of the language model" }),
  llmTimeoutSeconds: setting(wholeNumber(1, 3_600), {
    fallback: 60,
    about: "Limit of one answer of the language model, in seconds",
  }),
  llmMaxTokens: setting(wholeNumber(1, 999_999_999), {
    about: "Tokens that a crawl's enhancement, or `llmstxt eval --model`, may spend, in and out",
    unset: "enhancement any number; eval asks above 1,000,000, and refuses where nobody can be asked",
  }),
};
