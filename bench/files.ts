// PDFs and API descriptions of a folder, as a crawl reads them: node bench/files.ts FOLDER
// Of a PDF: the share of the words of pdftotext (poppler-utils) that our title and Markdown have. Of a description: its
// operations. Of what is not read: the reason. Ends with 1 where a PDF of 100 words or more has less than 98 % of them.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fromApi } from "../packages/page/src/api-source.ts";
import { openPage } from "../packages/page/src/markdown/markdown.ts";
import { fromPdf } from "../packages/page/src/pdf-source.ts";

/** Words of a PDF that make its share a measure, and the least share. */
const ENOUGH = 100;
const LEAST = 0.98;

const wordsIn = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]{2,}/gu) ?? [];

/** undefined where pdftotext is not here, or cannot read the file. */
function tryPdftotext(file: string): string | undefined {
  const stdio = ["ignore", "pipe", "ignore"] satisfies ("ignore" | "pipe")[];
  try {
    return execFileSync("pdftotext", [file, "-"], { encoding: "utf8", stdio, maxBuffer: 2 ** 30 });
  } catch {
    return undefined;
  }
}

/** Share of these words that the others have, each as often. */
function recall(asked: readonly string[], had: readonly string[]): number {
  const left = new Map<string, number>();
  for (const word of had) left.set(word, (left.get(word) ?? 0) + 1);
  const found = asked.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count > 0;
  });
  return found.length / asked.length;
}

async function pdfLine(file: string): Promise<string> {
  const source = { url: `https://x.dev/${encodeURIComponent(file)}`, contentType: "application/pdf" };
  const { problem, ...read } = await fromPdf({ bytes: readFileSync(file), source });
  if (problem !== undefined) return problem;
  const { page, markdown } = openPage(read.bytes, read.source);
  const asked = wordsIn(tryPdftotext(file) ?? "");
  if (asked.length === 0) return "read; pdftotext has no words";
  const share = recall(asked, wordsIn(`${page.title} ${markdown()}`));
  const isMissed = asked.length >= ENOUGH && share < LEAST;
  if (isMissed) process.exitCode = 1;
  return `read: ${share.toFixed(3)} of ${asked.length} words${isMissed ? " MISSED" : ""}`;
}

async function apiLine(file: string): Promise<string> {
  const contentType = file.endsWith(".json") ? "application/json" : "application/yaml";
  const source = { url: `https://x.dev/${encodeURIComponent(file)}`, contentType };
  const { problem, operations } = await fromApi({ bytes: readFileSync(file), source });
  return problem ?? `read: ${operations().length} operations`;
}

const [folder = "."] = process.argv.slice(2);
for (const name of readdirSync(folder).sort()) {
  const isPdf = /\.pdf$/i.test(name);
  if (!isPdf && !/\.(?:json|ya?ml)$/i.test(name)) continue;
  const before = process.cpuUsage();
  const line = await (isPdf ? pdfLine : apiLine)(join(folder, name));
  const { user, system } = process.cpuUsage(before);
  console.log(name.padEnd(40), `${Math.round((user + system) / 1000)} ms`.padStart(9), line);
}
