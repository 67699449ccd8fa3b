export type Quality = "good" | "fair" | "poor";

/** A word for a score of `validateLlmsTxt`: below 85 a rule about the whole list is broken, below 60 several are. */
export const qualityOf = (score: number): Quality => (score >= 85 ? "good" : score >= 60 ? "fair" : "poor");
