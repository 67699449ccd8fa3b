import { ApiError } from "../../protocol/http.ts";
import type { ChangesPublished, Overlay, Preview } from "../../protocol/types.ts";
import {
  type Draft,
  getOverlay,
  keepEdits,
  previewOverlay,
  publishChanges,
  readOverlayFile,
  saveOverlay,
} from "../../state/overlays.ts";
import { troubleOf } from "../../state/query.ts";
import { Store } from "../../state/store.ts";

/** State that the screen shows. */
export interface Editing {
  readonly draft: Draft;
  /** Changes in the published document. */
  readonly published: Overlay;
  /** The document with changes, and the changes that it was made with. */
  readonly shown: { readonly overlay: Overlay; readonly preview: Preview };
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly isPublishing: boolean;
  /** True if somebody else has saved since the changes were loaded. */
  readonly isOvertaken: boolean;
  /** Reason why the server refused a preview or saving. */
  readonly trouble: string;
  /** Last change in words, for screen readers. */
  readonly said: string;
}

/** Changes, their version on the server, and the document that they make. */
interface Stored {
  readonly overlay: Overlay;
  readonly etag: string;
  readonly preview: Preview;
}

type Step = { readonly make: (now: Editing["shown"]) => Overlay; readonly said: string };

const TYPING_MS = 350;
const PATIENCE_MS = 20_000;
const MAX_STEPS = 200;
/** Most waiting changes: a key that is held down would add more than anybody wants. */
const MAX_WAITING = 20;

/** True if there is something to publish. */
export const isChanged = ({ draft, published }: Editing): boolean =>
  draft.overlay !== published &&
  (draft.file !== undefined || JSON.stringify(draft.overlay) !== JSON.stringify(published));

/** One site's changes while they are edited, with undo, previews and publishing. */
export class Editor {
  readonly state: Store<Editing>;
  readonly #site: string;
  #etag: string;
  #past: Draft[] = [];
  #future: Draft[] = [];
  /** Field that is typed into: all its typing is one step of undo. */
  #typing = "";
  /** Changes that wait until the shown document has all earlier ones. */
  #waiting: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = new AbortController();
  /** Changes whose document was requested last. */
  #asked: Overlay | undefined;

  /** @param stored changes of the server, and @param kept unpublished ones of this browser */
  constructor(site: string, { overlay, etag, preview }: Stored, kept?: Stored & Draft) {
    this.#site = site;
    this.#etag = kept?.etag ?? etag;
    if (kept) this.#past.push({ overlay });
    const { file } = kept ?? {};
    this.state = new Store<Editing>({
      draft: { overlay: kept?.overlay ?? overlay, ...(file !== undefined && { file }) },
      published: overlay,
      shown: { overlay: kept?.overlay ?? overlay, preview: kept?.preview ?? preview },
      canUndo: kept !== undefined,
      canRedo: false,
      isPublishing: false,
      isOvertaken: false,
      trouble: "",
      said: "",
    });
  }

