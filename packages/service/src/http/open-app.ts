import Fastify, { LogController } from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import type { App } from "../server-world.ts";
import type { World } from "../world.ts";
import { answerErrors, handleClientError, handleError, pathOf } from "./http-errors.ts";
import { ignoreUnwantedBodies } from "./request-rules.ts";

/** Most bytes of a request; a few routes set a larger limit. */
const MAX_BODY_BYTES = 16_384;

type AppWorld = Pick<World, "config" | "log" | "metrics">;

/** An HTTP server with our limits, error bodies and log, without routes. */
export function openApp({ config: { trustProxy }, log, metrics }: AppWorld): App {
  const app: App = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === "number" ? (_, hop) => hop < trustProxy : [...trustProxy],
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 15_000,
    keepAliveTimeout: 5_000,
    // Connections are checked every second: at Node's interval of 30 seconds a limit of 10 could take 40.
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: handleClientError,
    // Fastify's own 503 has another body than our errors.
    return503OnClosing: false,
    frameworkErrors: handleError,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON sent as text/plain gets 415: another site's form could send that without permission.
  app.removeContentTypeParser("text/plain");
  answerErrors(app);
  observeRequests(app, metrics);
  ignoreUnwantedBodies(app);
  return app;
}

/** Counts, times and logs each request by its route, without its query, which may hold a token or a key. */
function observeRequests(app: App, metrics: AppWorld["metrics"]): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, url, ip, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.requestEnded({ method, route: routeOptions.url ?? "none", status }, elapsedTime / 1000);
    // The capability of a private crawl is part of its path.
    const path = pathOf(url).replace(/~.*/, "~…");
    request.log.debug({ method, path, status, ms: Math.round(elapsedTime), ip }, "request");
  });
}
