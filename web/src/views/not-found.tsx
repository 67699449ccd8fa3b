import { LinkButton } from "../parts/button.tsx";
import { href } from "../state/route.ts";

interface NotFoundProps {
  readonly title: string;
  readonly children: string;
}

/** Screen for an address that leads nowhere, or no longer. */
export function NotFound({ title, children }: NotFoundProps) {
  return (
    <div class="mx-auto max-w-[760px] px-6 pt-16 phone:px-4">
      <div class="panel p-7">
        <h1>{title}</h1>
        <p class="mt-2 mb-4 text-ink-2">{children}</p>
        <LinkButton label="Start page" class="btn-primary" href={href.start} />
      </div>
    </div>
  );
}
