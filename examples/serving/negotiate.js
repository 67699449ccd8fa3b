// Shared by Cloudflare, Netlify and Vercel: finds a page's Markdown, and decides which clients get it.

const MARKDOWN = "text/markdown; charset=utf-8";
const INDEX = '</llms.txt>; rel="describedby"';

/** `/a` and `/a.html` have `/a.md`, `/a/` has `/a/index.md`; undefined for a file with another extension. */
export function markdownPath(path) {
  if (path.endsWith("/")) return `${path}index.md`;
  if (/\.html?$/i.test(path)) return path.replace(/\.html?$/i, ".md");
  return /\.(?:md|txt|xml|json|js|css|map|ico|png|jpe?g|gif|svg|webp|avif|woff2?|pdf|zip)$/i.test(path)
    ? undefined
    : `${path}.md`;
}

/** True if an Accept field weighs Markdown more than HTML, or equally and names it first. Markdown must be named. */
export function prefersMarkdown(accept) {
  const ranges = accept
    .toLowerCase()
    .split(",")
    .map((range) => {
      const [type, ...parameters] = range.split(";").map((part) => part.trim());
      const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return { type, weight: q === undefined ? 1 : Number(q) || 0 };
    });
  const place = (type) => ranges.findIndex((range) => range.type === type);
  const [markdown, html] = [place("text/markdown"), place("text/html")];
  const own = ranges[markdown]?.weight ?? 0;
  const other = (ranges[html] ?? ranges[place("text/*")] ?? ranges[place("*/*")])?.weight ?? 0;
  return own > other || (own > 0 && own === other && (html < 0 || markdown < html));
}

/** A page's Markdown, if it was requested and exists. `get` fetches from the site itself. */
export async function markdownFor(request, get) {
  const url = new URL(request.url);
  const path = markdownPath(url.pathname);
  if (path === undefined || !prefersMarkdown(request.headers.get("accept") ?? "")) return undefined;
  const found = await get(new Request(new URL(path, url), { method: request.method }));
  return isFile(found) ? withFields(found, { "Content-Type": MARKDOWN, Link: INDEX, Vary: "Accept" }) : undefined;
}

/** The site's own answer with the right type, and for a page with Link fields to its Markdown and the index. */
export async function pageFor(request, get) {
  const url = new URL(request.url);
  const answer = await get(request);
  const path = markdownPath(url.pathname);
  if (!answer.ok) return answer;
  if (url.pathname.endsWith(".md")) return withFields(answer, { "Content-Type": MARKDOWN, Link: INDEX });
  if (path === undefined || !isHtml(answer)) return answer;
  const markdown = await get(new Request(new URL(path, url), { method: "HEAD" }));
  if (!isFile(markdown)) return answer;
  return withFields(answer, { Link: `<${path}>; rel="alternate"; type="text/markdown", ${INDEX}`, Vary: "Accept" });
}

const isHtml = (answer) => /^text\/html\b/i.test(answer.headers.get("content-type") ?? "");
/** Some sites answer every address with a page. */
const isFile = (answer) => answer.ok && !isHtml(answer);

function withFields(answer, fields) {
  const changed = new Response(answer.body, answer);
  for (const [name, value] of Object.entries(fields)) {
    if (name === "Vary") changed.headers.append(name, value);
    else changed.headers.set(name, value);
  }
  return changed;
}
