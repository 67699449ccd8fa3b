/** The worst known to us: white space, tags nobody closes, attributes, entities, tables and links without end. */
export const HOSTILE_SHAPES: Readonly<Record<string, string>> = {
  "/space": `<pre>a${" ".repeat(2_000_000)}x</pre>`,
  "/lines": `<pre>a${"\n".repeat(2_000_000)}x</pre>`,
  "/nested": "<div>".repeat(300_000),
  "/tables": "<table><tr><td>".repeat(100_000),
  "/attributes": `<p ${"a=b ".repeat(500_000)}>`,
  "/entities": "&amp".repeat(700_000),
  "/links": '<a href="/x">y</a>'.repeat(150_000),
  "/comments": "<!--".repeat(700_000),
};

/** Dates without end and white space without end. */
export const HOSTILE_SITEMAP = `<urlset>${"<lastmod".repeat(400_000)}<lastmod>${"\t\n".repeat(1_000_000)}x</lastmod></urlset>`;
