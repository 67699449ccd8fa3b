import type { Parsed, ParsedItem } from "@llmstxt-service/document/check";
import { useState } from "preact/hooks";
import { Box, Select } from "../../parts/field.tsx";
import { EditForm, TextField } from "./edit-form.tsx";
import { entryFor, withPage } from "./edits.ts";
import type { DocumentProps } from "./site-props.ts";

interface PageFormProps extends DocumentProps {
  readonly item: ParsedItem;
  readonly crawled: Parsed;
  readonly onClose: () => void;
}

const NEW = "\n";

/** The crawl's text, if a person has changed it. */
const Was = ({ text = "", isChanged }: { readonly text: string | undefined; readonly isChanged: boolean }) =>
  isChanged ? (
    <span class="border-l-2 border-line-2 pl-2 text-[12.5px]/[18px] wrap-anywhere text-ink-3">
      From the site: {text || "none"}
    </span>
  ) : null;

/** Form for a page's line, in place. Enter applies it, Escape discards it. */
export function PageForm({ item, document, crawled, editing, onClose }: PageFormProps) {
  const sections = document.sections.map(({ name }) => name);
  const home = crawled.sections.find(({ items }) => items.some(({ url }) => url === item.url));
  const was = home?.items.find(({ url }) => url === item.url);
  const shownIn = document.sections.find(({ items }) => items.includes(item))?.name ?? "";
  const entry = entryFor(editing.draft, item.url);
  const [title, setTitle] = useState(item.title);
  const [description, setDescription] = useState(item.excerpt ?? "");
  const [section, setSection] = useState(shownIn);
  const [fresh, setFresh] = useState("");
  const [isPinned, setPinned] = useState(entry?.pin === true);
  const [isHidden, setHidden] = useState(false);
  const take = () => {
    const target = section === NEW ? fresh.trim() : section;
    const isMoved = target !== "" && target !== shownIn;
    editing.change(
      withPage(editing.draft, item.url, {
        title: title.trim() === "" || title.trim() === was?.title ? undefined : title.trim(),
        description: description.trim() === (was?.excerpt ?? "") ? undefined : description.trim(),
        section: isMoved ? (target === home?.name ? undefined : target) : (entry?.section ?? undefined),
        pin: isPinned || undefined,
        hide: isHidden || undefined,
      }),
    );
  };
  return (
    <EditForm onTake={take} onClose={onClose}>
      <TextField label="Title" value={title} onType={setTitle} most={1000}>
        <Was text={was?.title} isChanged={title.trim() !== was?.title} />
      </TextField>
      <TextField label="Description" value={description} onType={setDescription} most={8000} rows={3}>
        <Was text={was?.excerpt} isChanged={description.trim() !== (was?.excerpt ?? "")} />
      </TextField>
      <div class="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Select
          aria-label="Section"
          class="w-56 max-w-full"
          choices={[...sections.map((name) => ({ value: name, label: name })), { value: NEW, label: "New section…" }]}
          value={section}
          onChange={setSection}
        />
        {section === NEW && (
          <input
            class="input w-44 max-w-full"
            aria-label="Name of the new section"
            autocomplete="off"
            maxLength={200}
            value={fresh}
            onInput={({ currentTarget }) => setFresh(currentTarget.value)}
          />
        )}
        <Box label="Pin to the top" isOn={isPinned} onChange={setPinned} />
        <Box label="Hide" isOn={isHidden} onChange={setHidden} />
      </div>
    </EditForm>
  );
}
