import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { CrawlError } from "../errors.ts";
import { isOpenPort, isPublicAddress, isPublicName } from "./addresses.ts";
import { fetchError } from "./failure.ts";
import type { Resolve } from "./resolve.ts";

/** A host and port that may be reached whatever its address is. */
export interface Allowance {
  readonly hostname: string;
  readonly port: number;
}

export interface GuardOptions {
  /** Lets every address through; scheme, user info and ports are still looked at. */
  readonly allowPrivateNetworks: boolean;
  readonly allow?: Allowance | undefined;
  /** Default: the system's resolver. */
  readonly resolve?: Resolve | undefined;
}

/**
 * Decides where requests may go. Every connection of the product, the browser's included, is opened through one:
 * `checkUrl` before anything happens, `checkTarget` and `lookup` as the connection is made.
 */
export interface Guard {
  /** @throws CrawlError `invalid_url`, `address_not_allowed`; names are still to be resolved. */
  checkUrl(url: string): URL;
  /** Looks at a host as it is dialled: an IP literal never reaches `lookup`. @throws CrawlError `address_not_allowed` */
  checkTarget(target: Allowance): void;
  /** Also resolves the name, for those who dial from elsewhere. @throws CrawlError */
  resolve(url: string): Promise<void>;
  /** For `net.connect`: one look-up a connection, all its addresses checked, and only those dialled. */
  lookupFor(target: Allowance): LookupFunction;
}

/** As long as an address may be; it also keeps one link from filling a log. */
export const MAX_URL_LENGTH = 2048;

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

export const notAllowed = () => new CrawlError("address_not_allowed", "address not allowed");

export function portOf(url: URL): number {
  return url.port === "" ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port);
}

/** `[::1]` -> `::1`; what DNS and sockets call the host of a URL. */
export const bareHostname = (hostname: string) => hostname.replace(/^\[|\]$/g, "").toLowerCase();

/** No domain by UTS 46; Node 24's parser lets it through. */
const EMPTY_PUNYCODE = /(^|\.)xn--(\.|$)/;

function parseUrl(text: string): URL {
  const url = URL.parse(text);
  if (url === null || DEFAULT_PORTS[url.protocol] === undefined || EMPTY_PUNYCODE.test(url.hostname)) {
    throw new CrawlError("invalid_url", "not an http(s) URL");
  }
  if (url.username !== "" || url.password !== "") throw new CrawlError("invalid_url", "URL with user info");
  if (url.href.length > MAX_URL_LENGTH) throw new CrawlError("invalid_url", `URL over ${MAX_URL_LENGTH} characters`);
  return url;
}

export function openGuard({ allowPrivateNetworks, allow, resolve = resolveBySystem }: GuardOptions): Guard {
  const allowed = allow && { hostname: bareHostname(allow.hostname), port: allow.port };
  const isFree = ({ hostname, port }: Allowance) =>
    allowPrivateNetworks || (allowed?.hostname === hostname && allowed.port === port);

  function checkTarget({ hostname, port }: Allowance): void {
    const target = { hostname: bareHostname(hostname), port };
    if (!isOpenPort(port)) throw notAllowed();
    if (isFree(target)) return;
    const fits = isIP(target.hostname) === 0 ? isPublicName(target.hostname) : isPublicAddress(target.hostname);
    if (!fits) throw notAllowed();
  }

  function checkUrl(text: string): URL {
    const url = parseUrl(text);
    checkTarget({ hostname: url.hostname, port: portOf(url) });
    return url;
  }

  function lookupFor({ hostname: name, port }: Allowance): LookupFunction {
    const target = { hostname: bareHostname(name), port };
    return (hostname, options, callback) =>
      resolve(hostname, (error, addresses) => {
        if (error !== null) return callback(error, []);
        const [first] = addresses;
        const fits = isFree(target) || addresses.every(({ address }) => isPublicAddress(address));
        if (first === undefined) callback(noAddress(hostname), []);
        else if (!fits) callback(notAllowed(), []);
        else if (options.all) callback(null, addresses);
        else callback(null, first.address, first.family);
      });
  }

  async function resolveUrl(text: string): Promise<void> {
    const url = checkUrl(text);
    const target = { hostname: bareHostname(url.hostname), port: portOf(url) };
    if (isIP(target.hostname) !== 0) return;
    await new Promise<void>((done, fail) =>
      lookupFor(target)(target.hostname, { all: true }, (error) => (error === null ? done() : fail(fetchError(error)))),
    );
  }

  return { checkTarget, checkUrl, resolve: resolveUrl, lookupFor };
}

/** Whatever its types say, `dns.lookup` gives no list with an error. */
const resolveBySystem: Resolve = (hostname, callback) =>
  systemLookup(hostname, { all: true }, (error, addresses) => callback(error, error === null ? addresses : []));

const noAddress = (hostname: string) =>
  Object.assign(new Error(`No address: ${hostname}`), { code: "ENOTFOUND", hostname });
