import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "./icon.tsx";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/**
 * A modal dialog. The browser's own `<dialog>` keeps the focus inside, closes on Escape, makes the rest inert; the focus
 * goes back to where it was.
 */
export function Dialog({ title, onClose, children, class: extra = "" }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onClose={onClose}
      class={`m-auto w-[calc(100%-32px)] max-w-[580px] rounded-dialog bg-panel px-6 py-[22px] text-ink shadow-pop backdrop:bg-[rgb(10_12_16/0.42)] phone:p-[18px] ${extra}`}
    >
      <div class="flex items-center gap-2">
        <h2 id="dialog-title" class="flex-1 text-xl/[26px] font-semibold tracking-[-0.025em]">
          {title}
        </h2>
        <button type="button" class="btn btn-icon btn-small btn-quiet" aria-label="Close" onClick={onClose}>
          <Icon name="x" />
        </button>
      </div>
      {children}
    </dialog>
  );
}
