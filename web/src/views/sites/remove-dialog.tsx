import { Dialog } from "../../parts/dialog.tsx";
import type { Site } from "../../protocol/site.ts";
import { shortAddress } from "../../words/addresses.ts";
import { some } from "../../words/amounts.ts";

interface RemoveDialogProps {
  readonly sites: readonly Site[];
  readonly onClose: () => void;
  readonly onRemove: () => void;
}

/** Asks once, naming what goes. */
export function RemoveDialog({ sites, onClose, onRemove }: RemoveDialogProps) {
  const [only] = sites;
  const what = sites.length === 1 && only ? shortAddress(only.baseUrl) : some(sites.length, "site");
  return (
    <Dialog title={`Remove ${what}?`} onClose={onClose}>
      <p class="mt-2 wrap-anywhere text-ink-2">
        {sites.length === 1 ? "It is" : "They are"} no longer crawled; files that were published stay where they are.
      </p>
      {sites.length > 1 && (
        <ul class="mt-2 max-h-40 overflow-auto font-mono text-[12.5px]">
          {sites.map((site) => (
            <li key={site.id}>{shortAddress(site.baseUrl)}</li>
          ))}
        </ul>
      )}
      <div class="mt-5 flex justify-end gap-2">
        <button type="button" class="btn" onClick={onClose}>
          Keep
        </button>
        <button
          type="button"
          class="btn btn-danger"
          onClick={() => {
            onClose();
            onRemove();
          }}
        >
          Remove
        </button>
      </div>
    </Dialog>
  );
}
