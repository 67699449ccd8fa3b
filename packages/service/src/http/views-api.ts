import * as z from "zod";
import { detailSchema, viewsSchema, viewText } from "../protocol/protocol.ts";
import type { App } from "../server-world.ts";
import { MAX_VIEWS } from "../sites/site-query.ts";
import type { Sites } from "../sites/sites.ts";
import { commonAnswers, siteTags as tags } from "./site-routes.ts";

const params = z.object({ name: viewText(60) });

/** Routes for named filters of the list. Everybody who may see the list shares them. */
export function viewRoutes(app: App, sites: Sites): void {
  const all = { tags, summary: "Named filters of the list of sites", response: { 200: viewsSchema, ...commonAnswers } };
  app.get("/api/views", { schema: all }, async () => ({ items: [...(await sites.views())] }));
  const keep = {
    tags,
    summary: "Keeps a filter of the list of sites under a name",
    params,
    body: z.object({ query: viewText(1_000).describe("Filter and order, as in the address of the page's list") }),
    response: { 204: z.null(), 409: detailSchema, ...commonAnswers },
  };
  app.put("/api/views/:name", { schema: keep }, async ({ params: { name }, body: { query } }, reply) =>
    (await sites.keepView({ name, query }))
      ? reply.code(204).send(null)
      : reply.code(409).send({ detail: `There are ${MAX_VIEWS} views: remove one first` }),
  );
  const remove = { tags, summary: "Removes a named filter", params, response: { 204: z.null(), ...commonAnswers } };
  app.delete("/api/views/:name", { schema: remove }, async ({ params: { name } }, reply) =>
    (await sites.removeView(name)) ? reply.code(204).send(null) : reply.code(404).send({ detail: "No such view" }),
  );
}
