import type { ComponentChildren } from "preact";

interface MessageProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  /** Buttons that lead on. */
  readonly actions?: ComponentChildren;
  readonly role?: "alert";
}

/** A message in place of a screen. */
export const Message = ({ title, children, actions, role }: MessageProps) => (
  <div class="mx-auto max-w-[760px] px-6 pt-16 phone:px-4 phone:pt-6">
    <div class="panel p-7" role={role}>
      <h1>{title}</h1>
      {children && <p class="mt-2 text-ink-2">{children}</p>}
      {actions && <div class="mt-5 flex flex-wrap gap-2">{actions}</div>}
    </div>
  </div>
);
