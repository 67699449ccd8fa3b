import { lazily } from "@llmstxt-service/crawler/waiting/lazily";
import { type Finding, type Validation, validateLlmsTxt } from "@llmstxt-service/document/check";
import type { Profile } from "@llmstxt-service/document/profile";
import { type Measurement, PARTS, type QualityPart, qualityOf } from "@llmstxt-service/document/quality";
import { tryPageUrl } from "@llmstxt-service/page/address/page-url";
import { CrawlError } from "@llmstxt-service/page/errors";
import { count } from "@llmstxt-service/service/describe";
import { openGenerateWorld } from "@llmstxt-service/service/generate-world";
import { printable } from "@llmstxt-service/service/printable";
import { loadConfig } from "@llmstxt-service/service/settings/config";
import { checkLive, type LinksReport } from "./measure/live/live.ts";
import { isAddress, readSource } from "./read-source.ts";

export interface ValidateFlags {
  readonly profile: Profile;
  readonly live?: true;
  readonly site?: string;
  readonly json?: true;
}

/**
 * Prints every finding.
 * @returns true if the document is valid and, with `live`, every link answers
 */
export async function runValidate(source: string, flags: ValidateFlags, signal: AbortSignal): Promise<boolean> {
  const { profile, site } = flags;
  if (site !== undefined && tryPageUrl(site) === undefined) throw new CrawlError("invalid_url", { detail: site });
  const world = lazily(() => openGenerateWorld(loadConfig(process.cwd()), () => {}));
  try {
    const text = await readSource(source, () => world.get().fetching, signal);
    const options = { ...(site !== undefined && { site }), ...(isAddress(source) && { source }) };
    const live = flags.live ? await checkLive(text, { ...world.get(), ...options }, signal) : undefined;
    const validation = validateLlmsTxt(text, {
      profile,
      ...(live && { faults: live.faults, measured: live.coverage === undefined ? ["links"] : ["links", "sitemap"] }),
    });
    const verdict = { validation, ...(live && { live }) };
    process.stdout.write(flags.json ? `${JSON.stringify(jsonOf(verdict))}\n` : wording(source, verdict));
    return validation.valid;
  } finally {
    await world.opened?.fetching.close();
  }
}

interface CheckedFile {
  readonly validation: Validation;
  readonly live?: LinksReport;
}

/** JSON of the result, as docs/reference/validate.md defines it. */
function jsonOf({ validation, live }: CheckedFile): object {
  if (live === undefined) return validation;
  const { faults: _, ...told } = live;
  return { ...validation, live: told };
}

function wording(source: string, { validation, live }: CheckedFile): string {
  const { profile, valid, findings, more, score, parts } = validation;
  const lines = [
    ...findings.map((finding) => findingLine(source, finding)),
    ...(more > 0 ? [`… and ${count(more, "further finding")}`] : []),
    ...(live === undefined ? [] : [liveLine(live)]),
    `${valid ? "Valid" : "Not valid"} (${profile}). Quality: ${qualityOf(score)}, score ${score} of 100, ${count(findings.length + more, "finding")}.`,
    `${PARTS.map((part) => `${PART_WORDS[part]} ${parts[part]}`).join(" · ")}`,
    ...validation.notMeasured.map((one) => NOT_MEASURED[one]),
  ];
  return `${lines.map(printable).join("\n")}\n`;
}

const PART_WORDS: Readonly<Record<QualityPart, string>> = {
  findable: "Findable",
  selection: "Selection",
  titles: "Titles and descriptions",
  sections: "Sections and order",
  links: "Links",
};

const NOT_MEASURED: Readonly<Record<Measurement, string>> = {
  links: "Links were not requested: --live does that.",
  sitemap: "The sitemap was not compared: --live does that where there is one.",
  questions: "No questions were asked: llmstxt eval does that.",
};

function findingLine(source: string, { line, level, rule, message, fix, detail, points }: Finding): string {
  const told = detail === undefined ? message : `${message}: ${detail}`;
  return `${source}:${line}: ${level}: ${rule}: ${told} (${fix})${points === 0 ? "" : ` +${points}`}`;
}

function liveLine({ asked, notAsked, coverage }: LinksReport): string {
  const left = notAsked === 0 ? "" : `, ${notAsked} not asked`;
  const listed = coverage === undefined ? "no sitemap" : `${coverage.listed} of the sitemap's ${coverage.pages} listed`;
  return `Asked: ${count(asked, "link")}${left}; ${listed}.`;
}
