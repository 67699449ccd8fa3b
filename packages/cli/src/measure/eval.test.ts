import { readPage } from "@llmstxt-service/page";
import { CrawlError } from "@llmstxt-service/page/errors";
import { expect, test } from "vitest";
import { evaluate, kindsOf, type PageAccess, parseQuestions } from "./eval.ts";

const NO_SIGNAL = new AbortController().signal;

const SUBJECTS = [
  ["tides", "The moon pulls the water of the harbour twice a day.", "Spring tides follow the new moon by two days."],
  ["anchors", "An anchor holds a ship by the weight of its chain.", "Mud holds a plough anchor better than sand does."],
  ["lamps", "A lighthouse lamp turns on a bath of mercury.", "Every lamp has a pattern of flashes of its own."],
  ["ropes", "Hemp ropes shrink when they get wet in the rain.", "A bowline knot never slips under a heavy load."],
  ["sails", "Canvas sails are cut so that they belly in wind.", "Reefing makes a sail smaller before the storm comes."],
  ["maps", "A chart shows the depth of water in fathoms.", "Old charts draw wrecks as small black crosses."],
] as const;

const htmlOf = (title: string, paragraphs: readonly string[], links: readonly string[] = []): string =>
  `<html><head><title>${title}</title></head><body><nav>${links.map((link) => `<a href="${link}">x</a>`).join("")}</nav><main><h1>${title}</h1>${paragraphs
    .map((text) => `<p>${text}</p>`)
    .join("")}</main></body></html>`;

/** Pages in memory, read as the product reads them. */
function shelf(pages: Readonly<Record<string, string>>): PageAccess & { readonly asked: string[] } {
  const asked: string[] = [];
  const found = (url: string): string => {
    asked.push(url);
    const text = pages[url];
    if (text === undefined) throw new CrawlError("http_status", { status: 404 });
    return text;
  };
  return {
    asked,
    async page(url) {
      const html = found(url);
      return { url, page: readPage(Buffer.from(html), { url, contentType: "text/html" }), characters: html.length };
    },
    markdown: async (url) => found(url),
  };
}

const SITE = "https://harbour.example";
const urlOf = (name: string) => `${SITE}/${name}`;
const FILLER = "More is told to visitors who come by in the morning, when the keeper is awake.";
const harbour = () =>
  shelf({
    [`${SITE}/`]: htmlOf(
      "Harbour",
      ["Welcome to the harbour museum by the sea."],
      SUBJECTS.map(([name]) => `/${name}`),
    ),
    ...Object.fromEntries(
      SUBJECTS.map(([name, first, second]) => [
        urlOf(name),
        htmlOf(`Room ${name.length}`, [
          first,
          second,
          `${second.slice(0, -1)}, as the keeper of ${name} likes to say.`,
          FILLER,
        ]),
      ]),
    ),
  });

/** A file with these notes, one a page. */
const fileOf = (notes: readonly string[], pages: readonly string[] = SUBJECTS.map(([name]) => name)): string =>
  `# Harbour\n\n> A museum.\n\n## Rooms\n\n${pages.map((name, n) => `- [Room ${n}](${urlOf(name)})${notes[n] ? `: ${notes[n]}` : ""}`).join("\n")}\n`;

const firsts = SUBJECTS.map(([, first]) => first);
const shuffledNotes = [...firsts.slice(2), ...firsts.slice(0, 2)];
const good = { name: "good", text: fileOf(SUBJECTS.map(([name, first]) => `${name}: ${first}`)) };
const bad = { name: "bad", text: fileOf(shuffledNotes) };
const empty = { name: "empty", text: "" };

const figures = async (files: Parameters<typeof evaluate>[0], access = harbour()) => {
  const made = await evaluate(files, { access }, NO_SIGNAL);
  return Object.fromEntries(made.files.map(({ file, lexical }) => [file, lexical]));
};

test("a file with the pages' own first sentences beats one with the same notes at other pages", async () => {
  const { good: own, bad: shuffled } = await figures([good, bad]);
  expect(own?.hit3).toBeGreaterThan(shuffled?.hit3 ?? 1);
  expect(own?.mrr).toBeGreaterThan(shuffled?.mrr ?? 1);
  expect(own?.characters).toBeLessThan(shuffled?.characters ?? 0);
});

