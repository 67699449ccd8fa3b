import { type FileProblem, fileProblem } from "./address/left-out.ts";
import type { PageBytes } from "./markdown-source.ts";

/** Bytes of a PDF that is read. */
export const MAX_PDF_BYTES = 30 * 2 ** 20;

const PDF_TYPE = /^application\/(?:x-)?pdf$/;
/** Types that a server gives to files that it does not know. */
const UNTOLD = /^(?:application\/(?:octet-stream|download|force-download|x-download)|binary\/octet-stream|)$/;
const START = [..."%PDF-"].map((letter) => letter.charCodeAt(0));

/** True for an answer that says it is a PDF, by its type, or by its name where the type says nothing. */
export function isSaidToBePdf(url: string, headers: Readonly<Record<string, string>>): boolean {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  const names = `${URL.parse(url)?.pathname ?? ""}"\n${headers["content-disposition"] ?? ""}"`;
  return PDF_TYPE.test(type) || (UNTOLD.test(type) && /\.pdf"/i.test(names));
}

/** True for bytes that begin as a PDF does. */
export const startsAsPdf = (bytes: Uint8Array): boolean => START.every((code, index) => bytes[index] === code);

/** True for what is read as a PDF: a page of HTML that is called one stays a page. */
export function isPdfPage({ bytes, source }: PageBytes): boolean {
  const { url, contentType = "", headers = {}, isRendered = false } = source;
  if (isRendered) return false;
  const isHtml = () => /^\s*</.test(new TextDecoder("latin1").decode(bytes.subarray(0, 1_024)));
  return startsAsPdf(bytes) || (isSaidToBePdf(url, { "content-type": contentType, ...headers }) && !isHtml());
}

/** A PDF as the HTML it stands for, to be read as any other. What turns it is loaded when the first one comes. */
export async function fromPdf({ bytes, source }: PageBytes): Promise<PageBytes & { readonly problem?: FileProblem }> {
  const { pdfAsHtml } = await import("./pdf/pdf-as-html.ts");
  const html = await pdfAsHtml(bytes, source.url);
  const problem = fileProblem(html);
  return {
    bytes: new TextEncoder().encode(problem === undefined ? html : ""),
    source: { ...source, contentType: "text/html; charset=utf-8", isWhole: true },
    ...(problem !== undefined && { problem }),
  };
}
