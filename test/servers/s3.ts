import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { type Key, signatureProblem } from "./sigv4.ts";

export interface StoredObject {
  readonly body: Buffer;
  readonly contentType: string | undefined;
  readonly cacheControl: string | undefined;
  readonly acl: string | undefined;
}

/** A fault for the next signed request of a method. */
export type Misdeed =
  | { readonly status: number; readonly code?: string; readonly message?: string; readonly retryAfter?: string }
  /** `cut`: the connection ends, nothing is stored. `storeThenCut`: it is stored first. `silence`: no answer ever. */
  | "cut"
  | "storeThenCut"
  | "silence"
  /** No answer ever, and it is stored when `land` is called. */
  | "late";

export interface S3ServerOptions {
  readonly key: Key;
  readonly bucket: string;
  /** Treatment of `If-None-Match`; default `honoured`. */
  readonly conditions?: "honoured" | "passed over" | "501" | "400";
  /** False: a request with `x-amz-acl` is refused, as R2 does. */
  readonly knowsAcls?: boolean;
  /** False: only puts are allowed; looking at an object is a 403. */
  readonly mayRead?: boolean;
  /** Milliseconds that its clock is ahead now. */
  readonly aheadMs?: () => number;
  /** The bucket is the first label of the host, not of the path. */
  readonly virtualHost?: boolean;
}

export interface S3Server {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** Method, name and time of every signed request, in order. */
  readonly requests: readonly { readonly method: string; readonly name: string; readonly at: number }[];
  /** Requests that wait for their answer. */
  open(): number;
  /** Faults for the next requests of `method`, one each. */
  misbehave(method: string, ...misdeeds: readonly Misdeed[]): void;
  /** Answers every signed request from now on with this status; undefined ends that. */
  goAway(status: number | undefined): void;
  /** Completes the "late" puts, under their conditions. */
  land(): void;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

const STATUS: Readonly<Record<string, number>> = {
  NoSuchKey: 404,
  NoSuchBucket: 404,
  PreconditionFailed: 412,
  NotImplemented: 501,
  InvalidArgument: 400,
  XAmzContentSHA256Mismatch: 400,
  ExpiredToken: 400,
  InvalidToken: 400,
};

/** A small S3: path-style or virtual-host, signatures verified, public objects served to everyone. */
export async function startS3(options: S3ServerOptions): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const requests: { method: string; name: string; at: number }[] = [];
  const misdeeds = new Map<string, Misdeed[]>();

  const late: (() => void)[] = [];
  let away: number | undefined;

  const now = () => Date.now() + (options.aheadMs?.() ?? 0);

  function reply(request: IncomingMessage, body: Buffer): Reply | "cut" | "silence" {
    const { method = "GET" } = request;
    const name = nameOf(request, options);
    if (request.headers.authorization === undefined) return served(objects.get(name ?? ""));
    const problem = signatureProblem(request, body, { key: options.key, now: now() });
    if (problem !== undefined) return refused(STATUS[problem] ?? 403, problem);
    requests.push({ method, name: name ?? "", at: performance.now() });
    if (away !== undefined) return refused(away, "SlowDown");
    const misdeed = misdeeds.get(method)?.shift();
    if (misdeed === "late") {
      if (name !== undefined) late.push(() => put(name, received(request, body), request));
      return "silence";
    }
    if (misdeed === "storeThenCut" && name !== undefined) objects.set(name, received(request, body));
    if (typeof misdeed === "string") return misdeed === "silence" ? "silence" : "cut";
    if (misdeed !== undefined) return refused(misdeed.status, misdeed.code, misdeed.message, misdeed.retryAfter);
    if (name === undefined) return refused(404, "NoSuchBucket");
    if (method === "DELETE")
      return objects.delete(name) ? { status: 204, headers: {}, body: "" } : refused(404, "NoSuchKey");
    if (method === "PUT") return put(name, received(request, body), request);
    if (method === "DELETE") return removed(name);
    if (options.mayRead === false) return refused(403, "AccessDenied");
    if (name === "") return listed(new URL(request.url ?? "", "http://server").searchParams);
    const answer = served({ ...objects.get(name), acl: "public-read" });
    const isKnown = answer.headers.etag !== undefined && answer.headers.etag === request.headers["if-none-match"];
    return isKnown ? { status: 304, headers: { etag: answer.headers.etag ?? "" }, body: "" } : answer;
  }

