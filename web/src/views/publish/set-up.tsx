import { Button } from "../../parts/button.tsx";
import { Step } from "../../parts/step.tsx";
import type { Live, ServerConfig, Site, Snippet } from "../../protocol/types.ts";
import { HOSTS, type Host, settingsFor } from "./hosts.ts";
import { bundleCommands, Code } from "./snippets.tsx";

export interface SetUpProps {
  readonly site: Site;
  readonly snippets: readonly Snippet[];
  readonly config: ServerConfig;
  readonly host: Host;
  readonly onHost: (id: Host["id"]) => void;
  /** Server of the site, by its answers. */
  readonly found: Pick<Live, "platform" | "server"> | undefined;
  readonly onCheck: () => void;
  readonly isChecking: boolean;
}

/** Three steps from the files to a site that serves them, on the chosen host. */
export function SetUp(props: SetUpProps) {
  const { site, snippets, host, onHost, found, onCheck, isChecking } = props;
  const isFound = found !== undefined && found.platform !== "other";
  return (
    <section class="panel min-w-0" aria-labelledby="set-up">
      <div class="flex flex-wrap items-baseline gap-x-3 px-4 py-3">
        <h2 id="set-up">Where is your site served from?</h2>
        <p class="text-[13px] text-ink-3">{isFound && `It answers as ${found.server ?? nameOf(found.platform)}.`}</p>
      </div>
      <div
        class="grid grid-cols-4 gap-2 border-t border-line p-4 pb-2 narrow:grid-cols-2"
        role="radiogroup"
        aria-labelledby="set-up"
      >
        {HOSTS.map(({ id, label, kind }) => (
          <label
            key={id}
            class="grid rounded-control border border-line-2 px-3 py-2 has-checked:border-ink has-checked:shadow-[inset_0_0_0_1px_var(--color-ink)] has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input type="radio" name="host" class="sr-only" checked={id === host.id} onChange={() => onHost(id)} />
            <span class="font-medium">{label}</span>
            <small class="text-[12.5px] text-ink-3">{found?.platform === id ? "found on your site" : kind}</small>
          </label>
        ))}
      </div>
      <ol class="grid gap-4 px-4 py-3">
        <Step number={1} title="Put the files on the server">
          <p class="text-[13.5px] text-ink-2">
            They belong in the folder from which your site is served. With these lines in your deploy script they stay
            new.
          </p>
          <Code {...bundleCommands(props)} />
        </Step>
        <Step number={2} title={`Let ${host.id === "other" ? "your server" : host.label} serve them`}>
          <p class="text-[13.5px] text-ink-2">{host.say}</p>
          {settingsFor(host, snippets, site).map((snippet) => (
            <Code key={snippet.name} {...snippet} />
          ))}
        </Step>
        <Step number={3} title="Check">
          <p class="mb-2 text-[13.5px] text-ink-2">
            The check requests your site's files as an agent would. It changes nothing, and runs again after every
            crawl.
          </p>
          <Button
            icon="again"
            label={isChecking ? "Asking the site…" : "Ask the site"}
            class="btn-primary"
            disabled={isChecking}
            onClick={onCheck}
          />
        </Step>
      </ol>
    </section>
  );
}

const nameOf = (id: Host["id"]): string => HOSTS.find((host) => host.id === id)?.label ?? id;
