import { stringify } from "yaml";
import { parseLlmsTxt } from "../check/check.ts";

/** A first overlay for a document: everything that can be changed, as comments. It changes nothing until one is removed. */
export function startingOverlay(text: string): string {
  const { name, summary, sections } = parseLlmsTxt(text);
  const pages = sections.flatMap(({ name: section, items }) => [
    `  # ${lineOf(section)}`,
    ...items.flatMap(({ url, title, excerpt = "" }) => [
      `  - url: ${lineOf(url)}`,
      `    title: ${lineOf(title)}`,
      `    description: ${lineOf(excerpt)}`,
    ]),
  ]);
  const parts = [
    ["Changes to an llms.txt that stay, whatever a crawl finds. Remove the # of the lines you want, and change them."],
    [`name: ${lineOf(name)}`],
    [`summary: ${lineOf(summary ?? "")}`],
    ["notes:", "  - A paragraph below the summary."],
    ["sections: # these first, in this order; the others follow", ...sections.flatMap(sectionLines)],
    ["pages: # also: section: <name>, pin: true, hide: true", ...pages],
  ];
  return `${parts.map((lines) => lines.map((line) => `# ${line}`).join("\n")).join("\n\n")}\n`;
}

const sectionLines = ({ name }: { readonly name: string }): readonly string[] => [
  `  - name: ${lineOf(name)}`,
  `    as: ${lineOf(name)}`,
];

/** A text as YAML in one line. */
const lineOf = (text: string): string => stringify(text, { lineWidth: 0, blockQuote: false }).trimEnd();
