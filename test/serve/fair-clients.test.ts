import { Agent, type ClientRequest, type IncomingMessage, request } from "node:http";
import { json } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_HOLD_MS, watched } from "../crawl/longest-hold.ts";
import { KEY, type Service, startService } from "../servers/service.ts";
import { serveSite } from "../servers/site.ts";
import { topicSite } from "../servers/topic-site.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ environment: { API_KEY: KEY } });
});
afterAll(() => service.stop());

async function post(path: string, body: string) {
  const headers = { "content-type": "application/json", "x-api-key": KEY };
  const response = await fetch(`${service.url}${path}`, { method: "POST", headers, body });
  return {
    status: response.status,
    retryAfter: response.headers.get("retry-after"),
    body: JSON.parse(await response.text()),
  };
}

test("a client that sends more at once than its line holds is told when to come again: 429", async () => {
  const text = JSON.stringify({ text: `# A\n\n> B\n\n## C\n\n${"- [a](https://x.dev/a): text\n".repeat(7_000)}` });
  const answers = await Promise.all(Array.from({ length: 24 }, () => post("/api/validate", text)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBe(24 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  for (const { body, retryAfter } of refused)
    expect(body.detail).toBe(
      `Too many requests at once: 16 of yours are not answered yet. Send the next one after an answer, or in ${retryAfter} s`,
    );
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  expect(metrics).toContain(`llmstxt_reading_refused_total{for="people"} ${refused.length}`);
  expect(metrics).toContain('llmstxt_reading_waiting{for="crawls"} 0');
  expect(Number(/llmstxt_reading_cpu_seconds_total\{for="people"\} (\S+)/.exec(metrics)?.[1])).toBeGreaterThan(0);
});

test("a client that sends one request after another is answered forty times a second, however cheap each is", async () => {
  const began = performance.now();
  for (let asked = 0; asked < 56; asked++) await post("/api/validate", JSON.stringify({ text: "# A" }));
  // Sixteen as they come, then 25 ms for each. No timer is early by more than a millisecond.
  expect(performance.now() - began).toBeGreaterThan(40 * 24);
});

/** Nothing is wrong with it before it is parsed. */
const OVERLAY = JSON.stringify({ yaml: `pages:\n${"  - path: /a\n    title: A title\n".repeat(1_400)}` });

/** A request whose head is sent, and nothing of its body. */
function headOf(path: string, { length }: string, agent: Agent): ClientRequest {
  const headers = { "content-type": "application/json", "content-length": length, "x-api-key": KEY };
  const sent = request(`${service.url}${path}`, { method: "POST", headers, agent });
  sent.flushHeaders();
  return sent;
}

const answerTo = (sent: ClientRequest) =>
  new Promise<IncomingMessage>((resolve, reject) => sent.once("response", resolve).once("error", reject));

test("a request over its client's line is refused before any of its body is read, and its connection serves on", async () => {
  const agent = new Agent({ keepAlive: true });
  const body = JSON.stringify({ text: "# A" });
  const sent = Array.from({ length: 17 }, () => headOf("/api/validate", body, agent));
  const answers = sent.map(answerTo);
  const { at, answer } = await Promise.race(answers.map(async (one, index) => ({ at: index, answer: await one })));
  expect([answer.statusCode, answer.headers["retry-after"], answer.headers.connection]).toEqual([
    429,
    expect.stringMatching(/^\d+$/),
    "keep-alive",
  ]);
  expect(await json(answer)).toEqual({ detail: expect.stringMatching(/^Too many requests at once: 16 of yours/) });
  for (const one of sent) one.end(body);
  const others = await Promise.all(answers.filter((_, index) => index !== at));
  expect(others.map(({ statusCode }) => statusCode)).toEqual(others.map(() => 200));
  const after = headOf("/api/validate", body, agent);
  after.end(body);
  expect([(await answerTo(after)).statusCode, after.reusedSocket]).toEqual([200, true]);
  agent.destroy();
});

test("a crawl goes on beside sixty clients that are refused and send on: each learns of it a second later", async () => {
  const site = await topicSite({ pages: 20, latencyMs: 0 });
  const agent = new Agent({ keepAlive: true });
  const line = Array.from({ length: 16 }, () => headOf("/api/overlay/preview", "{}", agent).on("error", () => {}));
  const state = { isOver: false, soonestMs: Number.POSITIVE_INFINITY, refused: 0 };
  const loops = Array.from({ length: 60 }, async () => {
    while (!state.isOver) {
      const began = performance.now();
      if ((await post("/api/overlay/preview", OVERLAY)).status !== 429) continue;
      state.refused++;
      state.soonestMs = Math.min(state.soonestMs, performance.now() - began);
    }
  });
  const { messages } = await service.crawl({ url: site.origin, maxPages: 20 }, `/ws/crawl?api_key=${KEY}`);
  state.isOver = true;
  await Promise.all(loops);
  for (const one of line) one.destroy();
  await site.close();
  expect(messages.filter(({ type }) => type === "result").length).toBe(1);
  expect(state.refused).toBeGreaterThan(0);
  // Each refusal was held back for a second. No timer is early.
  expect(state.soonestMs).toBeGreaterThan(990);
});

test("100 globs over 20,000 long addresses do not hold the event loop, and each address is told once", async () => {
  const long = "abcdefghij-".repeat(65);
  const paths = Array.from({ length: 20_000 }, (_, page) => `/${page}/${long}`);
  const site = await serveSite({
    "/": "<!doctype html><title>T</title><main><h1>T</h1><p>Words that are here to be read.</p></main>",
    "/sitemap.xml": ({ headers }, response) => {
      const entries = paths.map((path) => `<url><loc>http://${headers.host}${path}</loc></url>`);
      response.setHeader("content-type", "application/xml").end(`<urlset>${entries.join("")}</urlset>`);
    },
  });
  const globs = Array.from({ length: 100 }, (_, glob) => `/*${"a*b*c*d*e*f*g*h*i*j*".repeat(7)}${glob}x`);
  const preview = (include: readonly string[]) =>
    post("/api/crawls/preview", JSON.stringify({ url: site.origin, include }));
  const all = await preview([]);
  expect(all.body).toMatchObject({ named: 20_000, matching: 20_000, excluded: [] });
  const { result, longestMs } = await watched(preview(globs));
  expect([result.status, result.body.named, result.body.matching, result.body.excluded.length]).toEqual([
    200, 20_000, 0, 8,
  ]);
  // Some milliseconds; it was 18 s.
  expect(longestMs).toBeLessThan(MAX_HOLD_MS);
  await site.close();
});

test("an overlay of 200,000 nested lists is refused with what is wrong with it, as JSON and as YAML", async () => {
  const nested = `${"[".repeat(200_000)}${"]".repeat(200_000)}`;
  const detail = expect.stringContaining("lists and objects go deeper here than in any overlay");
  for (const body of [`{"overlay":${nested}}`, JSON.stringify({ yaml: nested })]) {
    const { status, body: answer } = await post("/api/overlay/preview", body);
    expect([status, answer]).toEqual([422, { detail }]);
  }
});
