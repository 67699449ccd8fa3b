import { expect, test } from "vitest";
import type { Fetch, FetchRequest } from "./fetch.ts";
import { SharedAnswers } from "./shared-answers.ts";

const never = new AbortController().signal;
const ROBOTS: FetchRequest = { url: "https://x.dev/robots.txt", isShared: true };

function opened({ status = 200, bytes = 10, chain = [] as string[] } = {}) {
  let now = 0;
  let asked = 0;
  const fetch: Fetch = async ({ url }) => {
    asked++;
    const body = new Uint8Array(bytes).fill(asked);
    return {
      url,
      chain: [url, ...chain],
      status,
      headers: {},
      body,
      wireBytes: bytes,
      rung: "plain",
      elapsedMs: 1,
      attempts: [],
    };
  };
  const answers = new SharedAnswers(() => now);
  return {
    ask: async (site: string, request = ROBOTS) => (await answers.watch(fetch, site)(request, never)).body,
    asked: () => asked,
    pass: (ms: number) => {
      now += ms;
    },
  };
}

test("an answer serves the other sites of its host for three minutes, and not the site that asked", async () => {
  const { ask, asked, pass } = opened();
  const first = await ask("x.dev/a");
  first.fill(99); // it belongs to whoever asked
  expect([(await ask("x.dev/b"))[0], (await ask("x.dev/c"))[0], asked()]).toEqual([1, 1, 1]);
  await ask("x.dev/a");
  expect(asked()).toBe(2);
  expect((await ask("x.dev/b"))[0]).toBe(2);
  pass(180_001);
  await ask("x.dev/b");
  expect(asked()).toBe(3);
});

test("answers that may change soon, are large or are not for everybody are requested each time", async () => {
  for (const wrong of [{ status: 503 }, { status: 429 }, { status: 403 }, { bytes: 3 * 2 ** 20 }]) {
    const { ask, asked } = opened(wrong);
    for (const site of ["x.dev/a", "x.dev/b"]) await ask(site);
    expect(asked()).toBe(2);
  }
  const { ask, asked } = opened();
  for (const site of ["x.dev/a", "x.dev/b"]) await ask(site, { url: ROBOTS.url });
  for (const accept of ["text/plain", "text/html"]) await ask("x.dev/a", { ...ROBOTS, accept });
  expect(asked()).toBe(4);
});

test("an answer that lies where the second site may not go is asked for anew", async () => {
  const { ask, asked } = opened({ chain: ["https://y.dev/robots.txt"] });
  await ask("x.dev/a");
  await ask("x.dev/b", { ...ROBOTS, mayFollow: () => true });
  expect(asked()).toBe(1);
  await ask("x.dev/c", { ...ROBOTS, mayFollow: (target) => !target.includes("y.dev") });
  expect(asked()).toBe(2);
});

test("at most 32 MiB are kept, the newest", async () => {
  const { ask, asked } = opened({ bytes: 2 * 2 ** 20 });
  const request = (n: number) => ({ url: `https://h${n}.dev/robots.txt`, isShared: true as const });
  for (let n = 0; n < 20; n++) await ask("a", request(n));
  for (let n = 19; n >= 4; n--) await ask("b", request(n));
  expect(asked()).toBe(20);
  await ask("b", request(0));
  expect(asked()).toBe(21);
});
