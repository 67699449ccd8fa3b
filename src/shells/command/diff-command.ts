import { loadConfig } from "../../config.ts";
import { CrawlError } from "../../errors.ts";
import { diffLlmsTxt, isDifferent, type LlmsTxtDiff } from "../../llmstxt/check/check.ts";
import { openGenerateWorld } from "../generate-world.ts";
import { printable } from "../printable.ts";
import { lazily } from "./lazily.ts";
import { readSource } from "./read-source.ts";

export interface DiffFlags {
  readonly json?: true;
  /** A difference is a failure. */
  readonly exitCode?: true;
}

/** Prints how the second document differs from the first. @returns false where that counts as a failure */
export async function runDiff(
  { before, after }: { readonly before: string; readonly after: string },
  flags: DiffFlags,
  signal: AbortSignal,
): Promise<boolean> {
  if (before === "-" && after === "-") {
    throw new CrawlError("wrong_usage", { detail: "Only one of the two documents can come from standard input" });
  }
  const fetching = lazily(() => openGenerateWorld(loadConfig(process.cwd()), () => {}).fetching);
  try {
    const diff = diffLlmsTxt(
      await readSource(before, fetching.get, signal),
      await readSource(after, fetching.get, signal),
    );
    process.stdout.write(flags.json ? `${JSON.stringify(diff)}\n` : describeDiff(diff));
    return flags.exitCode === undefined || !isDifferent(diff);
  } finally {
    await fetching.opened?.close();
  }
}

/** The differences as lines a person reads: `+` added, `-` removed, `~` changed, `>` moved. */
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
