import Fastify, { type FastifyInstance, LogController } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { World } from "../world.ts";
import { answerErrors, handleClientError, handleError, pathOf } from "./http-errors.ts";
import { ignoreUnwantedBodies } from "./request-rules.ts";

/** No request of ours is larger; /api/validate alone takes more. */
const MAX_BODY_BYTES = 16_384;

type AppWorld = Pick<World, "config" | "log" | "metrics">;

/** An HTTP server with our limits, our shape of errors and our log, and no route yet. */
export function openApp({ config: { trustProxy }, log, metrics }: AppWorld): FastifyInstance {
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: typeof trustProxy === "number" ? (_, hop) => hop < trustProxy : [...trustProxy],
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 15_000,
    keepAliveTimeout: 5_000,
    // Looked at every second: Node's own half minute would make forty seconds of ten.
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384, connectionsCheckingInterval: 1_000 },
    clientErrorHandler: handleClientError,
    // Its own answer has another shape than every other error.
    return503OnClosing: false,
    frameworkErrors: handleError,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  // JSON of another content type gets 415, so that a form of another site cannot send it.
  app.removeContentTypeParser("text/plain");
  answerErrors(app);
  observeRequests(app, metrics);
  ignoreUnwantedBodies(app);
  return app;
}

/** Counts and times each request by its route, and logs a line of it without its query: that may hold a token or a key. */
function observeRequests(app: FastifyInstance, metrics: AppWorld["metrics"]): void {
  app.addHook("onResponse", async (request, reply) => {
    const { method, url, ip, routeOptions } = request;
    const { statusCode: status, elapsedTime } = reply;
    metrics.requestEnded({ method, route: routeOptions.url ?? "none", status }, elapsedTime / 1000);
    // The capability of a private crawl stands in its path.
    const path = pathOf(url).replace(/~.*/, "~…");
    request.log.debug({ method, path, status, ms: Math.round(elapsedTime), ip }, "request");
  });
}
