import type { Chat, ChatQuestion } from "@llmstxt-service/document/enhance";
import type { Question } from "@llmstxt-service/document/eval/questions";
import { readPage } from "@llmstxt-service/page";
import { CrawlError } from "@llmstxt-service/page/errors";
import { listedPages } from "@llmstxt-service/service/mcp";
import { afterEach, expect, test } from "vitest";
import { evaluate } from "../eval.ts";
import type { PageAccess } from "../read-pages.ts";
import { Agent, estimatedTokens } from "./agent.ts";
import type { ARMS } from "./arms.ts";

const NO_SIGNAL = new AbortController().signal;
const SITE = "https://harbour.example";
const PAGES: Readonly<Record<string, string>> = {
  "/tides": "The moon pulls the water of the harbour twice a day, and the keeper writes it down.",
  "/lamps": "A lighthouse lamp turns on a bath of mercury, which the keeper cleans on Mondays.",
};
const fetched: string[] = [];
afterEach(() => fetched.splice(0));
const access: PageAccess = {
  async page(url) {
    fetched.push(url);
    const text = PAGES[new URL(url).pathname];
    if (text === undefined) throw new CrawlError("http_status", { status: 404 });
    const html = `<title>x</title><main><p>${text}</p></main>`;
    return { url, page: readPage(Buffer.from(html), { url }), characters: html.length };
  },
  markdown: () => Promise.reject(new CrawlError("http_status", { status: 404 })),
};
const file = { name: "f", text: `# H\n\n## P\n\n- [Tides](${SITE}/tides)\n- [Lamps](${SITE}/lamps): light\n` };
const question: Question = {
  kind: "given",
  question: "What does the lamp turn on?",
  url: `${SITE}/lamps`,
  key: "harbour.example/lamps",
  answer: "a bath of mercury",
};

type Message = { readonly content?: string | null; readonly tool_calls?: unknown };
/** An endpoint that says these messages one after the other, the last for ever. */
function scripted(...messages: readonly Message[]): Chat & { readonly asked: ChatQuestion[] } {
  const asked: ChatQuestion[] = [];
  const chat: Chat = async (body, read, signal) => {
    signal.throwIfAborted();
    asked.push(structuredClone(body));
    const message = messages[Math.min(asked.length, messages.length) - 1];
    return read({ choices: [{ message }], usage: { prompt_tokens: 90, completion_tokens: 10 } });
  };
  return Object.assign(chat, { asked });
}
const call = (url: unknown, name = "fetch") => ({ id: "1", function: { name, arguments: JSON.stringify({ url }) } });
const run = (chat: Chat, questions = [question], maxTokens = 1_000_000) =>
  new Agent({ chat, maxTokens }, access).run(file, questions, NO_SIGNAL);

test("a model reads pages until it answers, the same way every time; pages, misses and tokens are counted", async () => {
  const chat = scripted(
    { content: null, tool_calls: [call(`${SITE}/none`), call(`${SITE}/lamps`)] },
    { content: "It turns on a bath of Mercury." },
  );
  expect(await run(chat)).toEqual({ right: 1, pages: 2, notFound: 1, tokens: 200 });
  expect(chat.asked[0]).toMatchObject({ temperature: 0, seed: 1, tools: [{ function: { name: "fetch" } }] });
  expect(JSON.stringify(chat.asked[1]?.messages)).toContain("which the keeper cleans");
});

test("an answer that lacks a word of the page's is wrong, and so is one to a question without an answer whose page was not read", async () => {
  expect(await run(scripted({ content: "It turns on water." }))).toMatchObject({ right: 0 });
  const { answer: _, ...open } = question;
  expect(await run(scripted({ content: "Mercury" }), [open])).toMatchObject({ right: 0 });
  const reads = scripted(
    { tool_calls: [call(`${SITE}/lamps.html`)] },
    { tool_calls: [call(`${SITE}/lamps`)] },
    { content: "Mercury" },
  );
  expect(await run(reads, [open])).toMatchObject({ right: 1, pages: 2, notFound: 1 });
});

test("other hosts, other schemes, and what is no address are not fetched", async () => {
  const wanted = ["http://169.254.169.254/", "file:///etc/passwd", "https://evil.example/", 7, "x".repeat(20_000)];
  const chat = scripted({ tool_calls: wanted.map((url) => call(url)) }, { content: "no" });
  expect(await run(chat)).toMatchObject({ right: 0 });
  expect(fetched).toEqual([]);
});

test("a model that never ends is given up, and one that talks nonsense costs nothing more", async () => {
  const endless = scripted({ tool_calls: [call(`${SITE}/tides`)] });
  expect(await run(endless)).toMatchObject({ right: 0, pages: 8 });
  const nonsense = scripted({ content: "x".repeat(1_000_000), tool_calls: [{ id: 1 }, null, "fetch"] });
  expect(await run(nonsense)).toMatchObject({ right: 0, pages: 0 });
});

