import { basename, join } from "node:path";
import type { Budget } from "@llmstxt-service/document/budget";
import { type Bundle, planBundle } from "@llmstxt-service/document/bundle";
import { MISSING } from "@llmstxt-service/document/bundle/names";
import { isMarkdownOf } from "@llmstxt-service/document/bundle/own-version";
import { METADATA, withTimeOf } from "@llmstxt-service/document/metadata";
import { grouped } from "@llmstxt-service/page/grouped";
import { isOurPageFile } from "@llmstxt-service/page/our-files";
import { count } from "@llmstxt-service/service/describe";
import { type Generated, renderOptions } from "@llmstxt-service/service/jobs/generate";
import type { DocumentRequest } from "@llmstxt-service/service/jobs/request";
import { foreignFiles, goneFiles, writeBundle } from "@llmstxt-service/service/store/bundle-folder";
import { MOVES_PATH } from "@llmstxt-service/service/store/written";
import { unservedLines } from "@llmstxt-service/service/unserved-words";
import type { DeliveryFlags } from "./asked-files.ts";
import type { CrawlSource } from "./source.ts";
import { compare, storedText } from "./staleness.ts";

type PublishedDocument = Pick<Generated, "pages" | "generatedAt" | "own" | "why">;

export interface Publishing {
  readonly request: DocumentRequest;
  readonly source: CrawlSource;
  readonly flags: DeliveryFlags;
  readonly budget: Budget;
}

/**
 * Writes the bundle, or with `--check` only compares it.
 * @returns true if it is as it should be
 */
export async function publish(
  bundle: Bundle,
  { folder, flags }: { readonly folder: string; readonly flags: DeliveryFlags },
  signal: AbortSignal,
): Promise<boolean> {
  if (flags.check) {
    const written = [...bundle.files].map(([path, text]) => ({ file: join(folder, path), text }));
    const gone = await goneFiles({ folder, ...bundle });
    return compare([...written, ...gone.map((path) => ({ file: join(folder, path), text: undefined }))], flags);
  }
  const files = await withStoredTimes(folder, bundle.files);
  const { written, unchanged, removed } = await writeBundle({ folder, base: bundle.base, files }, signal);
  const kept = unchanged > 0 ? `, ${grouped(unchanged)} unchanged` : "";
  const gone = removed > 0 ? `, removed ${count(removed, "file")}` : "";
  if (!flags.quiet) process.stderr.write(`Published ${count(written, "file")} in ${folder}${kept}${gone}.\n`);
  // These warnings are printed even with --quiet: agents get no Markdown at these addresses.
  const { unserved } = bundle;
  if (unserved.length > 0)
    process.stderr.write(`${unservedLines({ count: unserved.length, pages: unserved }).join("\n")}\n`);
  return true;
}

/** The bundle of a crawl. Markdown in a page's place counts as the site's own version. */
export async function bundleOf(
  { pages, own, ...document }: PublishedDocument,
  { request, flags, source, budget }: Publishing,
  signal: AbortSignal,
): Promise<Bundle> {
  const { publish: folder, publishBase, full } = flags;
  const movesBefore = folder === undefined ? undefined : await storedText(join(folder, MOVES_PATH));
  const options = {
    ...renderOptions(request, document),
    ...budget,
    full: full === true,
    ...own,
    // A folder as the site has the address that it will be published at.
    ...(source.type === "folder" ? { root: source.url } : {}),
    ...(publishBase === undefined ? {} : { publishBase }),
    ...(movesBefore === undefined ? {} : { movesBefore }),
  };
  const bundle = planBundle(pages, options);
  if (folder === undefined || publishBase !== undefined) return bundle;
  const foreign = new Set((await foreignFiles({ folder, ...bundle }, signal)).map(({ path }) => path));
  const [home, ...others] = await withOwnVersions(pages, { bundle, folder, foreign });
  if (home === undefined || [home, ...others].every((page, at) => page === pages[at]))
    return withoutOwnMissing(bundle, foreign);
  const { markdownUrl } = home;
  const replanned = planBundle([home, ...others], { ...options, ...(markdownUrl && { homeMarkdown: markdownUrl }) });
  return withoutOwnMissing(replanned, foreign);
}

/** Generators write Markdown for what is not there, too: pkgdown does. The site's own stays, and servers answer with that. */
const withoutOwnMissing = (bundle: Bundle, foreign: ReadonlySet<string>): Bundle => ({
  ...bundle,
  files: new Map([...bundle.files].filter(([path]) => !(foreign.has(path) && basename(path) === MISSING))),
});

/** Pages with their own Markdown in the folder keep it as their version; any other text there is in the way. */
async function withOwnVersions(
  pages: PublishedDocument["pages"],
  {
    bundle,
    folder,
    foreign,
  }: { readonly bundle: Bundle; readonly folder: string; readonly foreign: ReadonlySet<string> },
): Promise<PublishedDocument["pages"]> {
  const found = pages.map(async (page) => {
    const file = bundle.markdown.get(page.url);
    if (file === undefined || !foreign.has(file.path) || page.markdownUrl !== undefined) return page;
    const text = await storedText(join(folder, file.path));
    const isOwn = text !== undefined && !isOurPageFile(text) && isMarkdownOf(text, page.markdown ?? page.page.text);
    return isOwn ? { ...page, markdownUrl: file.url } : page;
  });
  return Promise.all(found);
}

/** Keeps the time in documents whose content has not changed, and so their bytes. */
async function withStoredTimes(folder: string, files: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const kept = new Map(files);
  for (const [path, text] of files) {
    const stored = METADATA.test(text) ? await storedText(join(folder, path)) : undefined;
    if (stored !== undefined && withTimeOf(stored, text) === stored) kept.set(path, stored);
  }
  return kept;
}
