import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import { renderOverlaid } from "@llmstxt-service/document";
import { diffLlmsTxt, isDifferent, type LlmsTxtDiff } from "@llmstxt-service/document/check";
import { DESC_LENGTH } from "@llmstxt-service/document/limits";
import { CrawlError } from "@llmstxt-service/page/errors";
import { openGenerateWorld } from "@llmstxt-service/service/generate-world";
import { printable } from "@llmstxt-service/service/printable";
import { loadConfig } from "@llmstxt-service/service/settings/config";
import { type OverlayFile, readOverlayFile } from "./generate/overlay-flag.ts";
import { readSource } from "./read-source.ts";

export interface DiffFlags {
  readonly json?: true;
  readonly overlay?: string;
  readonly exitCode?: true;
}

/**
 * Prints the differences of two documents.
 * @returns false if they count as a failure
 */
export async function runDiff(
  { before, after }: { readonly before: string; readonly after: string },
  flags: DiffFlags,
  signal: AbortSignal,
): Promise<boolean> {
  if (before === "-" && after === "-") {
    throw new CrawlError("wrong_usage", { detail: "Only one of the two documents can come from standard input" });
  }
  const overlay = flags.overlay === undefined ? undefined : await readOverlayFile(flags.overlay);
  const fetching = lazily(() => openGenerateWorld(loadConfig(process.cwd()), () => {}).fetching);
  try {
    const old = await readSource(before, fetching.get, signal);
    const diff = diffLlmsTxt(old, changed(await readSource(after, fetching.get, signal), after, overlay));
    process.stdout.write(flags.json ? `${JSON.stringify(diff)}\n` : describeDiff(diff));
    return flags.exitCode === undefined || !isDifferent(diff);
  } finally {
    await fetching.opened?.close();
  }
}

/**
 * The document with the overlay.
 * @throws CrawlError `wrong_usage` for a document of another program, since its other parts would be lost
 */
function changed(text: string, source: string, file: OverlayFile | undefined): string {
  if (file === undefined) return text;
  const document = renderOverlaid({ text }, file.overlay, { descLength: DESC_LENGTH.max });
  if (document === undefined)
    throw new CrawlError("wrong_usage", { detail: `${source} is no llms.txt of this program's, as --overlay needs` });
  for (const finding of document.overlaid.findings) process.stderr.write(`${printable(file.describe(finding))}\n`);
  return document.text;
}

/** The differences as lines for a person: `+` added, `-` removed, `~` changed, `>` moved. */
export function describeDiff({ name, summary, notes, added, removed, changed, moved }: LlmsTxtDiff): string {
  const lines = [
    ...change("name", name),
    ...change("summary", summary),
    ...change("notes", notes),
    ...added.map(({ section, title, url }) => `+ ${section}: ${title} ${url}`),
    ...removed.map(({ section, title, url }) => `- ${section}: ${title} ${url}`),
    ...changed.flatMap(({ url, title, excerpt }) => [
      `~ ${url}`,
      ...change("  title", title),
      ...change("  excerpt", excerpt),
    ]),
    ...moved.map(({ url, from, section }) => `> ${url} from ${from} to ${section}`),
    `${added.length} added, ${removed.length} removed, ${changed.length} changed, ${moved.length} moved`,
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

function change(what: string, values: readonly [string, string] | undefined): readonly string[] {
  return values === undefined ? [] : [`${what}: ${values[0]} -> ${values[1]}`];
}
