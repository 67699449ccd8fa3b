import { describe, expect, test } from "vitest";
import { type Cookie, credentialFields, headersProblem, parseCookieFile, parseHeaderLines } from "./credentials.ts";

const cookiesOf = (text: string): readonly Cookie[] => {
  const parsed = parseCookieFile(text);
  if ("problem" in parsed) throw new Error(parsed.problem);
  return parsed.cookies;
};

const sentTo = (url: string, typed = "https://docs.example/guide/") =>
  credentialFields(typed, { headers: { "X-Key": "k" }, cookies: [] })(new URL(url));

describe("where header fields go", () => {
  test.each(["https://docs.example/", "https://docs.example:443/other/path?q"])("to the typed origin: %s", (url) => {
    expect(sentTo(url)).toEqual({ "x-key": "k" });
  });

  test.each([
    "http://docs.example/",
    "https://www.docs.example/",
    "https://example/",
    "https://docs.example:8443/",
    "https://docs.example.evil.test/",
    "https://evil.test/docs.example",
  ])("to no other: %s", (url) => {
    expect(sentTo(url)).toEqual({});
  });

  test("http:// on the usual port means https:// of the host, too, and never the other way round", () => {
    expect(sentTo("https://docs.example/", "http://docs.example/")).toEqual({ "x-key": "k" });
    expect(sentTo("https://docs.example/", "http://docs.example:8080/")).toEqual({});
    expect(sentTo("https://docs.example:8080/", "http://docs.example:8080/")).toEqual({});
  });
});

describe("header fields that are refused", () => {
  test.each([
    [{ Host: "a" }, "Host cannot be set"],
    [{ "content-length": "1" }, "content-length cannot be set"],
    [{ Connection: "close" }, "Connection cannot be set"],
    [{ "Transfer-Encoding": "chunked" }, "Transfer-Encoding cannot be set"],
    [{ Cookie2: "a" }, "Cookie2 cannot be set"],
    [{ "Proxy-Authorization": "secret" }, "Proxy-Authorization cannot be set"],
    [{ "Bearer secret": "x" }, "the name of field 1 is no header field's name"],
    [{ "": "x" }, "the name of field 1 is no header field's name"],
    [{ "X-A": "a\r\nHost: b" }, "the value of X-A has characters that no header field may have"],
    [{ "X-A": "ключ" }, "the value of X-A has characters that no header field may have"],
    [{ "X-A": "1", "x-a": "2" }, "x-a is given twice"],
    [{ "X-A": "a".repeat(8_192) }, "at most 8 KiB of names and values in all"],
    [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`X-${n}`, ""])), "at most 20 header fields"],
  ])("%j", (headers, problem) => {
    expect(headersProblem(headers)).toBe(problem);
  });

  test("ordinary header fields and cookies are accepted", () => {
    expect(headersProblem({ Authorization: "Basic dTpw", Cookie: "a=b", "User-Agent": "x", "X-Empty": "" })).toBe(
      undefined,
    );
  });
});

test("a header line ends its name at the first colon, and its value may hold more", () => {
  expect(parseHeaderLines(["X-Time: 10:30 ", "X-None:"])).toEqual({ headers: { "X-Time": "10:30", "X-None": "" } });
  expect(parseHeaderLines(["Authorization Bearer secret"])).toEqual({
    problem: "field 1 is not of the form 'Name: value'",
  });
});

describe("cookies", () => {
  const NEVER = 0;
  const line = (...fields: readonly (string | number)[]) => fields.join("\t");
  const field = (text: string, url: string) =>
    credentialFields(url, { headers: {}, cookies: cookiesOf(text) })(new URL(url)).cookie;

  test("comments, blank lines, line ends of Windows and cookies that scripts may not read are read", () => {
    const text = [
      "\uFEFF# Netscape HTTP Cookie File",
      "",
      line(".example.com", "TRUE", "/", "FALSE", NEVER, "a", "1"),
      `#HttpOnly_${line("docs.example.com", "FALSE", "/", "TRUE", NEVER, "b", "2=x")}`,
      "",
    ].join("\r\n");
    expect(field(text, "https://docs.example.com/")).toBe("a=1; b=2=x");
    expect(field(text, "http://docs.example.com/")).toBe("a=1");
    expect(field(text, "https://www.example.com/")).toBe("a=1");
    expect(field(text, "https://notexample.com/")).toBe(undefined);
  });

  test("longer paths come first, and a path ends where a segment ends", () => {
    const text = [
      line("x.example", "FALSE", "/", "FALSE", NEVER, "root", "1"),
      line("x.example", "FALSE", "/docs", "FALSE", NEVER, "docs", "2"),
    ].join("\n");
    expect(field(text, "https://x.example/docs/a")).toBe("docs=2; root=1");
    expect(field(text, "https://x.example/docs")).toBe("docs=2; root=1");
    expect(field(text, "https://x.example/docsearch")).toBe("root=1");
  });

  test("an expired cookie is not sent", () => {
    const at = (expires: number) => line("x.example", "FALSE", "/", "FALSE", expires, "a", "1");
    expect(field(at(946_684_800), "https://x.example/")).toBe(undefined);
    expect(field(at(4_102_444_800), "https://x.example/")).toBe("a=1");
  });

  test("cookies of a file stand behind those of a Cookie field", () => {
    const cookies = cookiesOf(line("x.example", "FALSE", "/", "FALSE", NEVER, "a", "1"));
    const fields = credentialFields("https://x.example/", { headers: { Cookie: "b=2" }, cookies });
    expect(fields(new URL("https://x.example/"))).toEqual({ cookie: "b=2; a=1" });
  });

  test.each([
    ["a sentence", "this is no cookie file"],
    ["JSON", '[{"name":"a"}]'],
    ["too many fields", line("x", "FALSE", "/", "FALSE", 0, "a", "1", "2")],
    ["no date", line("x", "FALSE", "/", "FALSE", "soon", "a", "1")],
    ["a control character", line("x", "FALSE", "/", "FALSE", 0, "a", "1\x00")],
    ["a second cookie in the value", line("x", "FALSE", "/", "FALSE", 0, "a", "1; b=2")],
  ])("%s is no line of a cookie file", (_, text) => {
    expect(parseCookieFile(`# fine\n${text}`)).toEqual({ problem: "line 2 is no line of a Netscape cookie file" });
  });
});
