import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import type { ChangesPublished } from "../../protocol/types.ts";
import type { Editor } from "./editor.ts";

interface OvertakenProps {
  readonly editor: Editor;
  readonly onPublished: (done: ChangesPublished) => void;
}

/** Choice between these edits and those that somebody else has published. */
export function Overtaken({ editor, onPublished }: OvertakenProps) {
  return (
    <Dialog title="Somebody else edited this site" onClose={() => editor.stayUnpublished()}>
      <p class="mt-2 text-ink-2">
        Somebody else published edits of this site after you opened it. Yours are not published. If you load theirs,
        Undo brings yours back. If you keep yours, theirs are replaced.
      </p>
      <div class="mt-5 flex flex-wrap justify-end gap-2 phone:[&>.btn]:h-11 phone:[&>.btn]:w-full">
        <Button label="Cancel" onClick={() => editor.stayUnpublished()} />
        <Button label="Load theirs" onClick={() => void editor.loadTheirs()} />
        <Button
          label="Keep mine"
          class="btn-primary"
          onClick={() => void editor.keepMine().then((done) => done && onPublished(done))}
        />
      </div>
    </Dialog>
  );
}
