import type { Server } from "node:http";
import Fastify, { type FastifyBaseLogger, LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { answerClientError, answerError, answerErrors, pathOf } from "./errors.ts";
import type { App, ServerWorld } from "./world.ts";

const MAX_BODY_BYTES = 16_384;

/** An HTTP server with our limits, errors and counters, and no routes. */
export function openApp({ settings, log, metrics }: Pick<ServerWorld, "settings" | "log" | "metrics">): App {
  const app: App = Fastify<Server>({
    loggerInstance: log as FastifyBaseLogger,
    // The library's lines have the query, which may hold a token.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: (_, hop) => hop < settings.TRUST_PROXY,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 15_000,
    // A server that stops waits for connections that are kept alive.
    keepAliveTimeout: 5_000,
    // At Node's interval of 30 seconds a limit of 10 could take 40.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: answerError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON sent as text/plain gets 415: a form of another site could send that without permission.
  app.removeContentTypeParser("text/plain");
  answerErrors(app);
  app.addHook("onRequest", async ({ raw, ws, routeOptions }, reply) => {
    // The socket's plugin would complete the handshake on any route, and then hang up.
    if (ws && routeOptions.url !== "/ws/crawl") return reply.code(404).send({ detail: "Not found" });
    // Schedulers send empty JSON and forms to routes without a body; Node discards what is not read.
    if (routeOptions.schema?.body === undefined)
      for (const name of ["content-type", "content-length", "transfer-encoding"]) delete raw.headers[name];
    return undefined;
  });
  app.addHook("onResponse", async ({ method, url, ip, routeOptions }, { statusCode: status, elapsedTime }) => {
    const labels = { method, route: routeOptions.url ?? "none", status: String(status) };
    metrics.requestSeconds.observe(labels, elapsedTime / 1000);
    log.debug({ method, path: pathOf(url), status, ms: Math.round(elapsedTime), ip }, "Request");
  });
  return app;
}
