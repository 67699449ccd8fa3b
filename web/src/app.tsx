import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { LinkButton } from "./parts/button.tsx";
import { Lazily } from "./parts/lazily.tsx";
import { Message } from "./parts/message.tsx";
import { Notice } from "./parts/notice.tsx";
import { Outdated } from "./parts/outdated.tsx";
import { PublicUrlNotice } from "./parts/public-url-notice.tsx";
import { useScreenTitle } from "./parts/title.ts";
import { Toast } from "./parts/toast.tsx";
import { TopBar } from "./parts/top-bar.tsx";
import type { ServerConfig } from "./protocol/types.ts";
import { followWork } from "./state/activity.ts";
import { href, type Route, route } from "./state/route.ts";
import { askServer, server } from "./state/server.ts";
import { session } from "./state/session.ts";
import { useStore } from "./state/store.ts";
import { CrawlScreen } from "./views/crawl/crawl-screen.tsx";
import { SignIn } from "./views/sign-in.tsx";
import { Start } from "./views/start/start.tsx";

// Screens that few visits need: each is a file of its own, loaded when it is first opened.
const loadValidate = async () => (await import("./views/validate/validate-screen.tsx")).ValidateScreen;
const loadPublish = async () => (await import("./views/publish/publish-screen.tsx")).PublishScreen;
const loadCrawls = async () => (await import("./views/crawls/crawls-screen.tsx")).CrawlsScreen;
const loadSites = async () => (await import("./views/sites/sites-screen.tsx")).SitesScreen;
const loadSite = async () => (await import("./views/site/site-screen.tsx")).SiteScreen;
const loadEdit = async () => (await import("./views/edit/edit-screen.tsx")).default;
const loadApi = async () => (await import("./views/api/api-screen.tsx")).default;

function Screen({ at, config }: { readonly at: Route; readonly config: ServerConfig }): JSX.Element {
  switch (at.at) {
    case "start":
      return <Start config={config} />;
    case "crawl":
      return <CrawlScreen key={at.id} id={at.id} tab={at.tab} config={config} />;
    case "crawls":
      return <Lazily key="crawls" load={loadCrawls} props={{ query: at.query }} />;
    case "validate":
      return <Lazily key="validate" load={loadValidate} props={{}} />;
    case "sites":
      return <Lazily key="sites" load={loadSites} props={{ config, query: at.query }} />;
    case "site":
      return <Lazily key={at.id} load={loadSite} props={{ id: at.id, tab: at.tab, config }} />;
    case "publish":
      return <Lazily key={`publish ${at.id}`} load={loadPublish} props={{ id: at.id, config }} />;
    case "edit":
      return <Lazily key={`edit ${at.id}`} load={loadEdit} props={{ id: at.id }} />;
    case "api":
      return <Lazily key="api" load={loadApi} props={{ id: at.id, config }} />;
    case "unknown":
      return (
        <Message
          title="Page not found"
          actions={<LinkButton label="Start page" class="btn-primary" href={href.start} />}
        >
          There is nothing at this address.
        </Message>
      );
  }
}

/** Moves the focus to the new screen when the place changes, as a new page would. */
function useFocusOnChange(place: string) {
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // The effect depends on the place alone.
  useEffect(() => {
    if (!first.current && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
    first.current = false;
  }, [place]);
  return main;
}

export function App() {
  const known = useStore(server);
  const at = useStore(route);
  const { signedIn } = useStore(session);
  useEffect(() => void askServer(), []);
  const isOpen = known.type === "known" && (!known.config.keyRequired || signedIn);
  useEffect(() => (isOpen ? followWork() : undefined), [isOpen]);
  const locked = known.type === "known" && known.config.keyRequired && !signedIn;
  useScreenTitle(locked ? "signIn" : at.at);
  const main = useFocusOnChange(`${at.at} ${locked}`);
  return (
    <>
      {/* biome-ignore lint/a11y/useValidAnchor: the fragment is where the page keeps its place. */}
      <a
        href="#main"
        class="absolute -top-16 left-3 z-20 rounded-md bg-ink px-3 py-2 text-on-ink focus:top-2"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <TopBar
        at={at}
        locked={locked}
        signedIn={signedIn}
        database={known.type === "known" && known.config.features.database}
      />
      <main id="main" ref={main} tabIndex={-1} class="outline-none">
        <Outdated />
        {known.type === "asking" && <p class="p-6 text-ink-3">Loading…</p>}
        {known.type === "silent" && (
          <Message role="alert" title="No answer from the server">
            {known.why} Retrying…
          </Message>
        )}
        {known.type === "known" && <PublicUrlNotice config={known.config} />}
        {known.type === "known" && (locked ? <SignIn /> : <Screen at={at} config={known.config} />)}
      </main>
      <Notice />
      <Toast />
    </>
  );
}
