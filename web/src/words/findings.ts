import { type Quality, qualityOf } from "@llmstxt-service/document/quality";
import type { CheckFinding } from "../protocol/types.ts";
import { some } from "./amounts.ts";

const QUALITIES: Readonly<Record<Quality, string>> = { good: "Good", fair: "Fair", poor: "Poor" };

/** How good a file is by its text, and how many errors and other findings there are; nothing asks for its links. */
export function findingsSummary(score: number, findings: readonly CheckFinding[]): string {
  const quality = QUALITIES[qualityOf(score)];
  if (findings.length === 0) return `${quality}: no findings in the text`;
  const errors = findings.filter(({ level }) => level === "error").length;
  const others = findings.length - errors;
  return `${quality}: ${errors === 0 ? "no error" : some(errors, "error")}, ${others === 0 ? "no hint" : some(others, "hint")}`;
}
