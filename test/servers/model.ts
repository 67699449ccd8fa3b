import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";

/** Reaction of a model to a document. */
export type Behaviour =
  /** Answers with this text. */
  | ((document: string) => string | Promise<string>)
  /** Sends this instead of a completion. */
  | { readonly status: number; readonly body: string; readonly headers?: Readonly<Record<string, string>> }
  /** Repeats the document, but ends early for this reason. */
  | { readonly finish: string }
  /** `cut`: half an answer, then the connection ends. `silence`: nothing. `drip`: an answer that never ends. */
  | "cut"
  | "silence"
  | "drip"
  /** An endless completion. */
  | "flood";

export interface ModelServer extends AsyncDisposable {
  /** The URL before `/chat/completions`. */
  readonly baseUrl: string;
  readonly requests: readonly SeenRequest[];
  /** Requests that wait for their answer, or for the rest of it. */
  open(): number;
  /** Reactions to the next requests, one each; the last one to all that follow. */
  behave(...behaviours: readonly Behaviour[]): void;
  close(): Promise<void>;
}

export interface SeenRequest {
  readonly model: string;
  readonly system: string;
  readonly user: string;
  /** The text between the tags of the user's message. */
  readonly document: string;
  readonly at: number;
}

const Question = z.object({
  model: z.string(),
  messages: z.tuple([
    z.object({ role: z.literal("system"), content: z.string() }),
    z.object({ role: z.literal("user"), content: z.string() }),
  ]),
});

/** A small OpenAI-compatible endpoint with one key and chosen reactions. A call counts ten tokens in, five out. */
export async function startModel(key: string): Promise<ModelServer> {
  const requests: SeenRequest[] = [];
  let behaviours: Behaviour[] = [(document) => document];

  let open = 0;
  const server = createServer(async (request, response) => {
    open++;
    response.once("close", () => open--);
    const body = await text(request);
    if (request.url !== "/v1/chat/completions" || request.method !== "POST")
      return response.writeHead(404, JSON_TYPE).end(failure("unknown_url"));
    if (request.headers.authorization !== `Bearer ${key}`)
      return response.writeHead(401, JSON_TYPE).end(failure("invalid_api_key", credentialOf(request)));
    const question = seen(body);
    requests.push(question);
    const [behaviour = "silence"] = behaviours;
    if (behaviours.length > 1) behaviours = behaviours.slice(1);
    if (behaviour === "silence") return;
    if (typeof behaviour === "object" && "status" in behaviour)
      return response.writeHead(behaviour.status, { ...JSON_TYPE, ...behaviour.headers }).end(behaviour.body);
    response.writeHead(200, JSON_TYPE);
    if (behaviour === "cut") {
      const half = completion(question.document).slice(0, 100);
      return response.write(half, () => response.destroy());
    }
    if (behaviour === "drip") return response.write('{"choices":');
    if (behaviour === "flood") return response.end(completion("x".repeat(5_000_000)));
    if (typeof behaviour === "object") return response.end(completion(question.document, behaviour.finish));
    return response.end(completion(await behaviour(question.document)));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    open: () => open,
    behave(...more) {
      behaviours = [...more];
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const JSON_TYPE = { "content-type": "application/json" };

function seen(body: string): SeenRequest {
  const { model, messages } = Question.parse(JSON.parse(body));
  const [{ content: system }, { content: user }] = messages;
  const document = /^<((?:document|page)-[\da-f]{16})>\n([\s\S]*)<\/\1>$/.exec(user)?.[2] ?? "";
  return { model, system, user, document, at: performance.now() };
}

function completion(content: string, finish = "stop"): string {
  return JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: finish }],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  });
}

/** A refusal repeats the sent key, as OpenAI's does. */
function failure(code: string, credential = ""): string {
  return JSON.stringify({ error: { message: `Incorrect API key provided: ${credential}`, type: code, code } });
}

const credentialOf = ({ headers }: IncomingMessage): string => String(headers.authorization).replace("Bearer ", "");
