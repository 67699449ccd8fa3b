import type { JSX } from "preact";
import { Answer } from "../../parts/answer.tsx";
import { Button } from "../../parts/button.tsx";
import { download } from "../../parts/download.ts";
import { Lazily } from "../../parts/lazily.tsx";
import { copy } from "../../parts/toast.tsx";
import { useQuery } from "../../state/query.ts";
import { checkQuery } from "../../state/result.ts";
import { href } from "../../state/route.ts";
import { versionTextQuery } from "../../state/sites.ts";
import { count } from "../../words/amounts.ts";
import { CheckPanel } from "../done/check-panel.tsx";
import { DocumentTab } from "../done/document-tab.tsx";
import { Hosted } from "../done/side.tsx";
import { SiteFacts } from "./site-facts.tsx";
import type { SiteProps } from "./site-props.ts";

type TextTab = "document" | "ask" | "quality";

const loadAsk = async () => (await import("./site-ask.tsx")).SiteAsk;
const loadQuality = async () => (await import("./site-quality.tsx")).SiteQuality;

/** The tabs about a site's newest text. */
export function NewestText({ tab, ...props }: SiteProps & { readonly tab: TextTab }): JSX.Element {
  const { site, versions } = props;
  const [newest] = versions.items;
  if (newest === undefined) return <NoVersion {...props} />;
  return (
    <Answer query={versionTextQuery(site.id, newest.id)}>{(text) => <About {...props} tab={tab} text={text} />}</Answer>
  );
}

function About({ tab, ...props }: SiteProps & { readonly tab: TextTab; readonly text: string }): JSX.Element {
  const { site, text } = props;
  switch (tab) {
    case "document":
      return <Document {...props} />;
    case "ask":
      return <Lazily key="ask" load={loadAsk} props={{ site, text }} />;
    case "quality":
      return <Lazily key="quality" load={loadQuality} props={{ site, text }} />;
  }
}

/** Screen before the first version: the crawl's progress, or why there is no version. */
function NoVersion(props: SiteProps) {
  const { site, config } = props;
  const waits =
    site.status === "crawling"
      ? "The first crawl is under way."
      : config.schedule === null
        ? "No schedule is set on this server. Crawl it now to make its first version."
        : "It is crawled within minutes.";
  return (
    <div class="grid grid-cols-[minmax(0,1fr)_304px] items-start gap-5 phone:grid-cols-1">
      <div class="panel p-6">
        <h2 class="text-[17px]/6 font-semibold tracking-[-0.02em]">No version yet</h2>
        <p class="mt-1.5 text-ink-2">{site.reason ?? waits}</p>
      </div>
      <SiteFacts site={site} schedule={config.schedule} />
    </div>
  );
}

function Document(props: SiteProps & { readonly text: string }) {
  const { site, config, text } = props;
  const check = useQuery(checkQuery(text));
  const tools = (
    <span class="flex gap-1.5 phone:ml-auto">
      <Button icon="copy" label="Copy" class="btn-small" onClick={() => copy(text, "llms.txt")} />
      <Button icon="down" label="Download" class="btn-small" onClick={() => download(text, "llms.txt")} />
    </span>
  );
  return (
    <DocumentTab text={text} check={check} tools={tools}>
      {() => (
        <>
          <Hosted fileUrl={site.fileUrl} otherwise={`The newest text has ${count(site.pages)} pages and no address.`} />
          <CheckPanel check={check} href={href.site(site.id, "quality")} />
          <SiteFacts site={site} schedule={config.schedule} characters={[...text].length} budget={config.budget} />
        </>
      )}
    </DocumentTab>
  );
}