test("an empty file scores 0 beside others", async () => {
  expect((await figures([empty, good])).empty).toMatchObject({ hit1: 0, hit3: 0, mrr: 0 });
});

test("neither the order of the files nor that of their lines changes a figure", async () => {
  const lines = good.text.split("\n");
  const turned = {
    name: "good",
    text: [...lines.slice(0, 6), ...lines.slice(6).filter(Boolean).reverse(), ""].join("\n"),
  };
  const expected = await figures([good, bad]);
  expect(await figures([bad, good])).toEqual(expected);
  expect(await figures([turned, bad])).toEqual(expected);
  expect(await figures([good, bad])).toEqual(expected);
});

test("no question stands in a file word for word, and none is asked of a page that no file lists", async () => {
  const whole = { name: "whole", text: fileOf(SUBJECTS.map(([, first, second]) => `${first} ${second}`)) };
  const { questions } = await evaluate([whole, good], { access: harbour() }, NO_SIGNAL);
  expect(questions.length).toBeGreaterThan(0);
  for (const { question, url } of questions) {
    expect(whole.text.toLowerCase()).not.toContain(question.toLowerCase());
    expect(SUBJECTS.map(([name]) => urlOf(name))).toContain(url);
  }
});

test("links to a page's HTML, its Markdown, with a slash or without are links to one page", async () => {
  const text = good.text
    .replaceAll(/\((\S+)\)/g, "($1/)")
    .replace("/tides/)", "/tides.md)")
    .replace("/maps/)", "/maps/index.html)");
  const { good: plain, other } = await figures([good, { name: "other", text }]);
  expect({ ...other, characters: 0 }).toEqual({ ...plain, characters: 0 });
});

test("pages that a page names as its Markdown are that page; a page that is one itself stays one", async () => {
  const access = shelf({
    [urlOf("a")]: `<link rel=alternate type="text/markdown" href="/raw/1">${htmlOf("A", firsts)}`,
    [urlOf("b")]: `<link rel=alternate type="text/markdown" href="/a">${htmlOf(
      "B",
      SUBJECTS.map(([, , second]) => second),
    )}`,
  });
  const listed = fileOf([], ["a", "b", "raw/1"]);
  const { questions, failed } = await evaluate([{ name: "x", text: listed }], { access }, NO_SIGNAL);
  expect(new Set(questions.map(({ url }) => url))).toEqual(new Set([urlOf("a"), urlOf("b")]));
  expect(failed).toEqual([]);
});

test("a page without a link, one without the words and one behind others are told apart", async () => {
  const notes = ["The moon and the tides.", "", ...Array.from({ length: 20 }, () => "keeper likes rooms")];
  const names = ["tides", "ropes", ...Array.from({ length: 12 }, (_, n) => `none-${n}`)];
  const file = { name: "file", text: fileOf(notes, names) };
  const text = [
    ["moon tides", "tides"],
    ["bowline", "ropes"],
    ["keeper", "none-3"],
    ["sails", "sails"],
  ]
    .map(([question, page]) => JSON.stringify({ question, url: urlOf(page ?? "") }))
    .join("\n");
  const { files } = await evaluate([file], { access: harbour(), questions: parseQuestions(text, "q") }, NO_SIGNAL);
  expect(files[0]?.unfound).toMatchObject([
    { url: urlOf("ropes"), reason: { type: "noWords", hasNote: false } },
    { url: urlOf("none-3"), reason: { type: "outranked", ahead: 11 } },
    { url: urlOf("sails"), reason: { type: "notListed" } },
  ]);
});

