// Enrols sites in the embedded database of a folder, one after another, and says each one that is written.

import { Database } from "../../packages/service/src/sites/database/database.ts";
import { sitesIn } from "../../packages/service/src/sites/store.ts";
import { siteRequest } from "../servers/site-request.ts";

const [folder = "", name = ""] = process.argv.slice(2);
const database = new Database({ type: "pglite", folder }, (news) => "why" in news && console.error(news.why));
await database.opened(AbortSignal.timeout(60_000));
const sites = sitesIn(database);
for (let site = 0; ; site++) {
  const url = `https://${name}-${site}.dev`;
  const request = siteRequest(url);
  await sites.enrol({ request, recrawlIntervalMinutes: 60, sentinelUrl: null });
  process.stdout.write(`${url}\n`);
}
