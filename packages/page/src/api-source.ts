import { isApiName } from "./address/files.ts";
import type { FileProblem } from "./address/left-out.ts";
import type { OperationHtml } from "./api/api-as-html.ts";
import type { ApiOperation } from "./api/operation.ts";
import { clip } from "./clip.ts";
import type { PageBytes } from "./markdown-source.ts";

/** Bytes of an API description that is read. */
export const MAX_API_BYTES = 16 * 2 ** 20;

/** Characters of Markdown of all operations of a description; further ones keep their summary. */
const MAX_CHARACTERS = 8_000_000;
const MAX_SUMMARY = 1_000;

const API_TYPE = /^application\/(?:vnd\.oai\.openapi|openapi)\b/;
const DATA_TYPE = /^(?:(?:application|text)\/(?:json|(?:x-)?yaml)|text\/plain|application\/octet-stream|)$/;

/** True for an answer that says it is an API description, by its type, or by its name where the type is one of data. */
export function isSaidToBeApi(url: string, headers: Readonly<Record<string, string>>): boolean {
  const type = (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  return API_TYPE.test(type) || (url !== "" && DATA_TYPE.test(type) && isApiName(url));
}

/** True for what is read as an API description: a page of HTML that is called one stays a page. */
export function isApiPage({ bytes, source }: PageBytes): boolean {
  const { url, contentType = "", headers = {}, isRendered = false } = source;
  if (isRendered || !isSaidToBeApi(url, { "content-type": contentType, ...headers })) return false;
  return !/^\s*</.test(new TextDecoder("latin1").decode(bytes.subarray(0, 1_024)));
}

/** An API description as the HTML it stands for, to be read as any other, and its operations. */
export interface ReadApi extends PageBytes {
  readonly problem?: FileProblem;
  /** Made when they are first asked for. */
  operations(): readonly ApiOperation[];
}

/** The parsers, and what reads pages, are loaded when the first one comes. Never throws. */
export async function fromApi({ bytes, source }: PageBytes): Promise<ReadApi> {
  const [{ apiAsHtml }, { decodePage }, { pageMarkdown }] = await Promise.all([
    import("./api/api-as-html.ts"),
    import("./charset.ts"),
    import("./markdown/markdown.ts"),
  ]);
  const decoded = decodePage(bytes, source.contentType);
  const read = apiAsHtml(decoded.characters(decoded.html).replace(/^\ufeff/, ""), source.url);
  const page = { ...source, contentType: "text/html; charset=utf-8", isWhole: true };
  if (typeof read === "string") return { bytes: new Uint8Array(), source: page, problem: read, operations: () => [] };
  let made: readonly ApiOperation[] | undefined;
  return {
    bytes: new TextEncoder().encode(read.html),
    source: page,
    operations() {
      made ??= operationsOf(read.operations, (html) => pageMarkdown(new TextEncoder().encode(html), page));
      return made;
    },
  };
}

function operationsOf(
  operations: readonly OperationHtml[],
  markdownOf: (html: string) => string,
): readonly ApiOperation[] {
  let characters = 0;
  return operations.map(({ title, summary, tag, html }) => {
    const isTold = characters < MAX_CHARACTERS;
    const markdown = isTold ? markdownOf(html()) : clip(summary, MAX_SUMMARY);
    characters += markdown.length;
    return { title, summary: clip(summary, MAX_SUMMARY), tag, markdown };
  });
}
