import { alternate, CACHE, describedBy, exceptions, type Served } from "./served.ts";

/** For `.htaccess` in the site's root, or for its `<Directory>`. */
export function apacheConf(served: Served): string {
  const named = exceptions(served).map(({ address, markdown }) => {
    const [path = "", query = ""] = address.split(/\?(.*)/s);
    return `RewriteCond "%{REQUEST_URI}?%{QUERY_STRING}" "=${decodeURI(path)}?${query}"
RewriteRule ^ - "[E=LLMSTXT:${decodeURI(markdown)}]"
`;
  });
  const indexes = served.indexes.map(
    ({ covers, url }) => `RewriteCond "%{ENV:LLMSTXT_INDEX}" "^$"
RewriteCond "%{REQUEST_URI}" "^${pattern(decodeURI(covers))}"
RewriteRule ^ - "[E=LLMSTXT_INDEX:${url}]"
`,
  );
  return `# Apache 2.4 with mod_rewrite, mod_headers and mod_mime: .htaccess in the site's root, or inside its <Directory>.
AddType text/markdown .md
AddCharset utf-8 .md
RewriteEngine On
# The Markdown of a page: /a and /a.html have /a.md, /a/ has /a/index.md; some have another name.
RewriteCond "%{DOCUMENT_ROOT}%{REQUEST_URI}index.md" -f
RewriteRule ^(?:.*/)?$ - "[E=LLMSTXT:%{REQUEST_URI}index.md]"
RewriteCond "%{REQUEST_URI}" "!\\.html?$"
RewriteCond "%{DOCUMENT_ROOT}%{REQUEST_URI}.md" -f
RewriteRule [^/]$ - "[E=LLMSTXT:%{REQUEST_URI}.md]"
RewriteCond "%{REQUEST_URI}" "^(.+)\\.html?$"
RewriteCond "%{DOCUMENT_ROOT}%1.md" -f
RewriteRule ^ - "[E=LLMSTXT:%1.md]"
${named.join("")}# The index that covers a page.
${indexes.join("")}RewriteCond "%{ENV:LLMSTXT}" "!^$"
RewriteCond "%{HTTP:Accept}" "text/markdown(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))" [NC]
RewriteRule ^ "%{ENV:LLMSTXT}" [END]
${fields("LLMSTXT", "LLMSTXT_INDEX")}${fields("REDIRECT_LLMSTXT", "REDIRECT_LLMSTXT_INDEX")}<FilesMatch "\\.md$|^llms(?:-full)?\\.txt$">
  Header set Cache-Control "${CACHE}"
</FilesMatch>
<FilesMatch "^llms(?:-full)?\\.txt$">
  ForceType "text/plain; charset=utf-8"
</FilesMatch>
`;
}

/** Inside Apache an answer that was sent on has the variables of the request under these names. */
const fields = (markdown: string, index: string): string =>
  `Header set Link "${`${alternate(`%{${markdown}}e`)}, ${describedBy(`%{${index}}e`)}`.replaceAll('"', '\\"')}" env=${markdown}
Header merge Vary Accept env=${markdown}
`;

const pattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
