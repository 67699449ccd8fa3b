import type { Validation } from "@llmstxt-service/document/check";
import { countsOf } from "@llmstxt-service/document/document-counts";
import { CrawlError } from "@llmstxt-service/page/errors";
import { sha256 } from "@llmstxt-service/page/sha256";
import type { Delivery, PublishOutcome } from "../sites/delivery.ts";
import type { BaseText, Site } from "../sites/site.ts";
import { isPublished } from "./request.ts";
import { keptBase } from "./sealed-texts.ts";
import type { DocumentSeal } from "./sealing.ts";
import { changesOf, storeText } from "./site-crawl.ts";
import { storedUrl, unstoredOf } from "./storage/storage.ts";
import type { SiteWorld } from "./world.ts";

/** A site's latest text, and the text that its owner's changes make of it. */
interface ChangedText {
  readonly site: Site;
  /** Unsealed texts. */
  readonly before: string;
  readonly base: BaseText;
  readonly text: string;
  readonly validation: Pick<Validation, "valid">;
  readonly seal: DocumentSeal;
}

/** Milliseconds for the store while a client waits; a text not stored by then waits for another try. */
const STORE_MS = 15_000;

/**
 * Delivers a text with the owner's changes without a crawl: it is stored like a crawl's text, and becomes a version of
 * the site, which the next crawl takes for its own. Files of a bundle are made from pages, so they wait for a crawl.
 * @throws CrawlError `unexpected` for a document that is not valid, `database_unavailable`; the signal's reason
 */
export async function publishChanges(
  { site, before, base, text, validation, seal }: ChangedText,
  world: SiteWorld,
  signal: AbortSignal,
): Promise<PublishOutcome> {
  const digest = sha256(text);
  if (digest === site.latestHash) return "same";
  const { plainDigest, generatedAt, crawlingSince } = site;
  if (crawlingSince !== null || plainDigest === null || generatedAt === null || isFamily(site)) return "afterCrawl";
  if (!validation.valid) throw new CrawlError("unexpected", { detail: "The document breaks its own rules" });
  const { pages, characters } = countsOf(text);
  // A private site's text is withheld as after a crawl with credentials.
  const request = { ...site.request, full: false, llmEnhance: false, ...(site.isPrivate && NO_CREDENTIALS) };
  const uploaded = await storeText(
    { request, text, crawled: undefined, uploadMs: STORE_MS },
    { world, report: () => {} },
    signal,
  );
  const isOwnBase = base.text === text && base.addresses === undefined;
  const delivery: Delivery = {
    text: seal.sealText(text),
    characters,
    digest,
    plainDigest,
    generatedAt,
    pages,
    fileUrl: storedUrl(uploaded),
    unstored: unstoredOf(uploaded),
    memoryKey: undefined,
    counts: changesOf(before, { text, counts: { pages } }),
    base: isOwnBase ? undefined : keptBase(base, seal),
  };
  if (!(await world.sites.publishText(site, delivery))) return "afterCrawl";
  return uploaded.type === "notStored" ? "notStored" : "published";
}

const NO_CREDENTIALS = { credentials: { headers: {}, cookies: [] } } as const;

/** True if documents of other languages and versions are made: these need the pages. */
const isFamily = ({ request: { languages = [], versions = [] } }: Site): boolean =>
  languages.length + versions.length > 0;

/** True if a crawl must follow, which makes the files besides the text. */
export const hasBundle = ({ request, isPrivate }: Site): boolean =>
  isPublished({ ...request, ...(isPrivate && NO_CREDENTIALS) });
