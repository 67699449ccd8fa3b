import { alternate, CACHE, describedBy, exceptions, MARKDOWN_TYPE, type Served } from "./served.ts";

/** For `http { }`: what is asked for, and where it lies. */
export function nginxHttp(served: Served): string {
  const named = exceptions(served).map(({ address, markdown }) => {
    const end = address.includes("?") ? "$" : "(?:\\?|$)";
    return `  ${quoted(`~^${pattern(address)}${end}`)} ${quoted(decodeURI(markdown))};`;
  });
  const indexes = served.indexes.map(
    ({ covers, url }) => `  ${quoted(`~^${pattern(decodeURI(covers))}`)} ${quoted(url)};`,
  );
  return `# nginx, part 1 of 2. Inside http { }:  include /path/of/this/file;
map $http_accept $llmstxt_asked {
  default "";
  "~*text/markdown(?!\\s*;\\s*q=0(?:\\.0*)?\\s*(?:,|$))" 1;
}
# The Markdown of a page: /a and /a.html have /a.md, /a/ has /a/index.md. By the path on disk …
map $uri $llmstxt_file {
  "~^(?<llmstxt_folder>.*/)$" "\${llmstxt_folder}index.md";
  "~*^(?<llmstxt_stem>.+)\\.html?$" "$llmstxt_stem.md";
  default "$uri.md";
}
# … and as an address.
map $request_uri $llmstxt_address {
  "~^(?<llmstxt_path>[^?]*/)(?:\\?|$)" "\${llmstxt_path}index.md";
  "~*^(?<llmstxt_name>[^?]+)\\.html?(?:\\?|$)" "$llmstxt_name.md";
  "~^(?<llmstxt_bare>[^?]+)" "$llmstxt_bare.md";
  default "";
}
# Pages whose Markdown has another name.
map $request_uri $llmstxt_named {
  default "";
${lines(named)}}
# The index that covers a page.
map $uri $llmstxt_index {
  default "";
${lines(indexes)}}
`;
}

/** For `server { }`: negotiation, fields, types. */
export function nginxServer(): string {
  const fields = `add_header Link $llmstxt_link;
  add_header Vary $llmstxt_vary;`;
  return `# nginx, part 2 of 2. Inside server { }, whose own root is the folder of the files:  include /path/of/this/file;
# A location with add_header lines of its own needs the two of this file, too.
set $llmstxt_markdown "";
set $llmstxt_at "";
set $llmstxt_link "";
set $llmstxt_vary "";
if (-f $document_root$llmstxt_file) {
  set $llmstxt_markdown $llmstxt_file;
  set $llmstxt_at $llmstxt_address;
}
if (-f $document_root$llmstxt_named) {
  set $llmstxt_markdown $llmstxt_named;
  set $llmstxt_at $llmstxt_named;
}
if ($llmstxt_markdown) {
  set $llmstxt_link '${alternate("$llmstxt_at")}, ${describedBy("$llmstxt_index")}';
  set $llmstxt_vary Accept;
}
set $llmstxt_answer "$llmstxt_asked$llmstxt_vary";
if ($llmstxt_answer = 1Accept) {
  rewrite ^ $llmstxt_markdown last;
}
add_header Link $llmstxt_link;
add_header Vary $llmstxt_vary;
location ~ \\.md$ {
  types { }
  default_type "${MARKDOWN_TYPE}";
  add_header Cache-Control "${CACHE}";
  ${fields}
}
location ~ /llms(?:-full)?\\.txt$ {
  types { }
  default_type "text/plain; charset=utf-8";
  add_header Cache-Control "${CACHE}";
}
`;
}

const lines = (all: readonly string[]): string => all.map((line) => `${line}\n`).join("");

/** A string of nginx; in it a backslash stays one before anything but a quote. */
const quoted = (text: string): string => `"${text.replaceAll('"', '\\"')}"`;

const pattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
