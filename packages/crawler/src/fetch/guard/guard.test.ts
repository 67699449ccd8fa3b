import { existsSync, readFileSync } from "node:fs";
import { BlockList, isIPv4 } from "node:net";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import * as z from "zod";
import { openNames, type Resolve } from "../names/names.ts";
import { isPublicAddress } from "./addresses.ts";
import { type Guard, type HostPort, openGuard } from "./guard.ts";

const root = new URL("../../../../../", import.meta.url);

const block = z.object({ network: z.string(), name: z.string(), globallyReachable: z.boolean() });
const registry = z
  .object({ ipv4: z.array(block), ipv6: z.array(block) })
  .parse(JSON.parse(readFileSync(new URL("test/fixtures/iana-special-purpose.json", root), "utf8")));

function guardOf({ resolve, typed }: { readonly resolve?: Resolve; readonly typed?: HostPort } = {}): Guard {
  return openGuard({ allowPrivateNetworks: false, typed, names: openNames({ resolve, allowPrivateNetworks: false }) });
}

const guard = guardOf();

function codeOf(run: () => unknown): string {
  try {
    run();
    return "ok";
  } catch (thrown) {
    return thrown instanceof CrawlError ? thrown.code : String(thrown);
  }
}

const toNumber = (address: string): bigint =>
  isIPv4(address)
    ? address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n)
    : groupsOf(address).reduce((sum, group) => sum * 65536n + BigInt(`0x${group}`), 0n);

function groupsOf(address: string): string[] {
  const [head = "", tail] = address.split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail === undefined || tail === "" ? [] : tail.split(":");
  return tail === undefined ? left : [...left, ...Array(8 - left.length - right.length).fill("0"), ...right];
}

function toAddress(value: bigint, bits: 32 | 128): string {
  const [width, radix, separator] = bits === 32 ? ([8n, 10, "."] as const) : ([16n, 16, ":"] as const);
  const parts = Array.from(
    { length: bits / Number(width) },
    (_, i) => (value >> (BigInt(i) * width)) & ((1n << width) - 1n),
  );
  return parts
    .toReversed()
    .map((part) => part.toString(radix))
    .join(separator);
}

/** First, middle and last address of a block, and its neighbours on both sides. */
function corners(network: string, bits: 32 | 128): string[] {
  const [base = "", prefix = "0"] = network.split("/");
  const size = 1n << BigInt(bits - Number(prefix));
  const first = toNumber(base);
  const values = [first - 1n, first, first + size / 2n, first + size - 1n, first + size];
  return [...new Set(values)]
    .filter((value) => value >= 0n && value < 1n << BigInt(bits))
    .map((value) => toAddress(value, bits));
}

test.each([
  ["ipv4", 32],
  ["ipv6", 128],
] as const)("every corner of every %s block of the IANA registry is decided as the registry says", (family, bits) => {
  const lists = { closed: new BlockList(), open: new BlockList(), unicast: new BlockList() };
  lists.unicast.addSubnet("2000::", 3, "ipv6");
  for (const { network, globallyReachable } of registry[family]) {
    const [base = "", prefix = "0"] = network.split("/");
    lists[globallyReachable ? "open" : "closed"].addSubnet(base, Number(prefix), family);
  }
  // Addresses that the registry calls reachable inside a special block (anycast services) may be refused: no site lives there.
  const mayBeEither = (address: string) => lists.open.check(address, family);
  const isOrdinary = (address: string) =>
    !lists.closed.check(address, family) && (family === "ipv4" || lists.unicast.check(address, family));
  const addresses = [...new Set(registry[family].flatMap(({ network }) => corners(network, bits)))];
  const wrong = addresses.filter(
    (address) => !mayBeEither(address) && isPublicAddress(address) !== isOrdinary(address),
  );
  expect(wrong).toEqual([]);
  expect(addresses.length).toBeGreaterThan(70);
});

test.each([
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "192.0.0.192",
  "168.63.129.16",
  "fd00:ec2::254",
  "fd20:ce::254",
])("the metadata service at %s is no public address", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

/** Spellings of an IPv4 address that a URL parser, or a person, may read differently. */
function disguises(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  const hex = (n: number) => `0x${n.toString(16)}`;
  const octal = (n: number) => `0${n.toString(8)}`;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const words = [a * 256 + b, c * 256 + d].map((word) => word.toString(16)).join(":");
  const wide = [...address].map((char) =>
    char === "." ? "。" : String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0),
  );
  return [
    address,
    `${address}.`,
    String(whole),
    hex(whole),
    octal(whole),
    [a, b, c, d].map(hex).join("."),
    [a, b, c, d].map(octal).join("."),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c}.${hex(d)}`,
    wide.join(""),
    [...address].map((char) => `%${(char.codePointAt(0) ?? 0).toString(16)}`).join(""),
    ...[`::ffff:${address}`, `::ffff:${words}`, `::${address}`, `::ffff:0:${words}`, `64:ff9b::${words}`].map(
      (v6) => `[${v6}]`,
    ),
    ...[`2002:${words}::1`, `64:ff9b:1:${words}::`].map((v6) => `[${v6}]`),
  ];
}

test.each(["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"])(
  "%s is refused in every spelling",
  (address) => {
    const open = disguises(address).filter((host) => codeOf(() => guard.checkUrl(`http://${host}/`)) === "ok");
    expect(open).toEqual([]);
  },
);

