/** Most characters of an `href`; longer ones are data or a trap, and costly to parse. */
const HREF_CHARACTERS = 8_192;

/** A path that the URL standard leaves as it is: most links are one, and parsing them was a tenth of reading a page. */
const PLAIN_PATH = /^\/(?!\/)[\w~/-]*(?:\.html?)?$/;

/** Resolves the addresses on one page; never throws. */
export class Addresses {
  readonly base: string;
  readonly #origin: string;
  /** Resolved addresses by `href`; empty for one that is no address. */
  readonly #resolved = new Map<string, string>();

  /** @param baseHref of the page's first `<base>`; empty without one */
  constructor(url: string, baseHref: string) {
    this.base = (baseHref === "" ? undefined : httpUrl(baseHref, url)) ?? url;
    this.#origin = httpUrl("/", this.base)?.slice(0, -1) ?? "";
  }

  /** The absolute http(s) URL; undefined for other schemes and for what is no address. */
  resolve(href: string): string | undefined {
    const known = this.#resolved.get(href);
    if (known !== undefined) return known || undefined;
    const isPlain = this.#origin !== "" && PLAIN_PATH.test(href);
    const url = isPlain ? this.#origin + href : httpUrl(href, this.base);
    this.#resolved.set(href, url ?? "");
    return url;
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
