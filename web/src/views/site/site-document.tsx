import { useMemo, useState } from "preact/hooks";
import { readDocument } from "../../document/read.ts";
import { Answer } from "../../parts/answer.tsx";
import { CopyField } from "../../parts/copy-field.tsx";
import { download } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { Seg } from "../../parts/seg.tsx";
import { copy } from "../../parts/toast.tsx";
import { useQuery } from "../../state/query.ts";
import { checkQuery } from "../../state/result.ts";
import { versionTextQuery } from "../../state/sites.ts";
import { safeHref } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { CheckPanel } from "../done/check-panel.tsx";
import { DocumentView } from "../done/document-view.tsx";
import { Outline } from "../done/outline.tsx";
import { RawView } from "../done/raw-view.tsx";
import { findingsOf, scrollTo, VIEWS } from "../done/views.ts";
import { SiteFacts } from "./site-facts.tsx";
import type { SiteProps } from "./site-props.ts";

/** The newest text of a site as it is read, with its place, its size and its check. */
export function SiteDocument(props: SiteProps) {
  const { site, versions } = props;
  const [newest] = versions.items;
  if (newest === undefined) return <NoVersion {...props} />;
  return <Answer query={versionTextQuery(site.id, newest.id)}>{(text) => <Document {...props} text={text} />}</Answer>;
}

/** Before the first version: what is going on, or why there is none. */
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
  const [view, setView] = useState<"doc" | "raw">("doc");
  const document = useMemo(() => readDocument(text), [text]);
  const check = useQuery(checkQuery(text));
  const jump = (id: string, to: "doc" | "raw") => {
    setView(to);
    scrollTo(id, to);
  };
  return (
    <div class="grid grid-cols-[204px_minmax(0,1fr)_300px] items-start gap-x-[22px] gap-y-3.5 narrow:grid-cols-[minmax(0,1fr)_290px] phone:grid-cols-1">
      <Outline
        sections={document.sections}
        onJump={({ line }) => jump(view === "raw" ? `line-${line}` : `section-${line}`, view)}
      />
      <section class="panel min-w-0 phone:order-4" aria-label="The document">
        <header class="sticky top-[52px] z-2 flex flex-wrap items-center gap-2 rounded-t-panel border-b border-line bg-panel py-2 pr-2 pl-2.5">
          <Seg label="View" value={view} choices={VIEWS} onChange={setView} />
          <span class="flex-1 text-right text-[13px] text-ink-3 tabular-nums phone:hidden">
            {some(document.lines.length, "line")}
          </span>
          <span class="flex gap-1.5 phone:ml-auto">
            <button type="button" class="btn btn-small phone:h-10" onClick={() => copy(text, "llms.txt")}>
              <Icon name="copy" />
              Copy
            </button>
            <button type="button" class="btn btn-small phone:h-10" onClick={() => download(text, "llms.txt")}>
              <Icon name="down" />
              Download
            </button>
          </span>
        </header>
        {view === "doc" ? (
          <DocumentView document={document} />
        ) : (
          <RawView lines={document.lines} findings={findingsOf(check)} />
        )}
      </section>
      <aside aria-label="About the file" class="grid grid-cols-1 gap-3.5 phone:contents">
        <Hosted {...props} />
        <CheckPanel check={check} onLine={(line) => jump(`line-${line}`, "raw")} />
        <SiteFacts site={site} schedule={config.schedule} characters={[...text].length} budget={config.budget} />
      </aside>
    </div>
  );
}

function Hosted({ site }: SiteProps) {
  const file = site.fileUrl === null ? undefined : safeHref(site.fileUrl);
  return (
    <section class="panel px-4 py-3.5 phone:order-2">
      <h2 class="text-[13.5px] font-[550]">{file ? "Hosted at" : "Not stored"}</h2>
      {file ? (
        <>
          <CopyField text={file} what="Address" />
          <p class="mt-2 text-[13px]/[18px] text-ink-3">
            <a class="underline underline-offset-3" href={file} target="_blank" rel="noopener noreferrer nofollow">
              Open it
            </a>
          </p>
        </>
      ) : (
        <p class="mt-2 text-[13px]/[18px] text-ink-3">The newest text has {count(site.pages)} pages and no address.</p>
      )}
    </section>
  );
}
