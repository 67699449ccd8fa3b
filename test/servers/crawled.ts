import { createHash } from "node:crypto";
import { countsOf } from "../../packages/document/src/document-counts.ts";
import { CrawlError } from "../../packages/page/src/errors.ts";
import type { CrawledSite } from "../../packages/service/src/jobs/requested-crawl.ts";

/** What a crawl comes to, for tests of what happens around it. */
export function crawled(text = "# Site\n", more: Partial<CrawledSite> = {}): CrawledSite {
  const digest = createHash("sha256").update(text).digest("hex");
  return {
    text,
    digest,
    plainDigest: digest,
    changed: true,
    contentChanged: true,
    generatedAt: new Date(0),
    rendered: {
      text,
      sections: [],
      leftOut: [],
      undescribed: [],
      shortened: 0,
      over: 0,
      tokens: Math.ceil(text.length / 4),
    },
    counts: countsOf(text),
    validation: {
      profile: "strict",
      valid: true,
      score: 100,
      parts: { findable: 100, selection: 100, titles: 100, sections: 100, links: 100 },
      notMeasured: ["sitemap", "questions"],
      findings: [],
      more: 0,
    },
    pages: [],
    why: "complete",
    uploaded: { type: "notStored", error: new CrawlError("storage_failed", { detail: "no store" }), name: "site.txt" },
    ...more,
  };
}
