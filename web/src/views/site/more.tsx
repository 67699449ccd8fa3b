import { Icon } from "../../parts/icon.tsx";
import type { SiteProps } from "./site-props.ts";

/** Actions on a site that need a dialog. */
export function More({ onWebhook, onRemove }: Pick<SiteProps, "onWebhook" | "onRemove">) {
  return (
    <section class="panel flex flex-wrap items-center gap-2 px-[18px] py-3" aria-label="More">
      <button type="button" class="btn" onClick={onWebhook}>
        <Icon name="hook" />
        Webhook
      </button>
      <button type="button" class="btn btn-danger ml-auto" onClick={onRemove}>
        <Icon name="trash" />
        Remove…
      </button>
    </section>
  );
}
