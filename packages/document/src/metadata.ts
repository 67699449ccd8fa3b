import { METADATA } from "@llmstxt-service/page/our-files";
import type { RenderOptions } from "./listed-page.ts";
import { linkUrl } from "./text.ts";

export { METADATA } from "@llmstxt-service/page/our-files";

/** The paragraph that keeps both official parsers from losing the summary (docs/explanation/document.md). */
export function metadataLine(pages: number, { generatedAt, source, stoppedEarly }: RenderOptions): string {
  const at = generatedAt.toISOString().replace(/\.\d+Z$/, "Z");
  return `Generated: ${at} | Source: ${linkUrl(source) ?? "unknown"} | Pages: ${pages}${stoppedEarly ? " (stopped early)" : ""}`;
}

/** The site's address that a metadata line tells; undefined where it tells none. */
export function sourceIn(metadata: string): string | undefined {
  const [, url = ""] = /\| Source: (\S+) \|/.exec(metadata) ?? [];
  return URL.canParse(url) ? url : undefined;
}

/** Number of pages in the metadata line; undefined if the line has none. */
export function pagesIn(text: string): number | undefined {
  const [, , pages] = METADATA.exec(text) ?? [];
  return pages === undefined ? undefined : Number(pages);
}

/** `text` with the time that an earlier one says; as it is where either says none. */
export function withTimeOf(earlier: string, text: string): string {
  const [, then] = METADATA.exec(earlier) ?? [];
  const [line, now] = METADATA.exec(text) ?? [];
  return then === undefined || line === undefined || now === undefined
    ? text
    : text.replace(line, () => line.replace(now, then));
}
