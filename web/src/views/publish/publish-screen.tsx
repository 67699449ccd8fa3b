import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { downloadBlob } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { Meter } from "../../parts/meter.tsx";
import { toast } from "../../parts/toast.tsx";
import type { Site } from "../../protocol/types.ts";
import { getZip, type Published, publishedQuery, startPublishing } from "../../state/bundles.ts";
import { troubleOf } from "../../state/query.ts";
import { hostOf } from "../../state/result.ts";
import { href } from "../../state/route.ts";
import { siteQuery } from "../../state/sites.ts";
import { shortAddress } from "../../words/addresses.ts";
import { count, some } from "../../words/amounts.ts";
import { HOSTS } from "./hosts.ts";
import { HowTo } from "./how-to.tsx";
import { LivePanel } from "./live-panel.tsx";
import { MissedPanel } from "./missed-panel.tsx";

interface Known {
  readonly site: Site;
  /** undefined: nothing is published yet. */
  readonly published: Published | undefined;
}

const DOWNLOAD_MS = 120_000;

/** Files that a site publishes for agents, how to serve them, and whether it does. */
export function PublishScreen({ id }: { readonly id: string }) {
  return (
    <div class="mx-auto grid max-w-[1360px] grid-cols-[304px_minmax(0,1fr)] items-start gap-x-5 gap-y-[18px] px-6 pt-6 pb-16 phone:grid-cols-1 phone:px-4">
      <Answer query={siteQuery(id)}>
        {(site) => (
          <Answer query={publishedQuery(site)}>
            {(published) => (
              <>
                <Head site={site} published={published} />
                {published ? <PublishedBody site={site} {...published} /> : <NothingYet site={site} />}
              </>
            )}
          </Answer>
        )}
      </Answer>
    </div>
  );
}

function Head({ site, published }: Known) {
  const failed = (thrown: unknown) => toast(troubleOf(thrown).why);
  const download = () =>
    void getZip(site.id, AbortSignal.timeout(DOWNLOAD_MS)).then(
      (zip) => downloadBlob(zip, `${hostOf(site.baseUrl)}-bundle.zip`),
      failed,
    );
  return (
    <div class="col-span-full flex flex-wrap items-center gap-3">
      <a class="btn btn-icon btn-small btn-quiet -ml-1.5" href={href.site(site.id)} aria-label="Back to the site">
        <Icon name="left" />
      </a>
      <h1 class="min-w-0 flex-1 text-[22px]/[30px] font-semibold tracking-[-0.025em] wrap-anywhere">
        Publish {shortAddress(site.baseUrl)}
      </h1>
      {published && (
        <button type="button" class="btn btn-primary" onClick={download}>
          <Icon name="down" />
          Download bundle (.zip)
        </button>
      )}
    </div>
  );
}

function NothingYet({ site }: { readonly site: Site }) {
  const start = () =>
    void startPublishing(site.id, AbortSignal.timeout(15_000)).catch((thrown) => toast(troubleOf(thrown).why));
  return (
    <section class="panel col-span-full p-[18px]">
      {site.publish ? (
        <Making site={site} />
      ) : (
        <p class="text-ink-2">
          A bundle is an llms.txt whose links lead to Markdown, the Markdown of each page, and settings for your server.
        </p>
      )}
      {!site.publish && (
        <button type="button" class="btn btn-primary mt-3" onClick={start}>
          Publish for agents
        </button>
      )}
    </section>
  );
}

/** The progress of the crawl that makes the bundle, or the reason why there is none. The screen shows the bundle as soon as it is there. */
function Making({ site }: { readonly site: Site }) {
  const { progress, status, reason } = site;
  if (status === "failing")
    return (
      <p class="text-bad" role="alert">
        There is no bundle: the last crawl failed{reason && `: ${reason}`}. The next crawl makes it.
      </p>
    );
  return (
    <div role="status">
      <p class="text-ink-2">
        {progress === null
          ? site.paused
            ? "The site is paused: the bundle is made when it is crawled again."
            : "Waiting for the crawl that makes the bundle."
          : `Making the bundle: ${some(progress.done, "page")} of at most ${count(progress.max)} read.`}{" "}
        You can leave this page.
      </p>
      {progress && (
        <Meter
          class="mt-3 h-1"
          gap={0}
          parts={[{ share: Math.min(1, progress.done / Math.max(1, progress.max)), fill: "fill-run" }]}
        />
      )}
    </div>
  );
}

function PublishedBody({ site, bundle, snippets }: Published & { readonly site: Site }) {
  const [hostId, setHostId] = useState(() => localStorage.getItem("host") ?? "");
  const host = HOSTS.find(({ id }) => id === hostId) ?? HOSTS[0];
  const choose = (id: string) => {
    localStorage.setItem("host", id);
    setHostId(id);
  };
  const bytes = bundle.files.reduce((sum, file) => sum + file.bytes, 0);
  return (
    <>
      <section class="panel min-w-0" aria-labelledby="files">
        <h2 id="files" class="px-4 pt-3 text-sm font-medium">
          {some(bundle.files.length, "file")}, {some(bytes, "byte")}
        </h2>
        <p class="px-4 pb-2 text-[13px] text-ink-3">A path here is a path on the site.</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key. */}
        <ul class="max-h-[480px] overflow-auto border-t border-line py-1.5" tabIndex={0} aria-label="Files">
          {bundle.files.map(({ path, bytes: size }) => (
            <li key={path} class="flex gap-3 px-4 py-0.5 text-[13px]">
              <code class="min-w-0 flex-1 truncate">{path}</code>
              <span class="text-ink-3 tabular-nums">{count(size)}</span>
            </li>
          ))}
        </ul>
      </section>
      <div class="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5">
        <LivePanel siteId={site.id} bundleAt={bundle.at} />
        <MissedPanel siteId={site.id} />
        <HowTo snippets={snippets} host={host} onHost={choose} />
      </div>
    </>
  );
}
