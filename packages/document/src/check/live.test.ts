import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { type Ask, checkLinks } from "./live.ts";

const TEXT = `# X

> Tables.

Details.

## Docs

- [A](https://x.dev/a)
- [A again](https://x.dev/a#part)
- [B](https://x.dev/b)
- [C](c.md)
- [D](https://x.dev/d)
- [E](https://y.dev/e)
- [Mail](mailto:a@x.dev)
`;

/** A web with these statuses; a text is the target of a redirect, and other addresses have no server. */
function web(pages: Readonly<Record<string, number | string>>) {
  const asked: string[] = [];
  const ask: Ask = async ({ url, method = "GET" }) => {
    asked.push(`${method} ${url}`);
    const page = pages[url];
    if (page === undefined) throw new CrawlError("unreachable", { detail: "nobody is there" });
    if (typeof page === "string") return { url: page, status: 200 };
    return { url, status: method === "HEAD" && page === 405 ? 405 : page === 405 ? 200 : page };
  };
  return { ask, asked };
}

test("each link is requested once; dead, refused and moved links are reported with their lines", async () => {
  const { ask, asked } = web({
    "https://x.dev/a": 404,
    "https://x.dev/b": 405,
    "https://x.dev/c.md": 403,
    "https://x.dev/d": "https://x.dev/new",
  });
  const { findings, ...counts } = await checkLinks(
    TEXT,
    { fetch: ask, base: "https://x.dev/llms.txt" },
    AbortSignal.timeout(10_000),
  );
  expect(counts).toEqual({ asked: 5, notAsked: 0 });
  expect(findings.map(({ code, line, level }) => `${level} ${code} ${line}`)).toEqual([
    "error dead-link 9",
    "error dead-link 10",
    "warning link-refused 12",
    "warning link-redirect 13",
    "error dead-link 14",
  ]);
  expect(findings[0]?.message).toContain("https://x.dev/a answers 404");
  expect(asked.filter((line) => line.endsWith("/a"))).toEqual(["HEAD https://x.dev/a", "GET https://x.dev/a"]);
});

test("a link to an address that may not be asked is not called dead", async () => {
  const fetch: Ask = async () => {
    throw new CrawlError("address_not_allowed", {});
  };
  const { findings } = await checkLinks(TEXT, { fetch }, AbortSignal.timeout(10_000));
  expect(new Set(findings.map(({ level, code }) => `${level} ${code}`))).toEqual(new Set(["warning link-refused"]));
});

test("a relative link in a file without an address is counted as not checked", async () => {
  const { ask } = web({});
  const { asked, notAsked } = await checkLinks(TEXT, { fetch: ask }, AbortSignal.timeout(10_000));
  expect([asked, notAsked]).toEqual([4, 1]);
});

test("a stop ends running requests", async () => {
  const stop = new AbortController();
  const fetch: Ask = (_, signal) =>
    new Promise((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(new Error("stopped")));
      stop.abort();
    });
  await expect(checkLinks(TEXT, { fetch }, stop.signal)).rejects.toThrow();
});
