import { LinkButton } from "../../parts/button.tsx";
import { Message } from "../../parts/message.tsx";
import { href } from "../../state/route.ts";

/** Statuses for which the server's message is replaced: here they mean a dead link. */
const GONE: ReadonlySet<number> = new Set([404, 422]);

/** Words for a site that does not exist, in place of the server's refusal. */
export const noSite = (status: number) =>
  GONE.has(status) && (
    <Message
      role="alert"
      title="This site does not exist."
      actions={<LinkButton label="All sites" href={href.sites} />}
    />
  );
