import type { Finding } from "../protocol/types.ts";
import { some } from "./amounts.ts";

/** How many errors and other findings there are. */
export function findingsSummary(findings: readonly Finding[]): string {
  if (findings.length === 0) return "No issues found";
  const errors = findings.filter(({ level }) => level === "error").length;
  const others = findings.length - errors;
  return `${errors === 0 ? "No error" : some(errors, "error")}, ${others === 0 ? "no hint" : some(others, "hint")}`;
}
