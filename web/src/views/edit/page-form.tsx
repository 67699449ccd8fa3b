import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/form.tsx";
import type { Overlay, ShownPage } from "../../protocol/types.ts";
import { changeOf, type PageWish, sectionWish, withoutPage, withPage } from "./changes.ts";
import type { EditProps } from "./edit-props.ts";

export interface PageProps extends EditProps {
  readonly page: ShownPage;
  /** Address of the page in its change. */
  readonly address: string;
}

const NEW = "new";

/** Choice of a page's section. */
function SectionField({ page, address, editor, editing }: PageProps) {
  const { sections } = editing.shown.preview;
  const [isNew, setIsNew] = useState(false);
  const [name, setName] = useState("");
  const now = sections.findIndex(({ items }) => items.some(({ url }) => url === page.url));
  const move = (section: string | undefined, said: string) =>
    editor.change(({ overlay }) => withPage(overlay, address, { section }), `${page.title}: moved to ${said}`);
  const choose = (value: string) => {
    setIsNew(value === NEW);
    const target = sections[Number(value)];
    if (target !== undefined) move(sectionWish(editing.shown.preview, page, target), target.name);
  };
  return (
    <div class="flex flex-wrap items-end gap-2">
      <label class="grid min-w-0 gap-1 text-[13px] font-medium">
        Section
        <select
          class="select w-56 max-w-full font-normal"
          data-focus={`section ${page.url}`}
          value={isNew ? NEW : String(now)}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          {now < 0 && <option value="-1">Hidden</option>}
          {sections.map((section, index) => (
            <option key={section.name} value={String(index)}>
              {section.name}
            </option>
          ))}
          <option value={NEW}>New section…</option>
        </select>
      </label>
      {isNew && (
        <Form
          class="flex items-end gap-2"
          onSend={() => {
            setIsNew(false);
            if (name.trim() !== "") move(name.trim(), name.trim());
          }}
        >
          <label class="grid min-w-0 gap-1 text-[13px] font-medium">
            Its name
            <input
              class="input w-44 max-w-full font-normal"
              autocomplete="off"
              maxLength={1000}
              value={name}
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </label>
          <Button label="Move" type="submit" class="phone:h-10" />
        </Form>
      )}
    </div>
  );
}

function Was({ text }: { readonly text: string }) {
  return (
    <p class="border-l-2 border-line-2 pl-2 text-[12.5px]/[18px] wrap-anywhere text-ink-3" dir="auto">
      On the site: {text || "none"}
    </p>
  );
}

/** Button that removes all changes of a page. */
function UndoPage({ page, address, editor }: PageProps) {
  const undo = () => editor.change(({ overlay }) => withoutPage(overlay, address), `${page.was.title}: as on the site`);
  return (
    <Button label="Undo all of this page" class="btn-small btn-quiet" data-focus={`reset ${page.url}`} onClick={undo} />
  );
}

interface FormProps extends PageProps {
  /** The part that gets the focus. */
  readonly startsAt: "words" | "section";
  readonly onClose: () => void;
}

/** Fields for a page's line and its section. Escape restores the former text. */
export function PageForm(props: FormProps) {
  const { page, address, editor, editing, startsAt, onClose } = props;
  const { was } = page;
  const form = useRef<HTMLDivElement>(null);
  const before = useRef<Overlay>(editing.draft.overlay);
  useLayoutEffect(
    () => form.current?.querySelector<HTMLElement>(startsAt === "words" ? "input" : "select")?.focus(),
    [],
  );
  const change = changeOf(editing.draft.overlay, address);
  const type = (field: "title" | "description", text: string) => {
    const wish: PageWish = { [field]: text === was[field] ? undefined : text };
    editor.type(`${field} ${address}`, (overlay) => withPage(overlay, address, wish));
  };
  const put = (words: PageWish) => editor.change(({ overlay }) => withPage(overlay, address, words));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    const { title, description } = changeOf(before.current, address) ?? {};
    put({ title, description });
    onClose();
  };
  const close = () => {
    if (change?.title?.trim() === "") put({ title: undefined });
    onClose();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is that of the fields inside.
    <div ref={form} class="mt-1.5 grid gap-2.5 pb-1" onKeyDown={onKeyDown}>
      <label class="grid gap-1 text-[13px] font-medium">
        Title
        <input
          class="input w-full font-normal"
          autocomplete="off"
          dir="auto"
          maxLength={1000}
          value={change?.title ?? was.title}
          onInput={({ currentTarget }) => type("title", currentTarget.value)}
        />
      </label>
      {change?.title !== undefined && <Was text={was.title} />}
      <label class="grid gap-1 text-[13px] font-medium">
        Description
        <textarea
          class="input h-auto w-full py-1.5 font-normal"
          rows={3}
          dir="auto"
          maxLength={8000}
          value={change?.description ?? was.description}
          onInput={({ currentTarget }) => type("description", currentTarget.value)}
        />
      </label>
      {change?.description !== undefined && <Was text={was.description} />}
      <SectionField {...props} />
      <code class="text-[12px] wrap-anywhere text-ink-3">{page.url}</code>
      <div class="flex flex-wrap gap-2">
        <Button label="Done" class="btn-small btn-primary" onClick={close} />
        {change && <UndoPage {...props} />}
      </div>
    </div>
  );
}
