/** The parts of a document's quality, in the order in which they are reported. */
export const PARTS = ["findable", "selection", "titles", "sections", "links"] as const;
export type QualityPart = (typeof PARTS)[number];

/**
 * Facts that only the site tells. `links`: do they answer, and lead to Markdown? `sitemap`: is what it names listed?
 * `questions`: do they lead to the pages?
 */
export const MEASUREMENTS = ["links", "sitemap", "questions"] as const;
export type Measurement = (typeof MEASUREMENTS)[number];

export type Quality = "good" | "fair" | "poor";

/** A word for a score of `validateLlmsTxt`. */
export const qualityOf = (score: number): Quality => (score >= 75 ? "good" : score >= 50 ? "fair" : "poor");
