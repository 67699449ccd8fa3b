import type { RenderOptions } from "../listed-page.ts";

export interface BundleOptions extends RenderOptions {
  /** True if the server's key is needed to search the bundle on it; default: false. */
  readonly isPrivate?: boolean;
  /** Address that the folder of the files stands for; default: the root of the site's origin. */
  readonly root?: string;
  /** Address below which the files are served, where that is not the site itself. */
  readonly publishBase?: string;
  /** True to write an llms-full.txt beside each index. */
  readonly full?: boolean;
  /** The site's own Markdown by the page's address, for pages whose version lies where no reader looks for it. */
  readonly ownMarkdown?: ReadonlyMap<string, string>;
  /** Text of the earlier bundle's `.llmstxt/moves.json`. */
  readonly movesBefore?: string;
  /** Address of the homepage's own Markdown, where the site has one. */
  readonly homeMarkdown?: string;
}
