import type { ComponentChildren } from "preact";

interface StepProps {
  readonly number: number;
  /** Heading in place of an h3. */
  readonly heading?: "h2";
  readonly title: ComponentChildren;
  /** Words at the right of the title. */
  readonly aside?: string;
  readonly children?: ComponentChildren;
}

/** One of several steps, with its number. */
export function Step({ number, heading, title, aside, children }: StepProps) {
  const Heading = heading ?? "h3";
  return (
    <li class="grid grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span class="grid size-6 place-items-center rounded-full bg-hover text-[12.5px] font-medium tabular-nums">
        {number}
      </span>
      <div class="min-w-0">
        <div class="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
          <Heading class="min-w-0 font-[550] wrap-anywhere">{title}</Heading>
          {aside && <span class="text-[13px] text-ink-3 tabular-nums">{aside}</span>}
        </div>
        {children}
      </div>
    </li>
  );
}
