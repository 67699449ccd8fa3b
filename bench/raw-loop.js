// The limit: requests the same addresses with undici's own `request`, several at once, and discards each body. It is
// JavaScript, since type stripping costs Node 60 ms and 60 MB.
// node bench/raw-loop.js ORIGIN PAGES CONCURRENCY
import { Agent, request } from "undici";

const [origin = "", pages = "0", concurrency = "64"] = process.argv.slice(2);
const dispatcher = new Agent({ connections: Number(concurrency) });
const sitemap = await (await request(`${origin}/sitemap.xml`, { dispatcher })).body.text();
const urls = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url = ""]) => url).slice(0, Number(pages));
await Promise.all(
  Array.from({ length: Number(concurrency) }, async () => {
    for (let url = urls.shift(); url !== undefined; url = urls.shift()) {
      const { body } = await request(url, { dispatcher, headers: { "accept-encoding": "gzip" } });
      await body.dump({ limit: Number.POSITIVE_INFINITY });
    }
  }),
);
await dispatcher.close();
