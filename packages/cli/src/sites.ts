// llmstxt sites: enrolled sites, in the service's database.
import { once } from "node:events";
import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { openSites, type SiteChanges, type SitesAdmin } from "@llmstxt-service/service/admin";
import { count } from "@llmstxt-service/service/facts";
import { loadSettings } from "@llmstxt-service/service/settings";
import { wrongUsage } from "./exit.ts";
import { fileProblem } from "./files.ts";
import { overlayIn } from "./generate.ts";
import type { GenerateFlags } from "./generate-command.ts";
import { printable } from "./report.ts";
import { addressIn } from "./source.ts";

type PageFlags = "maxPages" | "descLength" | "include" | "exclude" | "scope" | "language" | "overlay";
export type SiteFlags = Partial<Pick<GenerateFlags, PageFlags>> & { readonly interval?: number };

const say = (text: string) => void process.stderr.write(`${printable(text)}\n`);

async function withSites(work: (sites: SitesAdmin) => Promise<void>): Promise<void> {
  const sites = await openSites(loadSettings());
  try {
    await work(sites);
  } finally {
    await sites.close();
  }
}

/** Prints a line and waits for a slow reader, so that lines do not pile up in memory. */
async function print(line: string, signal: AbortSignal): Promise<void> {
  if (!process.stdout.write(`${line}\n`)) await once(process.stdout, "drain", { signal });
}

/** Prints every enrolled site, those that need attention first. */
export const listSites = ({ search, json }: { search?: string; json?: true }, signal: AbortSignal): Promise<void> =>
  withSites(async (sites) => {
    let listed = 0;
    for await (const site of sites.list(search === undefined ? {} : { search })) {
      signal.throwIfAborted();
      listed++;
      const { baseUrl, state, failure, nextCrawlAt, pages } = site;
      const words = [
        baseUrl,
        failure !== null ? `failed: ${failure.reason}` : state === "upToDate" ? "up to date" : state,
        pages === null ? "" : count(pages, "page"),
        nextCrawlAt === null ? "" : `next ${nextCrawlAt}`,
      ];
      await print(json ? JSON.stringify(site) : printable(words.filter(Boolean).join("  ")), signal);
    }
    if (listed === 0) say(search === undefined ? "No sites are enrolled" : "No site is like that");
  });

async function changesIn(flags: SiteFlags, signal: AbortSignal): Promise<SiteChanges> {
  const { interval, overlay: file, include, exclude, ...others } = flags;
  return {
    ...others,
    ...(include && { include: [...include] }),
    ...(exclude && { exclude: [...exclude] }),
    ...(interval !== undefined && { recrawlIntervalMinutes: interval }),
    ...(file !== undefined && { overlay: await overlayIn(file, signal) }),
  };
}

/** Enrols sites; each is due at once. */
export async function addSites(urls: readonly string[], flags: SiteFlags, signal: AbortSignal): Promise<void> {
  const changes = await changesIn(flags, signal);
  const addresses = urls.map((url) => addressIn(url));
  await withSites(async (sites) => {
    for (const url of addresses) say(`${(await sites.add(url, changes)) === "added" ? "Enrolled" : "Changed"} ${url}`);
  });
}

const notEnrolled = (url: string) => wrongUsage(`${url} is not enrolled: llmstxt sites list shows which sites are`);

/** Changes the given settings; the others stay. */
export async function setSite(typed: string, flags: SiteFlags, signal: AbortSignal): Promise<void> {
  const url = addressIn(typed);
  const changes = await changesIn(flags, signal);
  if (Object.keys(changes).length === 0)
    throw wrongUsage("Nothing to change: llmstxt sites set --help shows what can be set");
  await withSites(async (sites) => {
    if (!(await sites.set(url, changes))) throw notEnrolled(url);
    say(`Changed ${url}`);
  });
}

export async function removeSites(urls: readonly string[]): Promise<void> {
  const addresses = urls.map((url) => addressIn(url));
  await withSites(async (sites) => {
    for (const url of addresses) {
      if (!(await sites.remove(url))) throw notEnrolled(url);
      say(`Removed ${url}: it is crawled no more; its stored texts stay`);
    }
  });
}

/** Prints all sites as JSON lines, for `import`. */
export const exportSites = (signal: AbortSignal): Promise<void> =>
  withSites(async (sites) => {
    for await (const line of sites.exported()) await print(line, signal);
  });

/** Imports what `export` wrote, from a file or, for `-`, from standard input. */
export const importSites = (file: string, signal: AbortSignal): Promise<void> =>
  withSites(async (sites) => {
    const input = file === "-" ? process.stdin : createReadStream(file);
    const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY, signal });
    const { added, changed } = await sites.imported(lines).catch((error) => {
      throw error === input.errored ? wrongUsage(`Cannot read ${file}: ${fileProblem(error)}`) : error;
    });
    say(`${count(added, "site")} added, ${changed} changed`);
  });
