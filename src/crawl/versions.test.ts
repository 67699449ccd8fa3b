import { expect, test } from "vitest";
import { crawlExample, pagesAt } from "./example-crawl.ts";
import { html } from "./example-site.ts";

test("of several versions the one without a number is kept, else the current, else the newest", async () => {
  const bare = await crawlExample({
    "/": html("Home", ["/a", "/dev/a", "/0.9/a"]),
    ...pagesAt(["/a", "/dev/a", "/0.9/a"]),
  });
  expect(bare.pages).toEqual(["/", "/a"]);
  expect(bare.leftOut).toEqual({ "/dev/a": "older version of /a", "/0.9/a": "older version of /a" });
  const current = ["/docs/1.0/a", "/docs/latest/a", "/docs/2.0/a"];
  expect((await crawlExample({ "/": html("Home", current), ...pagesAt(current) })).pages).toEqual([
    "/",
    "/docs/latest/a",
  ]);
  const numbered = ["/docs/v9/a", "/docs/v10/a", "/docs/v10/b"];
  const newest = await crawlExample({ "/": html("Home", numbered), ...pagesAt(numbered) });
  expect(newest.pages).toEqual(["/", "/docs/v10/a", "/docs/v10/b"]);
});

test("the version that was asked for stays, even an old one", async () => {
  const { pages: taken } = await crawlExample(
    { "/v1/": html("Home", ["/v1/a", "/v2/a"]), ...pagesAt(["/v1/a", "/v2/a", "/v2/"]) },
    { base: "/v1/" },
  );
  expect(taken).toEqual(["/v1/", "/v1/a"]);
});
