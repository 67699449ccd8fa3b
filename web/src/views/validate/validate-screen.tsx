import { useEffect, useRef, useState } from "preact/hooks";
import { Banner } from "../../parts/banner.tsx";
import { Button } from "../../parts/button.tsx";
import { Form } from "../../parts/form.tsx";
import { Seg } from "../../parts/seg.tsx";
import type { Check } from "../../protocol/types.ts";
import { troubleOf, useQuery } from "../../state/query.ts";
import { checkQuery, readAt } from "../../state/result.ts";
import { textToCheck, useMended } from "../../state/texts.ts";
import { checkAddress } from "../../words/addresses.ts";
import ResultQuality from "../quality/result-quality.tsx";

type Profile = Check["profile"];

const PROFILES = [
  { value: "v2", label: "The proposal" },
  { value: "strict", label: "Strict readers" },
] as const satisfies readonly { value: Profile; label: string }[];

const ABOUT: Readonly<Record<Profile, string>> = {
  v2: "Version 2 of the proposal: only a name is required, all else is advice.",
  strict: "By the strictest readers: an error means that one of them loses something.",
};

interface CheckedProps {
  readonly given: string;
  readonly profile: Profile;
  readonly onMended: (text: string) => void;
  /** Called to write, at a line, what no program can. */
  readonly onWrite: (line: number) => void;
}

const EXAMPLE = `https://docs.example.com/llms.txt

or

# Name of the site

> What it is, in one line.

## Docs

- [Title](https://…): What it says.`;

/** The server's findings on a text, which is mended where it was pasted. */
function Checked({ given, profile, onMended, onWrite }: CheckedProps) {
  const mended = useMended(given);
  const { text } = mended;
  const check = useQuery(checkQuery(text, profile));
  useEffect(() => onMended(text), [text]);
  const write = (lines: ReadonlySet<number>) => (
    <Button icon="pen" label="Write it" class="btn-small" onClick={() => onWrite(Math.min(...lines))} />
  );
  return <ResultQuality text={text} check={check} mended={mended} write={write} />;
}

/** Text to check: typed, or read from the address that was typed in its place. */
type Given =
  | { readonly type: "nothing" }
  | { readonly type: "reading"; readonly url: string }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "refused"; readonly why: string };

/** The address, if all of the text is one: no llms.txt is a single line that begins like an address. */
function addressIn(text: string): string | undefined {
  if (/\s/.test(text.trim())) return undefined;
  const check = checkAddress(text);
  return check.type === "good" ? check.url : undefined;
}

/** Gives the focus to a line of a text, selected and in view. */
function selectLine(area: HTMLTextAreaElement, line: number): void {
  const lines = area.value.split("\n");
  const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
  area.scrollTop = (area.scrollHeight * from) / Math.max(1, area.value.length) - area.clientHeight / 2;
}

/** Screen that checks any llms.txt: its text, or the one at an address. */
export function ValidateScreen() {
  const area = useRef<HTMLTextAreaElement>(null);
  const [profile, setProfile] = useState<Profile>("v2");
  const [given, setGiven] = useState<Given>(
    textToCheck.value === "" ? { type: "nothing" } : { type: "text", text: textToCheck.value },
  );
  useEffect(() => textToCheck.set(""), []);
  const show = (text: string) => {
    if (area.current) area.current.value = text;
  };
  const check = async (typed: string): Promise<void> => {
    const url = addressIn(typed);
    if (url === undefined) return setGiven({ type: "text", text: typed });
    setGiven({ type: "reading", url });
    try {
      const text = await readAt(url);
      show(text);
      setGiven({ type: "text", text });
    } catch (thrown) {
      setGiven({ type: "refused", why: troubleOf(thrown).why });
    }
  };
  return (
    <div class="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,4fr)_minmax(0,5fr)] items-start gap-[22px] px-6 pt-[18px] pb-16 narrow:grid-cols-1 phone:px-4">
      <Form class="flex flex-col gap-3" onSend={() => check(area.current?.value ?? "")}>
        <h1>Validate an llms.txt</h1>
        <label class="text-[13px]/[18px] text-ink-2" for="document">
          Its text, or its address
        </label>
        <textarea
          ref={area}
          id="document"
          class="panel min-h-[420px] w-full resize-y p-4 font-mono text-[12.5px]/5 text-ink phone:min-h-60 phone:text-base"
          placeholder={EXAMPLE}
          spellcheck={false}
          dir="auto"
        />
        <div class="flex flex-wrap items-center gap-3">
          <Seg label="Whose rules count" choices={PROFILES} value={profile} onChange={setProfile} />
          <p class="min-w-0 flex-1 text-[13px]/[18px] text-ink-3">{ABOUT[profile]}</p>
          <Button label="Check" type="submit" class="btn-primary" disabled={given.type === "reading"} />
        </div>
      </Form>
      <div aria-live="polite">
        {given.type === "reading" && <p class="p-4 wrap-anywhere text-ink-3">Reading {given.url}…</p>}
        {given.type === "refused" && <Banner tone="bad" icon="alert" title={given.why} />}
        {given.type === "text" && (
          <Checked
            given={given.text}
            profile={profile}
            onMended={show}
            onWrite={(line) => area.current && selectLine(area.current, line)}
          />
        )}
      </div>
    </div>
  );
}
