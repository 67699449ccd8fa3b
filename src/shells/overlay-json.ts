import type { OverlayFinding } from "../llmstxt/overlay/overlay.ts";
import { describeOverlayFinding } from "./overlay-words.ts";
import type { FoundInOverlay } from "./protocol/protocol.ts";

/** A finding as clients read it. */
export function findingJson(finding: OverlayFinding): FoundInOverlay {
  return {
    code: finding.code,
    path: [...finding.path],
    reason: describeOverlayFinding(finding),
    ...("page" in finding && { page: finding.page }),
    ...("section" in finding && { section: finding.section }),
  };
}

/** More than anybody reads. */
const MAX_FINDINGS = 200;

export const madeChanges = (made: { readonly changes: number; readonly findings: readonly OverlayFinding[] }) => ({
  changes: made.changes,
  findings: made.findings.slice(0, MAX_FINDINGS).map(findingJson),
});
