import type { ComponentChildren } from "preact";

export type Tone = "run" | "ok" | "warn" | "bad" | "muted";

const TONES: Readonly<Record<Tone, string>> = {
  run: "bg-run-bg text-run",
  ok: "bg-ok-bg text-ok",
  warn: "bg-warn-bg text-warn",
  bad: "bg-bad-bg text-bad",
  muted: "bg-hover text-ink-2",
};

export function Pill({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) {
  return <span class={`pill ${TONES[tone]}`}>{children}</span>;
}
