import { alternate, CACHE, describedBy, exceptions, MARKDOWN_TYPE, type Served } from "./served.ts";

/** For a site's block of a Caddyfile. */
export function caddyfile(served: Served): string {
  const named = exceptions(served).map(
    ({ address, markdown }) => `\t${quoted(address)} ${quoted(decodeURI(markdown))}\n`,
  );
  const indexes = served.indexes.map(
    ({ covers, url }) => `\t${quoted(`~^${pattern(decodeURI(covers))}`)} ${quoted(url)}\n`,
  );
  return `# Caddy. Inside the site's block, which has a root and a file_server:  import /path/of/this/file
# The Markdown of a page: /a and /a.html have /a.md, /a/ has /a/index.md; some have another name.
map {http.request.uri.path} {llmstxt_file} {
	"~^(.*/)$" "\${1}index.md"
	"~(?i)^(.+)\\.html?$" "\${1}.md"
	"~^(.+)$" "\${1}.md"
	default "/.llmstxt/none"
}
map {http.request.uri} {llmstxt_named} {
${named.join("")}	default "/.llmstxt/none"
}
# The index that covers a page.
map {http.request.uri.path} {llmstxt_index} {
${indexes.join("")}	default "/llms.txt"
}
@llmstxt_page file {
	try_files {llmstxt_named} {llmstxt_file}
}
@llmstxt_asked {
	header_regexp Accept "(?i)text/markdown\\s*(?:,|$|;\\s*(?:[^q\\s]|q=(?:1|0\\.0*[1-9])))"
	file {
		try_files {llmstxt_named} {llmstxt_file}
	}
}
@llmstxt_markdown {
	path *.md
	file
}
@llmstxt_text {
	path */llms.txt */llms-full.txt
	file
}
header @llmstxt_page Link "${escaped(`${alternate("{http.matchers.file.relative}")}, ${describedBy("{llmstxt_index}")}`)}"
header @llmstxt_page +Vary Accept
header @llmstxt_asked Content-Type "${MARKDOWN_TYPE}"
header @llmstxt_asked Cache-Control "${CACHE}"
header @llmstxt_markdown Content-Type "${MARKDOWN_TYPE}"
header @llmstxt_markdown Cache-Control "${CACHE}"
header @llmstxt_text Content-Type "text/plain; charset=utf-8"
header @llmstxt_text Cache-Control "${CACHE}"
rewrite @llmstxt_asked {http.matchers.file.relative}
`;
}

const escaped = (text: string): string => text.replaceAll('"', '\\"');

const quoted = (text: string): string => `"${escaped(text)}"`;

const pattern = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
