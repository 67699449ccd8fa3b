import { createSocket } from "node:dgram";
import type { AddressInfo } from "node:net";

/** What a name server says of a name: addresses with their lifetime, that there is no such name, or nothing at all. */
export type NameAnswer =
  | { readonly addresses: readonly string[]; readonly ttlSeconds?: number }
  | "not found"
  | "refused"
  | "silent";

export interface NameServer {
  /** `127.0.0.1:<port>` */
  readonly address: string;
  /** Every question in the order of arrival, `A name` or `AAAA name`. */
  readonly questions: readonly string[];
  close(): Promise<void>;
}

const CODES = { "not found": 3, refused: 5 } as const;

/** A real name server on loopback (RFC 1035, UDP): `answer` says what it knows of a name in lower case. */
export async function serveNames(answer: (name: string, type: "A" | "AAAA") => NameAnswer): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    const { name, end } = nameIn(message);
    const type = message.readUInt16BE(end) === 28 ? "AAAA" : "A";
    questions.push(`${type} ${name}`);
    const known = answer(name, type);
    if (known === "silent") return;
    const question = message.subarray(12, end + 4);
    const records = typeof known === "string" ? [] : recordsOf(known, type);
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (typeof known === "string" ? CODES[known] : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([header, question, ...records]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function nameIn(message: Buffer): { readonly name: string; readonly end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), end: at + 1 };
}

function recordsOf({ addresses, ttlSeconds = 60 }: Exclude<NameAnswer, string>, type: "A" | "AAAA"): Buffer[] {
  const fitting = addresses.filter((address) => address.includes(":") === (type === "AAAA"));
  return fitting.map((address) => {
    const bytes = type === "A" ? address.split(".").map(Number) : ipv6Bytes(address);
    // A pointer to the question's name, type, class IN, lifetime, length.
    const fixed = Buffer.from([0xc0, 0x0c, 0, type === "A" ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, bytes.length]);
    fixed.writeUInt32BE(ttlSeconds, 6);
    return Buffer.concat([fixed, Buffer.from(bytes)]);
  });
}

function ipv6Bytes(address: string): number[] {
  const [head = "", tail = ""] = address.split("::");
  const groups = (text: string) => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
  const zeros = Array<number>(8 - groups(head).length - groups(tail).length).fill(0);
  return [...groups(head), ...zeros, ...groups(tail)].flatMap((group) => [group >> 8, group & 255]);
}
