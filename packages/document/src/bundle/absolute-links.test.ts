import { expect, test } from "vitest";
import { cpuGrowth } from "../../../../test/cpu-growth.ts";
import { withAbsoluteLinks } from "./absolute-links.ts";

const BASES = { page: "https://x.dev/docs/a", markdown: "https://x.dev/raw/docs/a.md" };
const made = (markdown: string) => withAbsoluteLinks(markdown, BASES);

test.each([
  ["[b](b.md)", "[b](https://x.dev/raw/docs/b.md)"],
  ["[b](../b.md 'Title') and ![](/i.png)", "[b](https://x.dev/raw/b.md 'Title') and ![](https://x.dev/i.png)"],
  ["[here](#below)", "[here](https://x.dev/docs/a#below)"],
  ["[wiki](Foo_(bar))", "[wiki](https://x.dev/raw/docs/Foo_(bar))"],
  ["[s](<two words.md>)", "[s](<https://x.dev/raw/docs/two%20words.md>)"],
  ["[id]: ./b 'B'", "[id]: https://x.dev/raw/docs/b 'B'"],
  [
    '<a class="x" href="/b">b</a> <img src=i.png>',
    '<a class="x" href="https://x.dev/b">b</a> <img src=https://x.dev/raw/docs/i.png>',
  ],
  [
    "[m](mailto:a@x.dev) [h](https://y.dev/) [t]({{ url }}) []()",
    "[m](mailto:a@x.dev) [h](https://y.dev/) [t]({{ url }}) []()",
  ],
  ["`[b](b)` ``[`](c)`` [d](/d)", "`[b](b)` ``[`](c)`` [d](https://x.dev/d)"],
  ["```\n[b](b)\n~~~\n```\n[b](/b)", "```\n[b](b)\n~~~\n```\n[b](https://x.dev/b)"],
])("%s", (markdown, expected) => {
  expect(made(markdown)).toBe(expected);
  expect(made(expected)).toBe(expected);
});

test.each([
  ["openings", "[a]("],
  ["brackets", "[a](<"],
  ["parentheses", "[a](b(c"],
  ["tags", "<a b "],
  ["runs of backticks", "` `` ``` ```` "],
])("%s without an end cost no more than their length", (_, part) => {
  expect(cpuGrowth((size) => () => made(part.repeat(size)), 2_000)).toBeLessThan(3);
});
