import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";
import { addressIn, type PageWish, withPage } from "./changes.ts";
import { PageForm, type PageProps } from "./page-form.tsx";
import { marksOf, type Place } from "./page-words.ts";

interface RowProps extends Omit<PageProps, "address"> {
  readonly place: Place;
}

interface ToggleProps {
  readonly label: string;
  readonly icon: string;
  readonly isOn: boolean;
  readonly focus: string;
  readonly onClick: () => void;
}

function Toggle({ label, icon, isOn, focus, onClick }: ToggleProps) {
  return (
    <button
      type="button"
      class="btn btn-icon btn-small btn-quiet aria-pressed:bg-run-bg [&[aria-pressed=true]_.icon]:text-run"
      aria-label={label}
      title={label.split(":", 1)[0]}
      aria-pressed={isOn}
      data-focus={focus}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}

function Toggles({ page, editor, place: { isHidden } }: RowProps) {
  const { url, title, pinned } = page;
  const wish = (wanted: PageWish, said: string) =>
    editor.change((now) => {
      const { sections, hidden } = now.preview;
      // Its change may have another place by now.
      const item = [...sections.flatMap(({ items }) => items), ...hidden].find((one) => one.url === url) ?? page;
      return withPage(now.overlay, addressIn(now.overlay, item), wanted);
    }, `${title}: ${said}`);
  return (
    <>
      {!isHidden && (
        <Toggle
          label={`Pin to the top: ${title}`}
          icon="pin"
          isOn={pinned}
          focus={`pin ${url}`}
          onClick={() => wish({ pin: !pinned }, pinned ? "no longer pinned" : "pinned")}
        />
      )}
      <Toggle
        label={`Hide: ${title}`}
        icon="hide"
        isOn={isHidden}
        focus={`hide ${url}`}
        onClick={() => wish(isHidden ? { hide: false } : { hide: true, pin: false }, isHidden ? "shown" : "hidden")}
      />
    </>
  );
}

/** A page of the document, with what can be changed of it. */
export function PageRow(props: RowProps) {
  const { page, place, editing } = props;
  const [isOpen, setIsOpen] = useState(false);
  const pen = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    if (wasOpen.current && !isOpen) pen.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const marks = marksOf(page, place);
  const address = addressIn(editing.shown.overlay, page);
  const isMine = marks.length > 0;
  const body = useMemo(
    () => <Words page={page} marks={marks} isHidden={place.isHidden} isOpen={isOpen} />,
    [page.title, page.description, marks.join(), isOpen],
  );
  return (
    <li
      class={`grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 border-l-3 py-2 pr-2.5 pl-[15px] hover:bg-sunken phone:grid-cols-1 ${isMine ? "border-run" : "border-transparent"}`}
    >
      {body}
      <div class="flex items-start gap-0.5 phone:-ml-2.5">
        <Toggles {...props} />
        <button
          type="button"
          ref={pen}
          class="btn btn-icon btn-small btn-quiet"
          aria-label={`Edit: ${page.title}`}
          title="Edit"
          aria-expanded={isOpen}
          data-focus={`edit ${page.url}`}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="pen" />
        </button>
      </div>
      {isOpen && (
        <div class="col-span-full">
          <PageForm {...props} address={address} onClose={() => setIsOpen(false)} />
        </div>
      )}
    </li>
  );
}

interface WordsProps extends Pick<RowProps, "page"> {
  readonly marks: readonly string[];
  readonly isHidden: boolean;
  readonly isOpen: boolean;
}

function Words({ page: { title, description }, marks, isHidden, isOpen }: WordsProps) {
  return (
    <div class="min-w-0">
      <span class={`font-medium wrap-anywhere ${isHidden ? "text-ink-3 line-through" : ""}`} dir="auto">
        {title}
      </span>
      {marks.length > 0 && (
        <span class="ml-2 rounded bg-run-bg px-1.5 py-px text-[11.5px] font-medium whitespace-nowrap text-run">
          {marks.join(", ")}
        </span>
      )}
      {description && !isOpen && (
        <p class={`line-clamp-2 text-[13.5px]/5 ${isHidden ? "text-ink-3" : "text-ink-2"}`} dir="auto">
          {description}
        </p>
      )}
    </div>
  );
}
