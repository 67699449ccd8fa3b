import { isUtf8 } from "node:buffer";
import { tryPercentDecoded } from "@llmstxt-service/page/address/percent";
import { CrawlError } from "@llmstxt-service/page/errors";
import type { HttpResponse } from "../http/http.ts";
import type { OfflineRequest } from "../offline.ts";
import { Disk, readWhole } from "./disk.ts";
import { REDIRECTS_MAX_BYTES, RedirectRules } from "./redirect-rules.ts";

export interface StaticHostOptions {
  /** The folder, absolute and without symbolic links. */
  readonly root: string;
  /** Address it is served at; its path ends with a slash. */
  readonly base: URL;
  /** True if a file, by its path from the root, is part of the site; others are answered with 404. */
  readonly isPart: (path: string) => boolean;
}

/** Target of a path. */
type PathTarget =
  | { readonly type: "file"; readonly file: string; readonly names: readonly string[] }
  | { readonly type: "elsewhere"; readonly to: string; readonly status: number }
  | { readonly type: "nothing"; readonly status: number };

const MISSING: PathTarget = { type: "nothing", status: 404 };

/** First pages of sites without an index file, the likeliest first. */
const STARTS: readonly string[] = ["docs", "en"];

/** Files that the host reads and does not serve. */
const HOST_FILES: readonly string[] = ["_redirects", "_headers"];

/** A folder as GitHub Pages, Netlify and Cloudflare Pages serve it: `/a` is `a` or `a.html`, or goes to `/a/`, which is `a/index.html`. */
export class StaticHost {
  readonly #options: StaticHostOptions;
  readonly #disk: Disk;
  #rules: RedirectRules | undefined;

  constructor(options: StaticHostOptions) {
    this.#options = options;
    this.#disk = new Disk(options.root);
  }

  /** @throws CrawlError `off_site`, `too_large`, `unreadable`, and what `admit` throws */
  answer(url: URL, asked: OfflineRequest): HttpResponse {
    const startedAt = performance.now();
    const place = this.#placeOf(url);
    const since = () => performance.now() - startedAt;
    if (place.type === "file") return { ...fileAnswer(place, asked), elapsedMs: since() };
    const headers = place.type === "elsewhere" ? { location: place.to } : {};
    return { status: place.status, headers, body: new Uint8Array(), wireBytes: 0, elapsedMs: since() };
  }

  /** The file that answers an address; undefined where none does. @throws CrawlError `off_site`, `unreadable` */
  fileOf(url: URL): string | undefined {
    const place = this.#placeOf(url);
    return place.type === "file" ? place.file : undefined;
  }

