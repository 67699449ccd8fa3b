import { loadConfig } from "../../config.ts";
import { parseLlmsTxt } from "../../llmstxt/parse.ts";
import { type Finding, type Validation, validateLlmsTxt } from "../../llmstxt/validate.ts";
import { count } from "../describe.ts";
import { openGenerateWorld } from "../generate-world.ts";
import { lazily } from "./lazily.ts";
import { type DeadLink, findDeadLinks } from "./live-links.ts";
import { readSource } from "./read-source.ts";

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
    const dead = flags.live ? await findDeadLinks(linksOf(text), fetching.get(), signal) : [];
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
  return `${lines.join("\n")}\n`;
}

const findingLine = (source: string, { line, level, rule, message, fix }: Finding) =>
  `${source}:${line}: ${level}: ${rule}: ${message} (${fix})`;
