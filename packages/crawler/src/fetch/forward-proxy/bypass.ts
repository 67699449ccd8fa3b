import { BlockList, isIP, isIPv6 } from "node:net";
import { domainToASCII } from "node:url";
import { bareHostname, portOf } from "../guard/guard.ts";

/** True if a host is asked without a proxy. */
export type Bypass = (url: URL) => boolean;

/** One entry of a list: what it covers, at any port or at one. */
interface BypassEntry {
  readonly covers: (hostname: string) => boolean;
  readonly port: number | undefined;
}

/**
 * Reads `NO_PROXY`: entries separated by commas or white space, in any case. `example.com`, `.example.com` and `*.example.com`
 * cover the name and all names below it, `10.0.0.0/8` and `fd00::/8` the addresses of a network that stand in a URL, `*`
 * everything; `:8080` at the end keeps an entry to one port. What is none of these covers nothing. This machine is
 * always asked without: a proxy's `localhost` is the proxy.
 */
export function bypassOf(list: string): Bypass {
  const entries = list.split(/[\s,]+/).flatMap((text) => entryOf(text.toLowerCase()));
  return (url) => {
    const hostname = bareHostname(url.hostname).replace(/\.$/, "");
    const port = portOf(url);
    if (isThisMachine(hostname)) return true;
    return entries.some((entry) => (entry.port === undefined || entry.port === port) && entry.covers(hostname));
  };
}

function entryOf(text: string): BypassEntry[] {
  const [, inBrackets, plain = "", digits] = /^(?:\[([^\]]*)\]|([^:]*))(?::(\d{1,5}))?$/.exec(text) ?? [];
  // An IPv6 address needs its brackets only before a port.
  const host = inBrackets ?? (isIPv6(text.replace(/\/\d+$/, "")) ? text : plain);
  const covers = coverOf(host);
  return covers === undefined ? [] : [{ covers, port: digits === undefined ? undefined : Number(digits) }];
}

function coverOf(host: string): BypassEntry["covers"] | undefined {
  if (host === "*") return () => true;
  const [address = "", bits] = host.split("/");
  if (isIP(address) !== 0) return networkCover(address, bits);
  const domain = domainToASCII(host.replace(/^\*?\./, "").replace(/\.$/, ""));
  return domain === "" ? undefined : (hostname) => hostname === domain || hostname.endsWith(`.${domain}`);
}

const familyOf = (address: string) => (isIPv6(address) ? "ipv6" : "ipv4");

function networkCover(address: string, bits: string | undefined): BypassEntry["covers"] | undefined {
  const most = isIPv6(address) ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (!/^\d{0,3}$/.test(bits ?? "") || bits === "" || prefix > most) return undefined;
  const network = new BlockList();
  network.addSubnet(address, prefix, familyOf(address));
  return (hostname) => isIP(hostname) !== 0 && network.check(hostname, familyOf(hostname));
}

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

function isThisMachine(hostname: string): boolean {
  if (isIP(hostname) !== 0) return LOOPBACK.check(hostname, familyOf(hostname));
  return hostname === "localhost" || hostname.endsWith(".localhost");
}
