import { isWaiting } from "@llmstxt-service/page/address/left-out";
import type { GenerateProgress } from "@llmstxt-service/service/jobs/generate";

/** Outcome of one address of the site. */
interface Audited {
  readonly outcome: "listed" | "failed" | "waiting" | "left out";
  readonly reason?: string;
  /** Facts that prove the reason. */
  readonly evidence?: object;
}

/** Outcomes of all addresses that links, sitemaps and redirects named. A later event replaces an earlier one. */
export class Audit {
  readonly #byUrl = new Map<string, Audited>();

  add(progress: GenerateProgress): void {
    if (progress.type === "page") this.#byUrl.set(progress.page.url, { outcome: "listed" });
    else if (progress.type === "failed") {
      const { code, facts, message } = progress.error;
      this.#byUrl.set(progress.url, { outcome: "failed", reason: message, evidence: { code, ...facts } });
    } else if (progress.type === "leftOut") {
      const { url, reason, of, evidence } = progress;
      const facts = { ...(of !== undefined && { of }), ...evidence };
      const checked = Object.keys(facts).length > 0 && { evidence: facts };
      this.#byUrl.set(url, { outcome: isWaiting(reason) ? "waiting" : "left out", reason, ...checked });
    }
  }

  /** The outcomes, one JSON object a line, by address: the same site makes the same bytes. */
  get text(): string {
    const sorted = [...this.#byUrl].sort(([a], [b]) => (a < b ? -1 : 1));
    return sorted.map(([url, audited]) => `${JSON.stringify({ url, ...audited })}\n`).join("");
  }
}
