import type { LeftOutReason } from "@llmstxt-service/page/address/left-out";
import type { Summary } from "../protocol/protocol.ts";
import type { Fact } from "./fact.ts";

/** Most addresses listed for one reason. */
const MAX_EXAMPLES = 5;

type LeftOutFact = Extract<Fact, { readonly type: "leftOut" }>;
type LeftOutGroup = Summary["leftOut"][number];

/** Counts the addresses that are left out, by reason, and keeps a few of each. */
export class LeftOutCounter {
  readonly #groups = new Map<LeftOutReason, { count: number; examples: string[] }>();

  add(fact: Fact): void {
    if (fact.type === "leftOut") this.#add(fact, 1 + (fact.others ?? 0));
  }

  #add({ reason, url }: Pick<LeftOutFact, "reason" | "url">, times: number): void {
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
