import { inspect } from "node:util";

const REPEAT_MS = 30_000;

/** Message of anything thrown. */
export function messageOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const isObject = typeof error === "object" && error !== null;
  if (isObject && "message" in error && typeof error.message === "string") return error.message;
  return isObject ? inspect(error, { breakLength: Number.POSITIVE_INFINITY }).slice(0, 500) : String(error);
}

/** Logs the same message again only after a while: a database that is away fails many calls a second. */
export function unlessRepeated(say: (why: string) => void): (why: string) => void {
  let last = { why: "", at: 0 };
  return (why) => {
    const at = performance.now();
    if (why === last.why && at - last.at < REPEAT_MS) return;
    last = { why, at };
    say(why);
  };
}
