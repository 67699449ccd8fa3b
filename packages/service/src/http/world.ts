import type { Server } from "node:http";
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
} from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import manifest from "../../package.json" with { type: "json" };
import type { WrongSecrets } from "../auth.ts";
import type { Crawls } from "../crawls/crawls.ts";
import type { RunWorld } from "../crawls/run.ts";
import type { RequestSchema } from "../request.ts";
import type { Settings } from "../settings.ts";

export const VERSION: string = manifest.version;

/** What the routes of a server work with. */
export interface ServerWorld extends RunWorld {
  readonly settings: Settings;
  readonly crawls: Crawls;
  readonly schema: RequestSchema;
  readonly wrongSecrets: WrongSecrets;
  readonly publicUrl: () => string;
  /** Fires when the server stops. */
  readonly closing: AbortSignal;
}

export type App = FastifyInstance<
  Server,
  RawRequestDefaultExpression<Server>,
  RawReplyDefaultExpression<Server>,
  FastifyBaseLogger,
  ZodTypeProvider
>;
