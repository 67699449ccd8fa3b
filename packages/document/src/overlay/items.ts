import type { Item, LlmsTxt } from "../document.ts";
import type { OverlaidItem } from "./overlaid.ts";
import type { PageChanges } from "./pages.ts";
import type { Texts } from "./texts.ts";

/** An item on its way to its place. */
export interface ChangedItem extends OverlaidItem {
  readonly isHidden: boolean;
  /** Section that the change moves the item to. */
  readonly to?: string;
}

/** Every item of the document in its order, as its change has it. */
export function changedItems(document: LlmsTxt, changes: PageChanges, texts: Texts): readonly ChangedItem[] {
  return document.sections.flatMap(({ name: from, items }) =>
    items.map((was): ChangedItem => {
      const change = changes.of(was);
      if (change === undefined) return { item: was, was, from, isPinned: false, isFixed: false, isHidden: false };
      const { index, section, pin = false, hide = false, description } = change;
      return {
        item: hide ? was : { url: was.url, ...wordsOf(was, change, texts) },
        was,
        from,
        change: index,
        isPinned: pin && !hide,
        isFixed: pin || description !== undefined,
        isHidden: hide,
        ...(section === undefined ? {} : { to: section }),
      };
    }),
  );
}

interface ItemWords {
  readonly index: number;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

function wordsOf(was: Item, { index, title, description }: ItemWords, texts: Texts): Omit<Item, "url"> {
  const newTitle = title === undefined ? undefined : texts.of("title", title, ["pages", index, "title"]);
  const isDropped = description === "";
  const newExcerpt = description ? texts.of("description", description, ["pages", index, "description"]) : undefined;
  const excerpt = isDropped ? undefined : (newExcerpt ?? was.excerpt);
  return { title: newTitle ?? was.title, ...(excerpt === undefined ? {} : { excerpt }) };
}
