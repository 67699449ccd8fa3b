import type { Check } from "@llmstxt-service/service/shapes";
import { useState } from "preact/hooks";
import { Button, Icon } from "../parts/button.tsx";
import { Form, Trouble, useWork } from "../parts/field.tsx";
import { Pill } from "../parts/notice.tsx";
import { call } from "../state/call.ts";
import { checkAddress } from "../words/addresses.ts";
import { count, some } from "../words/amounts.ts";
import { RawView } from "./site/raw-view.tsx";
import { Findings } from "./site/side.tsx";

/** The request for the typed text: an address of a file, or the file's text. */
function bodyOf(typed: string): { readonly url: string } | { readonly text: string } {
  const check = typed.trim().includes("\n") || /^#/.test(typed.trim()) ? undefined : checkAddress(typed);
  return check?.type === "good" ? { url: check.url } : { text: typed };
}

function Checked({ check }: { readonly check: Check }) {
  const { valid, pages, characters, tokens, findings, text } = check;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)_320px] items-start gap-[18px] phone:grid-cols-1">
      <section class="panel min-w-0 overflow-hidden" aria-label="The file">
        <RawView text={text} findings={findings} />
      </section>
      <section class="panel min-w-0 px-4 py-3.5 phone:-order-1" aria-label="Result" role="status">
        <Pill tone={valid ? "ok" : "bad"}>
          <Icon name={valid ? "check" : "alert"} class="size-[13px]" />
          {valid ? "Valid llms.txt" : "Not a valid llms.txt"}
        </Pill>
        <p class="mt-2 mb-3 text-[13px]/[18px] text-ink-3 tabular-nums">
          {some(pages, "page")}, {count(characters)} characters, about {count(tokens)} tokens
        </p>
        <Findings findings={findings} />
      </section>
    </div>
  );
}

/** Checks any llms.txt: an address, a text, or a file that is dropped. */
export function CheckScreen() {
  const [typed, setTyped] = useState("");
  const [check, setCheck] = useState<Check>();
  const { isBusy, trouble, run } = useWork();
  const send = (text: string) =>
    run(async () => {
      setCheck(await call<Check>("/api/validate", { method: "POST", body: bodyOf(text) }));
    });
  const take = async (file: File | null | undefined) => {
    if (!file) return;
    const text = await file.text();
    setTyped(text);
    await send(text);
  };
  return (
    <div class="mx-auto grid max-w-[1240px] grid-cols-[minmax(0,1fr)] gap-[18px] px-6 pt-7 pb-16 phone:px-4 phone:pt-4">
      <h1>Check a file</h1>
      <Form class="panel grid gap-3 p-4" onSend={() => send(typed)}>
        <label class="grid gap-1.5 font-medium" for="checked">
          Address of an llms.txt, or its text
          <textarea
            id="checked"
            class="input h-auto w-full py-2 font-mono text-[12.5px]/5 font-normal phone:text-base"
            rows={typed.includes("\n") ? 8 : 3}
            spellcheck={false}
            placeholder="https://docs.example.com/llms.txt"
            value={typed}
            onInput={({ currentTarget }) => setTyped(currentTarget.value)}
            onKeyDown={(event) => {
              // Enter sends an address; in a longer text it begins a line.
              if (event.key !== "Enter" || event.shiftKey || typed.includes("\n") || typed.startsWith("#")) return;
              event.preventDefault();
              void send(typed);
            }}
            onDrop={(event) => {
              const file = event.dataTransfer?.files[0];
              if (!file) return;
              event.preventDefault();
              void take(file);
            }}
          />
        </label>
        <Trouble why={trouble} class="" />
        <div class="flex flex-wrap items-center gap-2">
          <Button type="submit" label="Check" class="btn-primary" disabled={isBusy || typed.trim() === ""} />
          <label class="btn">
            <Icon name="file" />
            Choose a file
            <input
              type="file"
              class="sr-only"
              accept=".txt,.md,text/plain,text/markdown"
              onChange={({ currentTarget }) => void take(currentTarget.files?.[0])}
            />
          </label>
        </div>
      </Form>
      {check && <Checked check={check} />}
    </div>
  );
}
