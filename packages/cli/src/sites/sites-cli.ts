import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chosenOptions, type DocumentOptions } from "@llmstxt-service/document/document-options";
import { globsProblem } from "@llmstxt-service/page/address/globs";
import { checkLanguage } from "@llmstxt-service/page/address/language-tag";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { siteKey } from "@llmstxt-service/page/address/site-key";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import { openQueue } from "@llmstxt-service/service/jobs/queue";
import { pagesListed, plainSiteRequest, REQUEST_DEFAULTS, withChoices } from "@llmstxt-service/service/jobs/request";
import { printable } from "@llmstxt-service/service/printable";
import { siteJson } from "@llmstxt-service/service/protocol";
import type { Config } from "@llmstxt-service/service/settings/config";
import type { Sites } from "@llmstxt-service/service/sites";
import { type HostPart, removePart } from "@llmstxt-service/service/sites/moving";
import type { SiteChoices } from "@llmstxt-service/service/sites/site";
import type { ListedSite, SITE_FILTERS } from "@llmstxt-service/service/sites/site-query";
import { TAGS_RULE, tagsOf } from "@llmstxt-service/service/sites/tags";
import { readUrlList } from "../generate/url-list.ts";
import { pagesWithin } from "../in-range.ts";
import { type AlertFlags, changedRule } from "./alert-commands.ts";
import { sitesTable } from "./sites-table.ts";
import { isWithoutDatabase, type Shell, withSites } from "./with-sites.ts";

export interface ListFlags {
  readonly filter: (typeof SITE_FILTERS)[number];
  readonly search?: string;
  readonly tag?: string;
  readonly json: boolean;
}

const PAGE = 500;

/** Lists every enrolled site, the most urgent first. If there is none, stderr says so, with the database's place. */
export async function listSites(
  config: Config,
  { filter, search, tag: wanted, json }: ListFlags,
  { print, signal }: Shell,
): Promise<void> {
  if (isWithoutDatabase(config))
    return say(`No sites: ${config.dataDir} has no database. llmstxt sites add <url> makes it`);
  const [tag] = wanted === undefined ? [] : checkedTags([wanted]);
  await withSites(config, async ({ sites }) => {
    let cursor: string | null = null;
    let listed = 0;
    do {
      const query = {
        filter,
        sort: "status",
        limit: PAGE,
        ...(search && { search }),
        ...(tag && { tag }),
        ...(cursor && { cursor }),
      } as const;
      const page = await sites.page(query);
      signal.throwIfAborted();
      const lines = json ? page.items.map((site) => JSON.stringify(siteJson(site))) : sitesTable(page.items);
      // Only the first page has headings.
      const shown = json ? lines : lines.slice(listed > 0 || page.items.length === 0 ? 1 : 0);
      for (const line of shown) print(line);
      // Waits for a slow reader, so that millions of lines are not held in memory.
      if (process.stdout.writableNeedDrain) await once(process.stdout, "drain", { signal });
      listed += page.items.length;
      cursor = page.next;
    } while (cursor !== null);
    if (listed === 0) say(search || tag || filter !== "all" ? "No site is like that" : "No sites are enrolled");
  });
}

export async function showSite(
  config: Config,
  url: string,
  { json }: { json: boolean },
  print: Shell["print"],
): Promise<void> {
  checkPlace(config, url);
  await withSites(config, async ({ sites }) => {
    const shown = siteJson(await theSite(sites, url));
    if (json) return print(JSON.stringify(shown));
    for (const [name, value] of Object.entries(shown)) print(printable(`${name}: ${words(value)}`));
  });
}

export interface SiteFlags extends Partial<DocumentOptions> {
  readonly interval?: number;
  readonly maxPages?: number;
  readonly scope?: "domain" | "path";
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly language?: string;
  readonly sitemap?: readonly string[];
  /** File with the pages to list; false: those that are found. */
  readonly urls?: string | false;
  readonly useProxy?: boolean;
  readonly publish?: boolean;
  /** Tags of the site; false: none. */
  readonly tag?: readonly string[] | false;
}

