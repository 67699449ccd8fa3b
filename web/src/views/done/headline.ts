import type { Summary } from "../../protocol/types.ts";
import { count, size, some } from "../../words/amounts.ts";
import { took } from "../../words/times.ts";

/** Ways of fetching: `all by plain fetch` or `80 plain, 3 browser, 1 failed`. */
function ways({ pagesBy, failed }: Summary): string {
  if (pagesBy === undefined) return "";
  const { plain, browser, proxy } = pagesBy;
  if (plain > 0 && browser + proxy + failed === 0) return "all by plain fetch";
  const used = [
    [plain, "plain"],
    [browser, "browser"],
    [proxy, "proxy"],
    [failed, "failed"],
  ] as const;
  return used
    .filter(([pages]) => pages > 0)
    .map(([pages, way]) => `${count(pages)} ${way}`)
    .join(", ");
}

/** Summary of a crawl: `83 pages in 1.9 s · 1.4 MB received · all by plain fetch`. */
export function headline(summary: Summary, elapsedMs: number): string {
  const { pages, bytes = 0 } = summary;
  const received = bytes > 0 ? `${size(bytes)} received` : "";
  return [`${some(pages, "page")} in ${took(elapsedMs)}`, received, ways(summary)].filter(Boolean).join(" · ");
}
