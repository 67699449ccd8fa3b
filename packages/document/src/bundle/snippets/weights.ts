import { joined, type Ours, ourNumber, ours, type Value } from "../../emit/harmless.ts";

// Accept as servers without a language can weigh it (RFC 9110, 12.5.1): by tenths, the first range of its kind.

/** Patterns of an Accept field that name a type, the most specific first; what has a `q` has its tenths in the first group. */
export const weightPatterns = (type: Ours): readonly { readonly range: Value; readonly weighed: Value }[] =>
  [type, ours`text/\\*`, ours`\\*/\\*`].map((range) => ({
    range: joined(ours`(?:^|,)\\s*`, range, ours`\\s*(?:[,;]|$)`),
    weighed: joined(ours`(?:^|,)\\s*`, range, ours`\\s*(?:;[^,]*)?;\\s*q=([01](?:\\.[0-9])?)`),
  }));

/** Patterns of the weights of Markdown and HTML, with a colon between them, where that of Markdown is the greater. */
export const GREATER: readonly Value[] = [
  ours`^1.*:0`,
  ...Array.from({ length: 9 }, (_, at) =>
    joined(ours`^0\\.`, ourNumber(at + 1), ours`:0(?:\\.[0-`, ourNumber(at), ours`])?$`),
  ),
];

export const WEIGHTS_COMMENT = ours`Accept is weighed by tenths of q; of two ranges for the same type the first counts.`;
