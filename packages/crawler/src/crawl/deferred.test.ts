import { expect, test } from "vitest";
import { crawlExample, pagesAt } from "../../../../test/crawl/example-crawl.ts";
import { html } from "../../../../test/crawl/example-site.ts";

test("lists that turn out to be facets take no places that are left for others", async () => {
  const content = ["/p/a", "/p/b", "/p/c"];
  const secondary = ["/privacy", "/terms", "/imprint", "/careers", "/press", "/brand", "/security"];
  const lists = [..."abcdefghij"].map((name) => `/l/${name}`);
  const list = `<title>L</title><main>${content.map((path) => `<li><a href="${path}">The page ${path}</a></li>`).join("")}</main>`;
  const { pages } = await crawlExample(
    {
      "/": html("Home", ["/all", ...secondary]),
      "/all": html("All", [...content, ...lists]),
      ...pagesAt([...content, ...secondary]),
      ...Object.fromEntries(lists.map((path) => [path, list.replace("L<", `${path}<`)])),
    },
    { maxPages: 9 },
  );
  expect(pages).toHaveLength(9);
});
