import { pointer } from "@llmstxt-service/page/our-files";
import { codePoints } from "../budget.ts";
import { yamlLine } from "../emit/yaml.ts";
import { divided } from "./divide.ts";

/** Text of a page's file besides its content. */
export interface PageText {
  readonly title: string;
  /** Main content as Markdown without the title; may be empty. */
  readonly content: string;
  /** The page's own address. */
  readonly source: string;
  /** Address of the llms.txt that lists the page. */
  readonly index: string;
  /** Front matter of the file; undefined if none was asked for. */
  readonly front?: FrontMatter;
}

/** Facts about a page for programs, as untrusted as the page. */
export interface FrontMatter {
  readonly title: string;
  readonly description?: string;
  readonly url: string;
  /** Date of the page's last change, as the page gives it. */
  readonly updated?: string;
}

/** Most code points of the text before and after the content of a divided page. */
const MAX_LINKS = 5_000;

/** A page's content in pieces that leave room for what stands around them; one where it is short enough. */
export function contentPieces(text: PageText, limit: number): readonly string[] {
  const whole = frame(text, text.content);
  if (codePoints(whole) <= limit) return [text.content];
  const room = limit - Math.min(codePoints(frame(text, "")) + MAX_LINKS, Math.floor(limit / 2));
  return divided(text.content, room);
}

/** A page's content, where each piece of it is read, and which of them is meant. */
interface PagePiece {
  readonly pieces: readonly string[];
  readonly urls: readonly string[];
  readonly at: number;
}

/** The text of a page's file; where it was divided, of one piece, which says above and below where the page goes on. */
export function pieceText(text: PageText, { pieces, urls, at }: PagePiece): string {
  const title = pieces.length === 1 ? text.title : `${text.title} (${at + 1}/${pieces.length})`;
  const next = urls[at + 1];
  const content = pieces[at] ?? "";
  const onward = next === undefined ? "" : `This page goes on in [part ${at + 2} of ${pieces.length}](${next}).`;
  return frame({ ...text, title }, [onward, content, onward].filter(Boolean).join("\n\n"));
}

function frame({ title, source, index, front }: Omit<PageText, "content">, content: string): string {
  return pageFileText([`# ${title}`, content, `Source: ${source}`].filter(Boolean).join("\n\n"), { index, front });
}

/** A page's Markdown below the way to the index, and that below the front matter. */
export function pageFileText(
  markdown: string,
  { index, front }: { readonly index: string; readonly front: FrontMatter | undefined },
): string {
  const head = Object.entries(front ?? {}).map(([name, value]: [string, string]) => `${name}: ${yamlLine(value)}\n`);
  return `${front === undefined ? "" : `---\n${head.join("")}---\n\n`}${pointer(index)}\n\n${markdown}\n`;
}
