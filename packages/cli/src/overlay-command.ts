import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import { parseLlmsTxt } from "@llmstxt-service/document/check";
import { startingOverlay } from "@llmstxt-service/document/overlay-file";
import { CrawlError } from "@llmstxt-service/page/errors";
import { openGenerateWorld } from "@llmstxt-service/service/generate-world";
import { loadConfig } from "@llmstxt-service/service/settings/config";
import { checkWritable, writeOutput } from "./generate/output.ts";
import { readSource } from "./read-source.ts";

export interface OverlayCommandFlags {
  readonly output?: string;
}

/**
 * Writes a first overlay for a document, with all possible changes as comments.
 * @throws CrawlError if it is no llms.txt
 */
export async function runOverlay(source: string, { output }: OverlayCommandFlags, signal: AbortSignal): Promise<void> {
  if (output !== undefined) await checkWritable(output);
  const fetching = lazily(() => openGenerateWorld(loadConfig(process.cwd()), () => {}).fetching);
  try {
    const text = await readSource(source, fetching.get, signal);
    if (parseLlmsTxt(text).name === "") throw new CrawlError("wrong_usage", { detail: `${source} is no llms.txt` });
    const overlay = startingOverlay(text);
    if (output === undefined) process.stdout.write(overlay);
    else await writeOutput(output, overlay);
  } finally {
    await fetching.opened?.close();
  }
}
