import type { OverlaidDocument } from "@llmstxt-service/document";
import type { OverlaidItem, OverlayFinding } from "@llmstxt-service/document/overlay";
import { describeOverlayFinding } from "./overlay-words.ts";
import type { FoundInOverlay, OverlayPreview } from "./protocol/protocol.ts";

/** A finding as clients read it. */
function findingJson(finding: OverlayFinding): FoundInOverlay {
  return {
    code: finding.code,
    path: [...finding.path],
    reason: describeOverlayFinding(finding),
    ...("page" in finding && { page: finding.page }),
    ...("section" in finding && { section: finding.section }),
  };
}

const itemJson = ({ item, was, from, change, isPinned }: OverlaidItem): OverlayPreview["hidden"][number] => ({
  url: item.url,
  title: item.title,
  description: item.excerpt ?? "",
  was: { title: was.title, description: was.excerpt ?? "", section: from },
  change: change ?? null,
  pinned: isPinned,
});

/** A document with its owner's changes, as an editor shows it. */
export function previewJson({ text, overlaid }: OverlaidDocument): OverlayPreview {
  const { head, was, sections, hidden, findings } = overlaid;
  return {
    text,
    name: head.name,
    summary: head.summary ?? "",
    notes: [...(head.notes ?? [])],
    was: { name: was.name, summary: was.summary ?? "" },
    sections: sections.map(({ name, from = null, change = null, items }) => ({
      name,
      from,
      change,
      items: items.map(itemJson),
    })),
    hidden: hidden.map(itemJson),
    findings: findings.map(findingJson),
  };
}

/** Most findings of one overlay that are sent. */
const MAX_FINDINGS = 200;

export const madeChanges = (made: { readonly changes: number; readonly findings: readonly OverlayFinding[] }) => ({
  changes: made.changes,
  findings: made.findings.slice(0, MAX_FINDINGS).map(findingJson),
});