/** @throws CrawlError `wrong_usage` for an invalid tag */
function checkedTags(given: readonly string[]): readonly string[] {
  const tags = tagsOf(given);
  if (tags === undefined) throw new CrawlError("wrong_usage", { detail: `--tag ${TAGS_RULE}` });
  return tags;
}

const tagsIn = ({ tag }: SiteFlags) => (tag === undefined ? undefined : checkedTags(tag || []));

/** @throws CrawlError `wrong_usage`, `invalid_request` for an invalid glob or language, or a bad list */
async function choicesOf(site: string, flags: SiteFlags, signal: AbortSignal): Promise<SiteChoices> {
  const { scope, include, exclude, language, useProxy, publish, sitemap } = flags;
  const problem = globsProblem([...(include ?? []), ...(exclude ?? [])]);
  if (problem !== undefined) throw new CrawlError("wrong_usage", { detail: problem });
  if (language !== undefined) checkLanguage(language);
  const wrong = sitemap?.find((url) => tryPageUrl(url) === undefined);
  if (wrong !== undefined) throw new CrawlError("wrong_usage", { detail: `--sitemap ${wrong} is no http(s) address` });
  const { urls: file, subdomains = false } = flags;
  const list = file ? await readUrlList({ file, site, subdomains }, signal) : undefined;
  const urls = file === false ? [] : list?.urls;
  return { scope, include, exclude, language, useProxy, publish, sitemaps: sitemap, urls, ...chosenOptions(flags) };
}

/** Enrols a site without a crawl: the next run crawls it. */
export async function addSite(config: Config, url: string, flags: SiteFlags, { print, signal }: Shell): Promise<void> {
  if (siteKey(url) === undefined) throw new CrawlError("invalid_url", {});
  const { maxPagesLimit, proxyBrowserEnabled: useProxy } = config;
  const plain = plainSiteRequest(url, { maxPagesLimit, useProxy });
  const [choices, tags] = [await choicesOf(url, flags, signal), tagsIn(flags)];
  const maxPages = pagesWithin(flags.maxPages ?? pagesListed({ url, ...choices }), maxPagesLimit);
  await withSites(config, async ({ sites }) => {
    if ((await sites.find(url)) !== undefined)
      throw new CrawlError("wrong_usage", { detail: `${url} is enrolled already` });
    const { baseUrl } = await sites.enrol({
      request: withChoices({ ...plain, maxPages }, choices),
      recrawlIntervalMinutes: flags.interval ?? REQUEST_DEFAULTS.recrawlIntervalMinutes,
      tags,
      sentinelUrl: null,
    });
    print(`Enrolled ${baseUrl}; the next run crawls it`);
  });
}

export async function removeSites(
  config: Config,
  { url, hosts }: { readonly url: string | undefined; readonly hosts: HostPart | undefined },
  print: Shell["print"],
): Promise<void> {
  if ((url === undefined) === (hosts === undefined))
    throw new CrawlError("wrong_usage", { detail: "Name a site or --hosts, and not both" });
  if (url !== undefined) checkPlace(config, url);
  await withSites(config, async ({ sites, database }) => {
    if (hosts) return print(`Removed ${count(await removePart(database, hosts), "site")}; their files stay`);
    const { id, baseUrl } = await theSite(sites, url ?? "");
    await sites.remove(id);
    print(`Removed ${baseUrl}; its files stay`);
  });
}

export interface SetFlags extends SiteFlags, AlertFlags {
  readonly pause?: boolean;
  readonly resume?: boolean;
  /** Secret of the webhook. `new` makes one, which is printed this once; `none` removes it. */
  readonly webhookSecret?: string;
}

