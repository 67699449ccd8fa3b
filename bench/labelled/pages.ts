// Real pages whose main text people have marked: where each lies in public, and which elements of it are its text.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { type CheerioAPI, load } from "cheerio";

type Node = ReturnType<ReturnType<CheerioAPI["root"]>["contents"]>[number];

/** A line of `pages.jsonl`. The labels were written before anybody looked at what a reader makes of the page. */
interface Marked {
  readonly id: string;
  /** Faults are mended on pages of A, then of B and C. D is of other repositories; nobody looks at what goes wrong there. */
  readonly half: "A" | "B" | "C" | "D";
  readonly kind: string;
  /** On GitHub, as owner and name. */
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly url: string;
  /** Selectors of what is main text, and of what is none although it stands there; semicolons between them. */
  readonly main: string;
  readonly drop: string;
  readonly title: string;
  /** Words of the page that are no main text. */
  readonly without: readonly string[];
}

/** A page with its label. */
export interface LabelledPage extends Marked {
  readonly bytes: Buffer;
  readonly text: string;
}

const LIST = join(import.meta.dirname, "pages.jsonl");
const NEVER = "script,style,noscript,template,svg,iframe,select,textarea,button,input,.headerlink,.hash-link";
const BLOCKS = new Set(
  "p div section article main header footer nav aside ul ol li dl dt dd table tr td th h1 h2 h3 h4 h5 h6 pre blockquote form figure figcaption br hr tbody thead fieldset legend details summary".split(
    " ",
  ),
);

/** All pages; a repository that is not in the folder is cloned into it. */
export function labelledPages(folder: string): readonly LabelledPage[] {
  const marked = readFileSync(LIST, "utf8").trimEnd().split("\n");
  return marked.map((line) => {
    const page: Marked = JSON.parse(line);
    const bytes = bytesOf(page, folder);
    return { ...page, bytes, text: mainText(page, bytes) };
  });
}

function bytesOf({ repository, commit, path }: Marked, folder: string): Buffer {
  const clone = join(folder, repository.replace("/", "+"));
  if (!existsSync(clone)) {
    const url = `https://github.com/${repository}`;
    execFileSync("git", ["clone", "--quiet", "--filter=blob:none", "--no-checkout", url, clone], { stdio: "inherit" });
  }
  const bytes = execFileSync("git", ["-C", clone, "show", `${commit}:${path}`], { maxBuffer: 2 ** 26 });
  return path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
}

function mainText({ main, drop }: Marked, bytes: Buffer): string {
  const $ = load(decoded(bytes));
  $(NEVER).remove();
  for (const selector of parts(drop)) $(selector).remove();
  const picked = $(parts(main).join(",")).toArray();
  const outermost = picked.filter((one) => !picked.some((other) => isWithin(one.parent, other)));
  return outermost
    .map(textOf)
    .join("\n")
    .replace(/[ \t\r\u00a0]+/g, " ")
    .replace(/ ?\n ?/g, "\n")
    .replace(/\n{2,}/g, "\n\n")
    .trim();
}

const parts = (selectors: string): readonly string[] =>
  selectors
    .split(";")
    .map((selector) => selector.trim())
    .filter((selector) => selector !== "");

function isWithin(node: Node | null, outer: Node): boolean {
  return node !== null && (node === outer || isWithin(node.parent, outer));
}

/** As its `<meta>` says, but where that gives signs that are none. */
function decoded(bytes: Buffer): string {
  const named = /charset=["']?([\w-]+)/i.exec(bytes.toString("latin1", 0, 3_000))?.[1] ?? "utf-8";
  const text = new TextDecoder(named).decode(bytes);
  return text.split("\ufffd").length > 40 ? bytes.toString() : text;
}

function textOf(node: Node): string {
  if (node.type === "text") return node.data;
  if (node.type !== "tag") return "";
  const inner = node.children.map(textOf).join("");
  return BLOCKS.has(node.name) ? `\n${inner}\n` : inner;
}
