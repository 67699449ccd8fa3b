import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { count, some } from "../../words/amounts.ts";
import { canRemove, withoutPath } from "./changes.ts";
import type { EditProps } from "./edit-props.ts";

const MAX_SHOWN = 100;

/** Changes without an effect, or with another one than they say. They are kept until they are removed. */
export function NoEffect({ editor, editing }: EditProps) {
  const { findings } = editing.shown.preview;
  if (findings.length === 0) return null;
  return (
    <section
      class="col-span-full rounded-panel phone:-order-2 border border-warn-line bg-warn-bg px-4 py-3"
      aria-label="Changes that do not do what you asked for"
    >
      <h2 class="flex items-center gap-2">
        <Icon name="alert" class="text-warn" />
        {some(findings.length, "change does", "changes do")} not do what you asked for
      </h2>
      <ul class="mt-1.5 max-h-64 overflow-y-auto">
        {findings.slice(0, MAX_SHOWN).map((finding) => {
          const { path, reason, code } = finding;
          return (
            <li key={`${path.join(".")} ${code}`} class="flex items-start gap-3 border-t border-warn-line py-1.5">
              <span class="min-w-0 flex-1 text-[13px]/[20px] wrap-anywhere text-ink-2" dir="auto">
                {reason}.
              </span>
              {canRemove(finding) && (
                <Button
                  label="Remove"
                  class="btn-small"
                  aria-label={`Remove this change: ${reason}`}
                  data-focus={`remove ${path.join(".")}`}
                  onClick={() => editor.change(({ overlay }) => withoutPath(overlay, path), "Change removed")}
                />
              )}
            </li>
          );
        })}
      </ul>
      {findings.length > MAX_SHOWN && (
        <p class="text-[13px] text-ink-2">And {count(findings.length - MAX_SHOWN)} more.</p>
      )}
    </section>
  );
}
