import { MAX_SECTIONS } from "../limits.ts";
import { looksLikeSlug } from "../wording/wording.ts";
import { isPoorSection } from "./check-quality.ts";
import { isMixed } from "./mixed.ts";
import type { ParsedSection } from "./parse.ts";
import type { ReportFault } from "./report.ts";

/** Checks names, number and order of the sections. */
export function checkSections(sections: readonly ParsedSection[], report: ReportFault): void {
  const names = new Set<string>();
  for (const [index, { name, line, items }] of sections.entries()) {
    if (names.has(name.toLowerCase())) report("section-repeated", line);
    names.add(name.toLowerCase());
    if (items.length === 0) report("section-empty", line);
    if (/^\d+$/.test(name)) report("heading-number", line);
    else if (isPoorSection(name)) report("section-name", line);
    if (looksLikeSlug(name)) report("heading-slug", line);
    if (name !== "Optional" && /^optional[^\p{L}\p{N}]*$/iu.test(name)) report("optional-form", line);
    if (name === "Optional" && index < sections.length - 1) report("optional-last", line);
  }
  if (sections.length > MAX_SECTIONS) report("section-count", sections[MAX_SECTIONS]?.line ?? 1);
  const single = sections.filter(({ name, items }) => items.length === 1 && name !== "Optional");
  if (single.length > 1 && single.length > sections.length / 5)
    report("section-single", single[0]?.line ?? 1, { share: single.length / sections.length });
  if (isMixed(sections)) report("section-mixed", sections[0]?.line ?? 1);
}
