import type { Overlay } from "../changes.ts";
import type { LlmsTxt } from "../document.ts";
import { isRelativesLine } from "../family.ts";
import { METADATA, sourceIn } from "../metadata.ts";
import { filledSections } from "./filled.ts";
import type { OverlayFinding } from "./findings.ts";
import { changedItems } from "./items.ts";
import type { Overlaid } from "./overlaid.ts";
import { pageChanges } from "./pages.ts";
import { sectionPlan } from "./sections.ts";
import { Texts } from "./texts.ts";

export interface ApplyOptions {
  /** Most code points of a description. */
  readonly descLength: number;
  /** Pages' own addresses by the one that is listed. */
  readonly addresses?: Readonly<Record<string, string>>;
}

/**
 * The document with an owner's changes. A change that is impossible is reported and has no effect. Each page is listed
 * once or hidden, each section has a page and a name of its own, `Optional` is last. Linear.
 */
export function applyOverlay(document: LlmsTxt, overlay: Overlay, options: ApplyOptions): Overlaid {
  const findings: OverlayFinding[] = [];
  const report = (finding: OverlayFinding) => void findings.push(finding);
  const texts = new Texts(options.descLength, report);
  const head = headOf(document, overlay, texts);
  const changes = pageChanges(document, overlay.pages ?? [], { addresses: options.addresses ?? {}, report });
  const plan = sectionPlan(document, overlay.sections ?? [], { texts, report });
  const { sections, hidden } = filledSections(plan, changedItems(document, changes, texts), texts);
  const keys = new Set(sections.map(({ name }) => name.toLowerCase()));
  for (const { key, isFound, name, index } of plan.listed)
    if (!isFound && !keys.has(key)) report({ code: "sectionGone", path: ["sections", index], section: name });
  const isEmpty = sections.length === 0 && hidden.length > 0;
  if (isEmpty) report({ code: "everythingHidden", path: ["pages"] });
  const listed = sections.map(({ name, items }) => ({ name, items: items.map(({ item }) => item) }));
  return {
    document: {
      ...head,
      metadata: withFewerPages(document.metadata, hidden.length),
      sections: isEmpty ? onlyHome(head.name, document.metadata) : listed,
    },
    sections,
    hidden,
    findings: inOrder(findings),
  };
}

function headOf(document: LlmsTxt, overlay: Overlay, texts: Texts): Omit<LlmsTxt, "sections"> {
  const name = overlay.name === undefined ? undefined : texts.of("name", overlay.name, ["name"]);
  const isBare = overlay.summary === "";
  const written = overlay.summary ? texts.of("summary", overlay.summary, ["summary"]) : undefined;
  const summary = isBare ? undefined : (written ?? document.summary);
  const own = overlay.notes?.flatMap((note, index) => texts.of("notes", note, ["notes", index]) ?? []);
  const before = document.notes ?? [];
  const notes = own === undefined ? before : [...before.filter(isRelativesLine), ...own];
  return {
    name: name ?? document.name,
    ...(summary === undefined ? {} : { summary }),
    metadata: document.metadata,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** Sections with the homepage as the only item, as in a document that has nothing else to list. */
function onlyHome(name: string, metadata: string): LlmsTxt["sections"] {
  const url = sourceIn(metadata);
  return url === undefined ? [] : [{ name: "Pages", items: [{ title: name, url }] }];
}

function withFewerPages(metadata: string, fewer: number): string {
  if (fewer === 0 || !METADATA.test(metadata)) return metadata;
  // Bound: the metadata line.
  return metadata.replace(/\d+(?=(?: \(stopped early\))?$)/, (pages) => String(Math.max(1, Number(pages) - fewer)));
}

const KEYS = ["name", "summary", "notes", "sections", "pages"];

function inOrder(findings: readonly OverlayFinding[]): readonly OverlayFinding[] {
  const keyOf = ({ path: [key = "", index = -1] }: OverlayFinding) =>
    [KEYS.indexOf(String(key)), Number(index)] as const;
  return [...findings].sort((a, b) => {
    const [[keyA, indexA], [keyB, indexB]] = [keyOf(a), keyOf(b)];
    return keyA - keyB || indexA - indexB;
  });
}
