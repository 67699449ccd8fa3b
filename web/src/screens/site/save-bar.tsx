import { Button, Icon } from "../../parts/button.tsx";
import { useWork } from "../../parts/field.tsx";
import { toast } from "../../parts/toast.tsx";
import { some } from "../../words/amounts.ts";
import type { Editing } from "./use-editing.ts";

/** Bar at the foot of the screen while there are unsaved edits. */
export function SaveBar({ editing }: { readonly editing: Editing }) {
  const { isBusy, trouble, run } = useWork();
  const { steps, isChanged } = editing;
  if (!isChanged) return null;
  const save = () => run(() => editing.save().then(() => toast("Saved: the file is written again")));
  return (
    <div
      class="sticky bottom-4 z-6 col-span-full mx-auto flex max-w-full flex-wrap items-center gap-2.5 rounded-panel border border-line bg-panel py-2 pr-2.5 pl-4 shadow-pop phone:bottom-18 phone:order-last"
      role="group"
      aria-label="Unsaved edits"
    >
      <Icon name="pen" />
      <b class="font-medium">{steps === 0 ? "Edits" : some(steps, "edit")} not saved</b>
      <span class={`text-[13px] ${trouble ? "text-bad" : "text-ink-3 phone:hidden"}`} role="status">
        {trouble || "Saving takes a second; the site is not crawled again."}
      </span>
      <span class="flex gap-2">
        <Button icon="undo" label="Undo" disabled={steps === 0} onClick={editing.undo} />
        <Button label="Discard" class="btn-quiet phone:hidden" onClick={editing.discard} />
        <Button label="Save" class="btn-primary" disabled={isBusy} onClick={() => void save()} />
      </span>
    </div>
  );
}
