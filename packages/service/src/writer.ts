// Writes and checks documents in this thread; threads.ts does the same in others.
import type { CrawledPage } from "@llmstxt-service/crawler";
import type { RenderOptions } from "@llmstxt-service/document";

/** Loads its modules on first use: a crawl's first request does not wait for them. */
export const writerHere = {
  async render(pages: readonly CrawledPage[], options: RenderOptions, _signal: AbortSignal) {
    const { render } = await import("@llmstxt-service/document");
    const { text, shortened } = render(pages, options);
    return { text, shortened: shortened?.excerpts ?? 0 };
  },
  /** The sections of a document as readers see them, and its findings. */
  async check(text: string, _signal: AbortSignal) {
    const { parse, validate } = await import("@llmstxt-service/document/check");
    const sections = parse(text).sections.map(({ name, items }) => ({
      name,
      items: items.map(({ title, url }) => ({ title, url })),
    }));
    return { sections, findings: validate(text).findings };
  },
};

export type Writer = typeof writerHere;
