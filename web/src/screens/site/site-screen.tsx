import type { Config, Crawl, Site, Sites } from "@llmstxt-service/service/shapes";
import { useEffect, useState } from "preact/hooks";
import { LinkButton } from "../../parts/button.tsx";
import { Answer, Message } from "../../parts/notice.tsx";
import { Tabs } from "../../parts/seg.tsx";
import { useAsked } from "../../state/asked.ts";
import { withQuery } from "../../state/call.ts";
import { goTo, href, type Route, replaceWith, type Tab } from "../../state/route.ts";
import { useStream } from "../../state/stream.ts";
import { count } from "../../words/amounts.ts";
import { addressRows, countsOf } from "./addresses.ts";
import { DocumentTab } from "./document-tab.tsx";
import { FailedPanel } from "./failed-panel.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { PagesTab } from "./pages-tab.tsx";
import { Progressing } from "./progressing.tsx";
import { SettingsTab } from "./settings-tab.tsx";
import { SiteHead } from "./site-head.tsx";
import type { SiteProps } from "./site-props.ts";
import { isAtWork, markOf, nameOf, type Subject, subjectOf } from "./subject.ts";
import { useEditing } from "./use-editing.ts";

const WORKING_SECONDS = 2;
const IDLE_SECONDS = 30;

/** A requested crawl that a worker may not have begun yet. */
interface Pressed {
  /** State of the site at that time. */
  readonly mark: string;
  readonly at: number;
}

/** Milliseconds after which a requested crawl is shown only if it has begun. */
const PRESSED_MS = 60_000;

/** The subject, shown as crawling from the request on. */
function shownOf(answer: Site | Crawl, pressed: Pressed | undefined): Subject {
  const subject = subjectOf(answer);
  const isAwaited =
    pressed && subject.site && pressed.mark === markOf(subject.site) && Date.now() - pressed.at < PRESSED_MS;
  return isAwaited ? { ...subject, state: "crawling" } : subject;
}

/** Seconds until the site is requested again. A finished crawl changes no more. */
function secondsFor(subject: Subject): number {
  if (isAtWork(subject) || subject.state === "waiting") return WORKING_SECONDS;
  return subject.kind === "sites" ? IDLE_SECONDS : 0;
}

function tabsOf({ summary }: Subject) {
  const number = summary && <span class="text-ink-2 tabular-nums">{count(countsOf(addressRows(summary)).all)}</span>;
  return [
    { value: "document", label: "Document" },
    { value: "pages", label: <>Pages {number}</> },
    { value: "history", label: "History" },
    { value: "settings", label: "Settings" },
  ] as const;
}

function Part({ tab, ...props }: SiteProps & { readonly tab: Tab }) {
  switch (tab) {
    case "document":
      return <DocumentTab {...props} />;
    case "pages":
      return <PagesTab {...props} />;
    case "history":
      return <HistoryTab {...props} />;
    case "settings":
      return <SettingsTab {...props} />;
  }
}

function Tabbed({ tab, ...props }: SiteProps & { readonly tab: Tab }) {
  const { subject } = props;
  return (
    <>
      <div class="max-w-full overflow-x-auto [scrollbar-width:none]">
        <Tabs
          label="The site"
          value={tab}
          choices={tabsOf(subject)}
          onChange={(to) => goTo(href.site(subject.kind, subject.id, to))}
        />
      </div>
      <div id={`panel-${tab}`} role="tabpanel" aria-labelledby={`tab-${tab}`}>
        <Part {...props} tab={tab} />
      </div>
    </>
  );
}

type Shown = Pick<SiteProps, "config" | "asked" | "onCrawl"> & { readonly shown: Subject; readonly tab: Tab };

/** The stream is newer than the requested answer: all numbers of a running crawl come from it. */
function useSubject({ shown, asked }: Shown) {
  const stream = useStream(shown.kind === "crawls" && isAtWork(shown) ? shown.id : undefined);
  // The result is there as soon as the stream has ended.
  useEffect(() => {
    if (stream.hasEnded) asked.again();
  }, [stream.hasEnded]);
  const subject = stream.progress.found > 0 ? { ...shown, progress: stream.progress } : shown;
  return { subject, stream };
}

/** The enrolled site of a crawl's address: the crawl may have been asked for beside it. */
function useEnrolled({ site, url, state }: Subject, { features }: Config) {
  const key = url.replace(/\/$/, "");
  const path = site || !features.database ? undefined : withQuery("/api/sites", { search: key.slice(0, 200) });
  const found = useAsked<Sites>(path, undefined, state).value?.items;
  return site ?? found?.find(({ baseUrl }) => baseUrl === key);
}

function ShownSite(given: Shown) {
  const { tab, shown: _, ...rest } = given;
  const { subject, stream } = useSubject(given);
  const editing = useEditing(subject, rest.asked.put);
  const enrolled = useEnrolled(subject, rest.config);
  const props = { ...rest, subject, enrolled, stream, editing };
  useEffect(() => {
    document.title = `${nameOf(subject)} · llms.txt`;
  }, [subject.url]);
  const isFirst = subject.document === null && subject.kind === "crawls";
  return (
    <div class="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,1fr)] gap-[18px] px-6 pt-[18px] pb-16 phone:gap-3.5 phone:px-4 phone:pb-24">
      <SiteHead {...props} />
      {isAtWork(subject) && (subject.crawl || subject.progress) && <Progressing subject={subject} stream={stream} />}
      {!isAtWork(subject) && (subject.failure || isFirst) && <FailedPanel subject={subject} />}
      {!isFirst && <Tabbed {...props} tab={tab} />}
    </div>
  );
}

interface SiteScreenProps {
  readonly at: Extract<Route, { at: "site" }>;
  readonly config: Config;
}

/** One site: kept up to date, or the crawl of one that is not. */
export function SiteScreen({ at: { kind, id, tab }, config }: SiteScreenProps) {
  const [place] = useState(`/api/${kind}/${id}`);
  const [pressed, setPressed] = useState<Pressed>();
  const asked = useAsked<Site | Crawl>(place, (answer) => secondsFor(shownOf(answer, pressed)), String(pressed?.at));
  const shown = asked.value && shownOf(asked.value, pressed);
  const siteId = shown?.crawl && !isAtWork(shown) ? shown.crawl.siteId : null;
  // An enrolled site has one place, whichever of its crawls was opened.
  useEffect(() => {
    if (siteId !== null) replaceWith(href.site("sites", siteId, tab));
  }, [siteId]);
  const onCrawl = () => {
    if (shown?.site) setPressed({ mark: markOf(shown.site), at: Date.now() });
  };
  if (asked.status === 404)
    return (
      <Message
        title={kind === "sites" ? "No such site" : "No such crawl"}
        actions={<LinkButton label="New" class="btn-primary" href={href.new} />}
      >
        {kind === "sites"
          ? "It may have been removed from this server."
          : `Crawls are kept for ${config.crawlsKeptDays} days. Crawl the site again, and keep it up to date to keep it here.`}
      </Message>
    );
  return (
    <Answer asked={{ ...asked, value: shown }}>
      {(value) => siteId === null && <ShownSite shown={value} {...{ tab, config, asked, onCrawl }} />}
    </Answer>
  );
}
