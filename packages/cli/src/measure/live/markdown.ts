import { MarkdownProbe, type VersionPattern, versionsAt } from "@llmstxt-service/crawler/crawl/markdown-versions";
import type { Fault } from "@llmstxt-service/document/check";
import type { AskedLink } from "./links.ts";
import type { LiveRun } from "./run.ts";

/** Most links to HTML whose Markdown is looked for; for the first of them every usual address is tried. */
const MAX_PAGES = 20;
const TRY_ALL = 3;

/** Most bytes read of a page: its head names its Markdown. */
const MAX_BYTES = 256 * 1024;

export interface MarkdownRun extends LiveRun {
  readonly asked: readonly AskedLink[];
}

/** Links of the site that lead to HTML: a finding for each page with Markdown, or one for all if none has any. */
export async function markdownFaults(run: MarkdownRun, signal: AbortSignal): Promise<Fault[]> {
  const pages = run.asked.filter(({ url, answer }) => isHtml(answer) && run.site?.own(url) !== undefined);
  const search = new MarkdownSearch(run, signal);
  const found: Fault[] = [];
  for (const { url, lines } of spread(pages)) {
    const version = await search.versionOf(url);
    if (version === "itself") continue;
    if (version !== undefined)
      for (const line of lines) found.push({ rule: "link-html", line, detail: `${url} has ${version}` });
  }
  const [first] = pages;
  if (found.length > 0 || search.hasItself || first === undefined) return found;
  const detail = `${pages.length} of ${run.asked.length} links`;
  return [{ rule: "markdown-missing", line: first.lines[0] ?? 1, detail }];
}

const isHtml = (answer: AskedLink["answer"]): boolean =>
  answer?.type === "there" && /^(?:text\/html|application\/xhtml)/i.test(answer.contentType);

/** Links from all parts of the file. */
function spread<T>(all: readonly T[]): T[] {
  const step = Math.max(1, all.length / MAX_PAGES);
  return Array.from({ length: Math.min(MAX_PAGES, all.length) }, (_, index) => all[Math.floor(index * step)]).filter(
    (one) => one !== undefined,
  );
}

class MarkdownSearch {
  hasItself = false;
  readonly #run: MarkdownRun;
  readonly #signal: AbortSignal;
  readonly #probe: MarkdownProbe;
  readonly #patterns = new Set<VersionPattern>();
  #tried = 0;

  constructor(run: MarkdownRun, signal: AbortSignal) {
    this.#run = run;
    this.#signal = signal;
    this.#probe = new MarkdownProbe(run.fetch.plain, () => true);
  }

  /** The page's Markdown: `itself` if its own address answers Markdown on request; undefined if there is none. */
  async versionOf(url: string): Promise<string | undefined> {
    const stated = await this.#stated(url);
    if (stated !== undefined) return stated;
    const isFirst = ++this.#tried <= TRY_ALL;
    for (const { pattern, version } of versionsAt(url)) {
      if (!isFirst && !this.#patterns.has(pattern)) continue;
      if (!(await this.#probe.isMarkdown(version, this.#signal))) continue;
      this.#patterns.add(pattern);
      return version;
    }
    return undefined;
  }

  /** Address of the Markdown that the page names. Never rejects: an unreadable page names none. */
  async #stated(url: string): Promise<string | undefined> {
    const { fetch, readers } = this.#run;
    try {
      const accept = "text/markdown, text/html;q=0.5";
      const answer = await fetch.plain({ url, accept, maxBytes: MAX_BYTES, cut: true }, this.#signal);
      if (/^text\/(?:x-)?markdown\b/i.test(answer.headers["content-type"] ?? "")) {
        this.hasItself = true;
        return "itself";
      }
      const { page } = await readers.forCrawl({ withMarkdown: false }, this.#signal).page(answer);
      return page.alternates.markdown;
    } catch {
      return undefined; // it answered a moment ago: whatever failed now says nothing of Markdown
    }
  }
}
