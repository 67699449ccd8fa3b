// What others make of a page: as their documentation shows, with what tables need.
import { gfm } from "@joplin/turndown-plugin-gfm";
import { htmlToMarkdown } from "@mdream/js";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { parseHTML } from "linkedom";
import TurndownService from "turndown";

const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });
turndown.use(gfm);

const withoutTitle = (markdown) => markdown.replace(/^# .*\n/m, "");

export const CONVERTERS = [
  { name: "mdream, whole page", convert: (page) => withoutTitle(htmlToMarkdown(page.toString(), {})) },
  {
    name: "Readability and turndown",
    convert: (page) => {
      const { document } = parseHTML(page.toString());
      const article = new Readability(document).parse();
      return article === null ? "" : withoutTitle(turndown.turndown(article.content));
    },
  },
  {
    name: "Defuddle",
    convert: async (page) => {
      const { document } = parseHTML(page.toString());
      const { content } = await Defuddle(document, "https://site.test/docs/page", { markdown: true });
      return withoutTitle(content);
    },
  },
];
