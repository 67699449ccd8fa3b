// Which language model is asked, and how much.
import { flag, secret, text, webAddress, wholeNumber } from "./kinds.ts";
import { notes } from "./notes.ts";

export const model = {
  llmEnhancementEnabled: flag
    .default(false)
    .register(notes, { about: "Whether requests may ask for enhancement by a language model" }),
  llmApiKey: secret().register(notes, { about: "Key of the language model", secret: true }),
  llmBaseUrl: webAddress().default("https://api.openai.com/v1").register(notes, {
    about: "Any OpenAI-compatible chat endpoint",
  }),
  llmModel: text.default("gpt-5-mini").register(notes, { about: "Name of the language model" }),
  llmTimeoutSeconds: wholeNumber(1, 3_600)
    .default(60)
    .register(notes, { about: "Limit of one answer of the language model, in seconds" }),
  llmMaxTokens: wholeNumber(1, 999_999_999).optional().register(notes, {
    about: "Tokens that a crawl's enhancement, or `llmstxt eval --model`, may spend, in and out",
    unset: "enhancement any number; eval asks above 1,000,000, and refuses where nobody can be asked",
  }),
};
