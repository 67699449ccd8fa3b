import { chooseTheme, letterKeys, setLetterKeys, theme } from "../state/preferences.ts";
import { href, type Route } from "../state/route.ts";
import { session, signOut } from "../state/session.ts";
import { useStore } from "../state/store.ts";
import { Button, Icon, LinkButton } from "./button.tsx";
import { Box } from "./field.tsx";
import { Seg } from "./seg.tsx";

const Brand = () => (
  <a
    class="mr-5 flex items-center gap-[9px] font-mono text-sm/5 font-semibold tracking-[-0.03em] text-ink hover:no-underline phone:mr-2"
    href={href.new}
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

interface NavLinkProps {
  readonly to: string;
  readonly isCurrent: boolean;
  readonly label: string;
}

function NavLink({ to, isCurrent, label }: NavLinkProps) {
  const look = isCurrent ? "bg-hover font-medium text-ink" : "text-ink-2 hover:bg-hover hover:text-ink";
  return (
    <a
      class={`rounded-md px-2.5 py-[5px] hover:no-underline phone:py-2.5 ${look}`}
      href={to}
      aria-current={isCurrent ? "page" : undefined}
    >
      {label}
    </a>
  );
}

const THEMES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
] as const;

/** Theme and keys of the page, kept in this browser. */
function Preferences() {
  const chosen = useStore(theme);
  const areOn = useStore(letterKeys);
  return (
    <>
      <button
        type="button"
        class="btn btn-quiet btn-icon btn-small"
        popovertarget="preferences"
        aria-label="Appearance and keys"
      >
        <Icon name="theme" />
      </button>
      <div id="preferences" popover="auto" class="pop" role="group" aria-label="Appearance and keys">
        <Seg label="Theme" choices={THEMES} value={chosen} onChange={chooseTheme} />
        <Box label="The key / focuses the search" isOn={areOn} onChange={setLetterKeys} />
      </div>
    </>
  );
}

interface TopBarProps {
  readonly at: Route;
  /** True if the sign-in is shown instead of the screens. */
  readonly isLocked: boolean;
  /** True if sites can be kept: the server has a database. */
  readonly hasSites: boolean;
}

export function TopBar({ at, isLocked, hasSites }: TopBarProps) {
  const { key } = useStore(session);
  return (
    <header class="sticky top-0 z-10 flex h-[52px] items-center gap-1 border-b border-line bg-canvas/88 px-6 backdrop-blur-[10px] phone:pr-3 phone:pl-4">
      <Brand />
      {!isLocked && (
        <nav aria-label="Main" class="flex gap-0.5">
          <NavLink
            to={href.new}
            isCurrent={at.at === "new" || (at.at === "site" && at.kind === "crawls")}
            label="New"
          />
          {hasSites && (
            <NavLink
              to={href.sites}
              isCurrent={at.at === "sites" || (at.at === "site" && at.kind === "sites")}
              label="Sites"
            />
          )}
          <NavLink to={href.check} isCurrent={at.at === "check"} label="Check a file" />
        </nav>
      )}
      <div class="ml-auto flex items-center gap-1">
        {!isLocked && <LinkButton label="API" class="btn-quiet btn-small phone:hidden" href="/docs" />}
        {key !== undefined && (
          <Button icon="key" class="btn-quiet btn-small" onClick={signOut}>
            <span class="phone:sr-only">Sign out</span>
          </Button>
        )}
        <Preferences />
      </div>
    </header>
  );
}