test.each([
  [
    "Japanese",
    [
      "潮の満ち引きは月の引力によって一日に二回起こる現象である。",
      "灯台のランプは水銀の上で静かに回転し船を導く。",
      "麻のロープは雨に濡れると縮んで固くなる性質がある。",
    ],
    [
      "月の引力によって、潮の満ち引きは一日に二回起こる現象",
      "水銀の上で静かに回転し、灯台のランプは船を導く",
      "雨に濡れると縮んで固くなる性質がある麻のロープ",
    ],
  ],
  [
    "Chinese",
    [
      "月亮的引力使港口的海水每天两次上涨和下降。",
      "灯塔的灯在水银池上缓慢旋转为船只指引方向。",
      "麻绳在雨中被淋湿以后会收缩并且变得很硬。",
    ],
    [
      "港口的海水每天两次上涨和下降，月亮的引力",
      "在水银池上缓慢旋转为船只指引方向，灯塔的灯",
      "在雨中被淋湿以后会收缩并且变得很硬，麻绳",
    ],
  ],
  [
    "German",
    [
      "Der Mond zieht das Wasser des Hafens zweimal täglich an.",
      "Die Lampe des Leuchtturms dreht sich auf einem Quecksilberbad.",
      "Hanfseile schrumpfen, wenn sie im Regen nass werden.",
    ],
    [
      "Täglich zweimal: Wasser des Hafens, zieht der Mond an",
      "Quecksilberbad: die Lampe des Leuchtturms dreht sich",
      "Im Regen nass werden und schrumpfen Hanfseile",
    ],
  ],
])("a %s site is searched by its own words", async (_, sentences, notes) => {
  const names = ["a", "b", "c"];
  const access = shelf(Object.fromEntries(names.map((name, n) => [urlOf(name), htmlOf(name, [sentences[n] ?? ""])])));
  const found = await figures(
    [
      { name: "good", text: fileOf(notes, names) },
      { name: "bare", text: fileOf([], names) },
    ],
    access,
  );
  expect(found.good).toMatchObject({ hit1: 1, hit3: 1, mrr: 1 });
  expect(found.bare?.hit3).toBe(0);
});

test("one note for all pages finds none of them first", async () => {
  const notes = SUBJECTS.map(() => SUBJECTS.flat().join(" "));
  const { same } = await figures([{ name: "same", text: fileOf(notes) }, good]);
  expect(same).toMatchObject({ hit1: 0, hit3: 0 });
});

test("hostile files and pages cost a bounded number of requests and end", async () => {
  const words = ["__proto__", "constructor", "toString", "hasOwnProperty"];
  const hostile = [
    ...Array.from({ length: 30_000 }, (_, n) => `- [${words[n % 4]}](https://h.example/${n}): ${"moon ".repeat(5)}`),
    `- [a](javascript:alert(1))`,
    `- [${"x".repeat(100_000)}](https://h.example/long)`,
    "- [broken](https://h.example/\ud800",
  ].join("\n");
  const text = `${"月".repeat(20_000)}\n${"moon tides ".repeat(20_000)}`;
  const page = readPage(Buffer.from(`<title>x</title><h2>constructor __proto__</h2><p>${text}</p>`), {
    url: urlOf("x"),
  });
  const asked: string[] = [];
  const access: PageAccess = {
    async page(url) {
      asked.push(url);
      return { url, page, characters: 10 };
    },
    markdown: () => Promise.reject(new CrawlError("http_status", { status: 404 })),
  };
  const made = await evaluate([{ name: "h", text: `## A\n\n${hostile}` }], { access }, NO_SIGNAL);
  expect(asked.length).toBeLessThanOrEqual(101);
  expect(made.questions.length).toBeLessThanOrEqual(300);
});

test("pages of which none can be read are an error that says why, whoever asks", async () => {
  await expect(evaluate([good], { access: shelf({}) }, NO_SIGNAL)).rejects.toThrow(/None of the 6 pages .*: 404/);
  const questions = parseQuestions(`Where is it? ${urlOf("tides")}`, "q");
  await expect(evaluate([good], { access: shelf({}), questions }, NO_SIGNAL)).rejects.toThrow(/Not even the one page/);
  await expect(evaluate([empty], { access: harbour() }, NO_SIGNAL)).rejects.toThrow("empty: no page is listed");
});

