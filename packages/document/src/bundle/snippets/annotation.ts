import { type Annotation, marked } from "@llmstxt-service/page/annotation";
import { valueText } from "../../emit/harmless.ts";
import { element, writeHtml } from "../../emit/html.ts";
import { target } from "../../emit/http-field.ts";

/** Words that agents read and people do not see: they follow a sentence more often than a bare link. */
const SENTENCE = "For agents: every page of this site is listed, with its Markdown, in ";
const UNSEEN = "position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)";

/** The line of HTML that leads to the index. With `data-nosnippet` it is no text of the page. */
export const lineForAgents = (index: string): string =>
  writeHtml(element("p", { "data-nosnippet": "", style: UNSEEN }, SENTENCE, element("a", { href: index }, index)));

/** Markup for a page's own HTML, also where that is XML. */
export function annotationOf({ to, index }: { readonly to: string; readonly index: string }): Annotation {
  const link = (rel: string, address: string) => {
    const href = valueText(target(address));
    return writeHtml(element("link", { rel, type: "text/markdown", href })).replace(/>$/, " />");
  };
  return { head: link("alternate", to) + link("describedby", index), body: lineForAgents(valueText(target(index))) };
}

/**
 * The annotation between its marks, for servers that add it to responses, with a variable of theirs for each address.
 */
export function annotationOnTheWay(names: { readonly to: string; readonly index: string }): Annotation {
  const { head, body } = annotationOf(names);
  return { head: marked("head", head), body: marked("body", body) };
}
