import type { ComponentChildren } from "preact";
import { Icon } from "./icon.tsx";

interface BannerProps {
  readonly tone: "warn" | "bad";
  readonly icon: string;
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
  readonly actions?: ComponentChildren;
}

export function Banner({ tone, icon, title, children, actions }: BannerProps) {
  const tones = tone === "warn" ? "border-warn-line bg-warn-bg" : "border-bad-line bg-bad-bg";
  return (
    <div
      class={`flex flex-wrap items-start gap-3 rounded-panel border px-3.5 py-3 ${tones}`}
      role={tone === "bad" ? "alert" : undefined}
    >
      <Icon name={icon} class={`mt-0.5 ${tone === "warn" ? "text-warn" : "text-bad"}`} />
      <div class="min-w-56 flex-1">
        <b class="font-[550]">{title}</b>
        {children && <p class="text-ink-2">{children}</p>}
      </div>
      {actions}
    </div>
  );
}