test("a link of another page asks in its own words; words that lead to two pages ask for neither", async () => {
  const [tides, ropes] = ["tides", "ropes"].map((name) => SUBJECTS.find(([own]) => own === name) ?? SUBJECTS[0]);
  const access = shelf({
    [urlOf("a")]: htmlOf("A", [
      tides?.[1] ?? "",
      `Knots and cordage: <a href="/b">hawsers for trawlers</a>, <a href="/b">more details</a>, <a href="/c">more details</a>.`,
    ]),
    [urlOf("b")]: htmlOf("B", [ropes?.[1] ?? "", ropes?.[2] ?? ""]),
    [urlOf("c")]: htmlOf("C", [firsts[2] ?? ""]),
  });
  const { questions } = await evaluate([{ name: "x", text: fileOf([], ["a", "b", "c"]) }], { access }, NO_SIGNAL);
  const linked = questions.filter(({ kind }) => kind === "linked");
  expect(linked.map(({ question, url }) => [question, url])).toEqual([["hawsers for trawlers", urlOf("b")]]);
  expect(kindsOf(questions)).toMatchObject({ given: 0, linked: 1, model: 0 });
});

test("of a divided file the part that fits best is opened first, and its characters are read", async () => {
  const part = (name: string, of: number, until: number) => ({
    name,
    url: `${SITE}/${name}/llms.txt`,
    text: fileOf(
      SUBJECTS.slice(of, until).map(([own, first]) => `${own}: ${first}`),
      SUBJECTS.slice(of, until).map(([own]) => own),
    ),
  });
  const [water, ships] = [part("water", 0, 2), part("ships", 2, 6)];
  const root = {
    name: "root",
    url: `${SITE}/llms.txt`,
    text: `# Harbour\n\n## Parts\n\n- [Water](${water.url}): tides, anchors, the moon\n- [Ships](${ships.url}): lamps, ropes, sails, maps\n`,
    parts: new Map([
      [water.url, water],
      [ships.url, ships],
    ]),
  };
  const questions = parseQuestions(`moon tides ${urlOf("tides")}\nropes rain ${urlOf("ropes")}`, "q");
  const { files } = await evaluate([root], { access: harbour(), questions }, NO_SIGNAL);
  expect(files[0]).toMatchObject({ lexical: { hit1: 1 }, unfound: [] });
  expect(files[0]?.lexical.characters).toBeGreaterThan(root.text.length + (water.text.length + ships.text.length) / 2);
  const { parts: _, ...alone } = root;
  const lost = await evaluate([alone], { access: harbour(), questions }, NO_SIGNAL);
  expect(lost.files[0]?.lexical.hit3).toBe(0);
});

test("questions are written by hand or as JSON, one a line", () => {
  const text = [
    "# Questions of a user",
    "",
    "How do I tie a bowline? https://x.dev/knots",
    "What does https://x.dev/old mean by x = y? https://x.dev/new = the same thing = nothing",
    '{"question":"a","url":"https://x.dev/a","more":1}',
  ].join("\r\n");
  expect(parseQuestions(text, "q.txt")).toEqual([
    { kind: "given", question: "How do I tie a bowline?", url: "https://x.dev/knots", key: "x.dev/knots" },
    {
      kind: "given",
      question: "What does https://x.dev/old mean by x = y?",
      url: "https://x.dev/new",
      key: "x.dev/new",
      answer: "the same thing = nothing",
    },
    { kind: "given", question: "a", url: "https://x.dev/a", key: "x.dev/a" },
  ]);
});

test.each([
  ["How do I tie a bowline?", "q:2: no question with the address of a page behind it"],
  ["https://x.dev/a", "q:2: no question with the address of a page behind it"],
  ["How? https://x.dev/a and more", "q:2: no question with the address of a page behind it"],
  ["How? ftp://x.dev/a", "q:2: no question"],
  ['{"question":1}', "q:2: question: "],
  ['{"question":"a"', "q:2: it begins with { and is no JSON"],
  ['{"question":"a","url":"file:///a"}', "q:2: url must be an http(s) address"],
  [`How? https://x.dev/${"a".repeat(3_000)}`, "q:2: url: "],
  [`${"how ".repeat(10_000)} https://x.dev/a`, "q:2: the line is longer"],
])("a line that is no question is refused with its number and the reason: %.30s", (line, reason) => {
  expect(() => parseQuestions(`Which one? https://x.dev/a\n${line}`, "q")).toThrow(reason);
});

test("a file without a question, and one with too many, is refused", () => {
  expect(() => parseQuestions("\n# nothing\n", "q")).toThrow("no question");
  expect(() => parseQuestions("a https://x.dev/a\n".repeat(1_001), "q")).toThrow("more than 1000");
});
