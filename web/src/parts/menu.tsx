import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./button.tsx";

interface MenuProps {
  readonly label: string;
  readonly button: ComponentChildren;
  readonly buttonClass: string;
  readonly popClass?: string;
  /** Draws the panel; `close` closes it and returns the focus to the button. */
  readonly children: (close: () => void) => ComponentChildren;
}

/** A button that opens a small panel. Escape and a click elsewhere close it; Escape returns the focus to the button. */
export function Menu({ label, button, buttonClass, popClass = "", children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  useLayoutEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const { signal } = listening;
    const elsewhere = ({ target }: Event) => {
      if (target instanceof Node && !root.current?.contains(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", elsewhere, { signal });
    document.addEventListener("focusin", elsewhere, { signal });
    root.current?.querySelector<HTMLElement>(".pop :is(a, button, input)")?.focus();
    return () => listening.abort();
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && open) {
      event.stopPropagation();
      close();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event, root.current);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the controls inside.
    <span class="relative inline-flex" ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        ref={opener}
        class={buttonClass}
        aria-label={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && <span class={`pop ${popClass}`}>{children(close)}</span>}
    </span>
  );
}

/** Moves the focus with Up and Down through all entries of the open panel. */
function step(event: KeyboardEvent, root: HTMLElement | null): void {
  const entries = [...(root?.querySelectorAll<HTMLElement>(".pop :is(a, button)") ?? [])];
  const at = entries.findIndex((entry) => entry.matches(":focus"));
  if (at < 0) return;
  event.preventDefault();
  entries.at((at + (event.key === "ArrowDown" ? 1 : -1)) % entries.length)?.focus();
}

interface MenuEntryProps {
  readonly icon: string;
  readonly label: string;
  readonly onClick: () => void;
}

/** A row of an open menu. */
export const MenuEntry = ({ icon, label, onClick }: MenuEntryProps) => (
  <button type="button" onClick={onClick}>
    <Icon name={icon} />
    {label}
  </button>
);
