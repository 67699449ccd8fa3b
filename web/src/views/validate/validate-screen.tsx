import { useEffect, useRef, useState } from "preact/hooks";
import { Seg } from "../../parts/seg.tsx";
import type { Check } from "../../protocol/types.ts";
import { useQuery } from "../../state/query.ts";
import { checkQuery } from "../../state/result.ts";
import { useMended } from "../../state/texts.ts";
import ResultQuality from "../quality/result-quality.tsx";

type Profile = Check["profile"];

const PROFILES = [
  { value: "v2", label: "The proposal" },
  { value: "strict", label: "Strict readers" },
] as const satisfies readonly { value: Profile; label: string }[];

const ABOUT: Readonly<Record<Profile, string>> = {
  v2: "Version 2 of the proposal: only a name is required, all else is advice.",
  strict: "As the strictest readers do: an error is where one of them loses something.",
};

interface CheckedProps {
  readonly given: string;
  readonly profile: Profile;
  readonly onMended: (text: string) => void;
}

/** The server's findings on a text, which is mended where it was pasted. */
function Checked({ given, profile, onMended }: CheckedProps) {
  const mended = useMended(given);
  const { text } = mended;
  const check = useQuery(checkQuery(text, profile));
  useEffect(() => onMended(text), [text]);
  return <ResultQuality text={text} check={check} mended={mended} />;
}

/** Screen that checks any pasted llms.txt. */
export function ValidateScreen() {
  const area = useRef<HTMLTextAreaElement>(null);
  const [profile, setProfile] = useState<Profile>("v2");
  const [given, setGiven] = useState<string>();
  return (
    <div class="mx-auto grid max-w-[1440px] grid-cols-[minmax(0,4fr)_minmax(0,5fr)] items-start gap-[22px] px-6 pt-[18px] pb-16 narrow:grid-cols-1 phone:px-4">
      <form
        class="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          setGiven(area.current?.value ?? "");
        }}
      >
        <h1 class="text-[22px]/[30px] font-semibold tracking-[-0.025em]">Validate an llms.txt</h1>
        <label class="sr-only" for="document">
          The file's text
        </label>
        <textarea
          ref={area}
          id="document"
          class="panel min-h-[420px] w-full resize-y p-4 font-mono text-[12.5px]/5 text-ink phone:text-base"
          placeholder={
            "# Name of the site\n\n> What it is, in one line.\n\n## Docs\n\n- [Title](https://…): What it says."
          }
          spellcheck={false}
        />
        <div class="flex flex-wrap items-center gap-3">
          <Seg label="Whose rules count" choices={PROFILES} value={profile} onChange={setProfile} />
          <p class="min-w-0 flex-1 text-[13px]/[18px] text-ink-3">{ABOUT[profile]}</p>
          <button type="submit" class="btn btn-primary">
            Check
          </button>
        </div>
      </form>
      <div aria-live="polite">
        {given !== undefined && (
          <Checked
            given={given}
            profile={profile}
            onMended={(text) => {
              if (area.current) area.current.value = text;
            }}
          />
        )}
      </div>
    </div>
  );
}
