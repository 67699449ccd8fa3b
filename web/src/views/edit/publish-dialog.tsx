import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Answer } from "../../parts/answer.tsx";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { DIFF_AS, Diff, type DiffAs } from "../../parts/diff.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Seg } from "../../parts/seg.tsx";
import type { ChangesPreview, Overlay, Site } from "../../protocol/types.ts";
import { changesQuery } from "../../state/overlays.ts";
import { hostOf } from "../../state/result.ts";
import { count, some } from "../../words/amounts.ts";

interface DialogProps {
  readonly site: Site;
  readonly overlay: Overlay;
  readonly edits: number;
  readonly onPublish: () => void;
  readonly onClose: () => void;
}

function Fact({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  return (
    <div class="border-line px-3.5 py-2.5 not-first:border-l phone:border-t phone:not-first:border-l-0 phone:first:border-t-0">
      <dt class="text-[13px] text-ink-3">{label}</dt>
      <dd class="text-[15px]/[22px] font-medium tabular-nums">{children}</dd>
    </div>
  );
}

function Figure({ pair: [was, is] }: { readonly pair: readonly [number, number] }) {
  if (was === is) return <>{count(is)}</>;
  return (
    <>
      {count(was)} <span aria-hidden="true">→</span>
      <span class="sr-only">, then </span> {count(is)}
    </>
  );
}

function Facts({ pages, characters, score, valid: [, isValid] }: ChangesPreview) {
  return (
    <dl class="grid grid-cols-4 rounded-lg border border-line phone:grid-cols-1">
      <Fact label="Pages">
        <Figure pair={pages} />
      </Fact>
      <Fact label="Characters">
        <Figure pair={characters} />
      </Fact>
      <Fact label="Quality, of 100">
        <Figure pair={score} />
      </Fact>
      <Fact label="Valid">
        <span class={isValid ? "text-ok" : "text-bad"}>{isValid ? "yes" : "no"}</span>
      </Fact>
    </dl>
  );
}

/** Shows what the edits change in the file before they are published. Ctrl+Enter publishes, Enter alone does not. */
export function PublishDialog({ site, overlay, edits, onPublish, onClose }: DialogProps) {
  const [as, setAs] = useState<DiffAs>("pages");
  const isSame = ({ diff }: ChangesPreview) => diff.unified === "";
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onPublish();
  };
  return (
    <Dialog title={`Publish ${some(edits, "edit")}`} onClose={onClose} class="max-w-[720px]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the buttons inside. */}
      <div class="mt-2 grid gap-3.5" onKeyDown={onKeyDown}>
        <p class="text-ink-2">This is what changes in the file. Each edit can be undone afterwards.</p>
        <Seg label="Show differences as" value={as} choices={DIFF_AS} onChange={setAs} class="w-fit" />
        <Answer query={changesQuery(site.id, overlay)}>
          {(preview) => (
            <>
              <Facts {...preview} />
              {isSame(preview) ? (
                <p class="text-ink-2">These edits change nothing in the file.</p>
              ) : (
                <div class="max-h-[42vh] overflow-y-auto rounded-lg border border-line pb-2">
                  <Diff diff={preview.diff} host={hostOf(site.baseUrl)} as={as} />
                </div>
              )}
              <div class="flex flex-wrap justify-end gap-2 phone:[&>.btn]:h-11 phone:[&>.btn]:flex-1">
                <Button label="Cancel" onClick={onClose} />
                <Button
                  label={isSame(preview) ? "Save" : "Publish now"}
                  class="btn-primary"
                  title="Ctrl+Enter"
                  onClick={onPublish}
                />
              </div>
            </>
          )}
        </Answer>
      </div>
    </Dialog>
  );
}

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
