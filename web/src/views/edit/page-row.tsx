import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { isTaken } from "../../parts/keys.ts";
import { Menu, MenuEntry } from "../../parts/menu.tsx";
import { Outside } from "../../parts/outside.tsx";
import type { ShownPage } from "../../protocol/types.ts";
import { letterKeys } from "../../state/preferences.ts";
import { safeHref } from "../../words/addresses.ts";
import { addressIn, type PageWish, withPage } from "./changes.ts";
import { PageForm, type PageProps } from "./page-form.tsx";

interface RowProps extends Omit<PageProps, "address"> {
  readonly place: Place;
}

interface Choice {
  readonly key: "p" | "h" | "m";
  readonly icon: string;
  readonly label: string;
  readonly act: () => void;
}

/** Actions on a page, each by a key of its own. */
function choicesOf({ page, editor, place: { isHidden } }: RowProps, onMove: () => void): readonly Choice[] {
  const { url, title, pinned } = page;
  const wish = (wanted: PageWish, said: string) => () =>
    editor.change((now) => {
      const { sections, hidden } = now.preview;
      // The page's change may have another index by now.
      const item = [...sections.flatMap(({ items }) => items), ...hidden].find((one) => one.url === url) ?? page;
      return withPage(now.overlay, addressIn(now.overlay, item), wanted);
    }, `${title}: ${said}`);
  const pin: Choice = pinned
    ? { key: "p", icon: "pin", label: "No longer pin it", act: wish({ pin: false }, "no longer pinned") }
    : { key: "p", icon: "pin", label: "Pin to the top", act: wish({ pin: true }, "pinned") };
  const hide: Choice = isHidden
    ? { key: "h", icon: "eye", label: "Show it again", act: wish({ hide: false }, "shown") }
    : { key: "h", icon: "hide", label: "Hide", act: wish({ hide: true, pin: false }, "hidden") };
  const move: Choice = { key: "m", icon: "move", label: "Move to a section…", act: onMove };
  return [...(isHidden ? [] : [pin]), hide, move];
}

type Open = "closed" | "words" | "section";

/** A page of the document, with buttons to change it. */
export function PageRow(props: RowProps) {
  const { page, place, editing } = props;
  const [open, setOpen] = useState<Open>("closed");
  const isOpen = open !== "closed";
  const pen = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) pen.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const marks = marksOf(page, place);
  const address = addressIn(editing.shown.overlay, page);
  const isMine = marks.length > 0;
  const choices = choicesOf(props, () => setOpen("section"));
  const body = useMemo(
    () => <Words page={page} marks={marks} isHidden={place.isHidden} isOpen={isOpen} />,
    [page.title, page.description, marks.join(), isOpen],
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (isTaken(event)) return;
    if (event.key === "F2") setOpen("words");
    else if (letterKeys.value) choices.find(({ key }) => key === event.key)?.act();
  };
  return (
    <li
      class={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-l-3 py-2 pr-2.5 pl-[15px] hover:bg-sunken ${isMine ? "border-run" : "border-transparent"}`}
      onKeyDown={onKeyDown}
    >
      {body}
      <div class="flex items-start gap-0.5">
        <button
          type="button"
          ref={pen}
          class="btn btn-small btn-quiet"
          aria-label={`Rewrite: ${page.title}`}
          aria-expanded={isOpen}
          data-focus={`edit ${page.url}`}
          onClick={() => setOpen(isOpen ? "closed" : "words")}
        >
          <Icon name="pen" />
          <span class="phone:hidden">Rewrite</span>
        </button>
        <PageMenu page={page} choices={choices} />
      </div>
      {isOpen && (
        <div class="col-span-full">
          <PageForm {...props} address={address} startsAt={open} onClose={() => setOpen("closed")} />
        </div>
      )}
    </li>
  );
}

function PageMenu({ page, choices }: { readonly page: ShownPage; readonly choices: readonly Choice[] }) {
  const url = safeHref(page.url);
  return (
    <Menu
      label={`More for ${page.title}`}
      buttonClass="btn btn-icon btn-small btn-quiet phone:size-10"
      button={<Icon name="dots" />}
    >
      {(close) => (
        <>
          {choices.map(({ key, icon, label, act }) => (
            <MenuEntry
              key={key}
              icon={icon}
              label={label}
              hint={key.toUpperCase()}
              onClick={() => {
                close();
                act();
              }}
            />
          ))}
          {url && (
            <>
              <hr />
              <Outside url={url}>
                <Icon name="out" />
                Open the page
              </Outside>
            </>
          )}
        </>
      )}
    </Menu>
  );
}

interface WordsProps extends Pick<RowProps, "page"> {
  readonly marks: readonly string[];
  readonly isHidden: boolean;
  readonly isOpen: boolean;
}

function Words({ page: { title, description }, marks, isHidden, isOpen }: WordsProps) {
  return (
    <div class="min-w-0" dir="auto">
      <span class={`font-medium wrap-anywhere ${isHidden ? "text-ink-3 line-through" : ""}`}>{title}</span>
      {marks.length > 0 && (
        <span class="ms-2 rounded bg-run-bg px-1.5 py-px text-[11.5px] font-medium whitespace-nowrap text-run">
          {marks.join(", ")}
        </span>
      )}
      {description && !isOpen && (
        <p class={`line-clamp-2 text-[13.5px]/5 ${isHidden ? "text-ink-3" : "text-ink-2"}`}>{description}</p>
      )}
    </div>
  );
}

/** Owner's changes of a page, in words. */
function marksOf({ change, pinned, title, description, was }: ShownPage, at: Place): readonly string[] {
  if (change === null) return [];
  return [
    at.isHidden && "Hidden",
    pinned && "Pinned",
    !at.isHidden && at.from !== was.section && "Moved here",
    title !== was.title && "Your title",
    description !== was.description && "Your text",
  ].filter((mark) => mark !== false);
}

/** Place where a page is shown. */
export interface Place {
  /** The crawl's name of the section; null for a new section. */
  readonly from: string | null;
  readonly isHidden: boolean;
}
