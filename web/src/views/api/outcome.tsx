import { tryJson } from "@llmstxt-service/page/json";
import { CodeBlock } from "../../parts/code-block.tsx";
import { Pill } from "../../parts/pill.tsx";
import { count } from "../../words/amounts.ts";
import type { Sent } from "./sending.ts";

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
