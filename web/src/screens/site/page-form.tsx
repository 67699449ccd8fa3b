import type { Parsed, ParsedItem } from "@llmstxt-service/document/check";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Box, Form, Select } from "../../parts/field.tsx";
import { entryFor, withPage } from "./edits.ts";
import type { DocumentProps } from "./site-props.ts";

interface PageFormProps extends DocumentProps {
  readonly item: ParsedItem;
  readonly crawled: Parsed;
  readonly onClose: () => void;
}

const NEW = "\n";

/** What the crawl wrote of the page, where a person has written something else. */
const Was = ({ text, isChanged }: { readonly text: string; readonly isChanged: boolean }) =>
  isChanged ? (
    <p class="border-l-2 border-line-2 pl-2 text-[12.5px]/[18px] wrap-anywhere text-ink-3" dir="auto">
      From the site: {text || "none"}
    </p>
  ) : null;

/** Fields for a page's line, in its place. Enter takes them, Escape leaves all as it was. */
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
  const first = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => first.current?.focus(), []);
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
    onClose();
  };
  return (
    <Form
      class="grid gap-2.5 py-1"
      onSend={take}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <label class="grid gap-1 text-[13px] font-medium">
        Title
        <input
          ref={first}
          class="input w-full font-normal"
          autocomplete="off"
          dir="auto"
          maxLength={1000}
          value={title}
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
      </label>
      <Was text={was?.title ?? ""} isChanged={title.trim() !== was?.title} />
      <label class="grid gap-1 text-[13px] font-medium">
        Description
        <textarea
          class="input h-auto w-full py-1.5 font-normal"
          rows={3}
          dir="auto"
          maxLength={8000}
          value={description}
          onInput={({ currentTarget }) => setDescription(currentTarget.value)}
        />
      </label>
      <Was text={was?.excerpt ?? ""} isChanged={description.trim() !== (was?.excerpt ?? "")} />
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
      <div class="flex flex-wrap gap-2">
        <Button type="submit" label="Done" class="btn-small btn-primary" />
        <Button label="Cancel" class="btn-small btn-quiet" onClick={onClose} />
      </div>
    </Form>
  );
}
