import { useState } from "preact/hooks";
import { isElsewhere, isLoopbackUrl } from "../protocol/own-address.ts";
import type { ServerConfig } from "../protocol/types.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

/** Warns that the page was opened under another address than its links have. */
export function PublicUrlNotice({ config }: { readonly config: ServerConfig }) {
  const [isClosed, setClosed] = useState(false);
  // On the server's own machine each of its addresses works.
  const isHere = isLoopbackUrl(config.publicUrl) && isLoopbackUrl(location.origin);
  if (isClosed || isHere || !isElsewhere(config.publicUrl)) return null;
  const says = isLoopbackUrl(config.publicUrl)
    ? `This page uses ${location.origin} in its links. Documents, alerts and other people get ${config.publicUrl}, which works on the server's own machine only. Set PUBLIC_URL to the address that others use.`
    : `Links to stored files lead to ${config.publicUrl}.`;
  return (
    <div class="mx-auto max-w-[1440px] px-6 pt-3 phone:px-4 print:hidden">
      <Banner
        tone="warn"
        icon="alert"
        title={`Opened as ${location.origin}, but PUBLIC_URL is ${config.publicUrl}`}
        actions={<Button label="Dismiss" class="btn-small" onClick={() => setClosed(true)} />}
      >
        {says}
      </Banner>
    </div>
  );
}
