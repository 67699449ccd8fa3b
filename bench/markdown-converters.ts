import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { pageMarkdown } from "../packages/page/src/markdown/markdown.ts";
import { isInstalled } from "./install.ts";

export interface Converter {
  readonly name: string;
  /** Bytes of a page to Markdown; may throw. */
  readonly convert: (page: Buffer) => string | Promise<string>;
}

const PEERS = join(import.meta.dirname, "peers/markdown.js");
const URL_OF_PAGE = "https://site.test/docs/page";

/** Ours first; the others where they are installed. */
export async function converters(): Promise<readonly Converter[]> {
  const ours = {
    name: "ours",
    convert: (page: Buffer) => pageMarkdown(page, { url: URL_OF_PAGE, contentType: "text/html; charset=utf-8" }),
  };
  if (!isInstalled("peers")) return [ours];
  const peers: { readonly CONVERTERS: readonly Converter[] } = await import(pathToFileURL(PEERS).href);
  return [ours, ...peers.CONVERTERS];
}
