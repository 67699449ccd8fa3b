import { existsSync, readFileSync } from "node:fs";
import { BlockList, isIPv4 } from "node:net";
import { expect, test } from "vitest";
import * as z from "zod";
import { CrawlError } from "../../errors.ts";
import { openNames, type Resolve } from "../names/names.ts";
import { isPublicAddress } from "./addresses.ts";
import { type Guard, openGuard, type Target } from "./guard.ts";

const root = new URL("../../../", import.meta.url);

const block = z.object({ network: z.string(), name: z.string(), globallyReachable: z.boolean() });
const registry = z
  .object({ ipv4: z.array(block), ipv6: z.array(block) })
  .parse(JSON.parse(readFileSync(new URL("test/fixtures/iana-special-purpose.json", root), "utf8")));

function guardOf({ resolve, typed }: { readonly resolve?: Resolve; readonly typed?: Target } = {}): Guard {
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
  // What the registry calls reachable inside a special block (anycast services) may be refused: no site lives there.
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

/** How an IPv4 address can be written so that a URL parser, or a person, reads it differently. */
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

/** A resolver that gives one answer after the other. */
function answering(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return async () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  };
}

/** What `net.connect` would get to dial: the addresses, or the error's code. */
function dialled({ lookupFor }: Guard, hostname = "name.example"): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  lookupFor({ hostname, port: 80 })(hostname, { all: true }, (error, addresses) => {
    const found = [addresses].flat().map((one) => (typeof one === "string" ? one : one.address));
    resolve(error === null ? found.join(" ") : String(error.code));
  });
  return promise;
}

test.each<[string, readonly string[]]>([
  ["loopback", ["127.0.0.1"]],
  ["loopback in IPv6", ["::1"]],
  ["a private address", ["10.0.0.5"]],
  ["a public and a private address", ["93.184.216.34", "127.0.0.1"]],
  ["a public address and a private one in IPv6", ["93.184.216.34", "fd00::1"]],
  ["a mapped address", ["::ffff:127.0.0.1"]],
  ["a translated address", ["64:ff9b::7f00:1"]],
  ["nothing at all", ["0.0.0.0"]],
  ["256 addresses, one of them private", [...Array.from({ length: 255 }, (_, i) => `93.184.216.${i}`), "192.168.0.1"]],
])("a name that resolves to %s is not dialled", async (_, addresses) => {
  expect(await dialled(guardOf({ resolve: answering(addresses) }))).toBe("address_not_allowed");
});

test("whoever dials asks for all addresses or for one, and gets the first of those that were checked", async () => {
  const { lookupFor } = guardOf({ resolve: answering(["93.184.216.34", "2606:2800::1"]) });
  const lookup = lookupFor({ hostname: "name.example", port: 80 });
  const given = (options: object) => new Promise((done) => lookup("name.example", options, (...all) => done(all)));
  const [first, second] = [
    { address: "93.184.216.34", family: 4 },
    { address: "2606:2800::1", family: 6 },
  ];
  expect(await given({ all: true })).toEqual([null, [first, second]]);
  expect(await given({})).toEqual([null, first.address, first.family]);
});

test("an error of the look-up is the error of the dialling, and nothing is dialled", async () => {
  const failed = Object.assign(new Error("no answer"), { code: "EAI_AGAIN" });
  expect(await dialled(guardOf({ resolve: () => Promise.reject(failed) }))).toBe("EAI_AGAIN");
});

test("a name is looked up before a browser gets it, an address needs none", async () => {
  const { resolve } = guardOf({ resolve: answering(["10.0.0.5"]) });
  await expect(resolve("http://name.example/")).rejects.toThrow(
    expect.objectContaining({ code: "address_not_allowed" }),
  );
  await expect(resolve("http://93.184.216.34/")).resolves.toBeUndefined();
  const open = guardOf({ resolve: answering(["93.184.216.34"]) });
  await expect(open.resolve("http://name.example/")).resolves.toBeUndefined();
});

test("a name without an address is not found", async () => {
  expect(await dialled(guardOf({ resolve: answering([]) }))).toBe("ENOTFOUND");
});

test("a name that the system cannot resolve is an error of the fetch, not of the process", async () => {
  await expect(guard.resolve("http://name.invalid/")).rejects.toBeInstanceOf(CrawlError);
});

test("a name whose answer changes is looked up and checked anew for each connection, and only what was checked is dialled", async () => {
  const changing = guardOf({ resolve: answering(["93.184.216.34"], ["127.0.0.1"]) });
  expect([await dialled(changing), await dialled(changing)]).toEqual(["93.184.216.34", "address_not_allowed"]);
});

const typed = { hostname: "Name.example", port: 80 };

test.each([1, 2, 3, 5])(
  "a typed name that turns private after %i public answers is refused then",
  async (publicAnswers) => {
    const answers = Array.from({ length: publicAnswers }, () => ["93.184.216.34"]);
    const rebound = guardOf({ typed, resolve: answering(...answers, ["127.0.0.1"]) });
    const outcomes = new Set<string>();
    for (let i = 0; i < 8; i++) outcomes.add(await dialled(rebound));
    expect([...outcomes].toSorted()).toEqual(["93.184.216.34", "address_not_allowed"]);
  },
);

test("a typed name whose first answer is private keeps exactly that address, whatever is answered later", async () => {
  const inner = guardOf({ typed, resolve: answering(["10.0.0.5", "93.184.216.34"], ["127.0.0.1"], ["93.184.216.34"]) });
  expect([await dialled(inner), await dialled(inner), await dialled(inner)]).toEqual([
    "10.0.0.5",
    "10.0.0.5",
    "10.0.0.5",
  ]);
});

test("a typed name allows no other port and no other name", async () => {
  const inner = guardOf({ typed, resolve: answering(["10.0.0.5"]) });
  expect(await dialled(inner, "other.example")).toBe("address_not_allowed");
  const { promise, resolve } = Promise.withResolvers<unknown>();
  inner.lookupFor({ hostname: "name.example", port: 8080 })("name.example", { all: true }, (error) => resolve(error));
  expect(await promise).toMatchObject({ code: "address_not_allowed" });
});

test("a look-up of the typed name that fails is no permission, and is made again", async () => {
  let asked = 0;
  const failing = guardOf({
    typed,
    resolve: async () => {
      if (asked++ === 0) throw Object.assign(new Error("no answer"), { code: "EAI_AGAIN" });
      return [{ address: "10.0.0.5", family: 4 }];
    },
  });
  expect([await dialled(failing), await dialled(failing)]).toEqual(["EAI_AGAIN", "10.0.0.5"]);
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
