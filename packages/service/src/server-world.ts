import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Heartbeat, SocketWorld } from "./socket/socket.ts";
import type { World } from "./world.ts";

/** Resources of the HTTP server: the world of the process, and those of its sockets. */
export interface ServerWorld extends World, SocketWorld {
  readonly heartbeat: Heartbeat;
}

/** The HTTP server: its routes take zod schemas, and their handlers the types of these. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;
