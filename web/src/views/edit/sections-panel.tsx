import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { hueOf } from "../../document/read.ts";
import { Button } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import type { ShownSection } from "../../protocol/types.ts";
import { count } from "../../words/amounts.ts";
import { OPTIONAL, withSectionAt, withSectionName, withSitesSections } from "./changes.ts";
import type { EditProps } from "./edit-props.ts";

/** Moves a section; the last place is Optional's. */
type Move = (from: number, to: number) => void;

function useMove({ editor, editing }: EditProps): Move {
  const { sections } = editing.shown.preview;
  return (from, to) => {
    const name = sections[from]?.name ?? "";
    editor.change(({ overlay, preview }) => {
      // The document may have changed since the key was pressed.
      const at = preview.sections.findIndex((section) => section.name === name);
      const last = preview.sections.findLastIndex((section) => section.name !== OPTIONAL);
      const target = Math.max(0, Math.min(at + to - from, last));
      return at < 0 || at === target ? overlay : withSectionAt(overlay, preview, { from: at, to: target });
    }, `${name} moved`);
  };
}

interface RowProps {
  readonly section: ShownSection;
  readonly at: number;
  readonly last: number;
  readonly move: Move;
  readonly onRename: (name: string) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, ArrowDown: 1 };

interface RenameProps {
  readonly name: string;
  readonly onDone: (name: string) => void;
  /** Called if the field was left by Enter or Escape. */
  readonly onKey: () => void;
}

function Rename({ name, onDone, onKey }: RenameProps) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);
  return (
    <input
      class="input h-7 min-w-0 flex-1 px-1.5 phone:h-10"
      aria-label={`New name of ${name}`}
      autocomplete="off"
      dir="auto"
      maxLength={1000}
      defaultValue={name}
      ref={field}
      onBlur={({ currentTarget }) => onDone(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Escape") event.currentTarget.value = name;
        if (event.key !== "Enter" && event.key !== "Escape") return;
        // The key must not also press the button that takes the field's place.
        event.preventDefault();
        onKey();
        event.currentTarget.blur();
      }}
    />
  );
}

function Steps({ section: { name }, at, last, move }: RowProps) {
  return (
    <span class="flex opacity-60 group-focus-within:opacity-100 group-hover:opacity-100 phone:opacity-100">
      {([-1, 1] as const).map((step) => {
        const isEnd = at + step < 0 || at + step > last || name === OPTIONAL;
        return (
          <Button
            key={step}
            class="btn-icon btn-small btn-quiet aria-disabled:cursor-default aria-disabled:opacity-35 roomy:w-5.5"
            aria-label={`Move ${name} ${step < 0 ? "up" : "down"}`}
            aria-disabled={isEnd}
            data-focus={`${step} ${name}`}
            onClick={() => !isEnd && move(at, at + step)}
          >
            <Icon name="chevd" class={step < 0 ? "rotate-180" : ""} />
          </Button>
        );
      })}
    </span>
  );
}

function Row(props: RowProps) {
  const { section, at, move, onRename } = props;
  const { name, from, items } = section;
  const [isNaming, setIsNaming] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasKey = useRef(false);
  useLayoutEffect(() => {
    if (!isNaming && wasKey.current) button.current?.focus();
    wasKey.current = false;
  }, [isNaming]);
  const isFixed = name === OPTIONAL;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? STEPS[event.key] : undefined;
    if (event.key === "F2") setIsNaming(true);
    if (step === undefined) return;
    event.preventDefault();
    if (!isFixed) move(at, at + step);
  };
  return (
    <li
      class="group -mx-2 flex min-h-[34px] items-center gap-1.5 rounded-md px-2 hover:bg-hover data-over:bg-run-bg"
      draggable={!isFixed && !isNaming}
      onKeyDown={onKeyDown}
      onDragStart={(event) => event.dataTransfer?.setData(DRAGGED, String(at))}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes(DRAGGED)) event.preventDefault();
      }}
      onDrop={(event) => {
        const from = event.dataTransfer?.getData(DRAGGED);
        if (!from) return;
        event.preventDefault();
        move(Number(from), at);
      }}
    >
      <Icon name="grip" class={`phone:hidden ${isFixed ? "opacity-0" : "cursor-grab text-ink-3"}`} />
      <i class={`sq hue-${hueOf(name, at)}`} />
      {isNaming ? (
        <Rename
          name={name}
          onKey={() => {
            wasKey.current = true;
          }}
          onDone={(to) => {
            setIsNaming(false);
            if (to.trim() !== "" && to.trim() !== name) onRename(to.trim());
          }}
        />
      ) : (
        <button
          type="button"
          ref={button}
          class="min-w-0 flex-1 truncate py-1 text-left text-[13.5px] phone:min-h-10"
          dir="auto"
          aria-label={`Rename ${name}`}
          title={from !== null && from !== name ? `${name} (on the site: ${from})` : name}
          data-focus={`name ${at}`}
          onClick={() => setIsNaming(true)}
        >
          {name}
        </button>
      )}
      <span class="text-xs text-ink-3 tabular-nums">{count(items.length)}</span>
      <Steps {...props} />
    </li>
  );
}

const DRAGGED = "application/x-section";

/** The sections, to be moved and renamed. */
export function SectionsPanel(props: EditProps) {
  const { editor, editing } = props;
  const { sections } = editing.shown.preview;
  const move = useMove(props);
  const last = sections.findLastIndex(({ name }) => name !== OPTIONAL);
  return (
    <nav
      class="min-w-0 px-2 -mx-2 sticky top-[122px] max-h-[calc(100vh-140px)] overflow-y-auto narrow:static narrow:max-h-none"
      aria-label="Sections"
    >
      <h2 class="mb-1.5 text-[13px] font-[550]">Sections</h2>
      <ul class="px-2 -mx-2">
        {sections.map((section, at) => (
          <Row
            key={section.from === null ? `new ${section.name}` : section.from}
            section={section}
            at={at}
            last={last}
            move={move}
            onRename={(to) =>
              editor.change(({ overlay, preview }) => {
                const now = preview.sections.findIndex(({ name }) => name === section.name);
                return withSectionName(overlay, preview, { at: now, name: to });
              }, `${section.name} is now ${to}`)
            }
          />
        ))}
      </ul>
      {sections.length === 0 && <p class="text-[13px] text-ink-3">Every page is hidden.</p>}
      <p class="mt-2 text-[12.5px]/[18px] text-ink-3">
        Drag to reorder, or press Alt with an arrow key. Press a name to rename it. Optional stays last.
      </p>
      {editing.draft.overlay.sections && (
        <Button
          label="Use the site's order and names"
          class="btn-small mt-2"
          data-focus="reset sections"
          onClick={() => editor.change(({ overlay }) => withSitesSections(overlay), "Order and names of the site")}
        />
      )}
    </nav>
  );
}
