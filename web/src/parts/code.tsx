import type { ComponentChildren } from "preact";
import { safeHref } from "../words/addresses.ts";
import { Icon } from "./button.tsx";
import { copy } from "./toast.tsx";

interface OutsideProps {
  /** An untrusted address: only http and https become a link. */
  readonly url: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A link to another site, in a new tab without a referrer. */
export function Outside({ url, ...rest }: OutsideProps) {
  const href = safeHref(url);
  if (href === undefined) return <span class={rest.class}>{rest.children}</span>;
  return <a href={href} target="_blank" rel="noopener noreferrer nofollow" {...rest} />;
}

interface CodeProps {
  readonly text: string;
  /** Its name, such as `Address`. */
  readonly what: string;
  /** True if the end of a long line is shown instead of its beginning. */
  readonly isEnd?: boolean;
}

/** Lines of code, whole, with a copy button. */
export function Code({ text, what, isEnd = false }: CodeProps) {
  const look = isEnd ? "truncate text-left [direction:rtl]" : "whitespace-pre-wrap wrap-anywhere";
  return (
    <div class="mt-2 flex items-stretch overflow-hidden rounded-control border border-line-2 bg-sunken">
      <code class={`min-w-0 flex-1 px-2.5 py-1.5 text-xs/5 ${look}`}>
        <bdi>{text}</bdi>
      </code>
      <button
        type="button"
        class="grid min-h-8 w-[34px] flex-none place-items-center border-l border-line-2 bg-panel text-ink-2 hover:bg-hover focus-visible:-outline-offset-2 phone:min-h-10 phone:w-10"
        aria-label={`Copy: ${what}`}
        onClick={() => copy(text, what)}
      >
        <Icon name="copy" />
      </button>
    </div>
  );
}