  /** Applies typed text of `field` at once, and requests the document when typing pauses. */
  type(field: string, make: (overlay: Overlay) => Overlay): void {
    const { draft } = this.state.value;
    const typed = { ...draft, overlay: make(draft.overlay) };
    if (this.#typing === field) this.#put(typed);
    else this.#step(typed);
    this.#typing = field;
    this.#ask(TYPING_MS);
  }

  /** Adds a change of the shown document; it waits until all earlier ones are shown. */
  change(make: Step["make"], said = ""): void {
    if (this.#waiting.length < MAX_WAITING) this.#waiting.push({ make, said });
    this.#next();
  }

  undo(): void {
    this.#goBack(this.#past, this.#future, "Undone");
  }

  redo(): void {
    this.#goBack(this.#future, this.#past, "Redone");
  }

  /**
   * Replaces the changes by a file's.
   * @throws ApiError that names its wrong lines
   */
  async load(file: string): Promise<void> {
    const { overlay, preview } = await readOverlayFile(this.#site, file);
    this.#asking.abort();
    this.#step({ overlay, file });
    this.#set({ shown: { overlay, preview }, trouble: "", said: "File loaded" });
  }

  /** Saves and publishes; undefined if the server refused it, and `trouble` has the reason. Never rejects. */
  async publish(): Promise<ChangesPublished | undefined> {
    const { draft } = this.state.value;
    this.#typing = "";
    this.#set({ isPublishing: true, trouble: "" });
    try {
      const call = { ...draft, ifMatch: this.#etag };
      const { etag } = await saveOverlay(this.#site, call);
      this.#etag = etag;
      const done = await publishChanges(this.#site);
      // The server now has the file, so the draft needs none.
      const { draft: now } = this.state.value;
      this.#set({
        published: draft.overlay,
        isPublishing: false,
        isOvertaken: false,
        draft: now === draft ? { overlay: now.overlay } : now,
      });
      return done;
    } catch (thrown) {
      const isOvertaken = thrown instanceof ApiError && thrown.status === 412;
      const trouble = isOvertaken ? "" : `Not published: ${troubleOf(thrown).why}`;
      this.#set({ isPublishing: false, isOvertaken, trouble });
      return undefined;
    }
  }

  /** Loads the changes that somebody else saved, in place of these; Undo restores these. */
  async loadTheirs(): Promise<void> {
    await this.#meet(({ overlay, preview }) => {
      this.#step({ overlay });
      this.#set({ published: overlay, said: "Their edits loaded" });
      if (preview) this.#set({ shown: { overlay, preview } });
      else this.#ask(0);
    });
  }

  /** Publishes over the changes that somebody else saved, which the person now knows of. */
  async keepMine(): Promise<ChangesPublished | undefined> {
    await this.#meet(() => {});
    return this.state.value.trouble === "" ? this.publish() : undefined;
  }

  stayUnpublished(): void {
    this.#set({ isOvertaken: false });
  }

  async #meet(take: (theirs: Awaited<ReturnType<typeof getOverlay>>) => void): Promise<void> {
    this.#set({ isOvertaken: false, trouble: "" });
    try {
      const theirs = await getOverlay(this.#site);
      this.#etag = theirs.etag;
      take(theirs);
    } catch (thrown) {
      this.#set({ trouble: troubleOf(thrown).why });
    }
  }

  #goBack(from: Draft[], to: Draft[], said: string): void {
    const draft = from.pop();
    if (draft === undefined) return;
    to.push(this.state.value.draft);
    this.#typing = "";
    this.#waiting = [];
    this.#set({ draft, said });
    this.#ask(0);
  }

  /** Makes the present draft a step of undo. */
  #step(draft: Draft): void {
    this.#past.push(this.state.value.draft);
    if (this.#past.length > MAX_STEPS) this.#past.shift();
    this.#typing = "";
    this.#put(draft);
  }

  #put(draft: Draft): void {
    this.#future = [];
    this.#set({ draft });
  }

  #next(): void {
    const { draft, shown } = this.state.value;
    if (this.#waiting.length === 0) return;
    if (draft.overlay !== shown.overlay) {
      if (this.#asked !== draft.overlay) this.#ask(0);
      return;
    }
    const step = this.#waiting.shift();
    if (step === undefined) return;
    const overlay = step.make(shown);
    if (JSON.stringify(overlay) === JSON.stringify(draft.overlay)) {
      this.#next();
      return;
    }
    this.#step({ ...draft, overlay });
    this.#set({ said: step.said });
    this.#ask(0);
  }

  /** Requests the document with the present changes. */
  #ask(afterMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#preview(), afterMs);
  }

  async #preview(): Promise<void> {
    this.#asking.abort();
    const asking = new AbortController();
    this.#asking = asking;
    const { overlay } = this.state.value.draft;
    this.#asked = overlay;
    try {
      const signal = AbortSignal.any([asking.signal, AbortSignal.timeout(PATIENCE_MS)]);
      const preview = await previewOverlay(this.#site, overlay, signal);
      if (asking.signal.aborted) return;
      this.#asked = undefined;
      this.#set({ shown: { overlay, preview }, trouble: "" });
      this.#next();
    } catch (thrown) {
      if (asking.signal.aborted) return;
      this.#asked = undefined;
      this.#waiting = [];
      this.#set({ trouble: `Not shown: ${troubleOf(thrown).why}` });
    }
  }

  #set(change: Partial<Editing>): void {
    const canUndo = this.#past.length > 0;
    const canRedo = this.#future.length > 0;
    this.state.set({ ...this.state.value, ...change, canUndo, canRedo });
    // Kept as they are made: a reload, another screen or an ended session loses none.
    if (change.draft || change.published)
      keepEdits(this.#site, isChanged(this.state.value) ? { ...this.state.value.draft, etag: this.#etag } : undefined);
  }
}
