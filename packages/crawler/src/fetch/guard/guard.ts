import { isIP, type LookupFunction } from "node:net";
import { CrawlError } from "@llmstxt-service/page/errors";
import { fetchError } from "../failure.ts";
import { MAX_URL_LENGTH } from "../limits.ts";
import { type Lookups, lookupError, type Names, type Resolve, type ResolvedAddress } from "../names/names.ts";
import { isNobody, isOpenPort, isPublicAddress, isPublicName } from "./addresses.ts";

/** A host, as URLs and sockets write it, and a port. */
export interface HostPort {
  readonly hostname: string;
  readonly port: number;
}

export interface GuardOptions {
  /** Lets every address through; scheme, user info and ports are still looked at. */
  readonly allowPrivateNetworks: boolean;
  /**
   * Host and port that a person typed. The name is looked up once, again only after a failure. If the answer has
   * special-purpose addresses, all connections go to these alone; if it has none, the host is treated like any other.
   */
  readonly typed?: HostPort | undefined;
  readonly names: Names;
  /** Called with the address at which a host is dialled. */
  readonly onAddress?: (hostname: string, address: string) => void;
}

/**
 * Decides where requests may go. Every connection of the product, the browser's included, is opened through one:
 * `checkUrl` before anything happens, `checkTarget` and `lookupFor` as the connection is made.
 */
export interface Guard {
  /** @throws CrawlError `invalid_url`, `address_not_allowed`; names are still to be resolved. */
  checkUrl(url: string): URL;
  /** Looks at a host as it is dialled: an IP literal never reaches `lookup`. @throws CrawlError `address_not_allowed` */
  checkTarget(target: HostPort): void;
  /** Checks a URL and the addresses of its name, for a browser that dials from another network. @throws CrawlError */
  resolve(url: string): Promise<void>;
  /**
   * Checks a host that a forward proxy will dial. If every address is allowed, and for a typed name that cannot be
   * looked up here, the name's addresses are left to the proxy. @throws CrawlError
   */
  checkForProxy(target: HostPort, lookups?: Lookups): Promise<void>;
  /** Look-up for `net.connect`: all addresses of the name are checked, and only these are dialled. */
  lookupFor(target: HostPort, lookups?: Lookups): LookupFunction;
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };

export const notAllowed = () => new CrawlError("address_not_allowed", {});

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
    throw new CrawlError("invalid_url", { detail: "not an http(s) URL" });
  }
  if (url.username !== "" || url.password !== "") throw new CrawlError("invalid_url", { detail: "URL with user info" });
  if (url.href.length > MAX_URL_LENGTH)
    throw new CrawlError("invalid_url", { detail: `URL over ${MAX_URL_LENGTH} characters` });
  return url;
}

/** Host and port that `net.connect` dials for a URL. */
export const targetOf = (url: URL): HostPort => ({ hostname: bareHostname(url.hostname), port: portOf(url) });

export function openGuard({ allowPrivateNetworks, typed, names, onAddress }: GuardOptions): Guard {
  const typedTarget = typed && new TypedTarget(typed, names.resolveTyped);

  function checkTarget({ hostname, port }: HostPort): void {
    const target = { hostname: bareHostname(hostname), port };
    if (!isOpenPort(port) || isNobody(target.hostname)) throw notAllowed();
    if (allowPrivateNetworks || typedTarget?.is(target)) return;
    const fits = isIP(target.hostname) === 0 ? isPublicName(target.hostname) : isPublicAddress(target.hostname);
    if (!fits) throw notAllowed();
  }

  function checkUrl(text: string): URL {
    const url = parseUrl(text);
    checkTarget(targetOf(url));
    return url;
  }

  async function addressesOf(target: HostPort, lookups: Lookups): Promise<readonly ResolvedAddress[]> {
    const typedAddresses = !allowPrivateNetworks && typedTarget?.is(target) ? await typedTarget.addresses() : undefined;
    if (typedAddresses !== undefined) return typedAddresses;
    const addresses = await lookups.lookUp(target.hostname);
    if (allowPrivateNetworks || addresses.every(isPublic)) return addresses;
    throw notAllowed();
  }

  function lookupFor({ hostname, port }: HostPort, lookups = names.plain): LookupFunction {
    const target = { hostname: bareHostname(hostname), port };
    return (_, options, callback) => {
      addressesOf(target, lookups).then(
        (addresses) => {
          const [first] = addresses;
          if (first !== undefined) onAddress?.(target.hostname, first.address);
          if (first === undefined) callback(lookupError("ENOTFOUND", hostname), []);
          else if (options.all) callback(null, [...addresses]);
          else callback(null, first.address, first.family);
        },
        (thrown: unknown) => callback(thrown instanceof Error ? thrown : new Error(String(thrown)), []),
      );
    };
  }

  async function checkForProxy(asked: HostPort, lookups = names.plain): Promise<void> {
    checkTarget(asked);
    const target = { ...asked, hostname: bareHostname(asked.hostname) };
    if (allowPrivateNetworks || isIP(target.hostname) !== 0) return;
    try {
      const [first] = await addressesOf(target, lookups);
      if (first !== undefined) onAddress?.(target.hostname, first.address);
    } catch (thrown) {
      const error = fetchError(thrown);
      if (error.code === "address_not_allowed" || error.code === "aborted") throw error;
      if (!typedTarget?.is(target)) throw unknownHere(error);
    }
  }

  async function resolve(text: string): Promise<void> {
    const target = targetOf(checkUrl(text));
    if (isIP(target.hostname) !== 0) return;
    try {
      await addressesOf(target, names.plain);
    } catch (thrown) {
      throw fetchError(thrown);
    }
  }

  return { checkTarget, checkUrl, resolve, checkForProxy, lookupFor };
}

/** A name that only the proxy could look up: what it leads to cannot be checked. */
function unknownHere({ message }: CrawlError): CrawlError {
  const detail = `${message}; names are looked up and checked here before the proxy is asked`;
  return new CrawlError("dns", { detail });
}

const isPublic = ({ address }: ResolvedAddress) => isPublicAddress(address);

/** The address that a person typed, and what its name meant when it was first looked up. */
class TypedTarget {
  readonly #target: HostPort;
  readonly #resolve: Resolve;
  #firstAnswer: Promise<readonly ResolvedAddress[]> | undefined;

  constructor({ hostname, port }: HostPort, resolve: Resolve) {
    this.#target = { hostname: bareHostname(hostname), port };
    this.#resolve = resolve;
  }

  is({ hostname, port }: HostPort): boolean {
    return hostname === this.#target.hostname && port === this.#target.port;
  }

  /**
   * The special-purpose addresses of its first answer. Where that has none: its addresses for the connection it was
   * asked for, and undefined for all later ones.
   */
  async addresses(): Promise<readonly ResolvedAddress[] | undefined> {
    const isFirst = this.#firstAnswer === undefined;
    const answer = this.#firstAnswer ?? this.#resolve(this.#target.hostname, new AbortController().signal);
    this.#firstAnswer = answer;
    try {
      // Public addresses beside special-purpose ones are dropped: one of them could be an outsider's, in the same
      // origin.
      const inner = (await answer).filter((address) => !isPublic(address));
      if (inner.length > 0) return inner;
      return isFirst ? await answer : undefined;
    } catch (thrown) {
      // A failed look-up allows nothing; the next connection looks the name up again.
      if (this.#firstAnswer === answer) this.#firstAnswer = undefined;
      throw thrown;
    }
  }
}
