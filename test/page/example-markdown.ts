import { pageMarkdown } from "../../packages/page/src/markdown/markdown.ts";

const LEAD = "This paragraph is long enough, in words and in signs, to be what the page is about.";
const END = "And this one, of much the same length and of as many words, is where the page comes to its end.";

/** The Markdown of what stands between two paragraphs of a page's main part, for tests. */
export function markdownOf(html: string): string {
  const page = `<main><h1>Title</h1><p>${LEAD}</p>${html}<p>${END}</p></main>`;
  const markdown = pageMarkdown(Buffer.from(page), {
    url: "https://a.test/docs/page",
    contentType: "text/html;charset=utf-8",
  });
  if (!markdown.startsWith(LEAD) || !markdown.endsWith(END))
    throw new Error(`paragraphs around it are lost: ${markdown}`);
  return markdown.slice(LEAD.length, -END.length).trim();
}
