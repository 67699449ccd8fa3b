import type { ComponentChildren } from "preact";
import { Button, Icon } from "./button.tsx";

export type Tone = "run" | "ok" | "warn" | "bad" | "muted";

const GROUNDS: Readonly<Record<Tone, string>> = {
  run: "bg-run-bg text-run",
  ok: "bg-ok-bg text-ok",
  warn: "bg-warn-bg text-warn",
  bad: "bg-bad-bg text-bad",
  muted: "bg-hover text-ink-2",
};

/** A state in a word or two. */
export const Pill = ({ tone, children }: { readonly tone: Tone; readonly children: ComponentChildren }) => (
  <span class={`pill ${GROUNDS[tone]}`}>{children}</span>
);

interface BannerProps {
  readonly tone: "warn" | "bad";
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

/** A notice above the content. */
export function Banner({ tone, title, children, actions }: BannerProps) {
  const ground = tone === "warn" ? "border-warn-line bg-warn-bg" : "border-bad-line bg-bad-bg";
  return (
    <div
      class={`flex flex-wrap items-start gap-3 rounded-panel border px-3.5 py-3 ${ground}`}
      role={tone === "bad" ? "alert" : undefined}
    >
      <Icon name="alert" class={`mt-0.5 ${tone === "warn" ? "text-warn" : "text-bad"}`} />
      <div class="min-w-56 flex-1 wrap-anywhere">
        <b class="font-[550]">{title}</b>
        {children && <p class="text-ink-2">{children}</p>}
      </div>
      {actions}
    </div>
  );
}

interface MessageProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** Buttons for the next step. */
  readonly actions?: ComponentChildren;
}

/** A message instead of a screen. */
export const Message = ({ title, children, actions }: MessageProps) => (
  <div class="mx-auto max-w-[760px] px-6 pt-16 phone:px-4 phone:pt-6">
    <div class="panel p-7" role="alert">
      <h1>{title}</h1>
      {children && <p class="mt-2 text-ink-2">{children}</p>}
      {actions && <div class="mt-5 flex flex-wrap gap-2">{actions}</div>}
    </div>
  </div>
);

/** Grey lines while loading; they appear after a moment, since most answers come sooner. */
const Waiting = () => (
  <div class="waiting" role="status">
    <span class="sr-only">Loading…</span>
  </div>
);

interface AnswerProps<T> {
  readonly asked: { readonly value: T | undefined; readonly trouble: string; readonly again: () => void };
  readonly children: (value: T) => ComponentChildren;
}

/** Shows the server's answer; before it grey lines, after a failure the reason and a button to retry. */
export function Answer<T>({ asked: { value, trouble, again }, children }: AnswerProps<T>) {
  if (value !== undefined) return <>{children(value)}</>;
  if (trouble === "") return <Waiting />;
  return <Banner tone="bad" title={trouble} actions={<Button label="Try again" class="btn-small" onClick={again} />} />;
}
