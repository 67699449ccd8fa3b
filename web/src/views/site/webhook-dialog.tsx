import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { CopyField } from "../../parts/code-block.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { copy } from "../../parts/toast.tsx";
import { Trouble, useWork } from "../../parts/trouble.tsx";
import type { Site } from "../../protocol/types.ts";
import { removeWebhookSecret, setWebhookSecret } from "../../state/sites.ts";
import { shortAddress } from "../../words/addresses.ts";
import { dateTime } from "../../words/times.ts";
import { newSecret, webhookCurl } from "./webhook.ts";

interface WebhookDialogProps {
  readonly site: Site;
  readonly publicUrl: string;
  readonly onClose: () => void;
}

/** State of the secret in this dialog: the server never returns it. */
type Secret =
  | { readonly type: "none" }
  | { readonly type: "set"; readonly at: string }
  | { readonly type: "new"; readonly secret: string };

function useSecret({ site }: WebhookDialogProps) {
  const [secret, setSecret] = useState<Secret>(
    site.webhookSecretSetAt === null ? { type: "none" } : { type: "set", at: site.webhookSecretSetAt },
  );
  const { trouble, run } = useWork();
  const rotate = () => {
    const made = newSecret();
    return run(setWebhookSecret(site.id, made).then(() => setSecret({ type: "new", secret: made })));
  };
  const remove = () => run(removeWebhookSecret(site.id).then(() => setSecret({ type: "none" })));
  return { secret, trouble, rotate, remove };
}

function SecretStatus({ secret }: { readonly secret: Secret }) {
  if (secret.type === "none") return <>No secret. Anyone who can reach this URL can ask for a crawl.</>;
  return <>Set {secret.type === "new" ? "just now" : dateTime(secret.at)}</>;
}

/** Instructions to tell the service that a site has changed, and the secret for that. */
export function WebhookDialog(props: WebhookDialogProps) {
  const { site, publicUrl, onClose } = props;
  const { secret, trouble, rotate, remove } = useSecret(props);
  const command = webhookCurl({ ...site, webhookSecretSetAt: secret.type === "none" ? null : "set" }, publicUrl);
  return (
    <Dialog title={`Webhook of ${shortAddress(site.baseUrl)}`} onClose={onClose}>
      <p class="mt-1 text-ink-2">Call this from your deploy script. The site is crawled at the next scheduled run.</p>
      <h3 class="mt-[18px] text-[13.5px] font-[550]">Request</h3>
      <div class="code">
        <pre>{command}</pre>
        <Button
          icon="copy"
          class="btn-icon btn-small btn-quiet absolute top-1.5 right-1.5"
          aria-label="Copy the command"
          onClick={() => copy(command, "Command")}
        />
      </div>
      <h3 class="mt-[18px] text-[13.5px] font-[550]">Secret</h3>
      {secret.type === "new" && (
        <div class="mt-3 rounded-[9px] border border-warn-line bg-warn-bg px-3.5 py-3 text-[13.5px]" role="status">
          <b class="font-[550]">New secret. It is shown only now; the server never shows it again.</b>
          <CopyField text={secret.secret} what="Secret" />
        </div>
      )}
      <Trouble why={trouble} />
      <div class="mt-3.5 flex flex-wrap items-center gap-2">
        <span class="flex-1 text-[13px] text-ink-3">
          <SecretStatus secret={secret} />
        </span>
        {secret.type !== "none" && <Button label="Remove" class="btn-small btn-danger" onClick={remove} />}
        <Button
          icon="again"
          label={secret.type === "none" ? "Set a secret" : "Rotate"}
          class="btn-small"
          onClick={rotate}
        />
      </div>
    </Dialog>
  );
}
