// Vercel: `middleware.js` in the project's root, beside negotiate.js; the fields are in vercel.json.
import { markdownFor } from "./negotiate.js";

export default function middleware(request) {
  return request.method === "GET" || request.method === "HEAD" ? markdownFor(request, fetch) : undefined;
}
