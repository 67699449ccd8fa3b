import { expect, test } from "vitest";
import { parseHeaders, siteHeaders } from "./headers.ts";

test("header fields are parsed as curl does, with names in lower case", () => {
  expect(parseHeaders(["Authorization: Basic YTpi", "X-Empty:", "cookie:a=1; b=2"])).toEqual({
    headers: { authorization: "Basic YTpi", "x-empty": "", cookie: "a=1; b=2" },
  });
});

test.each([
  [["secret-without-colon"], "field 1 is not of the form 'Name: value'"],
  [["A: 1", "bad name: secret"], "the name of field 2 is no header field's name"],
  [["Host: other.example"], "Host cannot be set"],
  [["Content-Length: 3"], "Content-Length cannot be set"],
  [["Connection: close"], "Connection cannot be set"],
  [["Transfer-Encoding: chunked"], "Transfer-Encoding cannot be set"],
  [["Proxy-Authorization: secret"], "Proxy-Authorization cannot be set"],
  [["X-A: sec\nret"], "the value of X-A has characters that no header field may have"],
  [["X-A: sec\u0000ret"], "the value of X-A has characters that no header field may have"],
  [["X-A: 日本"], "the value of X-A has characters that no header field may have"],
  [["X-A: 1", "x-a: 2"], "x-a is given twice"],
  [Array.from({ length: 21 }, (_, n) => `X-${n}: 1`), "at most 20 header fields"],
  [[`X-A: ${"x".repeat(9000)}`], "at most 8 KiB of names and values in all"],
])("%j is refused, and the message does not repeat its value", (lines, problem) => {
  expect(parseHeaders(lines)).toEqual({ problem });
});

test("header fields go to the typed origin only; for http on port 80 also to https", () => {
  const sent = (typed: string, url: string) => siteHeaders(typed, { cookie: "a=1" })(new URL(url)) !== undefined;
  expect(sent("https://a.example/docs", "https://a.example/")).toBe(true);
  expect(sent("http://a.example/", "https://a.example/x")).toBe(true);
  expect(sent("https://a.example/", "http://a.example/")).toBe(false);
  expect(sent("http://a.example:8080/", "https://a.example/")).toBe(false);
  for (const url of [
    "https://www.a.example/",
    "https://b.a.example/",
    "https://a.example:8443/",
    "https://a.example.b/",
  ])
    expect(sent("https://a.example/", url)).toBe(false);
});
