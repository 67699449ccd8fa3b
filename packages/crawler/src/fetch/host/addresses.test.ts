import { expect, test } from "vitest";
import { AddressLimit } from "./addresses.ts";
import { Hosts } from "./host.ts";

const never = new AbortController().signal;

/** Enters as many as get in at once. */
async function entered(hosts: Hosts, urls: readonly string[]): Promise<number> {
  let inside = 0;
  for (const url of urls)
    void hosts
      .slotFor(url)
      .enter(never)
      .then(() => inside++);
  await new Promise((resolve) => setImmediate(resolve));
  return inside;
}

test("sites of one address share its limit, whatever their names, and loopback addresses do so, too", async () => {
  const addresses = new AddressLimit(5);
  for (let n = 0; n < 20; n++) addresses.learn(`site-${n}.example`, "192.0.2.7");
  const hosts = new Hosts(16, { addresses });
  expect(
    await entered(
      hosts,
      Array.from({ length: 20 }, (_, n) => `https://site-${n}.example/`),
    ),
  ).toBe(5);
  expect(
    await entered(
      hosts,
      Array.from({ length: 9 }, (_, n) => `http://127.0.0.1:${3000 + n}/`),
    ),
  ).toBe(4);
  expect(await entered(new Hosts(16, { addresses }), ["https://elsewhere.example/", "http://[::1]:8080/"])).toBe(2);
});

test("a place that is given back goes to the next, and one that gives up takes none", async () => {
  const addresses = new AddressLimit(1);
  const hosts = new Hosts(16, { addresses });
  const [a, b] = [hosts.slotFor("http://127.0.0.9:1/"), hosts.slotFor("http://127.0.0.9:2/")];
  await a.enter(never);
  const leaving = new AbortController();
  const gaveUp = hosts.slotFor("http://127.0.0.9:3/").enter(leaving.signal);
  const next = b.enter(never).then(() => "next");
  leaving.abort();
  await expect(gaveUp).rejects.toMatchObject({ code: "aborted" });
  a.leave({ type: "none" });
  expect(await next).toBe("next");
});

test("hosts take turns at an address: a large site does not keep a small one waiting", async () => {
  const addresses = new AddressLimit(1);
  const order: string[] = [];
  const waiting = ["large", "large", "large", "small"].map(async (hostname) => {
    addresses.learn(hostname, "192.0.2.7");
    const leave = await addresses.enter(hostname, never);
    order.push(hostname);
    leave();
  });
  await Promise.all(waiting);
  expect(order).toEqual(["large", "large", "small", "large"]);
});
