import type { Config } from "@llmstxt-service/service/shapes";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { LinkButton } from "./parts/button.tsx";
import { Lazily } from "./parts/lazily.tsx";
import { Message } from "./parts/notice.tsx";
import { Toast } from "./parts/toast.tsx";
import { TopBar } from "./parts/top-bar.tsx";
import { NewScreen } from "./screens/new/new-screen.tsx";
import { SignIn } from "./screens/sign-in.tsx";
import { useAsked } from "./state/asked.ts";
import { followAddress, href, type Route, route } from "./state/route.ts";
import { session } from "./state/session.ts";
import { useStore } from "./state/store.ts";

// Screens that are loaded when they are first opened, each from a file of its own.
const loadSite = async () => (await import("./screens/site/site-screen.tsx")).SiteScreen;
const loadSites = async () => (await import("./screens/sites/sites-screen.tsx")).SitesScreen;
const loadCheck = async () => (await import("./screens/check-screen.tsx")).CheckScreen;

function Screen({ at, config }: { readonly at: Route; readonly config: Config }): JSX.Element {
  switch (at.at) {
    case "new":
      return <NewScreen config={config} />;
    case "check":
      return <Lazily key="check" load={loadCheck} props={{}} />;
    case "sites":
      return <Lazily key="sites" load={loadSites} props={{ query: at.query, config }} />;
    case "site":
      return <Lazily key={`${at.kind} ${at.id}`} load={loadSite} props={{ at, config }} />;
    case "unknown":
      return (
        <Message title="Page not found" actions={<LinkButton label="New" class="btn-primary" href={href.new} />}>
          There is nothing at this address.
        </Message>
      );
  }
}

const NAMES: Readonly<Record<Route["at"], string>> = {
  new: "New",
  check: "Check a file",
  sites: "Sites",
  site: "Site",
  unknown: "Not found",
};

/** Moves the focus to the new screen when the place changes, as a new page would. */
function useFocusOnChange(place: string) {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    if (!isFirst.current && !main.current?.contains(document.activeElement))
      main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [place]);
  return main;
}

/**
 * Seconds until the server's features are requested again: soon while its database, perhaps starting, is unavailable.
 */
const secondsFor = ({ features }: Config): number => (features.database ? 60 : 5);

export function App() {
  const at = useStore(route);
  const { isLocked, key } = useStore(session);
  useEffect(followAddress, []);
  const {
    value: config,
    trouble,
    status,
  } = useAsked<Config>(
    // The key is part of the path, so that a new key repeats the request.
    isLocked ? undefined : `/api/config${key === undefined ? "" : "?signed-in"}`,
    secondsFor,
  );
  const title = isLocked ? "Sign in" : NAMES[at.at];
  useLayoutEffect(() => {
    document.title = `${title} · llms.txt`;
  }, [title]);
  const main = useFocusOnChange(`${at.at} ${isLocked}`);
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
      <TopBar at={at} isLocked={isLocked} hasSites={config?.features.database ?? false} />
      <main id="main" ref={main} tabIndex={-1} class="outline-none">
        {isLocked && <SignIn />}
        {!isLocked && config && <Screen at={at} config={config} />}
        {!isLocked && !config && trouble === "" && <p class="p-6 text-ink-3">Loading…</p>}
        {!isLocked && !config && trouble !== "" && status !== 401 && (
          <Message title="No answer from the server">{trouble} It is asked again every few seconds.</Message>
        )}
      </main>
      <Toast />
    </>
  );
}
