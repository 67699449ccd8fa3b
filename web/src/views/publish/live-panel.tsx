import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import type { Live, LiveCheck } from "../../protocol/types.ts";
import { troubleOf } from "../../state/asked.ts";
import { checkLive } from "../../state/bundles.ts";

const NAMES: Readonly<Record<LiveCheck["name"], string>> = {
  index: "llms.txt",
  markdown: "Markdown by address",
  type: "Content type of Markdown",
  negotiation: "Markdown by Accept",
  vary: "Vary: Accept",
  link: "Pages lead to their Markdown or the index",
  canonical: "Markdown names its page",
};

type State =
  | { readonly type: "unasked" | "asking" }
  | { readonly type: "answered"; readonly live: Live }
  | { readonly type: "refused"; readonly why: string };

const LIVE_MS = 45_000;

function Check({ name, ok, url, status, contentType, detail }: LiveCheck) {
  return (
    <li class="flex gap-2.5 border-t border-line px-4 py-2.5">
      <Icon name={ok ? "check" : "x"} class={ok ? "text-ok" : ok === null ? "text-ink-3" : "text-bad"} />
      <div class="min-w-0 flex-1 text-[13.5px]">
        <b class="font-medium">{NAMES[name]}</b>
        <span class="sr-only">: {ok ? "works" : ok === null ? "not asked" : "does not work"}</span>
        <p class="text-[13px] wrap-anywhere text-ink-3">
          <code>{url}</code> {status > 0 && `${status}, ${contentType || "no type"}`}
        </p>
        {!ok && <p class="text-[13px] text-ink-2">{detail}</p>}
      </div>
    </li>
  );
}

/** Whether the site itself answers with its bundle. */
export function LivePanel({ siteId }: { readonly siteId: string }) {
  const [state, setState] = useState<State>({ type: "unasked" });
  const ask = () => {
    setState({ type: "asking" });
    checkLive(siteId, AbortSignal.timeout(LIVE_MS)).then(
      (live) => setState({ type: "answered", live }),
      (thrown) => setState({ type: "refused", why: troubleOf(thrown).why }),
    );
  };
  return (
    <section class="panel min-w-0" aria-labelledby="live">
      <header class="flex items-center px-4 py-3">
        <h2 id="live" class="flex-1 text-sm font-medium">
          Is it live?
        </h2>
        <button type="button" class="btn btn-small" disabled={state.type === "asking"} onClick={ask}>
          <Icon name="again" />
          {state.type === "answered" ? "Check again" : "Check"}
        </button>
      </header>
      <div role="status">
        {state.type === "unasked" && <p class="px-4 pb-3 text-[13.5px] text-ink-3">Asks six addresses of the site.</p>}
        {state.type === "asking" && <p class="px-4 pb-3 text-[13.5px] text-ink-3">Asking the site…</p>}
        {state.type === "refused" && <p class="px-4 pb-3 text-[13.5px] text-bad">{state.why}</p>}
        {state.type === "answered" && (
          <>
            <p class="px-4 pb-3 text-[13.5px]">{state.live.detail}</p>
            <ul>
              {state.live.checks.map((check) => (
                <Check key={`${check.name} ${check.url}`} {...check} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}
