import type { FoundInOverlay } from "../../../src/shells/protocol/overlay.ts";
import { amount, list, maybe, object, type Reader, text } from "./reader.ts";

export type { FoundInOverlay };

const step: Reader<string | number> = (value) => (typeof value === "number" ? value : text(value));

export const finding = object<FoundInOverlay>({
  code: text,
  path: list(step),
  reason: text,
  page: maybe(text),
  section: maybe(text),
});

export const madeChanges = { changes: amount, findings: list(finding) };
