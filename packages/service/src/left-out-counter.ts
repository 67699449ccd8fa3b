import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import type { Summary } from "./protocol/protocol.ts";

/** Most addresses shown for one reason. */
const MAX_EXAMPLES = 5;

type LeftOutGroup = Summary["leftOut"][number];

/** Counts what is left out, by reason, without keeping more than a few addresses of each. */
export class LeftOutCounter {
  readonly #groups = new Map<LeftOutReason, { count: number; examples: string[] }>();

  /** @param times how many pages this one stands for */
  add(reason: LeftOutReason, url: string, times = 1): void {
    const group = this.#groups.get(reason) ?? { count: 0, examples: [] };
    group.count += times;
    if (group.examples.length < MAX_EXAMPLES) group.examples.push(url);
    this.#groups.set(reason, group);
  }

  /** The most frequent first. */
  get groups(): readonly LeftOutGroup[] {
    return [...this.#groups].map(([reason, group]) => ({ reason, ...group })).sort((a, b) => b.count - a.count);
  }
}
