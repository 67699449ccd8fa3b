import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.tsx";
import type { ChangesPublished } from "../../protocol/types.ts";
import { goTo, guardLeaving } from "../../state/route.ts";
import type { Editor } from "./editor.ts";

interface LeavingProps {
  readonly editor: Editor;
  readonly isChanged: boolean;
  /** Called to drop the unpublished edits. */
  readonly onDrop: () => void;
}

/** Asks before unpublished edits are left. */
export function Leaving({ editor, isChanged, onDrop }: LeavingProps) {
  const [target, setTarget] = useState("");
  const mayGo = useRef(false);
  useEffect(() => {
    if (!isChanged) return;
    const listening = new AbortController();
    addEventListener("beforeunload", (event) => event.preventDefault(), { signal: listening.signal });
    const open = guardLeaving((to) => {
      if (!mayGo.current) setTarget(to);
      return mayGo.current;
    });
    return () => {
      listening.abort();
      open();
    };
  }, [isChanged]);
  const leave = () => {
    mayGo.current = true;
    onDrop();
    goTo(target);
  };
  const publish = async () => {
    const to = target;
    setTarget("");
    if ((await editor.publish()) === undefined) return;
    mayGo.current = true;
    goTo(to);
  };
  if (target === "") return null;
  return (
    <Dialog title="Leave without publishing?" onClose={() => setTarget("")}>
      <p class="mt-2 text-ink-2">Your edits are not published, and nothing keeps them.</p>
      <div class="mt-5 flex flex-wrap justify-end gap-2 phone:[&>.btn]:h-11 phone:[&>.btn]:w-full">
        <button type="button" class="btn" onClick={() => setTarget("")}>
          Stay
        </button>
        <button type="button" class="btn btn-danger" onClick={leave}>
          Drop my edits
        </button>
        <button type="button" class="btn btn-primary" onClick={() => void publish()}>
          Publish and leave
        </button>
      </div>
    </Dialog>
  );
}

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
        <button type="button" class="btn" onClick={() => editor.stayUnpublished()}>
          Cancel
        </button>
        <button type="button" class="btn" onClick={() => void editor.loadTheirs()}>
          Load theirs
        </button>
        <button
          type="button"
          class="btn btn-primary"
          onClick={() => void editor.keepMine().then((done) => done && onPublished(done))}
        >
          Keep mine
        </button>
      </div>
    </Dialog>
  );
}
