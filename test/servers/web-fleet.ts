// The answers of a server that keeps 20,000 sites, as far as a screen shows of them.
import type { SitesAnswer } from "../../packages/service/src/protocol/site.ts";
import type { Answer } from "./scripted-service.ts";
import { sitesAnswer } from "./web-sites.ts";

export const fleetAnswer: Answer = (path, method, body) => {
  const answer = sitesAnswer("some")(path, method, body);
  if (!path.startsWith("/api/sites?")) return answer;
  const list = answer?.body as SitesAnswer;
  return { body: { ...list, total: 20_000, counts: { ...list.counts, all: 20_000, attention: 195 } } };
};
