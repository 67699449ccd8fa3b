import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { openNames, systemResolve } from "../../packages/crawler/src/fetch/names/names.ts";
import { openFetching } from "../../packages/crawler/src/fetch/open.ts";
import { BROWSER } from "../servers/chromium-processes.ts";
import { type NameAnswer, serveNames } from "../servers/name-server.ts";
import { serveSite } from "../servers/site.ts";

const closers: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const never = new AbortController().signal;

/** A resolver that asks a name server of ours, and how often it was asked. */
async function resolving(
  answer: (name: string, type: "A" | "AAAA") => NameAnswer,
  more: { readonly hostsFile?: string; readonly timeoutMs?: number } = {},
) {
  const server = await serveNames(answer);
  closers.push(server.close);
  const hostsFile = "/nowhere/hosts";
  const resolve = systemResolve({ hostsFile, knowsInnerNames: false, servers: [server.address], ...more });
  return { resolve, questions: server.questions };
}

const codeOf = (run: Promise<unknown>) =>
  run.then(
    () => "none",
    ({ code }: { code: string }) => code,
  );

const addresses = (found: readonly { address: string }[]) => found.map(({ address }) => address);

test("a name server's addresses of both families come with the time they may be remembered, half a minute at most", async () => {
  const known = { addresses: ["93.184.216.34", "2606:2800::1"], ttlSeconds: 3600 };
  const { resolve } = await resolving(() => known);
  const found = await resolve("name.example", never);
  expect(addresses(found).toSorted()).toEqual(["2606:2800::1", "93.184.216.34"]);
  expect(found.map(({ family }) => family).toSorted()).toEqual([4, 6]);
  expect(found.map(({ ttlMs }) => ttlMs)).toEqual([30_000, 30_000]);
});

test("a name server that never answers for IPv6 holds nothing up", async () => {
  const { resolve } = await resolving((_, type) => (type === "A" ? { addresses: ["93.184.216.34"] } : "silent"));
  expect(addresses(await resolve("name.example", never))).toEqual(["93.184.216.34"]);
});

test.each<[NameAnswer, string]>([
  ["not found", "ENOTFOUND"],
  [{ addresses: [] }, "ENOTFOUND"],
  ["refused", "EAI_AGAIN"],
  ["silent", "EAI_AGAIN"],
])("a name server that says %j fails with %s", async (answer, code) => {
  const { resolve } = await resolving(() => answer, { timeoutMs: 200 });
  expect(await codeOf(resolve("name.example", never))).toBe(code);
});

test("a look-up that is given up ends at once", async () => {
  const { resolve } = await resolving(() => "silent", { timeoutMs: 60_000 });
  const stop = new AbortController();
  const looking = codeOf(resolve("name.example", stop.signal));
  stop.abort();
  expect(await looking).toBe("aborted");
});

test("the hosts file goes before name servers", async () => {
  const folder = mkdtempSync(join(tmpdir(), "names-"));
  closers.push(() => rmSync(folder, { recursive: true }));
  const hostsFile = join(folder, "hosts");
  writeFileSync(
    hostsFile,
    "# 10.0.0.1 commented\n10.0.0.2\tInner.example other.example # more\nfd00::2 inner.example\n",
  );
  const { resolve, questions } = await resolving(() => ({ addresses: ["93.184.216.34"] }), { hostsFile });
  expect(addresses(await resolve("inner.example", never))).toEqual(["10.0.0.2", "fd00::2"]);
  expect(addresses(await resolve("OTHER.example.", never))).toEqual(["10.0.0.2"]);
  expect(questions).toEqual([]);
  expect(addresses(await resolve("commented", never))).toEqual(["93.184.216.34"]);
});

test.each(["localhost", "a.localhost", "LOCALHOST."])(
  "%s is this machine, and no name server hears of it",
  async (name) => {
    const { resolve, questions } = await resolving(() => ({ addresses: ["93.184.216.34"] }));
    expect(addresses(await resolve(name, never))).toEqual(["127.0.0.1", "::1"]);
    expect(questions).toEqual([]);
  },
);

test("answers are remembered for as long as they say, failures included, and an answer of 0 seconds is not", async () => {
  const { resolve, questions } = await resolving((name) => {
    if (name === "gone.example") return "not found";
    return { addresses: ["93.184.216.34"], ttlSeconds: name === "short.example" ? 0 : 60 };
  });
  const { plain } = openNames({ resolve, allowPrivateNetworks: false });
  const times = async (name: string) => {
    const before = questions.length;
    for (let i = 0; i < 3; i++) await plain.lookUp(name).catch(() => undefined);
    return questions.slice(before).filter((question) => question.startsWith("A ")).length;
  };
  expect([await times("long.example"), await times("gone.example"), await times("short.example")]).toEqual([1, 1, 3]);
});

test("a page has eight look-ups in flight and two hundred names at most, and its end gives them all up", async () => {
  const { resolve, questions } = await resolving(() => "silent", { timeoutMs: 60_000 });
  const page = openNames({ resolve, allowPrivateNetworks: false }).forPage();
  const names = Array.from({ length: 300 }, (_, i) => `n${i}.example`);
  const looking = Promise.all(names.map((name) => codeOf(page.lookUp(name))));
  await expect.poll(() => new Set(questions.map((question) => question.split(" ")[1])).size).toBe(8);
  page.close();
  const codes = await looking;
  expect(codes.filter((code) => code === "address_not_allowed")).toHaveLength(100);
  expect(codes.slice(8, 200)).toEqual(Array(192).fill("aborted"));
  expect(new Set(questions.map((question) => question.split(" ")[1])).size).toBe(8);
});

test("a page that asks for endless names which nobody answers delays no other crawl", async () => {
  const site = await serveSite({
    "/": `<h1>Text</h1><script>
      let n = 0;
      setInterval(() => { for (let i = 0; i < 20; i++) fetch("http://n" + n++ + ".slow.example/").catch(() => {}); }, 100);
    </script>`,
    "/page": "<h1>Another site</h1>",
  });
  closers.push(site.close);
  const { resolve, questions } = await resolving((name, type) => {
    if (name.endsWith(".slow.example")) return "silent";
    return { addresses: type === "A" ? ["127.0.0.1"] : [], ttlSeconds: 0 };
  });
  const fetching = openFetching({ userAgent: "llmstxt-test/1", allowPrivateNetworks: true, resolve, browser: BROWSER });
  closers.push(fetching.close);
  const rendering = fetching.forCrawl({
    useProxy: false,
    judge: ({ rung }) => (rung === "plain" ? "empty" : undefined),
  });
  const plain = fetching.forCrawl({ useProxy: false, judge: () => undefined });
  const hostile = rendering.page({ url: `http://hostile.example:${site.port}/` }, never);
  const slow = () => new Set(questions.filter((question) => question.endsWith(".slow.example"))).size;
  await expect.poll(slow, { timeout: 30_000 }).toBeGreaterThan(8);
  for (let i = 0; i < 20; i++) {
    const url = `http://other-${i}.example:${site.port}/page`;
    expect((await plain.page({ url, timeoutMs: 3_000 }, never)).status).toBe(200);
  }
  expect((await hostile).rung).toBe("browser");
  // Both families, the repeats of a name not counted: eight at once, for thirty seconds at most.
  expect(slow()).toBeLessThan(2 * 8 * 7);
});
