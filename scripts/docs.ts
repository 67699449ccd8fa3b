// The docs as the tests read them: texts, links, headings and examples of each.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

export interface Doc {
  /** From the root. */
  readonly file: string;
  readonly text: string;
}

const root = join(import.meta.dirname, "..");

/** As links are written, whatever the system puts between folders. */
const plain = (path: string): string => path.replaceAll("\\", "/");

export const docFile = (file: string): Doc => ({ file, text: readFileSync(join(root, file), "utf8") });

export const docs: readonly Doc[] = [
  ...["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "bench/RESULTS.md"],
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => plain(join("docs", file))),
].map(docFile);

const FENCE = /^```(\w*)\n(.*?)^```$/gms;

export const withoutFences = (text: string): string => text.replace(FENCE, "");

/** The code of the examples in this language. */
export const fences = (text: string, language: string): readonly string[] =>
  [...text.matchAll(FENCE)].filter(([, is]) => is === language).map(([, , code = ""]) => code);

/** What the first group of a pattern caught, every time. */
export const caught = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].map(([, name = ""]) => name);

/** Everything `find` catches in a doc, with the doc's name in front, so that a failure says where. */
export const named = (find: (text: string) => readonly string[]): readonly (readonly [file: string, name: string])[] =>
  docs.flatMap(({ file, text }) => find(text).map((name) => [file, name] as const));

/** GitHub's anchors of a doc's headings. */
export const anchors = (text: string): readonly string[] =>
  caught(withoutFences(text), /^#{1,6} (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, "")
      .replaceAll(" ", "-"),
  );

/** Links and pictures of a doc that stay in the repository, as they are written. */
export const linksWithin = (text: string): readonly string[] =>
  caught(withoutFences(text).replace(/`[^`\n]*`/g, ""), /(?:\]\(|(?:src|srcset)=")(?!https?:|mailto:)([^)"\s]+)[)"]/g);

/** Where a link of `file` leads, from the root, and the heading it names. */
export function targetOf(file: string, link: string): { readonly path: string; readonly anchor: string | undefined } {
  const [path = "", anchor] = link.split("#");
  return { path: path === "" ? file : plain(relative(root, resolve(root, dirname(file), path))), anchor };
}
