import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Button, LinkButton } from "../../parts/button.tsx";
import { CopyField } from "../../parts/code-block.tsx";
import { downloadBlob } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { useTitle } from "../../parts/title.ts";
import { tried } from "../../parts/toast.tsx";
import { type Work, WorkState } from "../../parts/work.tsx";
import type { Live, ServerConfig, Site } from "../../protocol/types.ts";
import { getZip, liveQuery, type Published, publishedQuery, startPublishing } from "../../state/bundles.ts";
import { invalidate, useQuery } from "../../state/query.ts";
import { hostOf } from "../../state/result.ts";
import { href } from "../../state/route.ts";
import { siteQuery } from "../../state/sites.ts";
import { shortAddress } from "../../words/addresses.ts";
import { CrawlNow } from "../site/crawl-now.tsx";
import { BundlePanel } from "./bundle-panel.tsx";
import { ChecksPanel } from "./checks-panel.tsx";
import { HOSTS, type Host } from "./hosts.ts";
import { MissedPanel } from "./missed-panel.tsx";
import { SetUp } from "./set-up.tsx";
import { VerdictPanel } from "./verdict-panel.tsx";

interface KnownSite {
  readonly site: Site;
  readonly config: ServerConfig;
}

interface Known {
  readonly site: Site;
  /** The published bundle; undefined if there is none yet. */
  readonly published: Published | undefined;
}

const DOWNLOAD_MS = 120_000;

/** Screen for the files that a site publishes for agents, how to serve them, and whether it does. */
export function PublishScreen({ id, config }: { readonly id: string; readonly config: ServerConfig }) {
  return (
    <div class="mx-auto grid max-w-[1360px] grid-cols-[minmax(0,1fr)_372px] items-start gap-x-5 gap-y-[18px] px-6 pt-6 pb-16 narrow:grid-cols-1 phone:px-4">
      <Answer query={siteQuery(id)}>
        {(site) => (
          <Answer query={publishedQuery(site)}>
            {(published) => (
              <>
                <Head site={site} published={published} />
                {published ? <PublishedBody site={site} config={config} {...published} /> : <NothingYet site={site} />}
              </>
            )}
          </Answer>
        )}
      </Answer>
    </div>
  );
}

function Head({ site, published }: Known) {
  const title = `Publish ${shortAddress(site.baseUrl)}`;
  useTitle(title);
  const save = (zip: Blob) => downloadBlob(zip, `${hostOf(site.baseUrl)}-bundle.zip`);
  const download = () => void tried(getZip(site.id, AbortSignal.timeout(DOWNLOAD_MS)).then(save));
  return (
    <div class="col-span-full flex flex-wrap items-center gap-3">
      <LinkButton
        icon="left"
        class="btn-icon btn-small btn-quiet -ml-1.5"
        href={href.site(site.id)}
        aria-label="Back to the site"
      />
      <div class="min-w-0 flex-1">
        <h1>{title}</h1>
        <p class="text-[13px] text-ink-3">
          Put these files on your site, and agents get its pages as Markdown in place of HTML. People see no change.
        </p>
      </div>
      <div class="flex flex-wrap gap-2 phone:w-full phone:[&>.btn]:h-11 phone:[&>.btn]:flex-1">
        <LinkButton icon="pen" label="Edit" href={href.edit(site.id)} />
        {published && <Button icon="down" label="Download bundle (.zip)" class="btn-primary" onClick={download} />}
      </div>
    </div>
  );
}

function NothingYet({ site }: { readonly site: Site }) {
  const start = () => void tried(startPublishing(site.id));
  return (
    <section class="panel col-span-full p-[18px]">
      {site.publish ? (
        <Making site={site} />
      ) : (
        <p class="text-ink-2">
          A bundle is an llms.txt whose links lead to Markdown, the Markdown of each page, and settings for your server.
        </p>
      )}
      {!site.publish && <Button label="Publish for agents" class="btn-primary mt-3" onClick={start} />}
    </section>
  );
}

