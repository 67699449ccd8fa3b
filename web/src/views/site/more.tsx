import { Button } from "../../parts/button.tsx";
import type { SiteProps } from "./site-props.ts";

/** Actions on a site that need a dialog. */
export function More({ onWebhook, onRemove }: Pick<SiteProps, "onWebhook" | "onRemove">) {
  return (
    <section class="panel flex flex-wrap items-center gap-2 px-[18px] py-3" aria-label="More">
      <Button icon="hook" label="Webhook" onClick={onWebhook} />
      <Button icon="trash" label="Remove…" class="btn-danger ml-auto" onClick={onRemove} />
    </section>
  );
}
