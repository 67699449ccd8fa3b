import { expect, test } from "vitest";
import {
  examplePdf,
  type PdfLine,
  type PdfOptions,
  packed,
  paragraph,
  streamOf,
} from "../../../../test/page/example-pdf.ts";
import { openPage } from "../markdown/markdown.ts";
import { fromPdf, isPdfPage } from "../pdf-source.ts";

const URL = "https://x.dev/docs/tide-tables.pdf";
const source = { url: URL, contentType: "application/pdf" };

async function readPdf(bytes: Uint8Array) {
  const { problem, ...read } = await fromPdf({ bytes, source });
  const { page, markdown } = openPage(read.bytes, read.source);
  return { problem, title: page.title, page, markdown: markdown() };
}

const pdf = (pages: readonly (readonly PdfLine[])[], options?: PdfOptions) => readPdf(examplePdf(pages, options));

const LONG = [
  "The harbour keeps a table of the tides for every day of the year, and the mas-",
  "ter of each ship reads it before the ship leaves. Water is high twice a day, and",
  "a well-known rule says by how much.",
];

test("paragraphs are joined, divided words are mended, larger type is a heading", async () => {
  const { title, markdown, page } = await pdf([
    [
      { text: "Tides of the harbour", y: 740, size: 20 },
      { text: "High water", y: 700, size: 14 },
      ...paragraph(670, ...LONG),
      ...paragraph(
        620,
        "The table is printed every autumn. It is sold at the gate, and the office of the",
        "harbour has it, too.",
      ),
    ],
  ]);
  expect(title).toBe("Tides of the harbour");
  expect(markdown).toBe(
    [
      "## High water",
      "The harbour keeps a table of the tides for every day of the year, and the master of each ship reads it before the ship leaves. Water is high twice a day, and a well-known rule says by how much.",
      "The table is printed every autumn. It is sold at the gate, and the office of the harbour has it, too.",
    ].join("\n\n"),
  );
  expect(page.excerpt).toMatch(/^The harbour keeps a table/);
});

test("heads and numbers that pages repeat are left out, and a paragraph goes on over the page", async () => {
  const numbered = (number: number, ...lines: PdfLine[]) => [
    { text: "Harbour of Example", y: 780, size: 9 },
    ...lines,
    { text: `Page ${number}`, y: 30, size: 9 },
  ];
  const { markdown } = await pdf([
    numbered(
      1,
      ...paragraph(700, "The first page speaks of the pier, which is as long as the street beside it, and of"),
    ),
    numbered(2, ...paragraph(700, "the light at its end, which is seen for twenty miles.")),
    numbered(3, ...paragraph(700, "The third page speaks of fees.")),
  ]);
  expect(markdown).toBe(
    "The first page speaks of the pier, which is as long as the street beside it, and of the light at its end, which is seen for twenty miles.\n\nThe third page speaks of fees.",
  );
});

test("lists, listings and headings that only the outline names keep their form", async () => {
  const { markdown } = await pdf(
    [
      [
        { text: "1 Ships", y: 740 },
        ...paragraph(720, "Ships have names that are told apart by the letters before them, as these are."),
        { text: "\u0095 the Argo", y: 690 },
        { text: "\u0095 the Beagle", y: 678 },
        { text: "2 Boats", y: 650 },
        ...paragraph(630, "Boats are asked for by a program, which is written in the lines that follow."),
        { text: "if (boat) {", y: 600, font: "F2" },
        { text: "sail(boat);", y: 588, x: 96 },
        { text: "}", y: 576 },
        { text: "3 Fees", y: 540, font: "F1" },
        ...paragraph(520, "Fees are paid at the gate."),
      ],
    ],
    { outline: ["1. Ships", "2. Boats", "3. Fees"] },
  );
  expect(markdown.split("\n\n").map((block) => block.split("\n")[0])).toEqual([
    "## 1 Ships",
    expect.stringMatching(/^Ships have names/),
    expect.stringMatching(/^- the Argo$/),
    "## 2 Boats",
    expect.stringMatching(/^Boats are asked for/),
    "```",
    "## 3 Fees",
    "Fees are paid at the gate.",
  ]);
  expect(markdown).toContain("if (boat) {\n    sail(boat);\n}");
});

test.each([
  ["Tides and fees", "Tides and fees"],
  ["Microsoft Word - tides_final2.doc", "A heading"],
  ["tides.indd", "A heading"],
  ["tide-tables", "A heading"],
  ["untitled", "A heading"],
  ["", "A heading"],
])("the title %j in a file's metadata makes the page %j", async (named, title) => {
  const lines = [{ text: "A heading", y: 740, size: 18 }, ...paragraph(700, ...LONG)];
  expect((await pdf([lines], { info: { Title: named } })).title).toBe(title);
});

