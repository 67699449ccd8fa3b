import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { howMany } from "../../state/bulk.ts";
import type { Subject } from "./site-actions.ts";

interface RemoveDialogProps {
  readonly subject: Subject;
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

/** Asks before sites are removed, and names them. */
export function RemoveDialog({ subject: { chosen, name }, onClose, onRemove }: RemoveDialogProps) {
  const isOne = howMany(chosen) === 1;
  return (
    <Dialog title={`Remove ${name}?`} onClose={onClose}>
      <p class="mt-2 wrap-anywhere text-ink-2">
        {isOne ? "It is" : "They are"} no longer crawled, and {isOne ? "its" : "their"} history is deleted. Files that
        were published stay where they are. This cannot be undone.
      </p>
      <div class="mt-5 flex justify-end gap-2">
        <Button label="Cancel" onClick={onClose} />
        <Button
          label={isOne ? "Remove site" : `Remove ${name}`}
          class="btn-danger"
          onClick={() => {
            onClose();
            onRemove();
          }}
        />
      </div>
    </Dialog>
  );
}
