import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Form } from "../../parts/form.tsx";
import { Icon } from "../../parts/icon.tsx";
import { Select } from "../../parts/select.tsx";
import { TagField } from "../../parts/tag-field.tsx";
import { toast } from "../../parts/toast.tsx";
import type { ServerConfig } from "../../protocol/types.ts";
import { type Adding, addSites, type Judged, judgeLines, MAX_LINES } from "../../state/add-sites.ts";
import { troubleOf } from "../../state/query.ts";
import { readSiteLines, sitesToAdd } from "../../state/site-lines.ts";
import { count, some } from "../../words/amounts.ts";
import { INTERVALS } from "../../words/times.ts";

interface AddDialogProps {
  readonly config: ServerConfig;
  readonly known: readonly string[];
  readonly onClose: () => void;
}

/** Most lines listed; further ones are counted. */
const TOLD = 100;

function Verdicts({ judged }: { readonly judged: Judged }) {
  const { ready, refused, unused } = judged;
  const added = ready.filter(({ verdict }) => verdict.type === "ready" && verdict.addedHttps).length;
  return (
    <div class="mt-2 text-[13px]" role="status">
      <p class="flex flex-wrap gap-x-3 text-ink-2 tabular-nums">
        <span class="text-ok">{count(ready.length)} ready</span>
        {added > 0 && <span>https:// added to {count(added)}</span>}
        {refused.length > 0 && <span class="text-bad">{count(refused.length)} not added</span>}
        {unused.length > 0 && <span class="text-warn">Not used: {unused.join(", ").slice(0, 80)}</span>}
      </p>
      {refused.length > 0 && (
        <ul
          class="mt-1.5 max-h-32 overflow-auto rounded-lg border border-line bg-sunken py-1"
          aria-label="Lines that are not added"
        >
          {refused.slice(0, TOLD).map(({ line, typed, why }) => (
            <li key={line} class="grid grid-cols-[52px_minmax(0,1fr)] gap-x-2 px-2.5 py-0.5">
              <span class="text-ink-3 tabular-nums">Line {line}</span>
              <span class="wrap-anywhere">
                <span class="font-mono text-[12.5px]">{typed.slice(0, 120)}</span> <span class="text-bad">{why}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Field for addresses, typed or pasted; a file's lines are put into it as well. */
function Lines({ text, onText }: { readonly text: string; readonly onText: (text: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const read = async (files: FileList | null | undefined) => {
    const [file] = files ?? [];
    if (file === undefined) return;
    if (file.size > 5_000_000) return toast("That file is larger than 5 MB");
    onText(await file.text());
    field.current?.focus();
  };
  return (
    <>
      <label class="mt-3 mb-1.5 block text-[13px] text-ink-2" for="lines">
        Addresses, one per line, or CSV with headings: address, interval, tags, page limit
      </label>
      <textarea
        id="lines"
        ref={field}
        class="input h-36 w-full resize-y py-2 font-mono text-[12.5px]/5"
        spellcheck={false}
        autocomplete="off"
        placeholder={"https://docs.example.com\nexample.org/help"}
        value={text}
        onInput={(event) => onText(event.currentTarget.value)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          const { files } = event.dataTransfer ?? {};
          if (!files?.length) return;
          event.preventDefault();
          void read(files);
        }}
      />
      <label class="mt-1.5 inline-flex min-h-6 cursor-pointer items-center gap-1.5 text-[13px] text-ink-2 focus-within:outline-2 focus-within:outline-focus hover:text-ink">
        <Icon name="file" />
        Choose a CSV file, or drop one above
        <input
          type="file"
          class="sr-only"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onChange={(event) => void read(event.currentTarget.files)}
        />
      </label>
    </>
  );
}

interface ForAllProps {
  readonly config: ServerConfig;
  readonly known: readonly string[];
  readonly adding: Adding;
  readonly onAdding: (change: Partial<Adding>) => void;
}

/** Defaults for lines that set nothing themselves. */
function ForAll({ config: { limits }, known, adding, onAdding }: ForAllProps) {
  return (
    <div class="mt-3 grid grid-cols-[1fr_1fr] gap-3 phone:grid-cols-1">
      <label class="text-[13px] text-ink-2">
        Crawl every
        <Select
          class="mt-1.5 w-full text-ink"
          choices={INTERVALS.map(({ minutes, long }) => ({ value: minutes, label: long }))}
          value={adding.recrawlIntervalMinutes}
          onChange={(recrawlIntervalMinutes) => onAdding({ recrawlIntervalMinutes })}
        />
      </label>
      <label class="text-[13px] text-ink-2">
        Page limit
        <input
          type="number"
          class="input mt-1.5 w-full text-ink"
          min={1}
          max={limits.maxPages}
          required
          value={adding.maxPages}
          onInput={(event) => onAdding({ maxPages: event.currentTarget.valueAsNumber })}
        />
      </label>
      <div class="col-span-full">
        <label class="mb-1.5 block text-[13px] text-ink-2" for="add-tags">
          Tags
        </label>
        <TagField id="add-tags" tags={adding.tags} onTags={(tags) => onAdding({ tags })} known={known} />
      </div>
    </div>
  );
}

/** Milliseconds without typing before the server checks the lines. */
const TYPING_MS = 400;

function useJudged(text: string, adding: Adding): Judged {
  const lines = useMemo(() => readSiteLines(text), [text]);
  const [judged, setJudged] = useState<Judged>();
  useEffect(() => {
    setJudged(undefined);
    const leaving = new AbortController();
    const waiting = setTimeout(() => {
      // A failed check changes nothing: the lines keep their own faults.
      judgeLines(lines, adding, leaving.signal).then(setJudged, () => {});
    }, TYPING_MS);
    return () => {
      clearTimeout(waiting);
      leaving.abort();
    };
  }, [lines, adding.maxPages, adding.recrawlIntervalMinutes, adding.tags]);
  return judged ?? { ...lines, ...judgedHere(lines) };
}

function judgedHere({ lines }: ReturnType<typeof readSiteLines>): Pick<Judged, "ready" | "refused"> {
  return {
    ready: lines.filter(({ verdict }) => verdict.type === "ready"),
    refused: lines.flatMap(({ line, typed, raw, verdict }) =>
      verdict.type === "wrong" ? [{ line, typed, raw, why: verdict.why }] : [],
    ),
  };
}

/** Dialog that adds one site or many. Refused lines stay in the field, to be corrected. */
export function AddDialog({ config, known, onClose }: AddDialogProps) {
  const [text, setText] = useState(sitesToAdd.value);
  useEffect(() => sitesToAdd.set(""), []);
  const [busy, setBusy] = useState<number>();
  const { recrawlIntervalMinutes, maxPages } = config.defaults;
  const [adding, setAdding] = useState<Adding>({ recrawlIntervalMinutes, maxPages, tags: [] });
  const judged = useJudged(text, adding);
  const { ready } = judged;
  const isTooMuch = ready.length > MAX_LINES;
  const submit = async () => {
    if (ready.length === 0 || isTooMuch || busy !== undefined) return;
    setBusy(0);
    try {
      const { added, left } = await addSites(judged, adding, setBusy);
      toast(`Added ${some(added, "site")}`);
      if (left === "") onClose();
      else setText(left);
    } catch (thrown) {
      toast(troubleOf(thrown).why);
    }
    setBusy(undefined);
  };
  const question = text.trim() === "" ? undefined : "Close without adding these sites?";
  return (
    <Dialog title="Add sites" onClose={onClose} question={question} class="max-w-[640px]">
      <Form
        onSend={submit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void submit();
        }}
      >
        <Lines text={text} onText={setText} />
        {text.trim() !== "" && <Verdicts judged={judged} />}
        <ForAll
          config={config}
          known={known}
          adding={adding}
          onAdding={(change) => setAdding({ ...adding, ...change })}
        />
        <div class="mt-5 flex flex-wrap items-center justify-end gap-2">
          <span class="mr-auto text-[13px] text-ink-3">
            {isTooMuch
              ? `At most ${count(MAX_LINES)} at once`
              : config.schedule === null
                ? "No schedule is set: they are crawled when you ask"
                : "First crawled within minutes"}
          </span>
          <Button label="Cancel" onClick={() => (question === undefined || confirm(question)) && onClose()} />
          <Button
            label={
              busy === undefined ? `Add ${some(ready.length, "site")}` : `${count(busy)} of ${count(ready.length)}`
            }
            type="submit"
            class="btn-primary"
            disabled={ready.length === 0 || isTooMuch || busy !== undefined}
          />
        </div>
      </Form>
    </Dialog>
  );
}
