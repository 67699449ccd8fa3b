// The site that bench/serve.ts has crawled, in a process of its own: its work is not the service's. Prints its address.
import { topicSite } from "../test/servers/topic-site.ts";

const site = await topicSite({ pages: Number(process.argv[2]), latencyMs: Number(process.argv[3]) });
console.log(site.origin);
