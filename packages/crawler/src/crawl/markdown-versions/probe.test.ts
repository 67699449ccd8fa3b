import { expect, test } from "vitest";
import type { Fetch } from "../../fetch/fetch.ts";
import { MarkdownProbe } from "./probe.ts";

interface Answer {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
}

/** True if the address is taken for a Markdown text, and the methods it was asked with. */
async function probe(answers: { readonly HEAD: Answer; readonly GET: Answer }): Promise<[boolean, string[]]> {
  const methods: string[] = [];
  const fetch: Fetch = async ({ url, method }) => {
    const asked = method === "HEAD" ? "HEAD" : "GET";
    methods.push(asked);
    const { status = 200, type = "text/markdown", body = "" } = answers[asked];
    const bytes = Buffer.from(body);
    const facts = { status, headers: { "content-type": type }, body: bytes, wireBytes: bytes.length };
    return { url, chain: [url], rung: "plain", elapsedMs: 0, attempts: [], ...facts };
  };
  const isMarkdown = await new MarkdownProbe(fetch, () => true).isMarkdown(
    "https://a.test/a.md",
    new AbortController().signal,
  );
  return [isMarkdown, methods];
}

const MARKDOWN: Answer = { body: "# Title\n\nText.\n" };
const HTML: Answer = { body: "<!doctype html><title>Not found</title>" };

test("Markdown is believed by its type and the first body of its kind", async () => {
  expect(await probe({ HEAD: {}, GET: MARKDOWN })).toEqual([true, ["HEAD", "GET"]]);
  expect(await probe({ HEAD: {}, GET: HTML })).toEqual([false, ["HEAD", "GET"]]);
});

test("where HEAD is refused, GET is asked", async () => {
  for (const status of [405, 501]) {
    expect(await probe({ HEAD: { status }, GET: MARKDOWN })).toEqual([true, ["HEAD", "GET"]]);
    expect(await probe({ HEAD: { status }, GET: HTML })).toEqual([false, ["HEAD", "GET"]]);
  }
});

test("plain text is looked into: pages that are not there answer with it, too", async () => {
  const type = "text/plain; charset=utf-8";
  expect(await probe({ HEAD: { type }, GET: { ...MARKDOWN, type } })).toEqual([true, ["HEAD", "GET"]]);
  expect(await probe({ HEAD: { type }, GET: { ...HTML, type } })).toEqual([false, ["HEAD", "GET"]]);
});

test("another status or type is no Markdown version", async () => {
  for (const answer of [{ status: 404 }, { status: 301 }, { type: "text/html" }, { type: "application/octet-stream" }])
    expect(await probe({ HEAD: answer, GET: answer })).toEqual([false, ["HEAD"]]);
});
