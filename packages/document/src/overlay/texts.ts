import { codePoints } from "../budget.ts";
import { MAX_SUMMARY, MAX_TITLE } from "../limits.ts";
import { headingText, noteText, paragraphText, titleText } from "../text.ts";
import type { OverlayFinding, OverlayPath, TextField } from "./findings.ts";

/** Most code points of a paragraph in the head. */
const MAX_NOTE = 1_000;

/** An owner's words as they can stand in a document: one rule with a stranger's, since a model reads both. */
export class Texts {
  readonly #report: (finding: OverlayFinding) => void;
  readonly #descLength: number;

  constructor(descLength: number, report: (finding: OverlayFinding) => void) {
    this.#descLength = descLength;
    this.#report = report;
  }

  /** The text as it may stand in the document; undefined if nothing of it may. */
  of(field: TextField, text: string, path: OverlayPath): string | undefined {
    const { max, clean } = this.#ruleOf(field);
    const written = visible(text);
    const cleaned = clean(text);
    const characters = codePoints(written);
    if (cleaned === "") this.#report({ code: "textEmpty", path, field });
    else if (characters > max) this.#report({ code: "textCut", path, field, characters, max });
    else if (cleaned !== written) this.#report({ code: "textCleaned", path, field });
    return cleaned === "" ? undefined : cleaned;
  }

  #ruleOf(field: TextField): { readonly max: number; readonly clean: (text: string) => string } {
    switch (field) {
      case "name":
      case "sections":
      case "section":
        return { max: MAX_TITLE, clean: field === "name" ? headingText : sectionText };
      case "title":
        return { max: MAX_TITLE, clean: titleText };
      case "summary":
        return { max: MAX_SUMMARY, clean: (text) => noteText(text, MAX_SUMMARY) };
      case "description":
        return { max: this.#descLength, clean: (text) => noteText(text, this.#descLength) };
      case "notes":
        return { max: MAX_NOTE, clean: (text) => paragraphText(text, MAX_NOTE) };
    }
  }
}

/** A text in NFC, white space collapsed. */
const visible = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\s\u0085]+/gu, " ")
    .trim();

/** A section's name as heading text. Any spelling of `optional` becomes `Optional`, the name that readers know. */
export function sectionText(text: string): string {
  const name = headingText(text);
  return /^optional[^\p{L}\p{N}]*$/iu.test(name) ? "Optional" : name;
}

/** Sections whose names differ in case only are one to some readers. */
export const sectionKey = (name: string): string => sectionText(name).toLowerCase();
