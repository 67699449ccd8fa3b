import type { BundleAnswer, LiveAnswer, SnippetsAnswer } from "../../../src/shells/protocol/bundle.ts";
import { answer } from "./answers.ts";

export type Bundle = BundleAnswer;
export type Snippet = SnippetsAnswer["items"][number];
export type Live = LiveAnswer;
export type LiveCheck = LiveAnswer["checks"][number];

export const readBundle = answer("bundle");
export const readSnippets = answer("snippets");
export const readLive = answer("live");
