// What the field's outside judge (afdocs, the agent-docs specification 0.6.0) says of a served site.
import { computeScore, runChecks } from "afdocs";

interface LostPoint {
  readonly check: string;
  readonly status: string;
  /** The judge's own words. */
  readonly message: string;
}

export interface Judged {
  readonly score: number;
  readonly failing: readonly LostPoint[];
  /** The check that holds the score down whatever else is right; only the site can pass it. */
  readonly cap: string | undefined;
}

export async function judged(url: string): Promise<Judged> {
  const report = await runChecks(url, { requestDelay: 0, maxConcurrency: 8, samplingStrategy: "deterministic" });
  const { overall, cap } = computeScore(report);
  const failing = report.results.filter(({ status }) => status === "fail" || status === "warn" || status === "error");
  return {
    score: overall,
    failing: failing.map(({ id, status, message }) => ({ check: id, status, message })),
    cap: cap?.checkId,
  };
}
