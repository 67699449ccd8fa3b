import { loadConfig } from "../../config.ts";
import { CrawlError } from "../../errors.ts";
import { parseLlmsTxt } from "../../llmstxt/check/check.ts";
import { startingOverlay } from "../../llmstxt/overlay-file/overlay-file.ts";
import { openGenerateWorld } from "../generate-world.ts";
import { checkWritable, writeWhole } from "./generate/output.ts";
import { lazily } from "./lazily.ts";
import { readSource } from "./read-source.ts";

export interface OverlayCommandFlags {
  readonly output?: string;
}

/** Writes a first overlay for a document: all that can be changed, as comments. @throws CrawlError for what is no llms.txt */
export async function runOverlay(source: string, { output }: OverlayCommandFlags, signal: AbortSignal): Promise<void> {
  if (output !== undefined) await checkWritable(output);
  const fetching = lazily(() => openGenerateWorld(loadConfig(process.cwd()), () => {}).fetching);
  try {
    const text = await readSource(source, fetching.get, signal);
    if (parseLlmsTxt(text).name === "") throw new CrawlError("wrong_usage", { detail: `${source} is no llms.txt` });
    const overlay = startingOverlay(text);
    if (output === undefined) process.stdout.write(overlay);
    else await writeWhole(output, overlay);
  } finally {
    await fetching.opened?.close();
  }
}
