// What the docs show, run.
import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { caught, docFile, fences, named, withoutFences } from "../../scripts/docs.ts";
import { llmstxt } from "../command/command.ts";

const run = promisify(execFile);
const root = join(import.meta.dirname, "../..");

test("every command that a doc names is there", async () => {
  const { stdout } = await llmstxt(["--help"]);
  const commands = new Set(caught(stdout, /^ {2}([a-z]+)\b/gm));
  const shown = named((text) => [
    ...caught(withoutFences(text), /`llmstxt (?!needs )([a-z]+)\b(?!:)/g),
    ...fences(text, "sh").flatMap((code) => caught(code, /(?<![\w/-] ?)\bllmstxt ([a-z]+)\b(?!:)/g)),
  ]);
  expect(shown.filter(([, name]) => !commands.has(name))).toEqual([]);
});

test("the TypeScript of docs/how-to/library.md holds under strict types, and its second example runs", async () => {
  // Below the package, where its own name leads to its own build.
  const folder = join(root, "dist/docs-check");
  await mkdir(folder, { recursive: true });
  try {
    const examples = fences(docFile("docs/how-to/library.md").text, "ts");
    const files = examples.map((_, number) => `example-${number + 1}.ts`);
    await Promise.all(examples.map((code, number) => writeFile(join(folder, files[number] ?? ""), code)));
    const compilerOptions = { target: "es2024", module: "nodenext", strict: true, noEmit: true, types: ["node"] };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
    const problems = await run(join(root, "node_modules/.bin/tsc"), ["-p", folder]).then(
      () => "",
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(problems).toBe("");
    const { stdout } = await run(process.execPath, [join(folder, "example-2.ts")]);
    expect(stdout).toBe(
      "Tides High water at Leith is at noon today, says the harbour. 0\ntrue [ '9: links-single' ]\n[ 'Docs' ] 0\n",
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("docs/reference/command.md shows what --help prints", async () => {
  const text = docFile("docs/reference/command.md").text;
  const usages = [...text.matchAll(/<!-- usage: llmstxt (.*?) -->\n```\n(.*?)```\n<!-- \/usage -->/gs)];
  expect(usages.length).toBeGreaterThan(0);
  for (const [, args = "", usage] of usages) {
    const { code, stdout } = await llmstxt(args.split(" "));
    expect({ code, stdout }).toEqual({ code: 0, stdout: usage });
  }
});
