// Finds the offered pages: those of a published folder, or of a live llms.txt.
import { readFile } from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";
import type { Fetch } from "@llmstxt-service/crawler/fetch";
import { parse } from "@llmstxt-service/document/check";
import { LIST_PATH, listedPaths } from "@llmstxt-service/document/publishing";
import type { SearchedPage } from "@llmstxt-service/document/search";
import { markdownOf, read } from "@llmstxt-service/page";
import { percentDecoded } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { METADATA } from "@llmstxt-service/page/our-files";

export interface OfferedPages {
  readonly pages: readonly SearchedPage[];
  /** The Markdown of a page; undefined if there is no such page. */
  read(address: string, signal: AbortSignal): Promise<string | undefined>;
}

/** @throws CrawlError `wrong_usage` for a folder without an llms.txt */
export async function publishedPages(folder: string): Promise<OfferedPages> {
  const root = resolve(folder);
  const indexes = listedPaths(await tryRead(resolve(root, LIST_PATH))).filter((path) => path.endsWith("llms.txt"));
  const pages = new Map<string, SearchedPage>();
  const byAddress = new Map<string, SearchedPage>();
  for (const path of indexes.length === 0 ? ["llms.txt"] : indexes) {
    const file = resolve(root, path);
    const text = await tryRead(file);
    if (text === undefined) throw new CrawlError("wrong_usage", { detail: `${folder} has no ${path}` });
    const { home, items } = listed(text);
    const files = [
      { page: home, markdown: await tryRead(resolve(dirname(file), "index.md")) },
      ...(await Promise.all(items.map(async (page) => ({ page, markdown: await markdownFile(root, page.url) })))),
    ];
    for (const { page, markdown } of files) {
      if (markdown === undefined || page === undefined) continue;
      const offered = { ...page, text: markdown };
      pages.set(page.url, offered);
      const [, source] = /^Source: (\S+)\s*$/m.exec(markdown.slice(-3_000)) ?? [];
      for (const address of [page.url, source ?? page.url]) byAddress.set(keyOf(address), offered);
    }
  }
  return { pages: [...pages.values()], read: async (address) => byAddress.get(keyOf(address))?.text };
}

/** @throws CrawlError if there is no llms.txt, or it cannot be fetched */
export async function livePages(address: string, fetch: Fetch, signal: AbortSignal): Promise<OfferedPages> {
  const url = /\.(?:txt|md)$/.test(address) ? address : `${address.replace(/\/$/, "")}/llms.txt`;
  const index = await fetch({ url, accept: "text/plain,text/markdown;q=0.9,*/*;q=0.1" }, signal);
  const { home, items } = listed(Buffer.from(index.body).toString("utf8"), index.url);
  if (index.status !== 200 || items.length === 0)
    throw new CrawlError("wrong_usage", { detail: `${url} answers ${index.status} and lists no page` });
  const pages = home === undefined ? items : [home, ...items];
  const known = new Map(pages.map((page) => [keyOf(page.url), page.url]));
  return {
    pages,
    async read(wanted, stop) {
      const page = known.get(keyOf(wanted));
      if (page === undefined) return undefined;
      const accept = "text/markdown,text/plain;q=0.9,text/html;q=0.8";
      const { status, body, headers, url: landed } = await fetch({ url: page, accept }, stop);
      if (status !== 200) throw new CrawlError("wrong_usage", { detail: `it answers ${status}` });
      const contentType = headers["content-type"] ?? "";
      if (!/html/i.test(contentType)) return Buffer.from(body).toString("utf8");
      return markdownOf(read(body, { url: landed, contentType }));
    },
  };
}

/** The pages of an llms.txt, with their excerpts. */
function listed(text: string, base?: string) {
  const { name, summary = "", metadata = "", sections } = parse(text);
  const url = METADATA.exec(metadata)?.groups?.source;
  const items = sections.flatMap((section) =>
    section.items.flatMap((item) => {
      const absolute = URL.parse(item.url, base)?.href;
      const words = `${section.name}\n\n${item.excerpt ?? ""}`;
      return absolute === undefined ? [] : [{ url: absolute, title: item.title, text: words }];
    }),
  );
  return { home: url === undefined ? undefined : { url, title: name, text: summary }, items };
}

/** One key for all forms of a page's address, that of its Markdown included. */
function keyOf(address: string): string {
  const { hostname, port, pathname, search } = URL.parse(address) ?? new URL(`unknown:${address}`);
  const path = pathname.replace(/(?:\.html?)?(?:\.md)?$/, "").replace(/\/(?:index)?$/, "");
  return `${hostname.replace(/^www\./, "")}:${port}${path}${search}`;
}

/** The file of a Markdown address: its path below the folder, or the end of its path if the folder stands for one. */
async function markdownFile(root: string, url: string): Promise<string | undefined> {
  const names = new URL(url).pathname.split("/").filter(Boolean).map(percentDecoded);
  for (let from = 0; from < names.length && names.at(-1)?.endsWith(".md"); from++) {
    const file = resolve(root, ...names.slice(from));
    const text = file.startsWith(root + sep) ? await tryRead(file) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}

async function tryRead(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "EISDIR" || code === "ENOTDIR" || code === "ERR_INVALID_ARG_VALUE")
      return undefined;
    throw thrown;
  }
}
