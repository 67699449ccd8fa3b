import type { FileProblem } from "../address/left-out.ts";
import { lastName } from "../address/path.ts";
import { percentDecoded } from "../address/percent.ts";
import { escaped } from "../escaped.ts";
import { grouped } from "../grouped.ts";
import { blocksOf, htmlOf, type OutlineEntry } from "./blocks.ts";
import { filledFields, withValues } from "./fields.ts";
import { linesOf, type PlacedLine } from "./lines.ts";

/** Most pages and characters of a PDF that are read; a note names the rest. */
const MAX_PAGES = 300;
const MAX_CHARACTERS = 2_000_000;

/** Entries of an outline, and how deep it is read. */
const MAX_OUTLINE = 5_000;
const MAX_DEPTH = 6;

/** Least letters and digits a page, on average, of a PDF with text; with fewer it is a scan with stamps. */
const FEW_LETTERS = 3;

type Pdf = Awaited<ReturnType<typeof import("unpdf")["getDocumentProxy"]>>;

/** Fonts are not drawn, pictures not decoded, nothing is asked of a network. */
const OPTIONS = {
  verbosity: 0,
  disableFontFace: true,
  useSystemFonts: false,
  useWorkerFetch: false,
  useWasm: false,
  isImageDecoderSupported: false,
  isOffscreenCanvasSupported: false,
  maxImageSize: 1,
} as const;

/** The HTML that a PDF stands for, else why it has none. */
export async function pdfAsHtml(bytes: Uint8Array, url: string): Promise<string | FileProblem> {
  const { getDocumentProxy } = await import("unpdf");
  let pdf: Pdf | undefined;
  try {
    // A copy, since pdf.js detaches the buffer that it gets.
    pdf = await getDocumentProxy(new Uint8Array(bytes), OPTIONS);
    return await read(pdf, url);
  } catch (thrown) {
    return thrown instanceof Error && thrown.name === "PasswordException" ? "locked pdf" : "broken pdf";
  } finally {
    await pdf?.loadingTask.destroy();
  }
}

/** @throws the errors of pdf.js for a broken document */
async function read(pdf: Pdf, url: string): Promise<string | FileProblem> {
  const pages: (readonly PlacedLine[])[] = [];
  const broken: number[] = [];
  // A broken form costs its values, no text.
  const fields = filledFields(await pdf.getFieldObjects().catch(() => null));
  let characters = 0;
  let asked = 0;
  while (asked < Math.min(pdf.numPages, MAX_PAGES) && characters < MAX_CHARACTERS) {
    const lines = await linesOnPage(pdf, ++asked, fields.get(asked));
    if (lines === undefined) broken.push(asked);
    pages.push(lines ?? []);
    characters += (lines ?? []).reduce((sum, { text }) => sum + text.length, 0);
  }
  if (broken.length === asked) return "broken pdf";
  const letters = pages.flat().reduce((sum, { text }) => sum + text.replace(/[^\p{L}\p{N}]/gu, "").length, 0);
  if (letters < Math.max(1, FEW_LETTERS * asked)) return "scanned pdf";
  const { title, description, lang } = await metadataOf(pdf, url);
  const blocks = blocksOf(pages, await outlineOf(pdf));
  const first = blocks.find(({ level }) => level > 0)?.text ?? "";
  const meta = description === "" ? "" : `<meta name="description" content="${escaped(description)}">`;
  const notes = [
    ...(broken.length > 0 ? [`Pages of this PDF that could not be read: ${broken.join(", ")}.`] : []),
    ...(asked < pdf.numPages ? [`Of this PDF's ${grouped(pdf.numPages)} pages the first ${asked} are read here.`] : []),
  ].map((note) => `<p>${note}</p>`);
  const main = `${htmlOf(blocks)}\n${notes.join("\n")}`;
  return `<!doctype html><html lang="${escaped(lang)}"><title>${escaped(title || first)}</title>${meta}<main>${main}</main>`;
}

/** Lines of one page; undefined for a page that is broken. */
async function linesOnPage(
  pdf: Pdf,
  number: number,
  fields: Parameters<typeof withValues>[1] = [],
): Promise<readonly PlacedLine[] | undefined> {
  try {
    const page = await pdf.getPage(number);
    const { items, styles } = await page.getTextContent();
    const texts = items.flatMap((item) => ("str" in item ? [item] : []));
    const lines = linesOf(withValues(texts, fields), (font) => styles[font]?.fontFamily === "monospace");
    page.cleanup();
    return lines;
  } catch {
    return undefined;
  }
}

/** Titles that name a file rather than its text, as programs set them. */
const JUNK =
  /^(?:Microsoft \w+ - |untitled|PowerPoint|Slide \d|Document\d*$)|\.(?:docx?|odt|rtf|tex|dvi|ps|pdf|indd|qxd|pptx?|xlsx?|html?|md|txt)$/i;

async function metadataOf(pdf: Pdf, url: string) {
  const { info } = await pdf.getMetadata().catch(() => ({ info: {} }));
  const value = (name: string): string => {
    const found: unknown = Object.entries(info).find(([key]) => key === name)?.[1];
    return typeof found === "string" ? found.replaceAll("\0", "").trim() : "";
  };
  const stem = percentDecoded(lastName(url).replace(/\.pdf$/i, ""));
  const title = value("Title");
  const isName = title === stem || JUNK.test(title) || !/\p{L}{2}/u.test(title);
  const subject = value("Subject");
  return { title: isName ? "" : title, description: /\s\S+\s/.test(subject) ? subject : "", lang: value("Language") };
}

async function outlineOf(pdf: Pdf): Promise<readonly OutlineEntry[]> {
  type Items = Awaited<ReturnType<Pdf["getOutline"]>>;
  const entries: OutlineEntry[] = [];
  const add = (items: Items, depth: number): void => {
    for (const { title, items: inner } of items) {
      if (entries.length >= MAX_OUTLINE) return;
      entries.push({ title, depth });
      if (depth < MAX_DEPTH) add(inner, depth + 1);
    }
  };
  // A broken outline costs headings, no text.
  add((await pdf.getOutline().catch(() => null)) ?? [], 0);
  return entries;
}
