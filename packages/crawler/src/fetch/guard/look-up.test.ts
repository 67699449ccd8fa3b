import { isIPv4 } from "node:net";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { openNames, type Resolve } from "../names/names.ts";
import { type Guard, type HostPort, openGuard } from "./guard.ts";

function guardOf({ resolve, typed }: { readonly resolve?: Resolve; readonly typed?: HostPort } = {}): Guard {
  return openGuard({ allowPrivateNetworks: false, typed, names: openNames({ resolve, allowPrivateNetworks: false }) });
}

const guard = guardOf();

/** A resolver that gives one answer after the other. */
function answering(...answers: readonly (readonly string[])[]): Resolve {
  let asked = 0;
  return async () => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    return addresses.map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
  };
}

/** Addresses that `net.connect` would dial, or the error's code. */
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

test("a socket may ask for all addresses or for one, and gets only addresses that were checked", async () => {
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
