import { Button, LinkButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Message } from "../../parts/message.tsx";
import { Outside } from "../../parts/outside.tsx";
import { changeRequest } from "../../state/form.ts";
import { recentCrawls } from "../../state/recent.ts";
import { href } from "../../state/route.ts";
import { safeHref } from "../../words/addresses.ts";

/** Screen of a crawl that the server does not keep any more, with its hosted file, if known, and a new crawl. */
export function Gone({ id, why }: { readonly id: string; readonly why: string }) {
  const known = recentCrawls().find((crawl) => crawl.id === id);
  const file = known?.fileUrl && safeHref(known.fileUrl);
  return (
    <Message
      role="alert"
      title="This crawl cannot be opened"
      actions={
        <>
          {known && (
            <Button
              icon="again"
              label="Crawl again"
              class="btn-primary"
              onClick={() => changeRequest({ url: known.url })}
            />
          )}
          {file && (
            <Outside class="btn" url={file}>
              <Icon name="out" />
              Open the hosted file
            </Outside>
          )}
          <LinkButton label="Back to the start" class="btn-quiet" href={href.start} />
        </>
      }
    >
      {why}. The server keeps crawls for a week unless it was set up otherwise.
    </Message>
  );
}
