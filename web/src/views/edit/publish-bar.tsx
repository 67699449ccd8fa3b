import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { some } from "../../words/amounts.ts";

interface BarProps {
  readonly edits: number;
  /** True if a bundle's files must follow by a crawl, since they are made from pages. */
  readonly hasBundle: boolean;
  readonly isPublishing: boolean;
  readonly onSee: () => void;
  readonly onPublish: () => void;
}

/** Number of edits that wait to be published, with the button, at the foot of the window while there are any. */
export function PublishBar({ edits, hasBundle, isPublishing, onSee, onPublish }: BarProps) {
  return (
    <section
      aria-label="Publish your edits"
      class="panel sticky bottom-4 z-8 order-2 col-span-full mx-auto flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 shadow-pop phone:bottom-2 phone:w-full phone:[&>.btn]:h-11 phone:[&>.btn]:flex-1"
    >
      <p class="flex items-center gap-2 phone:w-full">
        <Icon name="pen" />
        <b class="font-[550] whitespace-nowrap tabular-nums">{some(edits, "edit")}</b>
        <span class="text-[13px] text-ink-3">
          {hasBundle
            ? "The document is published at once; a crawl follows for the other files."
            : "Publishing takes a second. The site is not crawled again."}
        </span>
      </p>
      <Button label="See the difference" disabled={isPublishing} onClick={onSee} />
      <Button
        label={isPublishing ? "Publishing…" : "Publish changes"}
        class="btn-primary"
        disabled={isPublishing}
        onClick={onPublish}
      />
    </section>
  );
}
