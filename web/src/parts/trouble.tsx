import { useState } from "preact/hooks";
import { troubleOf } from "../state/query.ts";

/**
 * Work that a person began on this panel: true while it is under way, and the reason why it failed.
 * @param before reason shown at first
 */
export function useWork(before = "") {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState(before);
  const run = async (work: Promise<unknown>): Promise<void> => {
    setBusy(true);
    setTrouble("");
    await work.catch((thrown) => setTrouble(troubleOf(thrown).why));
    setBusy(false);
  };
  return { isBusy, trouble, setTrouble, run };
}

/** Reason of a failure, read aloud as it appears; empty: none. */
export const Trouble = ({ why, class: look = "mt-2" }: { readonly why: string; readonly class?: string }) => (
  <p role="alert" class={why ? `text-[13px]/[18px] wrap-anywhere text-bad ${look}` : ""}>
    {why}
  </p>
);
