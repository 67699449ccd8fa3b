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
