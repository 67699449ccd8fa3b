import type { Bundle, BundleOptions } from "../bundle/bundle.ts";
import type { ChangedDocument } from "../bundle/writer.ts";
import type { ReadPage } from "../crawl/reading/reading.ts";
import type { Findability } from "../eval/findability.ts";
import type { ValidateOptions, Validation } from "../llmstxt/check/check.ts";
import type { PageMarkdown } from "../llmstxt/full.ts";
import type { RenderOptions } from "../llmstxt/listed-page.ts";
import type { OverlaidDocument, Rendered } from "../llmstxt/llmstxt.ts";
import type { Overlay } from "../llmstxt/overlay/overlay.ts";
import type { OverlayProblem, ParsedOverlay } from "../llmstxt/overlay-file/overlay-file.ts";
import type { PageSource } from "../page/page.ts";
import type { PackedSitemap } from "./packed.ts";

/** What a thread is asked for. */
export type Task =
  | { readonly type: "page"; readonly body: Uint8Array; readonly source: PageSource; readonly withMarkdown: boolean }
  | { readonly type: "sitemap"; readonly body: Uint8Array }
  | WritingTask
  | { readonly type: "bundle"; readonly packed: readonly Uint8Array[]; readonly options: BundleOptions }
  | { readonly type: "overlaid"; readonly changed: ChangedDocument }
  | { readonly type: "readOverlay"; readonly text: string }
  /** `text`: what it was before. */
  | { readonly type: "writeOverlay"; readonly overlay: Overlay; readonly text: string }
  | { readonly type: "validate"; readonly text: string; readonly options: ValidateOptions }
  | { readonly type: "findability"; readonly text: string; readonly packed: readonly Uint8Array[] };

/** A document of these pages. */
export interface WritingTask {
  readonly type: "llmsTxt" | "llmsFull" | "pages";
  readonly packed: readonly Uint8Array[];
  readonly options: RenderOptions;
}

/** The bytes a task comes with; text is none. */
export function bytesOf(task: Task): readonly Uint8Array[] {
  switch (task.type) {
    case "page":
    case "sitemap":
      return [task.body];
    case "llmsTxt":
    case "llmsFull":
    case "pages":
    case "bundle":
    case "findability":
      return task.packed;
    case "overlaid":
    case "readOverlay":
    case "writeOverlay":
    case "validate":
      return [];
  }
}

/** What it weighs on the way to a thread; bytes or characters, as it is sent. */
export function sizeOf(task: Task): number {
  const text = "text" in task ? task.text.length : task.type === "overlaid" ? task.changed.base.text.length : 0;
  return bytesOf(task).reduce((sum, { length }) => sum + length, text);
}

/** Answers come in the order of the tasks. */
export type TaskAnswer =
  | { readonly type: "page"; readonly read: Omit<ReadPage, "markdownError">; readonly markdownError?: string }
  | { readonly type: "sitemap"; readonly sitemap: PackedSitemap | undefined }
  | { readonly type: "llmsTxt"; readonly rendered: Rendered }
  | { readonly type: "overlaid"; readonly document: OverlaidDocument | undefined }
  | { readonly type: "readOverlay"; readonly read: ParsedOverlay | OverlayProblem[] }
  | { readonly type: "writeOverlay"; readonly text: string }
  | { readonly type: "llmsFull"; readonly text: string }
  | { readonly type: "pages"; readonly pages: readonly PageMarkdown[] }
  | { readonly type: "bundle"; readonly bundle: Bundle }
  | { readonly type: "validate"; readonly validation: Validation }
  | { readonly type: "findability"; readonly found: Findability }
  | { readonly type: "failed"; readonly why: string };

/** A thread says once that it can be asked. */
export interface Ready {
  readonly type: "ready";
}

/** Two counters in memory that both threads see: tasks begun and tasks done. */
export const COUNTERS = { begun: 0, done: 1 } as const;
