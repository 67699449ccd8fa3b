import { parseLlmsTxt } from "../check/check.ts";
import { yamlLine } from "../emit/yaml.ts";

/** A first overlay for a document: everything that can be changed, as comments. It changes nothing until one is removed. */
export function startingOverlay(text: string): string {
  const { name, summary, sections } = parseLlmsTxt(text);
  const pages = sections.flatMap(({ name: section, items }) => [
    `  # ${yamlLine(section)}`,
    ...items.flatMap(({ url, title, excerpt = "" }) => [
      `  - url: ${yamlLine(url)}`,
      `    title: ${yamlLine(title)}`,
      `    description: ${yamlLine(excerpt)}`,
    ]),
  ]);
  const parts = [
    ["Changes to an llms.txt that stay, whatever a crawl finds. Remove the # of the lines you want, and change them."],
    [`name: ${yamlLine(name)}`],
    [`summary: ${yamlLine(summary ?? "")}`],
    ["notes:", "  - A paragraph below the summary."],
    ["sections: # these first, in this order; the others follow", ...sections.flatMap(sectionLines)],
    ["pages: # also: section: <name>, pin: true, hide: true", ...pages],
  ];
  return `${parts.map((lines) => lines.map((line) => `# ${line}`).join("\n")).join("\n\n")}\n`;
}

const sectionLines = ({ name }: { readonly name: string }): readonly string[] => [
  `  - name: ${yamlLine(name)}`,
  `    as: ${yamlLine(name)}`,
];
