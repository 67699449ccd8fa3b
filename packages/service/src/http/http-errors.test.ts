import Fastify from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { expect, test } from "vitest";
import * as z from "zod";
import { answerErrors } from "./http-errors.ts";

test("a body that may be written in two ways, and was in none, is told what each of them lacks", async () => {
  const app = Fastify();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  answerErrors(app);
  const body = z.union([z.object({ crawlId: z.string() }), z.object({ baseUrl: z.string(), maxPages: z.int() })]);
  app.post("/", { schema: { body } }, () => ({}));
  const answer = async (payload: object) => (await app.inject({ method: "POST", url: "/", payload })).json();
  expect(await answer({ url: "https://x.dev", maxPages: "many" })).toEqual({
    detail:
      "crawlId: Invalid input: expected string, received undefined, or baseUrl: Invalid input: expected string, received undefined; maxPages: Invalid input: expected number, received string",
  });
  expect(await answer([])).toEqual({
    detail:
      "body: Invalid input: expected object, received array, or body: Invalid input: expected object, received array",
  });
});
