import { deflateSync } from "node:zlib";

/** A line of text at a place of its page; `size` and `font` are those of the line before it, at first 10 and Helvetica. */
export interface PdfLine {
  readonly text: string;
  readonly y: number;
  readonly x?: number;
  readonly size?: number;
  readonly font?: "F1" | "F2";
}

export interface PdfOptions {
  /** The fields of its metadata. */
  readonly info?: Readonly<Record<string, string>>;
  /** Titles of its outline. */
  readonly outline?: readonly string[];
  /** True if it asks for a password. */
  readonly isLocked?: boolean;
  /** Objects more, from number 10 on. */
  readonly objects?: readonly string[];
  /** What stands in the dictionary of each page, and in that of the document. */
  readonly page?: string;
  readonly catalog?: string;
}

/** A PDF of these pages, one of the pages being the lines on it, from the top down. Helvetica is F1, Courier F2. */
export function examplePdf(pages: readonly (readonly PdfLine[])[], options: PdfOptions = {}): Uint8Array {
  const { info = {}, outline = [], isLocked = false, objects = [], page = "", catalog = "" } = options;
  const all = new Map<number, string>();
  const add = (object: string): number => {
    const number = 1_000 + all.size;
    all.set(number, object);
    return number;
  };
  const kids = pages.map((lines) => {
    const contents = page.includes("/Contents") ? "" : `/Contents ${add(streamOf(drawn(lines)))} 0 R`;
    return add(`<< /Type /Page /Parent 2 0 R ${contents} ${page} >>`);
  });
  const items = outline.map((title, at) => [6_000 + at, title] as const);
  for (const [number, title] of items)
    all.set(
      number,
      `<< /Title (${title}) /Parent 6 0 R ${number - 6_000 + 1 < items.length ? `/Next ${number + 1} 0 R` : ""} >>`,
    );
  all.set(1, `<< /Type /Catalog /Pages 2 0 R ${items.length > 0 ? "/Outlines 6 0 R" : ""} ${catalog} >>`);
  const fonts = "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >>";
  all.set(
    2,
    `<< /Type /Pages /Kids [${kids.map((kid) => `${kid} 0 R`).join(" ")}] /Count ${kids.length} /MediaBox [0 0 600 800] ${fonts} >>`,
  );
  all.set(3, "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  all.set(4, "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>");
  all.set(
    5,
    `<< ${Object.entries(info)
      .map(([name, value]) => `/${name} (${value})`)
      .join(" ")} >>`,
  );
  all.set(6, `<< /Type /Outlines /First 6000 0 R /Last ${6_000 + items.length - 1} 0 R /Count ${items.length} >>`);
  for (const [at, object] of objects.entries()) all.set(10 + at, object);
  const key = `<${"41".repeat(32)}>`;
  const lock = isLocked
    ? `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${key} /U ${key} /P -4 >> /ID [${key} ${key}]`
    : "";
  const body = [...all].map(([number, object]) => `${number} 0 obj\n${object}\nendobj\n`).join("");
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R /Info 5 0 R ${lock} >>\n%%EOF\n`, "latin1");
}

export const streamOf = (content: string, fields = ""): string =>
  `<< /Length ${content.length} ${fields} >>\nstream\n${content}\nendstream`;

/** A stream that is a thousandth of what it is packed from. */
export const packed = (content: Uint8Array, fields = ""): string =>
  streamOf(deflateSync(content).toString("latin1"), `/Filter /FlateDecode ${fields}`);

function drawn(lines: readonly PdfLine[]): string {
  let [size, font] = [10, "F1"];
  const shown = lines.map((line) => {
    size = line.size ?? size;
    font = line.font ?? font;
    const text = line.text.replace(/[\\()]/g, "\\$&");
    return `/${font} ${size} Tf 1 0 0 1 ${line.x ?? 72} ${line.y} Tm (${text}) Tj`;
  });
  return `BT ${shown.join("\n")} ET`;
}

/** Lines of one paragraph, one below the other. */
export const paragraph = (y: number, ...texts: readonly string[]): PdfLine[] =>
  texts.map((text, at) => ({ text, y: y - 12 * at, size: 10, font: "F1" }));
