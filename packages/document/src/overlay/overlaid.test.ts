import fc from "fast-check";
import { expect, test } from "vitest";
import { apply } from "../../../../test/llmstxt/example-overlay.ts";
import { readLikeJavaScript, readLikePython } from "../../../../test/llmstxt/official-parsers.ts";
import { parseLlmsTxt, validateLlmsTxt } from "../check/check.ts";
import { type LlmsTxt, writeLlmsTxt } from "../document.ts";
import type { Overlay } from "./overlay.ts";

const word = fc.constantFrom(
  ..."Docs API Optional optional: Guides 入門 مرحبا 3 # ## > - * ` [ ] ]( <b> \n \u2028 \u202e ](https://evil.test/) 😀 === ``` 1.".split(
    " ",
  ),
  "\n## New\n",
  "\n- [x](https://x.test/)",
);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
const sectionName = fc.oneof(fc.constantFrom("Docs", "API", "Guides", "Optional", "入門"), words);

const document = fc
  .array(fc.tuple(fc.constantFrom("Docs", "API", "Guides", "Optional", "入門"), fc.integer({ min: 1, max: 4 })), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts): LlmsTxt => {
    const sizes = new Map(parts);
    const sections = [...sizes].map(([name, size]) => ({
      name,
      items: Array.from({ length: size }, (_, at) => ({
        title: `${name} ${at}`,
        url: `https://x.dev/${encodeURIComponent(name)}/${at}${at % 2 ? ".md" : ""}`,
        ...(at % 3 === 0 ? {} : { excerpt: `What ${name} ${at} says.` }),
      })),
    }));
    const last = sections.filter(({ name }) => name === "Optional");
    const listed = [...sections.filter(({ name }) => name !== "Optional"), ...last];
    const pages = listed.flatMap(({ items }) => items).length + 1;
    return {
      name: "X",
      metadata: `Generated: 2026-11-21T05:50:00Z | Source: https://x.dev/ | Pages: ${pages}`,
      sections: listed,
    };
  });

const pageChange = fc.record(
  {
    path: fc
      .tuple(fc.constantFrom("Docs", "API", "Guides", "Optional", "入門", "gone"), fc.nat(4))
      .map(([name, at]) => `/${encodeURIComponent(name)}/${at}`),
    title: words,
    description: fc.oneof(words, fc.constant("")),
    section: sectionName,
    pin: fc.boolean(),
    hide: fc.boolean(),
  },
  { requiredKeys: ["path"] },
);

const overlay: fc.Arbitrary<Overlay> = fc.record(
  {
    name: words,
    summary: fc.oneof(words, fc.constant("")),
    notes: fc.array(words, { maxLength: 3 }),
    sections: fc.array(
      fc.oneof(sectionName, fc.record({ name: sectionName, as: sectionName }, { requiredKeys: ["name"] })),
      { maxLength: 4 },
    ),
    pages: fc.array(pageChange, { maxLength: 8 }),
  },
  { requiredKeys: [] },
);

const urlsIn = (text: string) => parseLlmsTxt(text).sections.flatMap(({ items }) => items.map(({ url }) => url));

test("whatever an overlay says, each page is listed once or hidden, and every reader reads the document whole", () => {
  fc.assert(
    fc.property(document, overlay, (base, changes) => {
      const before = writeLlmsTxt(base);
      const { text, hidden, sections } = apply(changes, before);
      expect(validateLlmsTxt(text, { profile: "strict" }).findings.filter(({ level }) => level === "error")).toEqual(
        [],
      );
      const kept = sections.flatMap(({ items }) => items.map(({ item }) => item.url));
      expect([...kept, ...hidden.map(({ was }) => was.url)].sort()).toEqual(urlsIn(before).sort());
      const own = parseLlmsTxt(text);
      if (kept.length > 0) expect(urlsIn(text)).toEqual(kept);
      expect(text).toContain(`Pages: ${Math.max(1, urlsIn(before).length - hidden.length + 1)}\n`);
      for (const read of [readLikePython, readLikeJavaScript]) {
        const official = read(text);
        expect([official.title, official.summary]).toEqual([own.name, own.summary]);
        expect([...official.sections.keys()]).toEqual(own.sections.map(({ name }) => name));
        expect([...official.sections.values()].flat().map(({ url }) => url)).toEqual(urlsIn(text));
      }
    }),
    { numRuns: 300 },
  );
});

test("the order of its pages counts for nothing but pins and repetitions, and a second time changes nothing", () => {
  fc.assert(
    fc.property(document, overlay, fc.infiniteStream(fc.nat()), (base, changes, numbers) => {
      const before = writeLlmsTxt(base);
      const seen = new Set<string>();
      const pages = (changes.pages ?? [])
        .map(({ pin: _, ...rest }) => rest)
        .filter(({ path = "" }) => !seen.has(path) && seen.add(path));
      const { text } = apply({ ...changes, pages }, before);
      expect(apply({ ...changes, pages }, before).text).toBe(text);
      const shuffled = pages.map((page) => ({ page, key: numbers.next().value ?? 0 })).sort((a, b) => a.key - b.key);
      expect(apply({ ...changes, pages: shuffled.map(({ page }) => page) }, before).text).toBe(text);
      // Renamed sections aside, which are called otherwise then, and a document that lost all its pages.
      const again = { ...changes, sections: [], pages };
      const once = apply(again, before);
      if (once.sections.length > 0) expect(apply(again, once.text).text).toBe(once.text);
    }),
    { numRuns: 150 },
  );
});