  #placeOf(url: URL): PathTarget {
    const { base } = this.#options;
    const { pathname, search } = url;
    if (url.origin !== base.origin) return toOwnOrigin(url, base);
    if (`${pathname}/` === base.pathname) return { type: "elsewhere", to: `${pathname}/${search}`, status: 301 };
    const path = pathname.startsWith(base.pathname)
      ? tryPercentDecoded(pathname.slice(base.pathname.length - 1))
      : undefined;
    if (path === undefined) return MISSING;
    const place = this.#find(path, url);
    this.#rules ??= this.#readRedirects();
    const rule = this.#rules.find(path, { isThere: place.type !== "nothing" });
    if (rule !== undefined) return this.#follow(rule.to, rule.status, url);
    return place.type === "nothing" && pathname === base.pathname ? this.#start(url) : place;
  }

  /** Redirect from a root without an index file, as hosts do by settings that are not in the folder. */
  #start(url: URL): PathTarget {
    const name = STARTS.find((start) => this.#find(`/${start}`, url).type !== "nothing");
    return name === undefined ? MISSING : { type: "elsewhere", to: `${url.pathname}${name}`, status: 302 };
  }

  /** The file behind a decoded path, or the redirect that adds its slash. */
  #find(path: string, url: URL): PathTarget {
    const names = path.split("/").filter((name) => name !== "");
    if (!names.every(isServed)) return MISSING;
    if (path.endsWith("/")) return this.#file([...names, "index.html"]) ?? MISSING;
    const last = names.at(-1) ?? "";
    const own = this.#file(names) ?? this.#file([...names.slice(0, -1), `${last}.html`]);
    if (own !== undefined) return own;
    const hasIndex = this.#file([...names, "index.html"]) !== undefined;
    return hasIndex ? { type: "elsewhere", to: `${url.pathname}/${url.search}`, status: 301 } : MISSING;
  }

  #file(names: readonly string[]): Extract<PathTarget, { type: "file" }> | undefined {
    if (names.at(-1) === "404.html" || HOST_FILES.includes(names.join("/"))) return undefined;
    const found = this.#disk.look(names);
    if (found.type !== "file" || !this.#options.isPart(names.join("/"))) return undefined;
    return { type: "file", file: found.file, names };
  }

  /** Target of a rule. A path of this folder may be shown at the address that was asked for; a rule for it is not looked at again. */
  #follow(to: string, status: number, url: URL): PathTarget {
    if (status >= 400) return { type: "nothing", status };
    if (status >= 300) return { type: "elsewhere", to, status };
    const target = URL.parse(to, url.href);
    if (target?.origin !== url.origin) throw new CrawlError("off_site", { origin: target?.origin ?? to });
    const path = tryPercentDecoded(target.pathname);
    return path === undefined ? MISSING : this.#find(path, target);
  }

  /** Reads `_redirects`, which counts only at the root of a host. */
  #readRedirects(): RedirectRules {
    const { pathname, origin } = this.#options.base;
    const found = pathname === "/" ? this.#disk.look(["_redirects"]) : undefined;
    if (found?.type !== "file") return new RedirectRules("", origin);
    const body = readWhole(found.file, { maxBytes: REDIRECTS_MAX_BYTES, mayCut: true });
    return new RedirectRules(Buffer.from(body).toString("utf8"), origin);
  }
}

/** http and https, with and without `www.`, are one site: a host sends its visitors from one to the other. */
function toOwnOrigin(url: URL, base: URL): PathTarget {
  const bare = ({ hostname, port }: URL) => `${hostname.replace(/^www\./, "")}:${port}`;
  if (bare(url) !== bare(base)) throw new CrawlError("off_site", { origin: url.origin });
  return { type: "elsewhere", to: `${base.origin}${url.pathname}${url.search}`, status: 301 };
}

/** True for a name that is served: not `..`, not hidden, without separators of any system. */
function isServed(name: string): boolean {
  if (name.startsWith(".") && name !== ".well-known") return false;
  return !/[\0\\/]/.test(name);
}

function fileAnswer(
  { file, names }: Extract<PathTarget, { type: "file" }>,
  asked: OfflineRequest,
): Omit<HttpResponse, "elapsedMs"> {
  const type = typeOf(names.at(-1) ?? "");
  const maxBytes = asked.admit({ status: 200, headers: { "content-type": type } }) ?? asked.maxBytes;
  if (asked.method === "HEAD")
    return { status: 200, headers: { "content-type": type }, body: new Uint8Array(), wireBytes: 0 };
  const body = readWhole(file, { ...asked, maxBytes });
  return { status: 200, headers: { "content-type": contentType(type, body) }, body, wireBytes: body.length };
}

/** Types by ending, as static hosts send them; images, fonts and archives need none. */
const TYPES: Readonly<Record<string, string>> = {
  html: "text/html",
  htm: "text/html",
  xhtml: "application/xhtml+xml",
  md: "text/markdown",
  markdown: "text/markdown",
  txt: "text/plain",
  xml: "application/xml",
  rss: "application/rss+xml",
  atom: "application/atom+xml",
  json: "application/json",
  yaml: "application/yaml",
  yml: "application/yaml",
  js: "text/javascript",
  mjs: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  pdf: "application/pdf",
  gz: "application/gzip",
};

/** The type of a file by its name alone; a name without an ending is served as a download. */
function typeOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return (dot < 0 ? undefined : TYPES[name.slice(dot + 1).toLowerCase()]) ?? "application/octet-stream";
}

/** Value of the `Content-Type` field, with a charset only for UTF-8; other text declares its own. */
function contentType(type: string, body: Uint8Array): string {
  const isText = type.startsWith("text/") || type === "application/xhtml+xml";
  return isText && isUtf8(body) ? `${type}; charset=utf-8` : type;
}
