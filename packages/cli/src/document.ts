// validate, diff, overlay and mcp: commands for existing documents.
import { statSync } from "node:fs";
import type { Fetch } from "@llmstxt-service/crawler/fetch";
import { openFetching } from "@llmstxt-service/crawler/fetch/open";
import { validate } from "@llmstxt-service/document/check";
import { checkLinks } from "@llmstxt-service/document/check/live";
import { type Difference, diff, isDifferent } from "@llmstxt-service/document/diff";
import { startingOverlay } from "@llmstxt-service/document/overlay/file";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/facts";
import { loadSettings } from "@llmstxt-service/service/settings";
import { EXIT, type Exit, wrongUsage } from "./exit.ts";
import { readBytes } from "./files.ts";
import { printable } from "./report.ts";

/** Most bytes of a document; no reader takes a longer one. */
const MAX_BYTES = 10 * 2 ** 20;

const isAddress = (source: string): boolean => /^https?:\/\//i.test(source);

/** Runs `work` with a fetch that may reach this address's host even in a private network. */
async function withFetch<T>(address: string | undefined, work: (fetch: Fetch) => Promise<T>): Promise<T> {
  const {
    USER_AGENT: userAgent,
    ALLOW_PRIVATE_NETWORKS: allowPrivateNetworks,
    USE_ENV_PROXY: useEnvProxy,
  } = loadSettings();
  const fetching = openFetching({ userAgent, allowPrivateNetworks, useEnvProxy });
  try {
    return await work(fetching.forCrawl({ typed: address }).plain);
  } finally {
    await fetching.close();
  }
}

/** The text of a file, of `-` or of an address. A byte order mark is kept, since it is a finding. */
async function textOf(source: string, signal: AbortSignal): Promise<string> {
  const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  if (!isAddress(source)) return decode(await readBytes(source, signal));
  return withFetch(source, async (fetch) => {
    const { status, body } = await fetch({ url: source, maxBytes: MAX_BYTES }, signal);
    if (status !== 200) throw new CrawlError("http_status", { status });
    return decode(body);
  });
}

/** Prints the findings. @returns `failed` where one is an error */
export async function validateCommand(
  source: string,
  flags: { live?: true; json?: true },
  signal: AbortSignal,
): Promise<Exit> {
  const text = await textOf(source, signal);
  const site = isAddress(source) ? source : undefined;
  const report = validate(text);
  const live = flags.live
    ? await withFetch(site, (fetch) => checkLinks(text, { fetch, ...(site && { base: site }) }, signal))
    : undefined;
  const findings = [...report.findings, ...(live?.findings ?? [])].sort((a, b) => a.line - b.line);
  if (flags.json) process.stdout.write(`${JSON.stringify({ findings, ...(live && { asked: live.asked }) })}\n`);
  else {
    for (const { level, line, message } of findings)
      process.stdout.write(`${printable(`line ${line}: ${level}: ${message}`)}\n`);
    const errors = findings.filter(({ level }) => level === "error").length;
    const more = report.more > 0 ? `; ${count(report.more, "more finding")} not shown` : "";
    const asked =
      live === undefined
        ? ""
        : `, ${count(live.asked, "link")} asked for${live.notAsked > 0 ? `, ${live.notAsked} not` : ""}`;
    process.stderr.write(
      `${findings.length === 0 ? "No issues" : `${count(errors, "error")}, ${count(findings.length - errors, "warning")}${more}`}${asked}.\n`,
    );
  }
  return findings.some(({ level }) => level === "error") ? EXIT.failed : EXIT.done;
}

/** Prints the pages that two documents do not share. */
export async function diffCommand(
  before: string,
  after: string,
  { json }: { json?: true },
  signal: AbortSignal,
): Promise<void> {
  const found = diff(await textOf(before, signal), await textOf(after, signal));
  if (json) process.stdout.write(`${JSON.stringify(found)}\n`);
  else process.stdout.write(isDifferent(found) ? linesOf(found) : "No differences.\n");
}

function linesOf({ name, summary, notes, added, removed, changed, moved }: Difference): string {
  const head = [
    ["Name", name],
    ["Summary", summary],
    ["Notes", notes],
  ] as const;
  const lines = [
    ...head.flatMap(([what, change]) =>
      change === undefined ? [] : [`${what}: ${change[0] || "none"} -> ${change[1] || "none"}`],
    ),
    ...added.map(({ title, url, section }) => `+ ${title} (${section}): ${url}`),
    ...removed.map(({ title, url, section }) => `- ${title} (${section}): ${url}`),
    ...moved.map(({ title, url, from, section }) => `> ${title} (${from} -> ${section}): ${url}`),
    ...changed.flatMap(({ url, title, excerpt }) => [
      `~ ${url}`,
      ...[title, excerpt].flatMap((change) =>
        change === undefined ? [] : [`    ${change[0] || "none"}`, `    -> ${change[1] || "none"}`],
      ),
    ]),
  ];
  return lines.map((line) => `${printable(line)}\n`).join("");
}

/** Prints a starting overlay, all of it in comments. */
export async function overlayCommand(source: string, signal: AbortSignal): Promise<void> {
  process.stdout.write(startingOverlay(await textOf(source, signal)));
}

/** Serves a folder or an address until standard input ends. */
export async function mcpCommand(source: string, version: string, signal: AbortSignal): Promise<void> {
  const { livePages, publishedPages, serveMcp } = await import("@llmstxt-service/service/mcp");
  const streams = { input: process.stdin, output: process.stdout, version };
  if (isAddress(source))
    return withFetch(source, async (fetch) => serveMcp(await livePages(source, fetch, signal), streams, signal));
  if (!statSync(source, { throwIfNoEntry: false })?.isDirectory())
    throw wrongUsage(`${source} is no folder and no address`);
  await serveMcp(await publishedPages(source), streams, signal);
}
