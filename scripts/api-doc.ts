// Writes docs/reference/api.md, every public name with its signature, from the built declarations: a change of the library is seen in review.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";

const HEAD = `# The library's names

Everything \`llmstxt-service\` exports, by entry point, generated from its declarations by \`npm run docs:api\`; a test holds the
two together. \`llmstxt-service\` itself has them all. What is not here may change any day. [library.md](../how-to/library.md) shows how the names work together.
`;

interface PublicName {
  readonly name: string;
  /** Declaration with the comment above it. */
  readonly text: string;
}

function parsed(file: string) {
  const text = readFileSync(file, "utf8");
  const { module, program, comments } = parseSync(file, text);
  return { text, module, program, comments };
}

/** The declarations are written beside each other: `./fetch.ts` is fetch.d.ts. */
const declarationFile = (from: string, name: string) => join(dirname(from), name.replace(/\.[jt]s$/, ".d.ts"));

/** Follows re-exports to the file that declares the name. */
function declarationOf(file: string, name: string): string {
  const { text, module, program, comments } = parsed(file);
  for (const { entries } of module.staticExports)
    for (const { exportName, importName, moduleRequest } of entries)
      if (moduleRequest && exportName.name === name)
        return declarationOf(declarationFile(file, moduleRequest.value), importName.name ?? name);
  for (const node of program.body) {
    if (node.type !== "ExportNamedDeclaration" || node.declaration === null) continue;
    if (!declaredNames(node.declaration).includes(name)) continue;
    const comment = comments.findLast(({ end }) => end <= node.start && text.slice(end, node.start).trim() === "");
    return text.slice(comment?.start ?? node.start, node.end);
  }
  throw new Error(`${name} is not declared in ${file}`);
}

type Declaration = Extract<
  ReturnType<typeof parseSync>["program"]["body"][number],
  { type: "ExportNamedDeclaration" }
>["declaration"];

function declaredNames(declaration: NonNullable<Declaration>): readonly string[] {
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  return "id" in declaration && declaration.id?.type === "Identifier" ? [declaration.id.name] : [];
}

function publicNames(index: string): readonly PublicName[] {
  const names = parsed(index).module.staticExports.flatMap(({ entries }) =>
    entries.map(({ exportName }) => exportName.name ?? ""),
  );
  return names
    .toSorted((a, b) => a.localeCompare(b, "en"))
    .map((name) => ({ name, text: declarationOf(index, name).replace(/^export (?:declare )?/m, "") }));
}

/** The entry points beside `llmstxt-service` itself, which has all of their names. */
export const ENTRY_POINTS = ["crawl", "render", "validate"] as const;

/** docs/reference/api.md, to the letter, as the declarations in `types` have it. */
export function apiDoc(types = "dist/types"): string {
  const chapters = ENTRY_POINTS.map((entry) => {
    const names = publicNames(join(types, "src/library", `${entry}.d.ts`));
    const texts = names.map(({ name, text }) => `### \`${name}\`\n\n\`\`\`ts\n${text}\n\`\`\`\n`);
    return [`## \`llmstxt-service/${entry}\`\n`, ...texts].join("\n");
  });
  return [HEAD, ...chapters].join("\n");
}

if (import.meta.main) writeFileSync("docs/reference/api.md", apiDoc());
