import { changeCount } from "@llmstxt-service/document/changes";
import { Button } from "../../parts/button.tsx";
import { download } from "../../parts/download.ts";
import { Icon } from "../../parts/icon.tsx";
import { Trouble, useWork } from "../../parts/trouble.tsx";
import { overlayFile } from "../../state/overlays.ts";
import { troubleOf } from "../../state/query.ts";
import { hostOf } from "../../state/result.ts";
import { count } from "../../words/amounts.ts";
import type { EditProps } from "./edit-props.ts";

/** Most bytes of a file that the server accepts. */
const MAX_BYTES = 512_000;

/** Exports the changes as a file, for the command line or a repository, and imports one. */
export function FilePanel({ site, editor, editing }: EditProps) {
  const { trouble, setTrouble, run } = useWork();
  const changes = changeCount(editing.draft.overlay);
  const name = `${hostOf(site.baseUrl)}-overlay.yaml`;
  const save = () => run(overlayFile(site.id, editing.draft).then((yaml) => download(yaml, name)));
  const load = async (file: File | undefined) => {
    if (file === undefined) return;
    setTrouble("");
    if (file.size > MAX_BYTES) return setTrouble(`${file.name} has more than ${count(MAX_BYTES)} bytes.`);
    await editor.load(await file.text()).catch((thrown) => setTrouble(`${file.name}: ${troubleOf(thrown).why}`));
  };
  return (
    <section class="panel px-4 pt-3 pb-4" aria-label="The changes as a file">
      <h2>Your edits as a file</h2>
      <p class="mt-1 text-[13px]/[18px] text-ink-3">
        For the command line: <code class="text-[12px]">llmstxt --overlay FILE</code>
      </p>
      <div class="mt-2.5 flex flex-wrap gap-2">
        <Button icon="down" label="Download YAML" class="btn-small" disabled={changes === 0} onClick={save} />
        <label class="btn btn-small relative focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-focus">
          <Icon name="down" class="rotate-180" />
          Upload a file
          <input
            type="file"
            class="absolute inset-0 w-full cursor-pointer opacity-0"
            accept=".yaml,.yml,.json"
            onChange={({ currentTarget }) => {
              void load(currentTarget.files?.[0]);
              // Without this the same file could not be chosen again.
              currentTarget.value = "";
            }}
          />
        </label>
        <Button
          label="Remove all edits"
          class="btn-small btn-quiet"
          disabled={changes === 0}
          onClick={() => editor.change(() => ({}), "All changes removed")}
        />
      </div>
      <Trouble why={trouble} />
    </section>
  );
}
