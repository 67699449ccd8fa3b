import { createInterface } from "node:readline/promises";
import { openChat } from "@llmstxt-service/document/enhance";
import { CrawlError } from "@llmstxt-service/page/errors";
import { grouped } from "@llmstxt-service/page/grouped";
import { outsideFetch } from "@llmstxt-service/service/forward-proxies";
import type { Config } from "@llmstxt-service/service/settings/config";
import type { AgentOptions } from "./eval.ts";

/** Tokens above which a run must be confirmed. */
const ASK_ABOVE = 1_000_000;

/** Factor on the estimated tokens at which a run is ended: a model may read more pages than most do. */
const OVERRUN = 2;

/**
 * Returns a function that opens the configured model once its cost is known.
 * @throws CrawlError `wrong_usage` without a key; when opened: if it would cost too much, or was refused
 */
export function agentOpener(config: Config): (tokens: number) => Promise<AgentOptions> {
  const { llmApiKey: apiKey, llmBaseUrl: baseUrl, llmModel: model, llmTimeoutSeconds, llmMaxTokens } = config;
  if (apiKey === undefined)
    throw new CrawlError("wrong_usage", { detail: "--model needs LLM_API_KEY, LLM_BASE_URL and LLM_MODEL" });
  return async (tokens) => {
    await approve(tokens, llmMaxTokens);
    const timeoutMs = llmTimeoutSeconds * 1_000;
    const chat = await openChat({ apiKey, baseUrl, model, timeoutMs, ...outsideFetch(config) });
    return { chat, maxTokens: llmMaxTokens ?? OVERRUN * Math.max(tokens, ASK_ABOVE) };
  };
}

async function approve(tokens: number, limit: number | undefined): Promise<void> {
  if (tokens <= (limit ?? ASK_ABOVE)) return;
  const cost = `The model would read and write about ${grouped(tokens)} tokens`;
  const isAskable = limit === undefined && process.stdin.isTTY && process.stderr.isTTY;
  if (isAskable && (await isYes(`${cost}. Go on? (y/N) `))) return;
  const most = grouped(limit ?? ASK_ABOVE);
  throw new CrawlError("wrong_usage", {
    detail: `${cost}, more than ${most}: set LLM_MAX_TOKENS to what it may spend, or compare fewer files`,
  });
}

async function isYes(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(question)).trim());
  } finally {
    terminal.close();
  }
}
