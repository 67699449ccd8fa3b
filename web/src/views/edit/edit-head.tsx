import { Button, LinkButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { isTyped, useEvent } from "../../parts/keys.ts";
import { useTitle } from "../../parts/title.ts";
import { href } from "../../state/route.ts";
import { shortAddress } from "../../words/addresses.ts";
import type { EditProps } from "./edit-props.ts";

interface HeadProps extends EditProps {
  readonly onPublish: () => void;
}

/** Shortcuts: Ctrl or Cmd with Z, Shift+Z, Y and S. Fields have an undo of their own. */
function useShortcuts({ editor, onPublish }: HeadProps) {
  useEvent("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key !== "s" && isTyped(event)) return;
    const act = {
      s: onPublish,
      y: () => editor.redo(),
      z: () => (event.shiftKey ? editor.redo() : editor.undo()),
    }[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}

/** Name of the site, Undo and Redo, always in sight. */
export function EditHead(props: HeadProps) {
  const { site, editor, editing } = props;
  const { canUndo, canRedo } = editing;
  const name = shortAddress(site.baseUrl);
  useTitle(`Edit ${name}`);
  useShortcuts(props);
  return (
    <div class="sticky top-[52px] z-3 col-span-full phone:-order-2 -mx-6 flex flex-wrap items-center gap-x-3 gap-y-2 bg-canvas px-6 py-2.5 phone:static phone:-mx-4 phone:px-4">
      <LinkButton
        icon="left"
        class="btn-icon btn-small btn-quiet -ml-1.5"
        href={href.site(site.id)}
        aria-label="Back to the site"
      />
      <div class="min-w-0 flex-1">
        <h1>Edit {name}</h1>
        <p class="text-[13px] text-ink-3">
          Edits stay in this browser until you publish them. After that, every crawl applies them.
        </p>
      </div>
      <div class="flex gap-2">
        <Button
          icon="undo"
          class="btn-icon phone:size-11"
          aria-label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={!canUndo}
          onClick={() => editor.undo()}
        />
        <Button
          class="btn-icon phone:size-11"
          aria-label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          disabled={!canRedo}
          onClick={() => editor.redo()}
        >
          <Icon name="undo" class="-scale-x-100" />
        </Button>
      </div>
    </div>
  );
}
