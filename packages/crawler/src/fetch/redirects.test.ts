import { expect, test } from "vitest";
import { Cookies, follow } from "./redirects.ts";

interface Scripted {
  readonly to?: string;
  readonly sets?: readonly string[];
}

/** Follows redirects of a site given as a table of paths; returns the last path, or the failure's code. */
async function walk(answers: Record<string, (cookie: string | undefined) => Scripted>, cookies = new Cookies()) {
  const asked: string[] = [];
  const ask = async (url: string) => {
    const { pathname } = new URL(url);
    const cookie = cookies.field(url);
    asked.push(cookie === undefined ? pathname : `${pathname} with ${cookie}`);
    const { to, sets = [] } = answers[pathname]?.(cookie) ?? {};
    return { status: to === undefined ? 200 : 302, headers: to === undefined ? {} : { location: to }, cookies: sets };
  };
  const outcome = await follow({ url: "https://a.example/a" }, cookies, ask).then(
    ({ url }) => new URL(url).pathname,
    ({ code }) => code,
  );
  return { outcome, asked };
}

test("a redirect to itself that sets a cookie is followed once, with the cookie", async () => {
  const answers = {
    "/a": (cookie: string | undefined) => (cookie ? {} : { to: "/a", sets: ["seen=1; Path=/; Secure"] }),
  };
  expect(await walk(answers)).toEqual({ outcome: "/a", asked: ["/a", "/a with seen=1"] });
});

test("a redirect through another page that sets a cookie is followed back, too", async () => {
  const answers = {
    "/a": (cookie: string | undefined) => (cookie ? {} : { to: "/check" }),
    "/check": () => ({ to: "/a", sets: ["seen=1"] }),
  };
  expect(await walk(answers)).toEqual({ outcome: "/a", asked: ["/a", "/check", "/a with seen=1"] });
});

test("two simultaneous requests that are redirected to themselves with a cookie both succeed", async () => {
  const answers = { "/a": (cookie: string | undefined) => (cookie ? {} : { to: "/a", sets: ["seen=1"] }) };
  const cookies = new Cookies();
  const walks = await Promise.all([walk(answers, cookies), walk(answers, cookies)]);
  expect(walks.map(({ outcome }) => outcome)).toEqual(["/a", "/a"]);
});

test.each<[string, () => Scripted]>([
  ["sets none", () => ({ to: "/a" })],
  ["sets the same one again", () => ({ to: "/a", sets: ["seen=1"] })],
  ["sets another one each time", () => ({ to: "/a", sets: [`seen=${Math.random()}`] })],
  ["takes one away", () => ({ to: "/a", sets: ["seen=; Max-Age=0"] })],
  ["sets what is no cookie", () => ({ to: "/a", sets: ["=x", "a b=c", "\u0000=1"] })],
])("a redirect to itself that %s is an endless loop", async (_, answer) => {
  const { outcome, asked } = await walk({ "/a": answer });
  expect(outcome).toBe("too_many_redirects");
  expect(asked.length).toBeLessThanOrEqual(2);
});

test("a cookie goes only to the origin that set it, behind the user's own header fields", () => {
  const cookies = new Cookies();
  cookies.take("https://a.example", ["seen=1; Domain=example", "two=2"]);
  expect(cookies.field("https://a.example", "own=0")).toBe("own=0; seen=1; two=2");
  for (const origin of ["https://b.a.example", "http://a.example", "https://a.example:8443"])
    expect(cookies.field(origin)).toBeUndefined();
});
