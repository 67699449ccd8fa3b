import type { BaseText } from "../sites/site.ts";
import type { DocumentSeal } from "./sealing.ts";

/** The base of an overlay, as it is kept: sealed as a whole, or not at all. */
export function keptBase(base: BaseText, seal: DocumentSeal): BaseText {
  const json = JSON.stringify(base);
  const sealed = seal.sealText(json);
  return sealed === json ? base : { text: sealed };
}

interface SealedText {
  readonly text: string;
  readonly base: BaseText;
}

/** A kept text and what an overlay is applied to; undefined where the seal does not open them. */
export function openedDelivery({ text, base }: SealedText, seal: DocumentSeal | undefined): SealedText | undefined {
  const opened = seal?.tryOpenText(text);
  const about = seal?.tryOpenText(base.text);
  if (opened === undefined || about === undefined) return undefined;
  if (about === base.text) return { text, base };
  // Without an overlay the text is its own base.
  return { text: opened, base: base.text === text ? { text: opened } : JSON.parse(about) };
}
