import { isWaiting, type LeftOutReason } from "@llmstxt-service/page/address/left-out";
import type { SocketEvent } from "../protocol/types.ts";

type LeftOutEvent = Extract<SocketEvent, { type: "leftOut" }>;

/** Outcome of one address of a crawl. */
export type Audited =
  | { readonly outcome: "listed" }
  | { readonly outcome: "failed"; readonly reason: string }
  | ({ readonly outcome: "waiting" | "left out" } & Pick<LeftOutEvent, "reason" | "of" | "evidence">);

/** Outcomes of all addresses that a crawl names. A later event replaces an earlier one. */
export class Audit {
  readonly byUrl = new Map<string, Audited>();
  /** Numbers of addresses, by reason, that the crawl counted and did not name. */
  readonly unnamed = new Map<LeftOutReason, number>();

  add(event: SocketEvent): void {
    if (event.type === "page") this.byUrl.set(event.url, { outcome: "listed" });
    else if (event.type === "failed") this.byUrl.set(event.url, { outcome: "failed", reason: event.reason });
    else if (event.type === "leftOut") {
      const { url, reason, of, evidence, others = 0 } = event;
      const outcome = isWaiting(reason) ? "waiting" : "left out";
      this.byUrl.set(url, { outcome, reason, ...(of !== undefined && { of }), ...(evidence && { evidence }) });
      if (others > 0) this.unnamed.set(reason, (this.unnamed.get(reason) ?? 0) + others);
    }
  }

  /** The outcomes as `--audit` writes them: one JSON object a line. */
  get text(): string {
    const sorted = [...this.byUrl].toSorted(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([url, audited]) => `${JSON.stringify({ url, ...audited })}\n`).join("");
  }
}
