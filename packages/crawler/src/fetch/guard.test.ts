import { readFileSync } from "node:fs";
import { BlockList, isIPv4 } from "node:net";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { z } from "zod";
import { Guard, type GuardOptions, isPublicAddress, type Resolve, remembering, targetOf } from "./guard.ts";

const block = z.object({ network: z.string(), globallyReachable: z.boolean() });
const registry = z
  .object({ ipv4: z.array(block), ipv6: z.array(block) })
  .parse(
    JSON.parse(readFileSync(new URL("../../../../test/fixtures/iana-special-purpose.json", import.meta.url), "utf8")),
  );

const guardOf = ({ resolve, ...more }: Partial<GuardOptions> = {}) =>
  new Guard({ allowPrivateNetworks: false, resolve: remembering(resolve), ...more });
const guard = guardOf();

const codeOf = (run: () => unknown): string => {
  try {
    run();
    return "ok";
  } catch (thrown) {
    return thrown instanceof CrawlError ? thrown.code : String(thrown);
  }
};

/** An address as a number, and back: corners of a block are found by counting. */
const toNumber = (address: string): bigint => {
  if (isIPv4(address)) return address.split(".").reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [left = [], right = []] = address.split("::").map((half) => half.split(":").filter((part) => part !== ""));
  const groups = [...left, ...Array(8 - left.length - right.length).fill("0"), ...right];
  return groups.reduce((sum, part) => sum * 65536n + BigInt(`0x${part}`), 0n);
};
const toAddress = (value: bigint, family: "ipv4" | "ipv6"): string => {
  const parts = (count: number, bits: bigint) =>
    Array.from({ length: count }, (_, at) => (value >> (BigInt(count - 1 - at) * bits)) & ((1n << bits) - 1n));
  return family === "ipv4"
    ? parts(4, 8n).join(".")
    : parts(8, 16n)
        .map((part) => part.toString(16))
        .join(":");
};

test.each(["ipv4", "ipv6"] as const)(
  "first and last address of every %s block in IANA's registry are allowed or refused as it says",
  (family) => {
    const bits = family === "ipv4" ? 32n : 128n;
    const lists = { closed: new BlockList(), open: new BlockList(), unicast: new BlockList() };
    lists.unicast.addSubnet("2000::", 3, "ipv6");
    const addresses = new Set<string>();
    for (const { network, globallyReachable } of registry[family]) {
      const [base = "", prefix = "0"] = network.split("/");
      lists[globallyReachable ? "open" : "closed"].addSubnet(base, Number(prefix), family);
      const first = toNumber(base);
      const size = 1n << (bits - BigInt(prefix));
      for (const value of [first - 1n, first, first + size / 2n, first + size - 1n, first + size])
        if (value >= 0n && value < 1n << bits) addresses.add(toAddress(value, family));
    }
    const isOrdinary = (address: string) =>
      !lists.closed.check(address, family) && (family === "ipv4" || lists.unicast.check(address, family));
    // Some addresses inside special blocks are reachable (anycast services); no site is there, so they may be refused.
    const decided = [...addresses].filter((address) => !lists.open.check(address, family));
    expect(decided.filter((address) => isPublicAddress(address) !== isOrdinary(address))).toEqual([]);
    expect(addresses.size).toBeGreaterThan(70);
  },
);

test.each(["169.254.169.254", "169.254.170.2", "100.100.100.200", "192.0.0.192", "168.63.129.16", "fd00:ec2::254"])(
  "the cloud metadata service at %s is refused",
  (address) => expect(isPublicAddress(address)).toBe(false),
);

/** Forms of an IPv4 address that a URL parser, or a person, may read differently. */
function disguises(address: string): string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const hex = (n: number) => `0x${n.toString(16)}`;
  const octal = (n: number) => `0${n.toString(8)}`;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const words = [a * 256 + b, c * 256 + d].map((word) => word.toString(16)).join(":");
  const inIpv6 = [`::ffff:${address}`, `::ffff:${words}`, `::${address}`, `::ffff:0:${words}`, `64:ff9b::${words}`];
  return [
    address,
    `${address}.`,
    ...[String(whole), hex(whole), octal(whole), parts.map(hex).join("."), parts.map(octal).join(".")],
    ...[`${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`, `${hex(a)}.${octal(b)}.${c}.${hex(d)}`],
    [...address].map((char) => `%${(char.codePointAt(0) ?? 0).toString(16)}`).join(""),
    [...address].map((char) => (char === "." ? "。" : String.fromCodePoint(char.charCodeAt(0) + 0xfee0))).join(""),
    ...[...inIpv6, `2002:${words}::1`, `64:ff9b:1:${words}::`].map((v6) => `[${v6}]`),
  ];
}

test.each(["127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"])(
  "%s is refused, however it is written",
  (address) =>
    expect(disguises(address).filter((host) => codeOf(() => guard.checkUrl(`http://${host}/`)) === "ok")).toEqual([]),
);