  function put(name: string, object: StoredObject, { headers }: IncomingMessage): Reply {
    const { conditions = "honoured", knowsAcls = true } = options;
    if (!knowsAcls && object.acl !== undefined)
      return refused(501, "NotImplemented", "Header 'x-amz-acl' with value 'public-read' not implemented");
    if (headers["if-none-match"] === "*") {
      if (conditions === "honoured" && objects.has(name)) return refused(412, "PreconditionFailed");
      if (conditions === "501") return refused(501, "NotImplemented", "A header you provided is not implemented");
      if (conditions === "400") return refused(400, "InvalidArgument", "If-None-Match is not supported");
    }
    objects.set(name, object);
    return { status: 200, headers: { etag: etagOf(object.body) }, body: "" };
  }

  function removed(name: string): Reply {
    objects.delete(name);
    return { status: 204, headers: {}, body: "" };
  }

  /** Two keys a page. */
  function listed(query: URLSearchParams): Reply {
    const prefix = query.get("prefix") ?? "";
    const isListed = (name: string) =>
      name.startsWith(prefix) && !(query.get("delimiter") === "/" && name.slice(prefix.length).includes("/"));
    const names = [...objects.keys()].filter(isListed).toSorted();
    const from = Number(query.get("continuation-token") ?? 0);
    const keys = names
      .slice(from, from + 2)
      .map(
        (name) =>
          `<Contents><Key>${encodeURIComponent(name)}</Key><LastModified>${new Date().toISOString()}</LastModified></Contents>`,
      );
    const next = from + 2 < names.length ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : "";
    const body = `<?xml version="1.0"?><ListBucketResult>${keys.join("")}${next}</ListBucketResult>`;
    return { status: 200, headers: { "content-type": "application/xml" }, body };
  }

  let open = 0;
  const server = createServer(async (request, response) => {
    open++;
    response.once("close", () => open--);
    const answer = await buffer(request).then(
      (body) => reply(request, body),
      (): "cut" => "cut",
    );
    if (answer === "cut") request.socket.destroy();
    else if (answer !== "silence")
      response
        .writeHead(answer.status, { date: new Date(now()).toUTCString(), ...answer.headers })
        .end(request.method === "HEAD" ? undefined : answer.body);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    objects,
    requests,
    open: () => open,
    misbehave: (method, ...more) => void misdeeds.set(method, [...(misdeeds.get(method) ?? []), ...more]),
    goAway(status) {
      away = status;
    },
    land() {
      for (const store of late.splice(0)) store();
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** undefined for another bucket. */
function nameOf(request: IncomingMessage, { bucket, virtualHost }: S3ServerOptions): string | undefined {
  const path = decodeURIComponent(new URL(request.url ?? "/", "http://server").pathname).slice(1);
  if (virtualHost) return request.headers.host?.startsWith(`${bucket}.`) ? path : undefined;
  return path.startsWith(`${bucket}/`) ? path.slice(bucket.length + 1) : undefined;
}

function received(request: IncomingMessage, body: Buffer): StoredObject {
  const { "content-type": contentType, "cache-control": cacheControl, "x-amz-acl": acl } = request.headers;
  return { body, contentType, cacheControl, acl: typeof acl === "string" ? acl : undefined };
}

const etagOf = (body: Buffer): string => `"${createHash("md5").update(body).digest("hex")}"`;

function served(object: Partial<StoredObject> | undefined): Reply {
  if (object?.body === undefined) return refused(404, "NoSuchKey");
  if (object.acl !== "public-read") return refused(403, "AccessDenied");
  const { body, contentType = "binary/octet-stream", cacheControl } = object;
  const headers = { "content-type": contentType, "content-length": String(body.length), etag: etagOf(body) };
  return { status: 200, headers: { ...headers, ...(cacheControl && { "cache-control": cacheControl }) }, body };
}

function refused(status: number, code = "InternalError", message = "", retryAfter?: string): Reply {
  const headers = { "content-type": "application/xml", ...(retryAfter && { "retry-after": retryAfter }) };
  const body = `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  return { status, headers, body };
}
