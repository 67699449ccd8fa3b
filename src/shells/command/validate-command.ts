import { loadConfig } from "../../config.ts";
import { type Finding, parseLlmsTxt, type Validation, validateLlmsTxt } from "../../llmstxt/check/check.ts";
import { count } from "../describe.ts";
import { openGenerateWorld } from "../generate-world.ts";
import { printable } from "../printable.ts";
import { lazily } from "./lazily.ts";
import { type DeadLink, findDeadLinks } from "./live-links.ts";
import { isAddress, readSource } from "./read-source.ts";

export interface ValidateFlags {
  readonly live?: true;
  readonly json?: true;
}

/** Prints every finding. @returns whether the document is valid and, with `live`, every link answers */
export async function runValidate(source: string, flags: ValidateFlags, signal: AbortSignal): Promise<boolean> {
  const fetching = lazily(() => openGenerateWorld(loadConfig(process.cwd()), () => {}).fetching);
  try {
    const text = await readSource(source, fetching.get, signal);
    const validation = validateLlmsTxt(text);
    const links = linksOf(text);
    // A file names no address: whoever checks it live means the site of its first link.
    const typed = isAddress(source) ? source : links[0]?.url;
    const dead = flags.live ? await findDeadLinks(links, { fetching: fetching.get(), typed }, signal) : [];
    const valid = validation.valid && dead.length === 0;
    process.stdout.write(
      flags.json ? `${JSON.stringify({ ...validation, valid, dead })}\n` : wording(source, { validation, dead, valid }),
    );
    return valid;
  } finally {
    await fetching.opened?.close();
  }
}

const linksOf = (text: string) => parseLlmsTxt(text).sections.flatMap(({ items }) => items);

interface Verdict {
  readonly validation: Validation;
  readonly dead: readonly DeadLink[];
  readonly valid: boolean;
}

function wording(source: string, { validation, dead, valid }: Verdict): string {
  const { findings, more, score } = validation;
  const lines = [
    ...findings.map((finding) => findingLine(source, finding)),
    ...(more > 0 ? [`… and ${count(more, "further finding")}`] : []),
    ...dead.map(({ line, url, why }) => `${source}:${line}: error: dead-link: ${url}: ${why}`),
    `${valid ? "Valid" : "Not valid"}: ${count(findings.length + more + dead.length, "finding")}, score ${score} of 100.`,
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

const findingLine = (source: string, { line, level, rule, message, fix }: Finding) =>
  `${source}:${line}: ${level}: ${rule}: ${message} (${fix})`;
