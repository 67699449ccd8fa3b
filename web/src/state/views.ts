import { callJson, callText } from "../protocol/http.ts";
import type { ViewsAnswer } from "../protocol/types.ts";
import { changed, type Query } from "./query.ts";

const VIEWS = "/api/views";

const at = (name: string) => `${VIEWS}/${encodeURIComponent(name)}`;

/** Named filters of the list, which the server keeps for everybody. */
export const viewsQuery: Query<ViewsAnswer["items"]> = {
  key: VIEWS,
  ask: async (signal) => (await callJson<ViewsAnswer>(VIEWS, {}, signal)).items,
};

/** @throws ApiError */
export async function keepView(name: string, query: string): Promise<void> {
  await changed(VIEWS, callText(at(name), { method: "PUT", body: { query } }));
}

/** @throws ApiError */
export async function removeView(name: string): Promise<void> {
  await changed(VIEWS, callText(at(name), { method: "DELETE" }));
}
