import { Icon } from "../../parts/icon.tsx";
import { Select } from "../../parts/select.tsx";
import type { Live, LiveCheck } from "../../protocol/types.ts";
import { some } from "../../words/amounts.ts";
import { CHECK_WORDS } from "../../words/live.ts";
import { Fix, type FixProps, workOf } from "./fix.tsx";
import { HOSTS, type Host } from "./hosts.ts";

interface ChecksPanelProps extends Omit<FixProps, "check"> {
  readonly live: Live;
  readonly onHost: (id: Host["id"]) => void;
}

/** A kind of check, with its results. */
interface Group {
  readonly name: LiveCheck["name"];
  readonly asked: readonly LiveCheck[];
  readonly failed: readonly LiveCheck[];
  readonly isAsked: boolean;
}

function groupsOf(checks: Live["checks"]): readonly Group[] {
  const groups = [...Map.groupBy(checks, ({ name }) => name)].map(([name, asked]) => ({
    ...{ name, asked },
    failed: asked.filter(({ ok }) => ok === false),
    isAsked: asked.some(({ ok }) => ok !== null),
  }));
  const rank = ({ failed, isAsked }: Group) => (failed.length > 0 ? 0 : isAsked ? 1 : 2);
  return groups.toSorted((a, b) => rank(a) - rank(b));
}

/** The checks with their requests and answers, failing ones first, each with the fix for the site's server. */
export function ChecksPanel(props: ChecksPanelProps) {
  const { live, host, onHost } = props;
  const groups = groupsOf(live.checks);
  const passed = groups.filter(({ failed, isAsked }) => isAsked && failed.length === 0).length;
  const works = groups.map(({ failed: [check] }) => check && workOf({ ...props, check }));
  return (
    <section class="panel min-w-0" aria-labelledby="checks">
      <header class="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-3">
        <h2 id="checks" class="flex-1">
          {passed} of {some(groups.length, "check passes", "checks pass")}
        </h2>
        <label class="flex items-center gap-2 text-[13px] text-ink-3">
          Your server
          <Select
            class="h-[30px] text-[13px] phone:h-10"
            choices={HOSTS.map(({ id, label }) => ({ value: id, label }))}
            value={host.id}
            onChange={onHost}
          />
        </label>
      </header>
      <ul>
        {groups.map((group, at) => (
          <Check key={group.name} group={group} {...props}>
            {group.failed[0] &&
              (works.indexOf(works[at]) < at ? (
                <p class="text-[13px] text-ink-2">The fix above mends this, too.</p>
              ) : (
                <Fix {...props} check={group.failed[0]} />
              ))}
          </Check>
        ))}
      </ul>
    </section>
  );
}

function Check({ group, children }: { readonly group: Group; readonly children: preact.ComponentChildren }) {
  const { name, asked, failed, isAsked } = group;
  const [icon, look, word] =
    failed.length > 0
      ? (["x", "text-bad", asked.length > 1 ? `${failed.length} of ${asked.length} fail` : "does not work"] as const)
      : isAsked
        ? (["check", "text-ok", "works"] as const)
        : (["skip", "text-ink-3", "not asked"] as const);
  return (
    <li class="grid grid-cols-[16px_minmax(0,1fr)_auto] gap-x-3 gap-y-0.5 border-t border-line px-4 py-3">
      <Icon name={icon} class={`mt-0.5 ${look}`} />
      <b class="font-medium">{CHECK_WORDS[name]}</b>
      <span class={`text-[13px] ${look}`}>{word}</span>
      <div class="col-[2/-1] grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1 text-[13px]/[18px] text-ink-3">
        {(failed.length > 0 ? failed : asked).map((check) => (
          <p key={check.url} class="wrap-anywhere">
            <code>{check.url}</code> {check.status > 0 && `${check.status}, ${check.contentType || "no type"}`}
            {check.ok === false && <span class="block text-ink-2">{check.detail}</span>}
          </p>
        ))}
        {children}
      </div>
    </li>
  );
}
