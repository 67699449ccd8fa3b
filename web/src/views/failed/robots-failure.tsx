import { Button } from "../../parts/button.tsx";
import { Outside } from "../../parts/outside.tsx";
import { copy } from "../../parts/toast.tsx";
import type { RobotsLine } from "../../protocol/types.ts";
import { safeHref } from "../../words/addresses.ts";
import type { FailedProps } from "./failed-actions.tsx";
import { Headline } from "./headline.tsx";

/** Lines of the site's robots.txt with their numbers; a gap marks omitted lines. */
function Lines({ lines }: { readonly lines: readonly RobotsLine[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div class="code" tabIndex={0} role="group" aria-label="robots.txt, the deciding lines marked">
      <ol class="py-2">
        {lines.map(({ line, text, decides }) => (
          <li key={line} class={decides ? "hit" : ""} data-line={line}>
            <span class="wrap-anywhere">{text}</span>
            {decides && <span class="sr-only"> (this line decides)</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The lines of robots.txt that decided, and lines that would let the crawler in. */
export function RobotsFailure({ run, config }: FailedProps) {
  const { crawl } = run;
  const { refusal = [], url = "" } = crawl.robots ?? {};
  const file = safeHref(url);
  const wanted = `User-agent: ${config.productToken}\nAllow: /`;
  return (
    <>
      <Headline
        icon="alert"
        tone="warn"
        title={`robots.txt of ${crawl.host} asks crawlers to stay out`}
        say="We follow robots.txt, so nothing was crawled."
      />
      {file && (
        <p class="mt-2 text-[13.5px] wrap-anywhere">
          <Outside url={file}>{file}</Outside>
        </p>
      )}
      {refusal.length > 0 && <Lines lines={refusal} />}
      <h2 class="mt-[18px]">Is it your site? Let this crawler in:</h2>
      <div class="code">
        <pre>{wanted}</pre>
        <Button
          icon="copy"
          class="btn-icon btn-small btn-quiet absolute top-1.5 right-1.5"
          aria-label="Copy the lines"
          onClick={() => copy(wanted, "Lines")}
        />
      </div>
    </>
  );
}
