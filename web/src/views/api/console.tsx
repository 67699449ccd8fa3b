import { tryJson } from "@llmstxt-service/page/json";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Form } from "../../parts/form.tsx";
import { Pill } from "../../parts/pill.tsx";
import { Select } from "../../parts/select.tsx";
import { count } from "../../words/amounts.ts";
import type { AskedCrawl } from "./examples.ts";
import { type Sent, useSending } from "./sending.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"].map((name) => ({ value: name, label: name }));

/** Sends one request from this page, with the session of the signed-in person. */
export function Console({ crawl }: { readonly crawl: AskedCrawl }) {
  const [method, setMethod] = useState("POST");
  const [address, setAddress] = useState("/api/crawls");
  const [body, setBody] = useState(() => JSON.stringify(crawl, undefined, 2));
  const { sent, send, stop } = useSending();
  const takesBody = method !== "GET" && method !== "DELETE";
  const isOurs = address.startsWith("/") && !address.startsWith("//");
  return (
    <Form
      class="panel grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3 p-4"
      aria-labelledby="console"
      onSend={() => send({ method, address, body: takesBody && body !== "" ? body : undefined })}
    >
      <h2 id="console">Try a request</h2>
      <div class="flex gap-2">
        <Select
          aria-label="Method"
          class="font-mono text-[12.5px]"
          choices={METHODS}
          value={method}
          onChange={setMethod}
        />
        <input
          aria-label="Path"
          class="input min-w-0 flex-1 font-mono text-[12.5px] phone:text-base"
          spellcheck={false}
          autocomplete="off"
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value.trim())}
        />
      </div>
      {takesBody && (
        <textarea
          aria-label="Body, JSON"
          class="input h-auto min-h-36 w-full resize-y py-2 font-mono text-[12.5px]/5 phone:text-base"
          spellcheck={false}
          value={body}
          onInput={(event) => setBody(event.currentTarget.value)}
        />
      )}
      <div class="flex flex-wrap items-center gap-3">
        <Button label="Send" type="submit" class="btn-primary" disabled={!isOurs || sent?.type === "sending"} />
        {sent?.type === "sending" && <Button label="Stop" onClick={stop} />}
        {!isOurs && <span class="text-ink-3">The path must begin with one slash.</span>}
      </div>
      {sent && <Outcome sent={sent} />}
    </Form>
  );
}

/** Text of an answer for people: JSON with line breaks, anything else unchanged. */
function shownText({ kind, text }: { readonly kind: string; readonly text: string }): string {
  const value = kind === "application/json" ? tryJson(text) : undefined;
  return value === undefined ? text : JSON.stringify(value, undefined, 2);
}

export function Outcome({ sent }: { readonly sent: Sent }) {
  if (sent.type === "failed")
    return (
      <p class="text-bad" role="alert">
        {sent.why}
      </p>
    );
  const isOver = sent.type === "answered";
  const text = isOver ? shownText(sent) : sent.text;
  return (
    <div>
      <p class="mb-2 flex flex-wrap items-center gap-2 text-[13px] text-ink-3" role="status">
        {isOver ? (
          <>
            <Pill tone={sent.status < 400 ? "ok" : "bad"}>{sent.status}</Pill>
            {[sent.kind, `${count(sent.ms)} ms`].filter(Boolean).join(" · ")}
          </>
        ) : (
          "Waiting for the answer…"
        )}
      </p>
      {text !== "" && <CodeBlock label="Answer" text={text} class="max-h-[480px]" />}
    </div>
  );
}
