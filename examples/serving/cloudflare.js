// Cloudflare: the Worker in front of a site or of its static assets (binding ASSETS), beside negotiate.js. On Pages
// this file is `_worker.js`.
import { markdownFor, pageFor } from "./negotiate.js";

export default {
  async fetch(request, env) {
    const get = (wanted) => (env?.ASSETS ? env.ASSETS.fetch(wanted) : fetch(wanted));
    if (request.method !== "GET" && request.method !== "HEAD") return get(request);
    return (await markdownFor(request, get)) ?? pageFor(request, get);
  },
};
