import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import type { GenerateProgress, LeftOutGroup } from "./generated.ts";

const MAX_EXAMPLES = 5;

/** Counts the addresses that are left out, by reason, and keeps a few of each. */
export class LeftOutCounter {
  readonly #groups = new Map<LeftOutReason, { count: number; examples: string[] }>();

  add(fact: GenerateProgress): void {
    if (fact.type !== "leftOut") return;
    const { reason, url, others = 0 } = fact;
    const group = this.#groups.get(reason) ?? { count: 0, examples: [] };
    group.count += 1 + others;
    if (group.examples.length < MAX_EXAMPLES) group.examples.push(url);
    this.#groups.set(reason, group);
  }

  /** The most frequent first. */
  get groups(): readonly LeftOutGroup[] {
    return [...this.#groups].map(([reason, group]) => ({ reason, ...group })).sort((a, b) => b.count - a.count);
  }
}
