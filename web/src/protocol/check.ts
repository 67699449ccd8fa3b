import { amount, fields, flag, list, oneOf, text } from "./unknown.ts";

export interface Finding {
  readonly level: "error" | "warning" | "hint";
  /** 1-based. */
  readonly line: number;
  readonly code: string;
  readonly message: string;
}

/** What `POST /api/validate` says of a text. */
export interface Check {
  readonly valid: boolean;
  /** 0 to 100. */
  readonly score: number;
  readonly findings: readonly Finding[];
}

function readFinding(value: unknown): Finding {
  const finding = fields(value);
  return {
    level: oneOf<Finding["level"]>(["hint", "warning", "error"], finding.level),
    line: amount(finding.line),
    code: text(finding.code),
    message: text(finding.message),
  };
}

export function readCheck(value: unknown): Check {
  const check = fields(value);
  return { valid: flag(check.valid), score: amount(check.score), findings: list(check.findings, readFinding) };
}
