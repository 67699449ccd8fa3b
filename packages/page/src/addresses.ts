/** Most characters of an `href`; longer ones are data or a trap, and costly to parse. */
const HREF_CHARACTERS = 8_192;

/** A path that the URL standard leaves as it is: most links are one, and parsing them was a tenth of reading a page. */
const PLAIN_PATH = /^\/(?!\/)[\w~/-]*(?:\.html?)?$/;

/** A path below a folder, or below one above it, that the URL standard leaves as it is. Bound: linear, a slash before each name. */
const PLAIN_RELATIVE = /^((?:\.\.\/)*)([\w~-][\w~.-]*(?:\/[\w~-][\w~.-]*)*\/?(?:#[\w.-]*)?)$/;

/** Resolves the addresses on one page; never throws. */
export class Addresses {
  readonly base: string;
  readonly #origin: string;
  /** Folder of the base with its slash; empty where the base is no address. */
  readonly #folder: string;
  /** Resolved addresses by `href`; empty for one that is no address. */
  readonly #resolved = new Map<string, string>();

  /** @param baseHref of the page's first `<base>`; empty without one */
  constructor(url: string, baseHref: string) {
    this.base = (baseHref === "" ? undefined : httpUrl(baseHref, url)) ?? url;
    this.#origin = httpUrl("/", this.base)?.slice(0, -1) ?? "";
    this.#folder = httpUrl(".", this.base) ?? "";
  }

  /** The absolute http(s) URL; undefined for other schemes and for what is no address. */
  resolve(href: string): string | undefined {
    const known = this.#resolved.get(href);
    if (known !== undefined) return known || undefined;
    const url = this.#plain(href) ?? httpUrl(href, this.base);
    this.#resolved.set(href, url ?? "");
    return url;
  }

  /** The URL of an address that needs no parser; undefined for others. */
  #plain(href: string): string | undefined {
    if (this.#origin === "") return undefined;
    if (PLAIN_PATH.test(href)) return this.#origin + href;
    const [, up, path] = (href.length <= HREF_CHARACTERS && PLAIN_RELATIVE.exec(href)) || [];
    if (up === undefined || path === undefined) return undefined;
    let end = this.#folder.length;
    for (let left = up.length; left > 0 && end > this.#origin.length + 1; left -= "../".length)
      end = this.#folder.lastIndexOf("/", end - 2) + 1;
    return this.#folder.slice(0, end) + path;
  }

  /** The absolute URL of an `href`; undefined for an empty one as well. */
  resolveIfAny(href: string): string | undefined {
    return href === "" ? undefined : this.resolve(href);
  }
}

function httpUrl(href: string, base: string): string | undefined {
  if (href.length > HREF_CHARACTERS) return undefined;
  const url = URL.parse(href, base);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") ? url.href : undefined;
}