test.each([
  "localhost",
  "LOCALHOST.",
  "a.localhost",
  "printer.local",
  "metadata.google.internal",
  "router.lan",
  "redis",
  "ⓛocalhost",
])("%s is a name of some inner network and refused before any look-up", (hostname) => {
  expect(codeOf(() => guard.checkUrl(`http://${hostname}/`))).toBe("address_not_allowed");
});

test.each([
  ["file:///etc/passwd", "invalid_url"],
  ["javascript:alert(1)", "invalid_url"],
  ["ws://example.com/", "invalid_url"],
  ["//example.com/", "invalid_url"],
  ["http://user:secret@example.com/", "invalid_url"],
  ["http://user@example.com/", "invalid_url"],
  ["http://:secret@example.com/", "invalid_url"],
  ["http://example.com@127.0.0.1/", "invalid_url"],
  ["http://256.256.256.256/", "invalid_url"],
  [`http://example.com/${"a".repeat(2048)}`, "invalid_url"],
  ["http://example.com:25/", "address_not_allowed"],
  ["http://example.com:6379/", "address_not_allowed"],
  ["http://127.0.0.1\\@example.com/", "address_not_allowed"],
  ["http:///127.0.0.1/", "address_not_allowed"],
  ["http://example.com/", "ok"],
  ["https://bücher.example/", "ok"],
  ["http://example.com:8080/", "ok"],
  ["http://0x08080808/", "ok"],
  ["http://[2606:4700:4700::1111]/", "ok"],
  ["http://172.15.0.1/", "ok"],
])("%s: %s", (url, code) => {
  expect(codeOf(() => guard.checkUrl(url))).toBe(code);
});

test("the host and port somebody typed are let through, and nothing beside them", () => {
  const own = guardOf({ typed: { hostname: "[::1]", port: 8080 } });
  expect(codeOf(() => own.checkUrl("http://[::1]:8080/a"))).toBe("ok");
  expect(codeOf(() => own.checkUrl("http://[::1]:8081/a"))).toBe("address_not_allowed");
  expect(codeOf(() => own.checkUrl("http://127.0.0.1:8080/a"))).toBe("address_not_allowed");
});

test("private networks, where allowed, still have no ports that speak no HTTP", () => {
  const inner = openGuard({ allowPrivateNetworks: true, names: openNames({ allowPrivateNetworks: true }) });
  expect(codeOf(() => inner.checkUrl("http://redis:8080/"))).toBe("ok");
  expect(codeOf(() => inner.checkUrl("http://redis:6379/"))).toBe("address_not_allowed");
});

const shared = new URL("../shared/hostile/data/", root);

test.runIf(existsSync(shared))("all 288 decided addresses and all 221 decided URLs come out right", () => {
  const read = (name: string): unknown => JSON.parse(readFileSync(new URL(name, shared), "utf8"));
  const cases = z.array(z.object({ ip: z.string(), verdict: z.string() }));
  const { addresses } = z.object({ addresses: cases }).parse(read("ssrf-addresses.json"));
  const { urls } = z
    .object({ urls: z.array(z.object({ url: z.string(), verdict: z.string() })) })
    .parse(read("ssrf-urls.json"));
  const decided = addresses.filter(({ verdict }) => verdict !== "either");
  const right = decided.filter(({ ip, verdict }) => isPublicAddress(ip) === (verdict === "allow"));
  const may: Record<string, readonly string[]> = {
    deny: ["address_not_allowed", "invalid_url"],
    invalid: ["invalid_url"],
    "deny-or-invalid": ["address_not_allowed", "invalid_url"],
    "deny-by-dns": ["address_not_allowed", "ok"],
    "deny-scheme": ["invalid_url"],
    "deny-port": ["address_not_allowed"],
    "deny-policy": ["invalid_url"],
    allow: ["ok"],
    "allow-policy": ["ok", "address_not_allowed"],
  };
  const wrongUrls = urls.filter(({ url, verdict }) => !may[verdict]?.includes(codeOf(() => guard.checkUrl(url))));
  expect([right.length, decided.length, wrongUrls, urls.length]).toEqual([288, 288, [], 221]);
});

test("an address of nobody is refused, whoever typed it; 0.0.0.0 is this machine", () => {
  const names = openNames({ resolve: undefined, allowPrivateNetworks: true });
  const guard = openGuard({ allowPrivateNetworks: true, typed: undefined, names });
  expect(() => guard.checkUrl("https://1/")).toThrow("address not allowed");
  expect(guard.checkUrl("http://0.0.0.0:3000/").hostname).toBe("0.0.0.0");
  names.plain.close();
});
