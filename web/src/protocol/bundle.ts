import type { BundleAnswer, LiveAnswer, SnippetsAnswer } from "../../../src/shells/protocol/bundle.ts";
import { amount, flag, list, nullable, object, oneOf, text } from "./reader.ts";

export type Bundle = BundleAnswer;
export type Snippet = SnippetsAnswer["items"][number];
export type Live = LiveAnswer;
export type LiveCheck = LiveAnswer["checks"][number];

export const readBundle = object<BundleAnswer>({
  files: list(object<BundleAnswer["files"][number]>({ path: text, bytes: amount })),
  at: nullable(text),
  index: text,
});

export const readSnippets = object<SnippetsAnswer>({ items: list(object<Snippet>({ name: text, text })) });

export const readLive = object<LiveAnswer>({
  at: text,
  checks: list(
    object<LiveCheck>({
      name: oneOf("index", "markdown", "negotiation", "links"),
      ok: flag,
      url: text,
      status: amount,
      contentType: text,
      missing: oneOf("", "answer", "index", "markdown", "type", "vary", "link"),
      detail: text,
    }),
  ),
});
