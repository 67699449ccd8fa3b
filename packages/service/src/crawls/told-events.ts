import type { SocketEvent } from "../protocol/protocol.ts";
import type { NumberedEvent } from "./record.ts";

/**
 * Events of a crawl from before it broke off. One that goes on makes every decision again, from the same answers: what was
 * told of it is not told twice.
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

/** Events that come of the moment, and not of the site's answers. */
const OF_THE_MOMENT: ReadonlySet<SocketEvent["type"]> = new Set(["queued", "resumed", "slower", "stopping", "waiting"]);

/** A thing of one kind happens to an address once. */
const keyOf = (event: SocketEvent): string => ("url" in event ? `${event.type} ${event.url}` : JSON.stringify(event));