/** The crawl that makes the bundle, as the server's work. */
function makingOf({ progress, status, reason, paused }: Site): Work {
  if (status === "failing")
    return {
      state: "failed",
      words: `No bundle: the last crawl failed${reason ? `: ${reason}` : ""}.`,
    };
  if (progress !== null) return { state: "running", done: progress.done, of: progress.max, words: "Making the bundle" };
  if (paused) return { state: "waiting", words: "Paused: the bundle is made when the site is crawled again" };
  return { state: "waiting", words: "Waiting for the crawl that makes the files" };
}

/**
 * Progress of the crawl that makes the bundle, or the reason why there is none. The bundle is shown as soon as it
 * exists.
 */
function Making({ site }: { readonly site: Site }) {
  const work = makingOf(site);
  return (
    <div role={work.state === "failed" ? "alert" : "status"} class="grid gap-1 text-ink-2">
      <WorkState work={work} />
      {work.state === "failed" || site.paused ? (
        <p class="mt-2 flex flex-wrap gap-2">
          <CrawlNow site={site} />
          <LinkButton label="See the runs" href={href.site(site.id, "runs")} />
        </p>
      ) : (
        <p class="text-[13px] text-ink-3">You can leave this page.</p>
      )}
    </div>
  );
}

const HOST_KEY = "host";

/** The chosen host, else the one that the site's answers show. */
function useHost(live: Live | undefined) {
  const [chosen, setChosen] = useState(() => localStorage.getItem(HOST_KEY));
  const host = HOSTS.find(({ id }) => id === (chosen ?? live?.platform)) ?? HOSTS[0];
  const onHost = (id: Host["id"]) => {
    localStorage.setItem(HOST_KEY, id);
    setChosen(id);
  };
  return { host, onHost };
}

function PublishedBody({ site, bundle, snippets, config }: Published & KnownSite) {
  const query = liveQuery(site.id, bundle.at);
  const asked = useQuery(query);
  const live = asked.type === "there" ? asked.value : undefined;
  const isAsking = asked.type === "asking" || (asked.type === "there" && asked.isOld);
  const onCheck = () => invalidate(query.key);
  const props = { site, snippets, config, onCheck, isChecking: isAsking, ...useHost(live) };
  const setUp = <SetUp {...props} found={live} />;
  const isNew = live?.advice === "publish";
  return (
    <>
      <VerdictPanel
        live={live}
        isAsking={isAsking}
        onCheck={onCheck}
        trouble={asked.type === "refused" ? asked.why : undefined}
      />
      <div class="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5">
        {isNew && setUp}
        {live && <ChecksPanel {...props} live={live} />}
        {!isNew && (
          <details>
            <summary class="btn">
              <Icon name="chev" class="chev" />
              How to serve the files
            </summary>
            <div class="mt-3.5">{setUp}</div>
          </details>
        )}
        <MissedPanel siteId={site.id} />
      </div>
      <div class="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3.5">
        <BundlePanel bundle={bundle} />
        <Badge site={site} live={live} />
      </div>
    </>
  );
}

/** A picture of the verdict, for a README or a status page. */
function Badge({ site, live }: Pick<KnownSite, "site"> & { readonly live: Live | undefined }) {
  const { host, pathname } = new URL(site.baseUrl);
  const badge = `/badge/${host.replace(":", "_")}${pathname === "/" ? "" : pathname.replace(/\/$/, "")}`;
  return (
    <section class="panel px-4 py-3" aria-labelledby="badge">
      <h2 id="badge" class="flex items-center gap-3">
        <span class="flex-1">A badge with the verdict</span>
        {/* Each check has a picture of its own: the browser would show the one before. */}
        <img src={`${badge}?${live?.at ?? ""}`} alt="Badge of the site" height="20" />
      </h2>
      <CopyField text={`![llms.txt](${location.origin}${badge})`} what="Badge" />
    </section>
  );
}
