import { createReadStream } from "node:fs";
import type { Overlay, OverlayFinding } from "@llmstxt-service/document/overlay";
import { MAX_OVERLAY_BYTES, readOverlay } from "@llmstxt-service/document/overlay-file";
import { CrawlError } from "@llmstxt-service/page/errors";
import { describeOverlayFinding, describeOverlayProblems } from "@llmstxt-service/service/overlay-words";
import { readStream } from "../read-source.ts";

export interface OverlayFile {
  readonly overlay: Overlay;
  /** The finding in words, with its line: `overlay.yaml:12: …`. */
  describe(finding: OverlayFinding): string;
}

/**
 * @throws CrawlError `wrong_usage` for a file that cannot be read or is no overlay, with every wrong line and its fault
 */
export async function readOverlayFile(file: string): Promise<OverlayFile> {
  const refused = (why: string, cause?: unknown) =>
    new CrawlError("wrong_usage", { detail: `Cannot use the overlay ${file}: ${why}` }, { cause });
  const text = await readStream(createReadStream(file), MAX_OVERLAY_BYTES).catch((thrown: unknown) => {
    throw refused(thrown instanceof Error ? thrown.message : String(thrown), thrown);
  });
  const read = readOverlay(text.replace(/^\uFEFF/, ""));
  if (read.type === "problems") throw refused(describeOverlayProblems(read.problems));
  const { overlay, lineOf } = read;
  return { overlay, describe: (finding) => `${file}:${lineOf(finding.path) ?? 1}: ${describeOverlayFinding(finding)}` };
}
