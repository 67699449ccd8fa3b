/** True if an Accept field names Markdown and does not refuse it. A browser's wildcard does not. */
export function acceptsMarkdown(accept: string): boolean {
  return accept
    .toLowerCase()
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim()))
    .some(
      ([type, ...parameters]) => type === "text/markdown" && !parameters.some((part) => /^q=0(?:\.0*)?$/.test(part)),
    );
}
