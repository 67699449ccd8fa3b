import { Button } from "../../parts/button.tsx";
import { copy } from "../../parts/toast.tsx";
import type { ServerConfig, Site, Snippet } from "../../protocol/types.ts";
import { some } from "../../words/amounts.ts";

/** Lines shown of a snippet before it is unfolded. */
const MAX_LINES = 6;

/** Lines to copy; a long snippet is folded. */
export function Code({ name, text }: Snippet) {
  const lines = text.trimEnd().split("\n").length;
  const whole = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key.
    <pre class="max-h-80 overflow-auto px-3 py-2 text-xs/5" role="region" tabIndex={0} aria-label={name} dir="ltr">
      {text.trimEnd()}
    </pre>
  );
  return (
    <figure class="mt-2 overflow-hidden rounded-control border border-line-2 bg-panel">
      <figcaption class="flex items-center border-b border-line py-1 ps-3 pe-1 text-[13px]">
        <code class="min-w-0 flex-1 truncate">{name}</code>
        <Button
          icon="copy"
          label="Copy"
          class="btn-small btn-quiet"
          aria-label={`Copy ${name}`}
          onClick={() => copy(text, name)}
        />
      </figcaption>
      {lines <= MAX_LINES ? (
        whole
      ) : (
        <details>
          <summary class="px-3 py-1.5 text-[13px] text-link">{some(lines, "line")}</summary>
          {whole}
        </details>
      )}
    </figure>
  );
}

interface PlacedProps {
  readonly site: Site;
  readonly config: ServerConfig;
  /** Commands to run first; default none. */
  readonly first?: string;
}

/** Commands that copy the newest files of the bundle onto a server. */
export function bundleCommands({ site, config, first = "" }: PlacedProps): Snippet {
  const key = config.keyRequired ? ' -H "X-API-Key: $LLMSTXT_KEY"' : "";
  const fetched = `curl -fsSLo bundle.zip${key} ${location.origin}/api/sites/${site.id}/bundle.zip`;
  return { name: "On the server, in the site's root", text: `${first}${fetched}\nunzip -qo bundle.zip -d /srv/www\n` };
}
