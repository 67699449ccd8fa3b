// A site that bench/serve.ts has crawled, in a process of its own: its work is not the service's. Prints its address.
//   node bench/serve-site.ts PAGES LATENCY_MS HOSTNAME
import { topicSite } from "../test/servers/topic-site.ts";

const [pages, latencyMs, hostname = "127.0.0.1"] = process.argv.slice(2);
const site = await topicSite({ pages: Number(pages), latencyMs: Number(latencyMs), hostname });
console.log(site.origin);
