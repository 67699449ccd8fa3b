import { troubleOf } from "../state/query.ts";
import { href, type Route } from "../state/route.ts";
import { signOut } from "../state/session.ts";
import { siteCount } from "../state/sites.ts";
import { useStore } from "../state/store.ts";
import { count as shown } from "../words/amounts.ts";
import { Activity } from "./activity.tsx";
import { Button, LinkButton } from "./button.tsx";
import { Preferences } from "./preferences.tsx";
import { toast } from "./toast.tsx";

function Brand() {
  return (
    <a
      class="mr-5 flex items-center gap-[9px] font-mono text-sm/5 font-semibold tracking-[-0.03em] text-ink hover:no-underline phone:mr-2"
      href={href.start}
      aria-label="llms.txt, start page"
    >
      <svg class="size-[22px]" viewBox="0 0 22 22" aria-hidden="true">
        <rect class="fill-ink" width="22" height="22" rx="6" />
        <path class="stroke-on-ink" stroke-width="1.8" stroke-linecap="round" d="M10 6.6h6.4M10 11h6.4M10 15.4h3.8" />
        <g stroke-width="2.7" stroke-linecap="round">
          <path d="M6 6.6h.01" stroke="#5b93ff" />
          <path d="M6 11h.01" stroke="#2fbfae" />
          <path d="M6 15.4h.01" stroke="#eaa92f" />
        </g>
      </svg>
      <span class="max-[480px]:hidden">llms.txt</span>
    </a>
  );
}

interface NavLinkProps {
  readonly to: string;
  readonly current: boolean;
  readonly label: string;
  readonly count?: number | undefined;
}

function NavLink({ to, current, label, count }: NavLinkProps) {
  const look = current ? "bg-hover font-medium text-ink" : "text-ink-2 hover:bg-hover hover:text-ink";
  return (
    <a
      class={`rounded-md px-2.5 py-[5px] hover:no-underline phone:px-1.5 max-[370px]:px-1 ${look}`}
      href={to}
      aria-current={current ? "page" : undefined}
    >
      {label}
      {count ? (
        <span class="ml-1 text-xs font-normal text-ink-3 tabular-nums max-[370px]:hidden">{shown(count)}</span>
      ) : null}
    </a>
  );
}

async function leave(): Promise<void> {
  try {
    await signOut();
  } catch (thrown) {
    toast(`You are still signed in. ${troubleOf(thrown).why}`);
  }
}

interface TopBarProps {
  readonly at: Route;
  /** True if the sign-in is shown instead of the screens. */
  readonly locked: boolean;
  readonly signedIn: boolean;
  readonly database: boolean;
}

export function TopBar({ at, locked, signedIn, database }: TopBarProps) {
  const count = useStore(siteCount);
  const onSites = at.at === "sites" || at.at === "site" || at.at === "publish" || at.at === "edit";
  return (
    <header class="sticky top-0 z-10 flex h-[52px] items-center gap-1 border-b border-line bg-canvas/88 px-6 backdrop-blur-[10px] phone:pr-3 phone:pl-4">
      <Brand />
      {!locked && (
        <nav aria-label="Main" class="flex gap-0.5">
          <NavLink to={href.start} current={at.at === "start" || at.at === "crawl"} label="Generate" />
          <span class="contents phone:hidden">
            <NavLink to={href.validate} current={at.at === "validate"} label="Validate" />
          </span>
          <NavLink to={href.crawls} current={at.at === "crawls"} label="Crawls" />
          {database && <NavLink to={href.sites} current={onSites} label="Sites" count={count} />}
        </nav>
      )}
      <div class="ml-auto flex items-center gap-1">
        {!locked && <Activity />}
        {!locked && (
          <LinkButton
            label="API"
            class="btn-quiet btn-small aria-[current]:bg-hover phone:hidden"
            href={href.api}
            aria-current={at.at === "api" ? "page" : undefined}
          />
        )}
        {signedIn && (
          <Button icon="key" class="btn-quiet btn-small" onClick={() => void leave()}>
            <span class="phone:sr-only">Sign out</span>
          </Button>
        )}
        <Preferences />
      </div>
    </header>
  );
}
