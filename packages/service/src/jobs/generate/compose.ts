import type { CrawlEnd, CrawledPage } from "@llmstxt-service/crawler";
import { yieldToEventLoop } from "@llmstxt-service/crawler/waiting/event-loop";
import type { Rendered, RenderOptions } from "@llmstxt-service/document";
import { countsOf } from "@llmstxt-service/document/document-counts";
import { documentOptionsOf } from "@llmstxt-service/document/document-options";
import { tryEntry } from "@llmstxt-service/document/entry";
import type { LeftOutPage } from "@llmstxt-service/document/listed-page";
import { withTimeOf } from "@llmstxt-service/document/metadata";
import { type BaseDocument, changeCount, hasChanges } from "@llmstxt-service/document/overlay";
import { CrawlError } from "@llmstxt-service/page/errors";
import { sha256 } from "@llmstxt-service/page/sha256";
import type { CrawlRequest } from "../request.ts";
import type { Generated, GenerateJob } from "./generated.ts";
import { improve } from "./improve.ts";
import type { LeftOutCounter } from "./left-out-counter.ts";

interface Writing {
  readonly request: CrawlRequest;
  readonly pages: readonly CrawledPage[];
  readonly why: CrawlEnd;
  readonly job: GenerateJob;
  readonly leftOut: LeftOutCounter;
}

type Composed = Omit<Generated, "digest" | "validation" | "full" | "own" | "why">;

/**
 * Makes the document that is delivered from pages: rendered, enhanced, then with the owner's changes. Digests compare
 * the rendered text, dated as the last document: only if that differs has the content changed, and only then is a model
 * asked. A text that differs by the owner's changes alone counts as new, too.
 */
export async function compose(writing: Writing, signal: AbortSignal): Promise<Composed> {
  const { report } = writing.job;
  const end = await composeUnlessSame(writing, signal);
  if (end.overlay !== undefined) report({ type: "overlaid", ...end.overlay });
  const { relatives } = end.rendered;
  const counts = countsOf(end.text);
  for (const left of end.rendered.leftOut) report({ type: "leftOut", ...left });
  report({ type: "rendered", rendered: end.rendered, counts, leftOut: writing.leftOut.groups });
  return { ...end, counts, ...(relatives && { relatives }) };
}

type Uncounted = Omit<Composed, "counts">;

async function composeUnlessSame(writing: Writing, signal: AbortSignal): Promise<Uncounted> {
  const { job } = writing;
  const { previous } = job;
  const same = previous && (await plainAt(previous.generatedAt, writing, signal));
  if (previous === undefined || same?.plainDigest !== previous.plainDigest) return composeAnew(writing, signal);
  const { pages } = writing;
  const unchanged = { pages, changed: false, contentChanged: false } as const;
  const { delivered } = previous;
  if (delivered === undefined) return { ...same, text: same.rendered.text, ...unchanged };
  const base = delivered.base ?? baseOf(same.rendered);
  const before = await overlaidFrom(base, { plain: same, writing }, signal);
  if (sha256(before.text) === delivered.digest) return { ...before, ...unchanged };
  const now = await plainAt(job.world.now(), writing, signal);
  const text = withTimeOf(now.rendered.text, base.text);
  const after = await overlaidFrom({ ...base, text }, { plain: now, writing }, signal);
  return { ...after, pages, changed: true, contentChanged: false };
}

async function composeAnew(writing: Writing, signal: AbortSignal): Promise<Uncounted> {
  const { request, job } = writing;
  const plain = await plainAt(job.world.now(), writing, signal);
  const { rendered } = plain;
  const { text: plainText, undescribed } = rendered;
  const { text, pages } = await improve({ request, text: plainText, undescribed, pages: writing.pages, job }, signal);
  const base = text === rendered.text ? baseOf(rendered) : { ...rendered.base, text };
  const end = await overlaidFrom(base, { plain: { ...plain, rendered: { ...rendered, text } }, writing }, signal);
  return { ...end, pages, changed: true, contentChanged: true };
}

/** The rendered document and its digest, before enhancement and overlay. */
interface Plain {
  readonly rendered: Rendered;
  readonly plainDigest: string;
  readonly generatedAt: Date;
}

async function plainAt(
  generatedAt: Date,
  { request, pages, why, job: { world } }: Writing,
  signal: AbortSignal,
): Promise<Plain> {
  const { budget, documents } = world.settings;
  const { url: source } = request;
  const stopped = why === "asked" && { stoppedEarly: true };
  const options: RenderOptions = {
    ...documents,
    ...documentOptionsOf(request),
    ...budget,
    source,
    generatedAt,
    ...stopped,
  };
  const rendered = await world.writer.llmsTxt(pages, options, signal);
  await yieldToEventLoop();
  return { rendered, plainDigest: digestOf(rendered), generatedAt };
}

/** Digest of a document and its relatives: a family is unchanged if each of its documents is. */
const digestOf = ({ text, relatives = [] }: Rendered): string =>
  sha256([text, ...relatives.map((relative) => relative.text)].join(""));

const baseOf = ({ base, text }: Rendered): BaseDocument => base ?? { text };

/** Pages that the document links to with one of these links, as left out. */
function hiddenPages(pages: readonly CrawledPage[], links: ReadonlySet<string>): LeftOutPage[] {
  if (links.size === 0) return [];
  return pages.flatMap((page) => (links.has(tryEntry(page)?.url ?? "") ? [{ url: page.url, reason: "hidden" }] : []));
}

/** The document with the owner's changes; without any, the plain document. */
async function overlaidFrom(
  base: BaseDocument,
  { plain, writing: { request, pages, job } }: { readonly plain: Plain; readonly writing: Writing },
  signal: AbortSignal,
): Promise<Omit<Uncounted, "pages" | "changed" | "contentChanged">> {
  const { overlay = {}, descLength } = request;
  const { writer, settings } = job.world;
  const kept = (text: string) => (base.text === text && base.addresses === undefined ? {} : { base });
  // A model's text is no rendering, so without changes of the owner the base itself is the document.
  if (!hasChanges(overlay)) {
    const text = plain.rendered.base?.text === base.text ? plain.rendered.text : base.text;
    return { ...plain, text, ...kept(text) };
  }
  const document = await writer.overlaid({ base, overlay, descLength, ...settings.budget }, signal);
  if (document === undefined) throw new CrawlError("unexpected", { detail: "The document cannot take its overlay" });
  const { overlaid, ...rendered } = document;
  const made = { changes: changeCount(overlay), findings: overlaid.findings };
  const { undescribed, relatives } = plain.rendered;
  const hidden = new Set(overlaid.hidden.map(({ was: { url } }) => base.addresses?.[url] ?? url));
  const leftOut = [...plain.rendered.leftOut, ...hiddenPages(pages, hidden)];
  return {
    ...plain,
    rendered: { ...rendered, leftOut, undescribed, ...(relatives && { relatives }) },
    text: rendered.text,
    overlay: made,
    ...kept(rendered.text),
  };
}
