import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/form.tsx";
import { tried } from "../../parts/toast.tsx";
import { useQuery } from "../../state/query.ts";
import { href } from "../../state/route.ts";
import { keepView, removeView, viewsQuery } from "../../state/views.ts";

function SaveDialog({ query, onClose }: { readonly query: string; readonly onClose: () => void }) {
  const [name, setName] = useState("");
  const save = async () => {
    await tried(keepView(name.trim(), query), `Saved ${name.trim()}`);
    onClose();
  };
  return (
    <Dialog title="Save this view" onClose={onClose} question={name === "" ? undefined : "Close without saving?"}>
      <Form class="mt-2 grid gap-3.5" onSend={save}>
        <p class="text-ink-2">The search, the filters and the order of this list, for everybody on this server.</p>
        <label class="grid gap-1.5 text-[13px] text-ink-2">
          Name
          <input
            class="input text-ink"
            value={name}
            maxLength={60}
            required
            dir="auto"
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <div class="flex justify-end">
          <Button label="Save" type="submit" class="btn-primary" disabled={name.trim() === ""} />
        </div>
      </Form>
    </Dialog>
  );
}

/** Views of the list by name, and a button that saves the present one. */
export function Views({ query }: { readonly query: string }) {
  const asked = useQuery(viewsQuery);
  const [isSaving, setIsSaving] = useState(false);
  const views = asked.type === "there" ? asked.value : [];
  const current = views.find((view) => view.query === query);
  if (views.length === 0 && query === "") return null;
  const remove = (name: string) => void tried(removeView(name), `Removed the view ${name}`);
  return (
    <nav class="mt-4 flex flex-wrap items-center gap-2" aria-label="Views">
      {[{ name: "All", query: "" }, ...views].map((view) => (
        <a
          key={view.name}
          class="view"
          href={view.query === "" ? href.sites : `${href.sites}?${view.query}`}
          aria-current={view.query === query ? "page" : undefined}
          dir="auto"
        >
          {view.name}
        </a>
      ))}
      {current ? (
        <Button icon="x" label="Remove this view" class="btn-quiet btn-small" onClick={() => remove(current.name)} />
      ) : (
        query !== "" && (
          <Button icon="plus" label="Save view" class="btn-quiet btn-small" onClick={() => setIsSaving(true)} />
        )
      )}
      {isSaving && <SaveDialog query={query} onClose={() => setIsSaving(false)} />}
    </nav>
  );
}
