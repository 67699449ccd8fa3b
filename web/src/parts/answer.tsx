import type { ComponentChildren, JSX } from "preact";
import { invalidate, type Query, useQuery } from "../state/query.ts";
import { Banner } from "./banner.tsx";

/** Grey lines in the place of text, after a moment: most answers come sooner. */
function Waiting() {
  return (
    <div class="waiting" role="status">
      <span class="sr-only">Loading…</span>
    </div>
  );
}

interface RefusedProps {
  readonly why: string;
  /** Queries that another try asks. */
  readonly room: string;
}

/** The reason why the server gave no answer, where the answer would stand, and another try. */
export function Refused({ why, room }: RefusedProps) {
  return (
    <Banner
      tone="bad"
      icon="alert"
      title={why}
      actions={
        <button type="button" class="btn btn-small" onClick={() => invalidate(room)}>
          Try again
        </button>
      }
    />
  );
}

interface AnswerProps<T> {
  readonly query: Query<T>;
  /** Drawn with what the server answered. It is a function: hooks belong into the component that it draws. */
  readonly children: (value: T) => ComponentChildren;
  /** Said in place of the server's sentence where there is a better one. */
  readonly refusal?: (status: number) => ComponentChildren;
}

/** The server's answer to a query; until then grey lines, and where it refuses, why and another try. */
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
