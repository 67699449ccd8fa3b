import type { CrawledPage } from "@llmstxt-service/crawler";
import type { Finding } from "@llmstxt-service/document/check";

export interface RenderOptions {
  readonly source: string;
  readonly descLength: number;
  readonly generatedAt: Date;
  /** The crawl ended on request: the document says so. */
  readonly isStoppedEarly: boolean;
}

/** Writes and checks documents. */
export interface Writer {
  render(
    pages: readonly CrawledPage[],
    options: RenderOptions,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly shortened: number }>;
  /** The sections of a document as a reader finds them, and what is wrong with it. */
  check(
    text: string,
    signal: AbortSignal,
  ): Promise<{
    readonly findings: readonly Finding[];
    readonly sections: readonly {
      readonly name: string;
      readonly items: readonly { readonly title: string; readonly url: string }[];
    }[];
  }>;
}

/** Writes in this thread. Its modules are loaded when they are needed: a crawl's first request does not wait for them. */
export const writerHere: Writer = {
  async render(pages, options) {
    const { render } = await import("@llmstxt-service/document");
    const { text, shortened } = render(pages, options);
    return { text, shortened: shortened?.excerpts ?? 0 };
  },
  async check(text) {
    const { parse, validate } = await import("@llmstxt-service/document/check");
    const sections = parse(text).sections.map(({ name, items }) => ({
      name,
      items: items.map(({ title, url }) => ({ title, url })),
    }));
    return { sections, findings: validate(text).findings };
  },
};
