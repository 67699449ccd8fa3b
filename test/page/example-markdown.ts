import { markdownOf, read } from "../../packages/page/src/page.ts";

const LEAD = "This paragraph is long enough, in words and in signs, to be what the page is about.";
const END = "And this one, of much the same length and of as many words, is where the page comes to its end.";
const SOURCE = { url: "https://a.test/docs/page", contentType: "text/html;charset=utf-8" };

/** The Markdown of HTML between two paragraphs of a page's main element. */
export function exampleMarkdown(html: string, end = END): string {
  const page = `<main><h1>Title</h1><p>${LEAD}</p>${html}${end && `<p>${end}</p>`}</main>`;
  const markdown = markdownOf(read(Buffer.from(page), SOURCE));
  if (!markdown.startsWith(LEAD) || !markdown.endsWith(end))
    throw new Error(`paragraphs around it are lost: ${markdown}`);
  return markdown.slice(LEAD.length, markdown.length - end.length).trim();
}
