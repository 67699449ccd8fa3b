import { Icon } from "../../parts/icon.tsx";
import { Tabs } from "../../parts/seg.tsx";
import { copy } from "../../parts/toast.tsx";
import type { Snippet } from "../../protocol/types.ts";
import { HOSTS, type Host } from "./hosts.ts";

function Code({ name, text }: Snippet) {
  return (
    <figure class="mt-3 overflow-hidden rounded-control border border-line-2 bg-sunken">
      <figcaption class="flex items-center border-b border-line bg-panel py-1 pr-1 pl-3 text-[13px]">
        <code class="min-w-0 flex-1 truncate">{name}</code>
        <button type="button" class="btn btn-small btn-quiet" onClick={() => copy(text, name)}>
          <Icon name="copy" />
          Copy
        </button>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key. */}
      <pre class="max-h-80 overflow-auto p-3 text-xs/5" role="region" tabIndex={0} aria-label={name}>
        {text}
      </pre>
    </figure>
  );
}

interface HowToProps {
  readonly snippets: readonly Snippet[];
  readonly host: Host;
  readonly onHost: (id: string) => void;
}

/** Instructions to serve the bundle, by the site's host. */
export function HowTo({ snippets, host, onHost }: HowToProps) {
  const choices = HOSTS.map(({ id, label }) => ({ value: id, label }));
  const shown = host.files.flatMap((name) => snippets.find((snippet) => snippet.name === name) ?? []);
  return (
    <section class="panel min-w-0 p-4" aria-labelledby="how">
      <h2 id="how" class="mb-2 text-sm font-medium">
        How to serve it
      </h2>
      <div class="overflow-x-auto">
        <Tabs label="Where the site is served from" choices={choices} value={host.id} onChange={onHost} />
      </div>
      <div role="tabpanel" id={`panel-${host.id}`} aria-labelledby={`tab-${host.id}`} class="mt-3">
        <p class="text-[13.5px] text-ink-2">{host.say}</p>
        {shown.map((snippet) => (
          <Code key={snippet.name} {...snippet} />
        ))}
      </div>
    </section>
  );
}
