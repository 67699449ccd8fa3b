import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * IPv4 blocks no public web site lives in: the IANA special-purpose registry (RFC 6890), multicast and reserved space,
 * and Azure's host agent, which answers on a public address inside every machine there.
 */
const CLOSED_IPV4 = [
  ["0.0.0.0", 8], // this network
  ["10.0.0.0", 8], // private
  ["100.64.0.0", 10], // carrier-grade NAT
  ["127.0.0.0", 8], // loopback
  ["168.63.129.16", 32], // Azure WireServer
  ["169.254.0.0", 16], // link-local: cloud metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments
  ["192.0.2.0", 24], // documentation
  ["192.31.196.0", 24], // AS112
  ["192.52.193.0", 24], // AMT
  ["192.88.99.0", 24], // 6to4 relays
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112
  ["198.18.0.0", 15], // benchmarking
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
] as const;

/** The only space IANA hands out as global unicast. Mapped, translated, unique-local and link-local all lie outside. */
const OPEN_IPV6 = [["2000::", 3]] as const;

/** Blocks inside `OPEN_IPV6` that are special-purpose. */
const CLOSED_IPV6 = [
  ["2001::", 23], // protocol assignments: Teredo, ORCHID, benchmarking
  ["2001:db8::", 32], // documentation
  ["2002::", 16], // 6to4: an IPv4 address inside
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation
] as const;

function blocks(list: readonly (readonly [string, number])[], family: "ipv4" | "ipv6"): BlockList {
  const found = new BlockList();
  for (const [network, prefix] of list) found.addSubnet(network, prefix, family);
  return found;
}

const closedIpv4 = blocks(CLOSED_IPV4, "ipv4");
const openIpv6 = blocks(OPEN_IPV6, "ipv6");
const closedIpv6 = blocks(CLOSED_IPV6, "ipv6");

/** True if an IP address, without brackets or zone, is one that public web sites have. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedIpv4.check(address, "ipv4");
  return isIPv6(address) && openIpv6.check(address, "ipv6") && !closedIpv6.check(address, "ipv6");
}

/**
 * Ports that never speak HTTP: the Fetch standard's bad ports (https://fetch.spec.whatwg.org/#port-blocking), and the
 * databases and control sockets a server-side request forgery looks for.
 */
const CLOSED_PORTS = new Set([
  ...[0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109],
  ...[110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530],
  ...[531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190],
  ...[5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080],
  ...[2375, 2376, 2379, 2380, 3306, 5432, 6379, 11211, 27017],
]);

export function isOpenPort(port: number): boolean {
  return !CLOSED_PORTS.has(port);
}

/** Names that only mean something inside a network (RFC 6761, RFC 6762, RFC 8375, and what routers and clouds use). */
const INNER_NAME = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home\.arpa)$/;

/** True if a hostname may belong to a public site. A name of one label would be completed from the search list. */
export function isPublicName(hostname: string): boolean {
  let name = hostname.toLowerCase();
  while (name.endsWith(".")) name = name.slice(0, -1);
  return name.includes(".") && !INNER_NAME.test(name);
}

/**
 * True for an address of network 0, which no host has: `1` in a URL is 0.0.0.1. Not for 0.0.0.0, which stands for this
 * machine.
 */
export const isNobody = (hostname: string): boolean => /^0\.\d+\.\d+\.\d+$/.test(hostname) && hostname !== "0.0.0.0";
