import { Icon } from "../../parts/icon.tsx";

interface HeadlineProps {
  readonly icon: string;
  readonly tone: "warn" | "bad";
  readonly title: string;
  readonly say: string;
}

export function Headline({ icon, tone, title, say }: HeadlineProps) {
  const look = tone === "warn" ? "bg-warn-bg text-warn" : "bg-bad-bg text-bad";
  return (
    <>
      <div class={`mb-3.5 grid size-9 place-items-center rounded-[9px] ${look}`}>
        <Icon name={icon} class="size-5" />
      </div>
      <h1 class="text-balance">{title}</h1>
      <p class="mt-2 max-w-[62ch] text-pretty wrap-anywhere text-ink-2">{say}</p>
    </>
  );
}
