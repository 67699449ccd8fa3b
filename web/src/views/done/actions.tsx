import { Button } from "../../parts/button.tsx";
import { download } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { Menu } from "../../parts/menu.tsx";
import { copy, tried } from "../../parts/toast.tsx";
import { callText } from "../../protocol/http.ts";
import { startCrawl } from "../../state/form.ts";
import { size } from "../../words/amounts.ts";
import type { ResultViewProps } from "./result-props.ts";

const byteLength = (text: string) => new TextEncoder().encode(text).length;

async function downloadFull(id: string): Promise<void> {
  const path = `/api/crawls/${encodeURIComponent(id)}/llms-full.txt`;
  await tried(callText(path, {}, AbortSignal.timeout(60_000)).then((text) => download(text, "llms-full.txt")));
}

function FullEntry({ result, request, close }: ResultViewProps & { readonly close: () => void }) {
  const { id, summary } = result;
  if (summary.fullUrl !== undefined)
    return (
      <button
        type="button"
        onClick={() => {
          close();
          void downloadFull(id);
        }}
      >
        <Icon name="file" />
        llms-full.txt<small>all text</small>
      </button>
    );
  return (
    <button type="button" onClick={() => void startCrawl({ ...request, full: true })}>
      <Icon name="file" />
      Crawl again with llms-full.txt
    </button>
  );
}

/** Buttons for the file; on phones they are at the foot of the screen. */
export function Actions(props: ResultViewProps & { readonly text: string }) {
  const { request, text } = props;
  const onAgain = () => void startCrawl(request);
  const save = () => download(text, "llms.txt");
  return (
    <div class="ml-auto flex gap-2 phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-9 phone:border-t phone:border-line phone:bg-panel phone:px-4 phone:pt-2.5 phone:pb-[calc(10px+env(safe-area-inset-bottom))] phone:[&_.btn]:h-11">
      <Button icon="again" label="Crawl again" class="phone:hidden" onClick={onAgain} />
      <Button icon="copy" label="Copy" class="phone:flex-1" onClick={() => copy(text, "llms.txt")} />
      <Button icon="down" label="Download llms.txt" class="btn-primary phone:flex-1" onClick={save} />
      <Menu
        label="More downloads"
        buttonClass="btn phone:w-11 phone:px-0"
        button={<Icon name="chevd" />}
        popClass="min-w-[264px] phone:top-auto phone:bottom-[calc(100%+6px)] phone:[&_.btn]:h-auto"
      >
        {(close) => (
          <>
            <button
              type="button"
              onClick={() => {
                close();
                save();
              }}
            >
              <Icon name="file" />
              llms.txt<small>{size(byteLength(text))}</small>
            </button>
            <FullEntry {...props} close={close} />
            <hr />
            <button type="button" onClick={onAgain}>
              <Icon name="again" />
              Crawl again
            </button>
          </>
        )}
      </Menu>
    </div>
  );
}
