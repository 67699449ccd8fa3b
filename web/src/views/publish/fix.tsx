import { Button } from "../../parts/button.tsx";
import type { LiveCheck, Snippet } from "../../protocol/types.ts";
import { inShell } from "../../words/addresses.ts";
import { FIX_WORDS } from "../../words/live.ts";
import { LINE, settingsFor } from "./hosts.ts";
import type { SetUpProps } from "./set-up.tsx";
import { bundleCommands, Code } from "./snippets.tsx";

export interface FixProps extends Omit<SetUpProps, "found" | "onHost"> {
  readonly check: LiveCheck;
}

/** Lines to copy: the files, the host's settings, or what shows the fault where it is in no file of ours. */
function linesOf({ check: { fix, url }, host, snippets, site, config }: FixProps): readonly Snippet[] {
  switch (fix) {
    case "":
      return [];
    case "publish":
    case "publishAgain":
      return [bundleCommands({ site, config })];
    case "replace":
      return [bundleCommands({ site, config, first: "mv /srv/www/llms.txt /srv/www/llms.txt.old\n" })];
    case "answerHere":
      return [{ name: "Shows where it leads", text: `curl -sI ${inShell(url)}\n` }];
    case "sendWhole":
      return [{ name: "Shows what is sent", text: `curl -si --compressed ${inShell(url)} | head -c 600\n` }];
    case "keepApart":
      return [{ name: "For a cache of nginx", text: 'proxy_cache_key "$scheme$host$request_uri $http_accept";\n' }];
    case "letIn":
      return [
        { name: "Name of this service, in User-Agent", text: `${config.productToken}\n` },
        { name: "From a machine that the site lets in", text: `llmstxt validate --live ${inShell(site.baseUrl)}\n` },
      ];
    case "setLink":
      return host.id === "nginx" || host.id === "cloudflare"
        ? settingsFor(host, snippets, site)
        : snippets.filter(({ name }) => name === LINE);
    case "negotiate":
    case "setType":
    case "setVary":
    case "setCanonical":
      return settingsFor(host, snippets, site);
  }
}

const FILES: readonly LiveCheck["fix"][] = ["publish", "publishAgain", "replace"];

/** Work that a fix asks for: what mends one check mends each with the same work. */
export function workOf(props: FixProps): string {
  const { fix } = props.check;
  return FILES.includes(fix)
    ? "files"
    : fix === "letIn"
      ? fix
      : linesOf(props)
          .map(({ text }) => text)
          .join("");
}

/** The fix of a failing check: what to do, lines to copy, and the check again. */
export function Fix(props: FixProps) {
  const { check, onCheck, isChecking } = props;
  return (
    <div class="rounded-control border border-line border-s-3 border-s-warn bg-sunken px-3 py-2.5">
      <b class="text-[13.5px] font-medium text-ink">{FIX_WORDS[check.fix]}</b>
      {linesOf(props).map((snippet) => (
        <Code key={snippet.name} {...snippet} />
      ))}
      <Button icon="again" label="Check again" class="btn-small mt-2" disabled={isChecking} onClick={onCheck} />
    </div>
  );
}
