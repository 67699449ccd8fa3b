import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/form.tsx";
import { TagField } from "../../parts/tag-field.tsx";
import type { BulkChange, Site } from "../../protocol/types.ts";
import { howMany } from "../../state/bulk.ts";
import type { Subject } from "./site-actions.ts";

interface TagsDialogProps {
  readonly subject: Subject;
  /** Loaded sites of the subject: the field starts with the tags that all of them have. */
  readonly sites: readonly Site[];
  readonly known: readonly string[];
  readonly onClose: () => void;
  readonly onChange: (change: BulkChange) => void;
}

/** Dialog that adds tags to sites, or removes tags that all of them have. */
export function TagsDialog({ subject, sites, known, onClose, onChange }: TagsDialogProps) {
  const [first, ...others] = sites;
  const before = (first?.tags ?? []).filter((tag) => others.every(({ tags }) => tags.includes(tag)));
  const [tags, setTags] = useState<readonly string[]>(before);
  const [isTyped, setTyped] = useState(false);
  const added = tags.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !tags.includes(tag));
  const save = () => {
    onClose();
    if (added.length > 0) onChange({ action: "addTags", tags: added });
    if (removed.length > 0) onChange({ action: "removeTags", tags: removed });
  };
  return (
    <Dialog
      title={`Tags of ${subject.name}`}
      onClose={onClose}
      question={isTyped || added.length + removed.length > 0 ? "Close without saving these tags?" : undefined}
    >
      <Form onSend={save}>
        <label class="mt-3 mb-1.5 block text-[13px] text-ink-2" for="tags">
          {others.length > 0 ? "Tags that all of them have" : "Words to find the site by, such as a client's name"}
        </label>
        <TagField id="tags" tags={tags} onTags={setTags} known={known} onTyped={setTyped} />
        <div class="mt-5 flex justify-end gap-2">
          <Button label="Cancel" onClick={onClose} />
          <Button label="Save" type="submit" class="btn-primary" />
        </div>
      </Form>
    </Dialog>
  );
}

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
