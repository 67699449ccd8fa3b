import type { ComponentChildren } from "preact";

/** Fields of a form that belong together, below their heading. */
export function Group({ title, children }: { readonly title: string; readonly children: ComponentChildren }) {
  return (
    <section aria-label={title}>
      <h2 class="bg-sunken px-[18px] py-2 text-[13px] font-medium text-ink-2">{title}</h2>
      {children}
    </section>
  );
}
