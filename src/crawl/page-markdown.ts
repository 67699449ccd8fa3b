import type { Fetched } from "../fetch/fetch.ts";
import { pageMarkdown } from "../page/markdown.ts";
import { sourceOf } from "./reading.ts";

/** An answer's main content as Markdown. In a file of its own, because its library takes as long to load as a crawl to begin. */
export const markdownOf = (fetched: Fetched): string => pageMarkdown(fetched.body, sourceOf(fetched));
