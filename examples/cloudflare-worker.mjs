// A Cloudflare Worker on the route example.com/llms.txt: answers with the newest stored text of an enrolled site.
// Variables: SERVICE (https://llms.example) and SITE_ID (`id` in GET /api/sites); API_KEY as a secret.
const FRESH_SECONDS = 300;

export default {
  async fetch(_request, { SERVICE, SITE_ID, API_KEY }) {
    // Not kept in Cloudflare's cache: it was given for a key.
    const site = await fetch(`${SERVICE}/api/sites/${SITE_ID}`, { headers: { "X-API-Key": API_KEY ?? "" } });
    const { fileUrl } = site.ok ? await site.json() : {};
    const stored = fileUrl
      ? await fetch(fileUrl, { cf: { cacheTtl: FRESH_SECONDS, cacheEverything: true } })
      : undefined;
    if (!stored?.ok) return new Response("llms.txt is not available at the moment\n", { status: 503 });
    return new Response(stored.body, {
      headers: {
        "Content-Type": "text/plain; charset=utf-8",
        "Cache-Control": `public, max-age=${FRESH_SECONDS}`,
      },
    });
  },
};
