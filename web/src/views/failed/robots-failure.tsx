import { Icon } from "../../parts/icon.tsx";
import { copy } from "../../parts/toast.tsx";
import { FailedActions, type FailedProps } from "./failed-actions.tsx";
import { Headline } from "./headline.tsx";

/** The lines that decided, and the lines that would let the crawler in. */
export function RobotsFailure(props: FailedProps) {
  const { crawl } = props.run;
  const { lines = [], group = "" } = crawl.robots ?? {};
  const deciding = [...(group ? [`User-agent: ${group}`] : []), ...lines];
  const wanted = `User-agent: ${props.config.productToken}\nAllow: /`;
  return (
    <>
      <Headline
        icon="alert"
        tone="warn"
        title={`robots.txt of ${crawl.host} asks crawlers to stay out`}
        say="We follow robots.txt, so nothing was crawled."
      />
      {deciding.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        <div class="code" tabIndex={0} role="group" aria-label="The deciding lines of robots.txt">
          <ol class="py-2">
            {deciding.map((line, index) => (
              <li key={index} class="hit">
                <span class="wrap-anywhere">{line}</span>
              </li>
            ))}
          </ol>
        </div>
      )}
      <h2 class="mt-[18px] text-sm font-[550]">Is it your site? Let this crawler in:</h2>
      <div class="code">
        <pre>{wanted}</pre>
        <button
          type="button"
          class="btn btn-icon btn-small btn-quiet absolute top-1.5 right-1.5"
          aria-label="Copy the lines"
          onClick={() => copy(wanted, "Lines")}
        >
          <Icon name="copy" />
        </button>
      </div>
      <FailedActions {...props} />
    </>
  );
}
