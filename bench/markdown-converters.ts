import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageMarkdown } from "../packages/page/src/markdown/markdown.ts";

export interface Converter {
  readonly name: string;
  /** Bytes of a page to Markdown; may throw. */
  readonly convert: (page: Buffer) => string;
}

const PEERS = join(import.meta.dirname, "peers/markdown.js");
const URL_OF_PAGE = "https://site.test/docs/page";

/** Ours first; the others where they are installed (npm ci --prefix bench/peers). */
export async function converters(): Promise<readonly Converter[]> {
  const ours = {
    name: "ours",
    convert: (page: Buffer) => pageMarkdown(page, { url: URL_OF_PAGE, contentType: "text/html; charset=utf-8" }),
  };
  if (!existsSync(join(import.meta.dirname, "peers/node_modules/turndown"))) return [ours];
  const peers: { readonly CONVERTERS: readonly Converter[] } = await import(pathToFileURL(PEERS).href);
  return [ours, ...peers.CONVERTERS];
}
