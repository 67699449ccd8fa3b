import type { Crawl } from "../../state/crawl.ts";
import { count, size } from "../../words/amounts.ts";

/** `1.4 MB received`, `all by plain fetch` or `80 plain, 3 browser, 1 failed`. */
export function howFetched(crawl: Crawl): readonly string[] {
  const { bytes, pagesBy } = crawl.progress;
  const { failed } = crawl;
  const received = bytes > 0 ? [`${size(bytes)} received`] : [];
  if (pagesBy.plain > 0 && pagesBy.browser + pagesBy.proxy + failed === 0) return [...received, "all by plain fetch"];
  const ways = [
    [pagesBy.plain, "plain"],
    [pagesBy.browser, "browser"],
    [pagesBy.proxy, "proxy"],
    [failed, "failed"],
  ] as const;
  const used = ways.filter(([pages]) => pages > 0).map(([pages, way]) => `${count(pages)} ${way}`);
  return used.length > 0 ? [...received, used.join(", ")] : received;
}
