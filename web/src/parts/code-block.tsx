import { Icon } from "./icon.tsx";
import { copy } from "./toast.tsx";

interface CodeBlockProps {
  readonly label: string;
  readonly text: string;
  readonly class?: string;
}

/** Lines of code, which scroll if they are too long. */
export function CodeBlock({ label, text, class: extra = "" }: CodeBlockProps) {
  const look = `overflow-auto rounded-control border border-line-2 bg-sunken p-3 text-xs/5 ${extra}`;
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by key. */}
      <pre class={look} role="region" tabIndex={0} aria-label={label}>
        {text}
      </pre>
    </>
  );
}

/** One line of code with a copy button; a long line shows its end. `what`: its name, such as `Address`. */
export function CopyField({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div class="mt-2 flex items-center overflow-hidden rounded-control border border-line-2 bg-sunken">
      <code class="min-w-0 flex-1 truncate px-2.5 py-1.5 text-left text-xs tracking-[-0.02em] [direction:rtl]">
        <bdi>{text}</bdi>
      </code>
      <button
        type="button"
        class="grid h-8 w-[34px] flex-none place-items-center border-l border-line-2 bg-panel text-ink-2 hover:bg-hover focus-visible:-outline-offset-2 phone:size-10"
        aria-label={`Copy the ${what.toLowerCase()}`}
        onClick={() => copy(text, what)}
      >
        <Icon name="copy" />
      </button>
    </div>
  );
}
