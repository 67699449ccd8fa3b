import WebSocket, { type ClientOptions } from "ws";

export interface Message {
  readonly type: string;
  readonly content: string;
  readonly event?: { readonly type: string; readonly [field: string]: unknown };
}

export interface Closed {
  readonly code: number;
  readonly reason: string;
  readonly messages: readonly Message[];
}

/** Messages that a client received, without log messages: `["result", "url", "close 1000"]`. */
export const ending = ({ messages, code }: Closed): readonly string[] => [
  ...messages.filter(({ type }) => type !== "log").map(({ type }) => type),
  `close ${code}`,
];

/** The content of the only message of a type. */
export function only(type: string, { messages }: Closed): string {
  const found = messages.filter((message) => message.type === type);
  if (found.length !== 1) throw new Error(`${found.length} messages of type ${type}: ${JSON.stringify(messages)}`);
  return found[0]?.content ?? "";
}

export interface Client {
  readonly socket: WebSocket;
  readonly messages: readonly Message[];
  readonly opened: Promise<void>;
  /** The close of the connection; 1006 if it fails. Never rejects. */
  readonly closed: Promise<Closed>;
  /** A text is sent as it is, anything else as JSON. */
  send(message: unknown): void;
  /** Waits for the first matching message. */
  next(fits: (message: Message) => boolean): Promise<Message>;
}

/** Connects to a service; its messages are kept. */
export function openClient(url: string, path: string, options: ClientOptions = {}): Client {
  const socket = new WebSocket(url.replace("http", "ws") + path, options);
  const messages: Message[] = [];
  socket.on("message", (data) => messages.push(JSON.parse(String(data))));
  const opened = new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    socket.once("error", reject);
  });
  opened.catch(() => {});
  const closed = new Promise<Closed>((resolve) => {
    socket.once("close", (code, reason) => resolve({ code, reason: reason.toString(), messages }));
  });
  return {
    socket,
    messages,
    opened,
    closed,
    send: (message) => socket.send(typeof message === "string" ? message : JSON.stringify(message)),
    next: (fits) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find(fits);
          if (found !== undefined) resolve(found);
        };
        socket.on("message", look);
        socket.once("close", () => reject(new Error(`closed before it came: ${JSON.stringify(messages)}`)));
        look();
      }),
  };
}
