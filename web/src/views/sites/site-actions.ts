import { toast } from "../../parts/toast.tsx";
import type { BulkChange, BulkUndo, Site } from "../../protocol/types.ts";
import { BATCH, type Chosen, changeAll, howMany } from "../../state/bulk.ts";
import { changed, troubleOf } from "../../state/query.ts";
import { SITES } from "../../state/sites.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";
import { every } from "../../words/times.ts";

/** Sites to change, and their name in messages. */
export interface Subject {
  readonly chosen: Chosen;
  readonly name: string;
}

export const theSite = ({ id, baseUrl }: Site): Subject => ({
  chosen: { type: "some", ids: [id] },
  name: shortAddress(baseUrl),
});

export const theSites = (chosen: Chosen): Subject => ({ chosen, name: some(howMany(chosen), "site") });

/** Changes sites: shows progress and result, offers Undo, and asks shown queries again. */
export type Act = (subject: Subject, change: BulkChange) => void;

export interface Progress {
  readonly done: number;
  readonly of: number;
}

const WORDS: Readonly<Record<Exclude<BulkChange["action"], "setInterval">, string>> = {
  pause: "Paused",
  resume: "Resumed",
  crawl: "Crawling",
  remove: "Removed",
  addTags: "Tagged",
  removeTags: "Untagged",
};

const saidOf = (name: string, change: BulkChange): string =>
  change.action === "setInterval"
    ? `${name}: every ${every(change.recrawlIntervalMinutes)}`
    : `${WORDS[change.action]} ${name}`;

const ASKED: Readonly<Record<BulkChange["action"], string>> = {
  pause: "Pause",
  resume: "Resume",
  crawl: "Crawl",
  remove: "Remove",
  addTags: "Tag",
  removeTags: "Untag",
  setInterval: "Change the interval of",
};

/** Number of sites above which a change must be confirmed: more than are seen at once. */
const MANY = 100;

/** True if a change need not be confirmed, or was. Removing has a dialog of its own. */
const isMeant = (chosen: Chosen, { action }: BulkChange): boolean =>
  howMany(chosen) <= MANY || action === "remove" || confirm(`${ASKED[action]} ${some(howMany(chosen), "site")}?`);

interface Hearing {
  readonly onDone?: () => void;
  /** Called with the progress; undefined: nothing is under way. */
  readonly onProgress?: (progress: Progress | undefined) => void;
}

export function siteAction({ onDone = () => {}, onProgress = () => {} }: Hearing = {}): Act {
  /** Runs the changes. The part done before a failure can be undone, too. */
  const change = async (subject: readonly [Chosen, BulkChange][], said: string, undone: BulkUndo[]) => {
    const of = subject.reduce((sum, [chosen]) => sum + howMany(chosen), 0);
    let before = 0;
    const progress = (done: number) => of > BATCH && onProgress({ done: before + done, of });
    const undo = () =>
      void change(
        undone.map(({ change, ids }) => [{ type: "some", ids }, change]),
        "Undone",
        [],
      );
    const offer = () => (said !== "Undone" && undone.length > 0 ? { label: "Undo", act: undo } : undefined);
    try {
      for (const [chosen, what] of subject) {
        await changed(SITES, changeAll(chosen, what, { progress, undone }));
        before += howMany(chosen);
      }
      toast(said, offer());
    } catch (thrown) {
      toast(troubleOf(thrown).why, offer());
    }
    onProgress(undefined);
    onDone();
  };
  return ({ chosen, name }, what) => {
    if (isMeant(chosen, what)) void change([[chosen, what]], saidOf(name, what), []);
  };
}
