import type { FetchedBy, SocketEvent } from "../../../src/shells/protocol/messages.ts";
import { answer } from "./answers.ts";

export type { FetchedBy, SocketEvent };

/** A line of a robots.txt that keeps the crawler out, or stands beside one that does. */
export type RobotsLine = NonNullable<Extract<SocketEvent, { readonly type: "robots" }>["refusal"]>[number];

/** Reads an event; undefined where it is none of ours. */
export const readEvent: (value: unknown) => SocketEvent | undefined = answer("event");