/** Changes a site. A secret can be set and replaced, but never read. */
export async function setSite(config: Config, url: string, flags: SetFlags, { print, signal }: Shell): Promise<void> {
  checkChange(flags);
  const [choices, tags] = [await choicesOf(url, flags, signal), tagsIn(flags)];
  checkPlace(config, url);
  await withSites(config, async ({ sites }) => {
    const { id, baseUrl, alerts: rule } = await theSite(sites, url);
    const alerts = await changedRule(flags, rule);
    const { interval: recrawlIntervalMinutes, pause, resume, webhookSecret } = flags;
    const paused = pause ? true : resume ? false : undefined;
    const pages = flags.maxPages ?? pagesListed({ url, ...choices });
    const maxPages = pages === undefined ? undefined : pagesWithin(pages, config.maxPagesLimit);
    await sites.change(id, { recrawlIntervalMinutes, maxPages, paused, tags, alerts, ...choices });
    if (webhookSecret !== undefined) await setSecret(sites, id, webhookSecret, print);
    print(`Changed ${baseUrl}`);
  });
}

/**
 * Fewest and most characters of a webhook's secret, since a shorter one can be guessed; the same in the REST interface.
 */
const SECRET_CHARACTERS = { min: 8, max: 200 } as const;

/** @throws CrawlError `wrong_usage` for no change, or two that exclude each other */
function checkChange(flags: SetFlags): void {
  const { pause, resume, webhookSecret: secret } = flags;
  const refuse = (detail: string) => {
    throw new CrawlError("wrong_usage", { detail });
  };
  if (Object.keys(flags).length === 0) refuse("Nothing to change: llmstxt sites set --help shows what can be");
  if (pause && resume) refuse("--pause and --resume cannot both be");
  if (secret === undefined || secret === "new" || secret === "none") return;
  const { min, max } = SECRET_CHARACTERS;
  if (secret.length < min || secret.length > max)
    refuse(`--webhook-secret must have ${min} to ${max} characters; \`new\` makes one`);
}

async function setSecret(sites: Sites, id: string, given: string, print: Shell["print"]): Promise<void> {
  const secret = given === "new" ? `whs_${randomBytes(18).toString("base64url")}` : given;
  await sites.setWebhookSecret(id, given === "none" ? null : secret);
  if (given === "new") print(secret);
}

/** Queues a recrawl of one site, or of all due ones, for the workers. */
export async function queueRecrawl(config: Config, url: string | undefined, print: Shell["print"]): Promise<void> {
  await withSites(config, async ({ sites, database }) => {
    const site = url === undefined ? undefined : await theSite(sites, url);
    const queue = await openQueue(await database.connection(), () => {});
    try {
      const run = site
        ? await sites.startRunOver([site.id], queue.add)
        : await sites.startRun(config.recrawlBatchLimit, queue.add);
      print(`Queued ${count(run?.summary.total ?? 0, "site")}`);
    } finally {
      await queue.close();
    }
  });
}

/** Brings the schema up to date, by opening the database. */
export async function migrateDatabase(config: Config, print: Shell["print"]): Promise<void> {
  await withSites(config, async ({ migrated, database }) => {
    const queue = await openQueue(await database.connection(), () => {});
    await queue.close();
    print(migrated.length === 0 ? "The database is up to date" : `Migrated: ${migrated.join(", ")}`);
  });
}

async function theSite(sites: Sites, url: string): Promise<ListedSite> {
  const site = await sites.find(url);
  if (site === undefined) throw new CrawlError("wrong_usage", { detail: `${url} is not enrolled` });
  return site;
}

/** @throws CrawlError `wrong_usage` if there is no database: opening one would make it */
function checkPlace(config: Config, url: string): void {
  if (!isWithoutDatabase(config)) return;
  throw new CrawlError("wrong_usage", { detail: `${url} is not enrolled: ${config.dataDir} has no database` });
}

const say = (line: string) => void process.stderr.write(`${printable(line)}\n`);

function words(value: unknown): string {
  if (value === null) return "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
