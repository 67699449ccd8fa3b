import { overlaid } from "@llmstxt-service/document/overlay";
import type { Crawl, Site } from "@llmstxt-service/service/shapes";
import { useEffect, useMemo, useState } from "preact/hooks";
import { call } from "../../state/call.ts";
import { isSame } from "./edits.ts";
import type { Overlay, Subject } from "./subject.ts";

/** Edits of a document, from the first pencil to Save. */
export interface Editing {
  /** The edits as they would be saved. */
  readonly draft: Overlay;
  /** The text with the unsaved edits: the server's own rules are applied here. Null before the first text. */
  readonly text: string | null;
  /** True if there is something to save. */
  readonly isChanged: boolean;
  /** Number of possible undo steps. */
  readonly steps: number;
  readonly change: (next: Overlay) => void;
  readonly undo: () => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

const NONE: readonly Overlay[] = [];

/** Holds the edits of the shown site until they are saved, whichever tab is open. */
export function useEditing(subject: Subject, put: (saved: Site | Crawl) => void): Editing {
  const { kind, id, plain, overlay, document: saved } = subject;
  const [past, setPast] = useState(NONE);
  const [own, setOwn] = useState<Overlay>();
  const draft = own ?? overlay;
  const isChanged = own !== undefined && !isSame(own, overlay);
  const text = useMemo(
    () => (isChanged && plain !== null ? overlaid({ text: plain }, draft).text : saved),
    [isChanged, draft, plain, saved],
  );
  useEffect(() => {
    if (!isChanged) return;
    const ask = (event: Event) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged]);
  const forget = () => {
    setOwn(undefined);
    setPast(NONE);
  };
  return {
    draft,
    text,
    isChanged,
    steps: past.length,
    change: (next) => {
      if (isSame(next, draft)) return;
      setPast([...past, draft]);
      setOwn(next);
    },
    undo: () => {
      setOwn(past.at(-1));
      setPast(past.slice(0, -1));
    },
    discard: forget,
    save: async () => {
      put(
        kind === "sites"
          ? await call<Site>(`/api/sites/${id}`, { method: "PATCH", body: { overlay: draft } })
          : await call<Crawl>(`/api/crawls/${id}/overlay`, { method: "PUT", body: draft }),
      );
      forget();
    },
  };
}