test("at its limit of tokens a run ends with an error that says so", async () => {
  await expect(run(scripted({ tool_calls: [call(`${SITE}/tides`)] }), [question], 250)).rejects.toThrow(
    "the limit is 250",
  );
});

test("an endpoint that refuses temperature or seed is asked without them; one that fails ends the run", async () => {
  let asked = 0;
  const picky: Chat = async (body, read) => {
    asked++;
    if ("temperature" in body) return { why: "POST x: 400", mayPass: false, isFinal: false, status: 400 } as never;
    return read({ choices: [{ message: { content: "a bath of mercury" } }] });
  };
  expect(await run(picky, [question, question])).toMatchObject({ right: 1 });
  expect(asked).toBeLessThanOrEqual(4);
  const broken: Chat = async () => ({ why: "POST x: 401", mayPass: false, isFinal: true, status: 401 }) as never;
  await expect(run(broken)).rejects.toThrow("POST x: 401");
});

test("questions that a model makes are asked only where their answer stands in the page", async () => {
  const said = (pair: object) => ({ content: `Here you are: ${JSON.stringify(pair)}` });
  const chat = scripted(
    said({ question: "What turns?", answer: "bath of silver" }),
    said({ question: "Who writes the tide down?", answer: "the keeper" }),
    { content: "the keeper" },
  );
  const openAgent = async () => ({ chat, maxTokens: 1_000_000 });
  const { questions, files } = await evaluate([file], { access, openAgent }, NO_SIGNAL);
  expect(questions.filter(({ answer }) => answer !== undefined).map(({ answer }) => answer)).toEqual(["the keeper"]);
  expect(files[0]?.agent?.tokens).toBeGreaterThan(0);
});

test("the cost of a run is estimated before it, and grows with files and questions", () => {
  const large = { name: "l", text: "x".repeat(400_000) };
  expect(estimatedTokens([file], 10)).toBeLessThan(estimatedTokens([file], 20));
  expect(estimatedTokens([file, large], 10)).toBeGreaterThan(10 * 3 * 25_000);
  expect(estimatedTokens([large], 1_000_000)).toBeLessThan(3_000_000);
});

test("who has the homepage alone is given pages as HTML, though their Markdown is at hand", async () => {
  const chat = scripted({ content: null, tool_calls: [call(`${SITE}/lamps`)] }, { content: "a bath of mercury" });
  const asked: string[] = [];
  const html: PageAccess["page"] = (url, signal) => {
    asked.push(url);
    return access.page(url, signal);
  };
  const page = () => Promise.reject(new CrawlError("http_status", { status: 404 }));
  const given = { ...file, url: `${SITE}/llms.txt`, home: `${SITE}/`, arm: "html" } as const;
  const agent = new Agent({ chat, maxTokens: 1_000_000 }, { ...access, html, page });
  expect(await agent.run(given, [question], NO_SIGNAL)).toMatchObject({ right: 1, pages: 1, notFound: 0 });
  expect(asked).toEqual([`${SITE}/lamps`]);
});

test("each way of giving a site begins with what it gives, and has the tools that it needs", async () => {
  const read = async (address: string) => PAGES[new URL(address, SITE).pathname];
  const offered = listedPages([{ text: file.text, url: `${SITE}/llms.txt` }], read);
  const given = { ...file, url: `${SITE}/llms.txt`, home: `${SITE}/`, offered };
  const told = { content: "It turns on a bath of mercury." };
  const start = async (arm: (typeof ARMS)[number], first: Message) => {
    const chat = scripted(first, told);
    const figures = await new Agent({ chat, maxTokens: 1_000_000 }, access).run(
      { ...given, arm },
      [question],
      NO_SIGNAL,
    );
    return {
      figures,
      said: JSON.stringify(chat.asked[0]?.messages),
      answer: JSON.stringify(chat.asked.at(-1)?.messages),
    };
  };
  const fetching = { content: null, tool_calls: [call(`${SITE}/llms.txt`)] };
  expect((await start("html", told)).said).toContain(`Its homepage is ${SITE}/.`);
  const link = await start("link", fetching);
  expect(link.said).not.toContain("Lamps");
  expect(link.answer).toContain("[Lamps]");
  expect(link.figures).toMatchObject({ right: 1, pages: 0 });
  expect((await start("index", told)).said).toContain("llms.txt index: begin");
  const search = { id: "1", function: { name: "search", arguments: '{"question":"lamp light"}' } };
  const mcp = await start("mcp", { content: null, tool_calls: [search] });
  expect(mcp.answer).toContain(`## Lamps\\n${SITE}/lamps\\nlight`);
  expect(mcp.figures).toMatchObject({ right: 1, pages: 0, notFound: 0 });
  const reading = { id: "1", function: { name: "read", arguments: `{"address":"${SITE}/none"}` } };
  expect((await start("mcp", { content: null, tool_calls: [reading] })).figures).toMatchObject({
    pages: 1,
    notFound: 1,
  });
});