test.each([
  ...["localhost", "LOCALHOST.", "a.localhost", "printer.local", "metadata.google.internal", "router.lan", "redis"].map(
    (name) => [`http://${name}/`, "address_not_allowed"],
  ),
  ["http://ⓛocalhost/", "address_not_allowed"],
  ["http://[fe80::1%25eth0]/", "invalid_url"],
  ["https://1/", "address_not_allowed"],
  ["file:///etc/passwd", "invalid_url"],
  ["javascript:alert(1)", "invalid_url"],
  ["ws://example.com/", "invalid_url"],
  ["//example.com/", "invalid_url"],
  ["http://user:secret@example.com/", "invalid_url"],
  ["http://user@example.com/", "invalid_url"],
  ["http://example.com@127.0.0.1/", "invalid_url"],
  ["http://256.256.256.256/", "invalid_url"],
  ["http://xn--/", "invalid_url"],
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
])("an address is refused or allowed: %s: %s", (url, code) =>
  expect(codeOf(() => guard.checkUrl(url ?? ""))).toBe(code),
);

test("the typed host and port are allowed, and no other private address", () => {
  const own = guardOf({ typed: targetOf(new URL("http://[::1]:8080/")) });
  const urls = ["http://[::1]:8080/a", "http://[::1]:8081/a", "http://127.0.0.1:8080/a"];
  expect(urls.map((url) => codeOf(() => own.checkUrl(url)))).toEqual([
    "ok",
    "address_not_allowed",
    "address_not_allowed",
  ]);
});

test("with private networks allowed, blocked ports and unusable addresses are still refused", () => {
  const inner = guardOf({ allowPrivateNetworks: true });
  const urls = ["http://redis:8080/", "http://0.0.0.0:3000/", "http://redis:6379/", "https://1/"];
  const closed = "address_not_allowed";
  expect(urls.map((url) => codeOf(() => inner.checkUrl(url)))).toEqual(["ok", "ok", closed, closed]);
});

/** A resolver that gives one answer after the other. */
const answering = (...answers: readonly (readonly string[] | Error)[]): Resolve => {
  let asked = 0;
  return async () => {
    const answer = answers[Math.min(asked++, answers.length - 1)] ?? [];
    if (answer instanceof Error) throw answer;
    return answer.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  };
};

/** Addresses that `net.connect` would connect to, or the error's code. */
function dialled(by: Guard, { hostname = "name.example", port = 80 } = {}): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  by.lookupFor({ hostname, port })(hostname, { all: true }, (error, addresses) => {
    const found = [addresses].flat().map((one) => (typeof one === "string" ? one : one.address));
    resolve(error === null ? found.join(" ") : String(error.code));
  });
  return promise;
}

test.each<[string, readonly string[]]>([
  ["loopback", ["127.0.0.1"]],
  ["loopback in IPv6", ["::1"]],
  ["a public and a private address", ["93.184.216.34", "10.0.0.5"]],
  ["a public address and a private one in IPv6", ["93.184.216.34", "fd00::1"]],
  ["a mapped address", ["::ffff:127.0.0.1"]],
  ["a translated address", ["64:ff9b::7f00:1"]],
  ["nothing at all", ["0.0.0.0"]],
])("a name that resolves to %s is neither connected to nor given to a proxy", async (_, addresses) => {
  const inner = guardOf({ resolve: answering(addresses) });
  expect(await dialled(inner)).toBe("address_not_allowed");
  const resolving = inner.resolve({ hostname: "name.example", port: 80 });
  await expect(resolving).rejects.toMatchObject({ code: "address_not_allowed" });
});

test("a socket gets only addresses that were checked, whether it asks for one or for all", async () => {
  const lookup = guardOf({ resolve: answering(["93.184.216.34"]) }).lookupFor({ hostname: "name.example", port: 80 });
  const given = (options: object) => new Promise((done) => lookup("name.example", options, (...all) => done(all)));
  expect(await given({ all: true })).toEqual([null, [{ address: "93.184.216.34", family: 4 }]]);
  expect(await given({})).toEqual([null, "93.184.216.34", 4]);
});

const typed = targetOf(new URL("http://Name.example./"));

test("a typed name stays bound to the private address of its first look-up", async () => {
  const inner = guardOf({ typed, resolve: answering(["10.0.0.5", "93.184.216.34"], ["127.0.0.1"]) });
  expect([await dialled(inner), await dialled(inner)]).toEqual(["10.0.0.5", "10.0.0.5"]);
});

test("a typed name allows no other port or name, and no private address after a public one", async () => {
  const inner = guardOf({ typed, resolve: answering(["10.0.0.5"]) });
  expect(await dialled(inner, { hostname: "other.example" })).toBe("address_not_allowed");
  expect(await dialled(inner, { port: 8080 })).toBe("address_not_allowed");
  const rebound = guardOf({ typed, resolve: answering(["93.184.216.34"], ["127.0.0.1"]) });
  expect([await dialled(rebound), await dialled(rebound)]).toEqual(["93.184.216.34", "93.184.216.34"]);
});

test("a failed look-up of the typed name allows nothing", async () => {
  const failed = Object.assign(new Error("no answer"), { code: "EAI_AGAIN" });
  expect(await dialled(guardOf({ typed, resolve: answering(failed) }))).toBe("EAI_AGAIN");
});

test("connections at the same time or soon after one another share one look-up of a name", async () => {
  let asked = 0;
  const resolve: Resolve = async () => {
    asked++;
    return [{ address: "93.184.216.34", family: 4 }];
  };
  const inner = guardOf({ resolve });
  await Promise.all([dialled(inner), dialled(inner)]);
  await dialled(inner);
  expect(asked).toBe(1);
});
