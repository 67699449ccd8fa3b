import type { BaseText } from "../sites/site.ts";
import type { DocumentSeal } from "./sealing.ts";

/** The base of an overlay for its column: sealed as a whole, or plain. */
export function keptBase(base: BaseText, seal: DocumentSeal): BaseText {
  const json = JSON.stringify(base);
  const sealed = seal.sealText(json);
  return sealed === json ? base : { text: sealed };
}

interface SealedText {
  readonly text: string;
  readonly base: BaseText;
}

/** A stored text and the base of its overlay; undefined if the seal does not open them. */
export function openedDelivery({ text, base }: SealedText, seal: DocumentSeal | undefined): SealedText | undefined {
  const opened = seal?.tryOpenText(text);
  const about = seal?.tryOpenText(base.text);
  if (opened === undefined || about === undefined) return undefined;
  if (about === base.text) return { text, base };
  // The base of a text without an overlay is the text itself.
  return { text: opened, base: base.text === text ? { text: opened } : JSON.parse(about) };
}