test("text above the first heading stays, and so does what is said twice", async () => {
  const { title, markdown } = await pdf([
    [
      ...paragraph(740, "A notice that stands above all else."),
      { text: "Ships", y: 700, size: 18 },
      ...paragraph(670, ...LONG),
      { text: "Boats", y: 600, size: 18 },
      ...paragraph(570, ...LONG),
    ],
  ]);
  expect(title).toBe("Ships");
  expect(markdown).toMatch(/^A notice that stands above all else\.\n\n## Ships/);
  expect(markdown.split("The harbour keeps a table")).toHaveLength(3);
});

test("a PDF without text, with a password, or broken says so and is no page", async () => {
  expect((await pdf([[], [{ text: "3", y: 30 }]])).problem).toBe("scanned pdf");
  expect((await pdf([paragraph(700, ...LONG)], { isLocked: true })).problem).toBe("locked pdf");
  const bytes = examplePdf([paragraph(700, ...LONG)]);
  expect((await readPdf(bytes.subarray(0, 100))).problem).toBe("broken pdf");
  expect((await readPdf(new Uint8Array(5_000).fill(7))).problem).toBe("broken pdf");
});

test("of ten thousand pages the first three hundred are read, and the Markdown says so", async () => {
  const { markdown } = await pdf(
    Array.from({ length: 10_000 }, () => []),
    {
      page: "/Contents 10 0 R",
      objects: [streamOf("BT /F1 10 Tf 72 700 Td (Each page says the same of the harbour.) Tj ET")],
    },
  );
  expect(markdown).toMatch(/Of this PDF's 10,000 pages the first 300 are read here\.$/);
});

test("references in a circle end", async () => {
  const lines = paragraph(700, ...LONG);
  const circles = [
    { page: "/Contents 10 0 R", objects: ["10 0 R"] },
    { page: "/Contents [10 0 R]", objects: ["[10 0 R 11 0 R]", "[10 0 R]"] },
    { page: "/Resources << /Font 10 0 R >>", objects: ["<< /F1 10 0 R /F2 11 0 R >>", "11 0 R"] },
    {
      page: "/Resources << /XObject << /X 10 0 R >> >> /Contents 11 0 R",
      objects: [
        streamOf("/X Do", "/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X 10 0 R >> >>"),
        streamOf("/X Do /X Do"),
      ],
    },
    { page: "/Kids [2 0 R] /Type /Pages /Count 3" },
  ];
  for (const options of circles)
    expect((await pdf([lines], options)).problem ?? "read").toMatch(/^(?:scanned pdf|broken pdf|read)$/);
});

test("a font of twenty megabytes of nothing costs no text", async () => {
  const objects = [
    packed(new Uint8Array(20 * 2 ** 20), `/Length1 ${20 * 2 ** 20}`),
    "<< /Type /FontDescriptor /FontName /Huge /FontFile2 10 0 R /Flags 32 >>",
    "<< /Type /Font /Subtype /TrueType /BaseFont /Huge /FontDescriptor 11 0 R /FirstChar 0 /LastChar 0 /Widths [500] >>",
  ];
  const { markdown } = await pdf([paragraph(700, ...LONG)], {
    objects,
    page: "/Resources << /Font << /F1 12 0 R >> >>",
  });
  expect(markdown).toContain("The harbour keeps a table");
});

test("what is a PDF is told by its type, by its name where the type is none, and by its first bytes", () => {
  const body = examplePdf([]);
  const is = (bytes: Uint8Array | string, url: string, contentType?: string, headers = {}) =>
    isPdfPage({ bytes: Buffer.from(bytes), source: { url, headers, ...(contentType && { contentType }) } });
  expect(is(body, "https://x.dev/download?id=7", "application/pdf")).toBe(true);
  expect(is(body, "https://x.dev/a.pdf", "text/html")).toBe(true);
  expect(is("garbage", "https://x.dev/a.PDF", "application/octet-stream")).toBe(true);
  const headers = { "content-disposition": 'attachment; filename="a.pdf"' };
  expect(is("garbage", "https://x.dev/get", "application/octet-stream", headers)).toBe(true);
  expect(is("<!doctype html><p>No such file.", "https://x.dev/a.pdf", "application/pdf")).toBe(false);
  expect(is("<p>A page on PDFs", "https://x.dev/a.pdf", "text/html")).toBe(false);
});

test("the values in a form stand behind their labels; passwords and hidden fields are not read", async () => {
  const field = (name: string, value: string, rest: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (${name}) /V (${value}) ${rest} >>`;
  const { markdown } = await pdf(
    [
      [
        ...paragraph(700, "This form tells the office of the harbour which ship comes, and who is its master."),
        { text: "Ship:", y: 650 },
        { text: "Master:", y: 630 },
      ],
    ],
    {
      catalog: "/AcroForm << /Fields [10 0 R 11 0 R 12 0 R 13 0 R] >>",
      page: "/Annots [10 0 R 11 0 R 12 0 R 13 0 R]",
      objects: [
        field("ship", "Argo of Iolkos", "/Rect [110 646 300 662]"),
        field("master", "Iason", "/Rect [110 626 300 642]"),
        field("code", "SECRET", "/Rect [310 626 400 642] /Ff 8192"),
        field("note", "UNSEEN", "/Rect [310 646 400 662] /F 2"),
      ],
    },
  );
  expect(markdown).toMatch(/Ship: Argo of Iolkos\s+Master: Iason/);
  expect(markdown).not.toMatch(/SECRET|UNSEEN/);
});

test("a line that stands on every page is the text of a PDF that has no other", async () => {
  const { problem, markdown } = await pdf(
    [1, 2, 3, 4].map(() => [{ text: "Closed until the spring", y: 740, size: 11 }]),
  );
  expect(problem).toBeUndefined();
  expect(markdown).toContain("Closed until the spring");
});
