import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { count } from "../../words/amounts.ts";
import type { EditProps } from "./edit-props.ts";
import type { Edit, Edits } from "./edits.ts";

interface PanelProps extends EditProps {
  readonly edits: Edits;
}

/** Most edits shown of each group. */
const MAX_SHOWN = 100;

function Row({ edit, editor }: Pick<PanelProps, "editor"> & { readonly edit: Edit }) {
  const { id, icon, what, of, take } = edit;
  return (
    <li class="flex items-start gap-2.5 border-t border-line px-4 py-2 first:border-t-0">
      <Icon name={icon} class="mt-0.5 text-run" />
      <span class="min-w-0 flex-1">
        <span class="block text-[13px]/[18px]">{what}</span>
        <span class="block truncate text-[12.5px]/[18px] text-ink-3" dir="auto" title={of}>
          {of}
        </span>
      </span>
      <Button
        label="Undo"
        class="btn-quiet btn-small -mr-2"
        aria-label={`Undo: ${what}, ${of}`}
        data-focus={`take ${id}`}
        onClick={() => editor.change(({ overlay }) => take(overlay), `Undone: ${what}, ${of}`)}
      />
    </li>
  );
}

function Group({ title, tone, edits, editor }: Pick<PanelProps, "editor"> & GroupProps) {
  if (edits.length === 0) return null;
  return (
    <>
      <h3 class={`px-4 pt-2.5 text-[13px] font-medium ${tone}`}>{title}</h3>
      <ul>
        {edits.slice(0, MAX_SHOWN).map((edit) => (
          <Row key={edit.id} edit={edit} editor={editor} />
        ))}
      </ul>
      {edits.length > MAX_SHOWN && (
        <p class="px-4 pb-2.5 text-[12.5px] text-ink-3">And {count(edits.length - MAX_SHOWN)} more.</p>
      )}
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly tone: string;
  readonly edits: readonly Edit[];
}

/** All edits, each with Undo: first the unpublished ones, then the published. */
export function EditsPanel({ editor, editing, edits: { fresh, published } }: PanelProps) {
  const undoAll = () => editor.change(() => editing.published, "All edits since the last publication undone");
  return (
    <section class="panel overflow-hidden pb-1" aria-label="Your edits" tabIndex={-1} data-stand-in>
      <header class="flex min-h-11 items-center border-b border-line px-4">
        <h2 class="flex-1">Your edits</h2>
        {fresh.length > 1 && (
          <Button label={`Undo all ${count(fresh.length)}`} class="btn-quiet btn-small -mr-2" onClick={undoAll} />
        )}
      </header>
      <div class="max-h-[46vh] overflow-y-auto">
        <Group title="Not published yet" tone="text-warn" edits={fresh} editor={editor} />
        <Group title="Published" tone="text-ink-3" edits={published} editor={editor} />
      </div>
      {fresh.length + published.length === 0 && (
        <p class="px-4 py-3 text-[13px]/[18px] text-ink-3">
          No edits yet. Rename a section or rewrite a line: each edit is applied again after every crawl.
        </p>
      )}
    </section>
  );
}
