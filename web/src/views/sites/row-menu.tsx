import { Icon } from "../../parts/icon.tsx";
import { Menu, MenuEntry } from "../../parts/menu.tsx";
import { Outside } from "../../parts/outside.tsx";
import { Seg } from "../../parts/seg.tsx";
import { copy } from "../../parts/toast.tsx";
import type { Site } from "../../protocol/types.ts";
import { safeHref, shortAddress } from "../../words/addresses.ts";
import { INTERVALS } from "../../words/times.ts";
import { webhookCurl } from "../site/webhook.ts";
import { type Act, theSite } from "./site-actions.ts";

export interface RowMenuProps {
  readonly site: Site;
  readonly publicUrl: string;
  readonly act: Act;
  readonly onWebhook: (site: Site) => void;
  readonly onTags: (site: Site) => void;
  readonly onRemove: (site: Site) => void;
}

function Every({ site, act, close }: RowMenuProps & { readonly close: () => void }) {
  return (
    <div class="px-1.5 pt-1 pb-1.5">
      <p class="mx-[3px] mb-[5px] text-[12.5px] text-ink-3">Crawl every</p>
      <Seg
        class="w-full [&>button]:flex-1 [&>button]:justify-center [&>button]:px-0"
        label={`Crawl ${shortAddress(site.baseUrl)} every`}
        value={site.recrawlIntervalMinutes}
        choices={INTERVALS.map(({ minutes, short }) => ({ value: minutes, label: short }))}
        onChange={(minutes) => {
          close();
          act(theSite(site), { action: "setInterval", recrawlIntervalMinutes: minutes });
        }}
      />
    </div>
  );
}

/** Menu of a row, with everything that can be done to its site. */
function RowMenu(props: RowMenuProps) {
  const { site, publicUrl, act, onWebhook, onTags, onRemove } = props;
  return (
    <Menu
      label={`More actions for ${shortAddress(site.baseUrl)}`}
      buttonClass="btn btn-quiet btn-icon btn-small"
      button={<Icon name="dots" />}
    >
      {(close) => {
        const closing = (act: () => void) => () => {
          close();
          act();
        };
        return (
          <>
            <MenuEntry
              icon="again"
              label="Crawl now"
              hint="R"
              onClick={closing(() => act(theSite(site), { action: "crawl" }))}
            />
            <MenuEntry
              icon={site.paused ? "clock" : "pause"}
              label={site.paused ? "Resume" : "Pause"}
              onClick={closing(() => act(theSite(site), { action: site.paused ? "resume" : "pause" }))}
            />
            <MenuEntry icon="tag" label="Tags…" onClick={closing(() => onTags(site))} />
            <MenuEntry icon="hook" label="Webhook and secret" onClick={closing(() => onWebhook(site))} />
            <MenuEntry
              icon="copy"
              label="Copy webhook curl"
              onClick={closing(() => copy(webhookCurl(site, publicUrl), "Command"))}
            />
            <hr />
            <Every {...props} close={close} />
            <hr />
            <MenuEntry icon="trash" label="Remove…" danger onClick={closing(() => onRemove(site))} />
          </>
        );
      }}
    </Menu>
  );
}

/** Link to the hosted file, and the menu. */
export function RowActions(props: RowMenuProps) {
  const file = props.site.fileUrl === null ? undefined : safeHref(props.site.fileUrl);
  return (
    <div class="flex justify-end gap-0.5">
      {file && (
        <Outside
          class="btn btn-quiet btn-icon btn-small phone:hidden"
          url={file}
          aria-label={`Open the file of ${shortAddress(props.site.baseUrl)}`}
        >
          <Icon name="file" />
        </Outside>
      )}
      <RowMenu {...props} />
    </div>
  );
}
