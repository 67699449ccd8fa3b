import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { checkAddress, inShell, pathOn, safeHref, shortAddress } from "./addresses.ts";
import { count, some } from "./amounts.ts";
import { failureWords } from "./failures.ts";
import { clock, every, relative, took } from "./times.ts";

test("a missing scheme is added: https, and http for this machine", () => {
  const good = (typed: string) => checkAddress(typed);
  expect(good(" httr2.r-lib.org/docs ")).toEqual({ type: "good", url: "https://httr2.r-lib.org/docs" });
  expect(good("//x.dev")).toEqual({ type: "good", url: "https://x.dev" });
  expect(good("x.dev:8080/a?b")).toEqual({ type: "good", url: "https://x.dev:8080/a?b" });
  expect(good("localhost:8431")).toEqual({ type: "good", url: "http://localhost:8431" });
  expect(good("127.0.0.1:80/a")).toEqual({ type: "good", url: "http://127.0.0.1:80/a" });
  expect(good("http.example.com")).toEqual({ type: "good", url: "https://http.example.com" });
});

test("for a scheme that is mistyped or typed twice a correction is suggested", () => {
  for (const typed of [
    "https:/x.dev",
    "htps://x.dev",
    "https//x.dev",
    "http:x.dev",
    "ttps://x.dev",
    "https;//x.dev",
    "https:///x.dev",
    "https://https://x.dev",
    "https://http://x.dev",
  ])
    expect(checkAddress(typed), typed).toEqual({
      type: "wrong",
      why: "That is not a valid web address.",
      meant: "https://x.dev",
    });
});

test("a text that is no site's address is refused with a reason", () => {
  expect(checkAddress("  ")).toEqual({ type: "empty" });
  for (const typed of [
    "ftp://x.dev",
    "javascript:alert(1)",
    "mailto:a@b.de",
    "hello",
    "https://",
    "https://me:pw@x.dev",
    "a b.com",
    "1",
    "20,000",
  ])
    expect(checkAddress(typed).type, typed).toBe("wrong");
  for (const typed of ["http://x.dev:99999", "x.dev:65536/a"])
    expect(checkAddress(typed)).toEqual({ type: "wrong", why: "The port is out of range: it is at most 65535." });
  expect(checkAddress("me@example.com")).toEqual({
    type: "wrong",
    why: "That is an e-mail address, not a web address.",
    meant: "https://example.com",
  });
});

test("an address with a scheme is accepted unchanged, also on a private host with a port", () => {
  for (const url of ["https://x.dev/a?b=c", "http://127.0.0.1:8080/", "http://localhost:3000"])
    expect(checkAddress(url)).toEqual({ type: "good", url });
});

test("only http and https may be linked to", () => {
  expect(safeHref("https://x.dev/a")).toBe("https://x.dev/a");
  for (const url of ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "no address"])
    expect(safeHref(url), url).toBeUndefined();
});

test("addresses are shortened, and paths are decoded", () => {
  expect(shortAddress("https://x.dev/docs/")).toBe("x.dev/docs");
  expect(pathOn("x.dev", "https://www.x.dev/%C3%A4?q=1")).toBe("/ä?q=1");
  expect(pathOn("x.dev", "https://y.dev/a")).toBe("y.dev/a");
  expect(pathOn("x.dev", "https://x.dev/%E0%A4%A")).toBe("/%E0%A4%A");
});

test("amounts are written in words", () => {
  expect([count(1000), some(1, "page"), some(1200, "page")]).toEqual(["1,000", "1 page", "1,200 pages"]);
});

test("times are written in words", () => {
  expect([took(36.4), took(1900), took(125_000), clock(14_200), clock(600_000), clock(3_723_000)]).toEqual([
    "36 ms",
    "1.9 s",
    "2:05",
    "0:14",
    "10:00",
    "1:02:03",
  ]);
  const now = Date.parse("2026-11-21T12:00:00Z");
  const at = (iso: string) => relative(iso, now);
  expect([at("2026-11-21T11:59:40Z"), at("2026-11-21T11:25:00Z"), at("2026-11-21T10:00:00Z")]).toEqual([
    "now",
    "35 min ago",
    "2 h ago",
  ]);
  expect([at("2026-11-27T12:00:00Z"), at("2026-04-21T12:00:00Z"), relative(undefined, now), at("never")]).toEqual([
    "in 6 d",
    "7 mo ago",
    "—",
    "—",
  ]);
  expect([every(360), every(10_080), every(45)]).toEqual(["6 hours", "week", "45 min"]);
});

test("a failure shows what happened and advice; an unknown failure shows the server's message", () => {
  expect(failureWords({ code: "http_status", reason: "GET https://x.dev/a: 404 Not Found" })).toEqual({
    title: "The page was not found (404)",
    advice: "Check the address, or open it in your browser to see what is there.",
    tried: "GET https://x.dev/a: 404 Not Found",
  });
  expect(failureWords({ code: "robots_disallows", reason: "robots.txt disallows https://x.dev/404/" }).title).toBe(
    "robots.txt does not allow crawling",
  );
  expect(failureWords({ code: "new", reason: "Something else" })).toEqual({
    title: "Something else",
    advice: "",
    tried: "",
  });
});

test.each(["https://a.test/x;id", "https://a.test/it's-$(id)`id`", "https://a.test/a b"])(
  "%s is quoted as one word for a shell",
  (address) => {
    expect(execFileSync("sh", ["-c", `printf '%s|' ${inShell(address)}`], { encoding: "utf8" })).toBe(`${address}|`);
  },
);
