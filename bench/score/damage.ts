// Documents damaged in known ways, and what a person expects of each. The expectations were written before the weights
// were fitted to them.
import { type LlmsTxt, writeLlmsTxt } from "../../packages/document/src/document.ts";

type Item = LlmsTxt["sections"][number]["items"][number];

export interface Damaged {
  readonly name: string;
  readonly text: string;
  /** 0 to 100. */
  readonly expected: number;
}

/** Changes one line in so many; of the others nothing. `other` is a line that is changed as well, far from this one. */
type ChangeLine = (item: Item, index: number, other: Item) => Item | readonly Item[];

const MENU = "Imprint, Board, Chronicle, Annual report, Evenings";
const withNote = (item: Item, excerpt: string): Item => ({ title: item.title, url: item.url, excerpt });
const bare = ({ title, url }: Item): Item => ({ title, url });
const at = (url: string, path: string): string => new URL(path, url).href;
const below = (url: string, folder: string): string => at(url, `/${folder}${new URL(url).pathname}`);

/** A fault of single lines, and what is expected where a quarter, half and all of the lines have it. */
const OF_LINES: Readonly<Record<string, readonly [change: ChangeLine, expected: readonly [number, number, number]]>> = {
  "titles say Untitled": [(item) => ({ ...bare(item), title: "Untitled" }), [58, 38, 8]],
  "no descriptions": [bare, [78, 70, 55]],
  "menu labels as descriptions": [(item) => withNote(item, MENU), [72, 58, 40]],
  "one description for all": [(item) => withNote(item, "All you need to know, in one place."), [72, 60, 45]],
  "a prefix on titles": [(item) => ({ ...item, title: `Acme Cloud Platform ${item.title}` }), [82, 76, 68]],
  "relative addresses": [(item) => ({ ...item, url: new URL(item.url).pathname }), [70, 52, 20]],
  "tags in place of pages": [
    ({ url }, n) => ({ title: `Tag ${n} words`, url: at(url, `/tag/word-${n}/`), excerpt: `Posts with the tag ${n}.` }),
    [62, 45, 8],
  ],
  "old versions beside the pages": [
    (item) => [item, { ...item, title: `${item.title} (0.9)`, url: below(item.url, "0.9") }],
    [70, 58, 46],
  ],
  "translations beside the pages": [
    (item) => [item, { ...item, title: `${item.title} (de)`, url: below(item.url, "de") }],
    [78, 70, 64],
  ],
  "pages listed twice": [(item) => [item, item], [70, 60, 48]],
  "descriptions of other pages": [
    ({ title, url }, _, { excerpt }) => ({ title, url, ...(excerpt && { excerpt }) }),
    [62, 45, 25],
  ],
  "titles of other pages": [(item, _, { title }) => ({ ...item, title }), [60, 40, 15]],
  "descriptions cut at 40 characters": [
    ({ excerpt = "", ...item }) => ({ ...item, excerpt: [...excerpt].slice(0, 40).join("") }),
    [80, 74, 64],
  ],
  "another site's pages": [
    (_, n) => ({
      title: `Fern number ${n}`,
      url: `https://ferns.example/kinds/fern-${n}`,
      excerpt: `How the fern ${n} grows, and what kills it.`,
    }),
    [64, 45, 8],
  ],
};

const SHARES = [4, 2, 1] as const;

/** A fault of the whole file. */
const OF_FILES: Readonly<Record<string, readonly [change: (document: LlmsTxt) => LlmsTxt, expected: number]>> = {
  "as it is": [(document) => document, 85],
  "one section called Thread": [(document) => ({ ...document, sections: joined(document, "Thread") }), 55],
  "one section called Thread, no descriptions": [
    (document) => ({ ...document, sections: joined(everyLine(document, 1, bare), "Thread") }),
    30,
  ],
  "sections called by letters": [
    (document) => ({
      ...document,
      sections: document.sections.map((section, n) => ({ ...section, name: "ABCDEFGHIJKLMN"[n] ?? "Z" })),
    }),
    60,
  ],
  "three links of all": [
    (document) => ({
      ...document,
      sections: document.sections.slice(0, 1).map(({ name, items }) => ({ name, items: items.slice(0, 3) })),
    }),
    40,
  ],
  "lines dealt over the sections": [(document) => ({ ...document, sections: dealt(document) }), 60],
  "everything in reverse": [
    (document) => ({
      ...document,
      sections: document.sections.toReversed().map(({ name, items }) => ({ name, items: items.toReversed() })),
    }),
    76,
  ],
  "no summary": [({ summary: _, ...document }) => document, 80],
  "no descriptions, relative addresses": [
    (document) => everyLine(document, 1, (item) => ({ ...bare(item), url: new URL(item.url).pathname })),
    12,
  ],
  "tags called Untitled": [
    (document) => everyLine(document, 1, ({ url }, n) => ({ title: "Untitled", url: at(url, `/tag/${n}/`) })),
    2,
  ],
};

function everyLine(document: LlmsTxt, step: number, change: ChangeLine): LlmsTxt {
  const changing = document.sections.flatMap(({ items }) => items).filter((_, index) => index % step === 0);
  let index = -1;
  const changed = (item: Item): readonly Item[] => {
    index++;
    if (index % step !== 0) return [item];
    const other = changing[(index / step + Math.ceil(changing.length / 2)) % changing.length] ?? item;
    return [change(item, index, other)].flat();
  };
  return {
    ...document,
    sections: document.sections.map(({ name, items }) => ({ name, items: items.flatMap(changed) })),
  };
}

/** Sections as long as they were; their lines are those of the whole list, one to each in turn. */
function dealt({ sections }: LlmsTxt): LlmsTxt["sections"] {
  const lines = sections.flatMap(({ items }) => items);
  const left = sections.map(({ items }) => items.length);
  const hands: Item[][] = sections.map(() => []);
  let turn = 0;
  for (const line of lines) {
    while ((left[turn % left.length] ?? 0) === 0) turn++;
    hands[turn % left.length]?.push(line);
    left[turn % left.length] = (left[turn % left.length] ?? 1) - 1;
    turn++;
  }
  return sections.map(({ name }, index) => ({ name, items: hands[index] ?? [] }));
}

const joined = ({ sections }: LlmsTxt, name: string): LlmsTxt["sections"] => [
  { name, items: sections.flatMap(({ items }) => items) },
];

/** Every damage of a good document, each in its degrees. */
export function damaged(document: LlmsTxt): readonly Damaged[] {
  const lines = Object.entries(OF_LINES).flatMap(([name, [change, expected]]) =>
    SHARES.map((step, index) => ({
      name: `${name}: one in ${step}`,
      text: writeLlmsTxt(everyLine(document, step, change)),
      expected: expected[index] ?? 0,
    })),
  );
  const files = Object.entries(OF_FILES).map(([name, [change, expected]]) => ({
    name,
    text: writeLlmsTxt(change(document)),
    expected,
  }));
  return [...files, ...lines];
}
