// Netlify: `netlify/edge-functions/markdown.js`, beside negotiate.js; `_headers` goes into the published folder.
import { markdownFor, pageFor } from "./negotiate.js";

export const config = { path: "/*", method: ["GET", "HEAD"] };

export default async function markdown(request, context) {
  const get = (wanted) => (wanted === request ? context.next() : fetch(wanted));
  return (await markdownFor(request, get)) ?? pageFor(request, get);
}
