import { callText, ifThere } from "../../protocol/http.ts";
import type { Site } from "../../protocol/types.ts";
import AskView from "../ask/ask-view.tsx";
import { NO_PAGES, type PageText } from "../ask/walk.tsx";

/** Query for a page's Markdown, as this service serves it to agents. */
const mirrored: PageText = (url) => {
  const { host, pathname } = new URL(url);
  const path = `/mirror/${host.replace(":", "_")}${pathname}`;
  return {
    key: path,
    ask: (signal) => ifThere(callText(path, { accept: "text/markdown" }, signal)),
  };
};

/** Questions to a site's newest document; the pages' texts are known if the site publishes. */
export const SiteAsk = ({ site, text }: { readonly site: Site; readonly text: string }) => (
  <AskView text={text} pageText={site.publish ? mirrored : NO_PAGES} />
);
