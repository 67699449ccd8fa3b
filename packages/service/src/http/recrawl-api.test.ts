import Fastify from "fastify";
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import { WrongSecrets } from "../doors/wrong-secrets.ts";
import { answerErrors } from "./http-errors.ts";
import { recrawlRoutes } from "./recrawl-api.ts";

test("an unexpected error: the webhook answers 500 with its text, the cron endpoint without", async () => {
  const fail = () => Promise.reject(new Error("relation is not there"));
  const app = Fastify().withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  const recrawling = { recrawlDue: fail, sites: { mark: fail } };
  recrawlRoutes(app, { config: { cronSecret: "cron" }, wrongSecrets: new WrongSecrets(), recrawling });
  const payload = { base_url: "https://x.dev" };
  const hook = await app.inject({ method: "POST", url: "/internal/hooks/site-changed", payload });
  expect([hook.statusCode, hook.json()]).toEqual([500, { detail: "relation is not there" }]);
  const cron = await app.inject({
    method: "POST",
    url: "/internal/cron/recrawl",
    headers: { "x-cron-secret": "cron" },
  });
  expect([cron.statusCode, cron.json()]).toEqual([500, { detail: "Internal server error" }]);
});
