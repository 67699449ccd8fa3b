import type { HostPart } from "@llmstxt-service/service/sites/moving";
import { InvalidArgumentError } from "commander";

const MAX_PARTS = 1_000;

/** Part of all hosts: `1/3` is the first of three. */
export function hostPart(text: string): HostPart {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? []).map(Number);
  if (index >= 1 && index <= of && of <= MAX_PARTS) return { index, of };
  throw new InvalidArgumentError(`must be like 1/3: a part and the number of parts, ${MAX_PARTS} at most.`);
}

export function lineNumber(text: string): number {
  if (/^[1-9]\d{0,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("must be the number of a line, from 1 on.");
}
