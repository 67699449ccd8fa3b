import type { ComponentChildren, JSX } from "preact";
import { invalidate, type Query, useQuery } from "../state/query.ts";
import { Banner } from "./banner.tsx";
import { Button } from "./button.tsx";

/** Grey lines in place of text; they appear after a moment, since most answers come sooner. */
function Waiting() {
  return (
    <div class="waiting" role="status">
      <span class="sr-only">Loading…</span>
    </div>
  );
}

interface RefusedProps {
  readonly why: string;
  /** Beginning of the keys of queries that are asked again by "Try again". */
  readonly room: string;
}

/** Reason why the server refused, in place of its answer, with a button to try again. */
export function Refused({ why, room }: RefusedProps) {
  return (
    <Banner
      tone="bad"
      icon="alert"
      title={why}
      actions={<Button label="Try again" class="btn-small" onClick={() => invalidate(room)} />}
    />
  );
}

interface AnswerProps<T> {
  readonly query: Query<T>;
  /** Draws the server's answer. It is a function, so its hooks belong into the component that it draws. */
  readonly children: (value: T) => ComponentChildren;
  /** Words in place of the server's own for some statuses. */
  readonly refusal?: (status: number) => ComponentChildren;
}

/** The server's answer to a query; before it grey lines, after a refusal the reason and a button to try again. */
export function Answer<T>({ query, children, refusal }: AnswerProps<T>): JSX.Element {
  const asked = useQuery(query);
  switch (asked.type) {
    case "asking":
      return <Waiting />;
    case "there":
      return <>{children(asked.value)}</>;
    case "refused":
      return <>{refusal?.(asked.status) || <Refused why={asked.why} room={query.key} />}</>;
  }
}
