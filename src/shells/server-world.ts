import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import type { Validation } from "../llmstxt/check/check.ts";
import type { Recrawling } from "./recrawling.ts";
import type { SocketWorld } from "./socket/socket.ts";

/** How the database is, as far as the last look at it says; `none`: the settings ask for none. */
export type DatabaseState = "up" | "down" | "none";

/** What the HTTP server needs besides what its sockets need. */
export interface ServerWorld extends SocketWorld {
  readonly recrawling: Recrawling;
  /** Folder served under /files; undefined: files are elsewhere. */
  readonly filesFolder: string | undefined;
  /** @throws CrawlError `unreadable` when it takes too much time or memory; `aborted` when `signal` fires */
  validate(text: string, signal: AbortSignal): Promise<Validation>;
  readonly features: { readonly browser: boolean; readonly proxy: boolean; readonly llm: boolean };
  /** How clients reach this server, without a slash at the end. */
  publicUrl(): string;
  database(): Promise<DatabaseState>;
}

/** Routes of this app take zod schemas, and their handlers the types of these. */
export const withSchemas = (app: FastifyInstance) => app.withTypeProvider<ZodTypeProvider>();
