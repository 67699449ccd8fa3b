import type { SocketEvent } from "../protocol/protocol.ts";
import type { NumberedEvent } from "./record.ts";

/**
 * Events of a crawl from before it was interrupted. A crawl that is continued makes every decision again from the same
 * answers, so the same events come again: these are not sent twice.
 */
export class ToldEvents {
  readonly #keys = new Set<string>();
  #done = 0;

  constructor(events: readonly NumberedEvent[]) {
    for (const { json } of events) {
      const { atMs: _, ...event } = JSON.parse(json);
      this.#keys.add(keyOf(event));
      if (event.type === "progress") this.#done = event.done;
    }
  }

  has(event: SocketEvent): boolean {
    if (event.type === "progress") return event.done < this.#done;
    return !OF_THE_MOMENT.has(event.type) && this.#keys.has(keyOf(event));
  }
}

/** Events that depend on the moment and not on the site's answers: they are always sent. */
const OF_THE_MOMENT: ReadonlySet<SocketEvent["type"]> = new Set([
  "answersLost",
  "queued",
  "resumed",
  "slower",
  "stopping",
  "waiting",
]);

/** Key of an event: an event of one type happens to an address once. */
const keyOf = (event: SocketEvent): string => ("url" in event ? `${event.type} ${event.url}` : JSON.stringify(event));
