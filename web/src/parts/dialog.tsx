import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Button } from "./button.tsx";

interface DialogProps {
  readonly title: string;
  /** Called on Escape and Close. */
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/**
 * A modal dialog. The browser's `<dialog>` keeps the focus inside and makes the rest inert. The focus goes to the first
 * field, or the first button below the title, and on closing back to where it was.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    const field = content.current?.querySelector<HTMLElement>("input, select, textarea");
    (field ?? content.current?.querySelector("button"))?.focus();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // A browser closes the dialog at a second Escape, even if its cancel event was prevented.
        if (event.key !== "Escape") return;
        event.preventDefault();
        onClose();
      }}
      class="m-auto w-[calc(100%-32px)] max-w-[580px] rounded-dialog bg-panel px-6 py-[22px] text-ink shadow-pop backdrop:bg-[rgb(10_12_16/0.42)] phone:p-[18px]"
    >
      <div class="flex items-center gap-2">
        <h2 id="dialog-title" class="flex-1 text-xl/[26px] font-semibold tracking-[-0.025em]">
          {title}
        </h2>
        <Button icon="x" class="btn-icon btn-small btn-quiet" aria-label="Close" onClick={onClose} />
      </div>
      <div ref={content}>{children}</div>
    </dialog>
  );
}
