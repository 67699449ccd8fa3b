import { useEffect, useRef, useState } from "preact/hooks";
import { Dialog } from "../../parts/dialog.tsx";
import { goTo, guardLeaving } from "../../state/route.ts";
import type { Editor } from "./editor.ts";

interface LeavingProps {
  readonly editor: Editor;
  readonly isChanged: boolean;
  /** Unsaved changes are dropped. */
  readonly onDrop: () => void;
}

/** Asks before what is not saved is left. */
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
  const save = async () => {
    const to = target;
    setTarget("");
    if (!(await editor.save())) return;
    mayGo.current = true;
    goTo(to);
  };
  if (target === "") return null;
  return (
    <Dialog title="Leave without saving?" onClose={() => setTarget("")}>
      <p class="mt-2 text-ink-2">Your changes are not saved yet.</p>
      <div class="mt-5 flex flex-wrap justify-end gap-2 phone:[&>.btn]:h-11 phone:[&>.btn]:w-full">
        <button type="button" class="btn" onClick={() => setTarget("")}>
          Stay
        </button>
        <button type="button" class="btn btn-danger" onClick={leave}>
          Leave without saving
        </button>
        <button type="button" class="btn btn-primary" onClick={() => void save()}>
          Save and leave
        </button>
      </div>
    </Dialog>
  );
}

/** Somebody else saved since the changes were read: theirs or mine. */
export function Overtaken({ editor, onSaved }: { readonly editor: Editor; readonly onSaved: () => void }) {
  return (
    <Dialog title="Somebody else saved changes" onClose={() => editor.stayUnsaved()}>
      <p class="mt-2 text-ink-2">
        The changes of this site were saved by somebody else after you opened them. Yours are not saved. If you load
        theirs, Undo brings yours back. If you keep yours, theirs are replaced.
      </p>
      <div class="mt-5 flex flex-wrap justify-end gap-2 phone:[&>.btn]:h-11 phone:[&>.btn]:w-full">
        <button type="button" class="btn" onClick={() => editor.stayUnsaved()}>
          Cancel
        </button>
        <button type="button" class="btn" onClick={() => void editor.loadTheirs()}>
          Load theirs
        </button>
        <button
          type="button"
          class="btn btn-primary"
          onClick={() => void editor.keepMine().then((isSaved) => isSaved && onSaved())}
        >
          Keep mine
        </button>
      </div>
    </Dialog>
  );
}
