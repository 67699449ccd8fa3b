import { CADDY } from "../../emit/caddy.ts";
import { diskPattern, type Harmless, joined, type Ours, ours, type Value } from "../../emit/harmless.ts";
import { alternate, canonical, describedBy } from "../../emit/http-field.ts";
import type { Statement } from "../../emit/statement.ts";
import {
  CACHE,
  type Exception,
  MARKDOWN_TYPE,
  type Move,
  movedFiles,
  movedPages,
  PLAIN_TYPE,
  type Served,
  type SourceRow,
  sourceRules,
} from "./served.ts";
import { GREATER, WEIGHTS_COMMENT, weightPatterns } from "./weights.ts";

/** Writes settings for a site's block of a Caddyfile. */
export function caddyfile(served: Served): string {
  const { exceptions, indexes, fields, sources, missing } = served;

  const found: Statement = statement(ours`try_files`, ours`{llmstxt_named}`, ours`{llmstxt_file}`);
  return CADDY.write([
    {
      comment: ours`Caddy. Inside the site's block, which has a root and a file_server:  import /path/of/this/file`,
    },
    {
      comment: ours`The Markdown of a page: /a and /a.html have /a.md, /a/ has /a/index.md; some have another name.`,
    },
    map(ours`{http.request.uri.path}`, ours`{llmstxt_file}`, [
      statement(ours`~^(.*/)$`, ours`\${1}index.md`),
      statement(ours`~(?i)^(.+)\\.html?$`, ours`\${1}.md`),
      statement(ours`~^(.+)$`, ours`\${1}.md`),
      NOTHING,
    ]),
    map(ours`{http.request.uri}`, ours`{llmstxt_named}`, [...exceptions.map(caddyRow), NOTHING]),
    ...moved(served),
    { comment: ours`The index that covers a page.` },
    map(ours`{http.request.uri}`, ours`{llmstxt_index}`, [
      ...indexes.map(({ covers, url }) => statement(joined(ours`~^`, [covers.pattern]), [url])),
      statement(ours`default`, ours`/llms.txt`),
    ]),
    {
      comment: ours`The page that a file of Markdown repeats, for search engines: by a rule, so a .md file that is no page's has one, too.`,
    },
    map(ours`{http.matchers.file.relative}`, ours`{llmstxt_source}`, [
      ...sources.rows.map(caddySource),
      ...sourceRules(sources).map(({ pattern, origin, ending }) =>
        statement(joined(ours`~`, pattern), canonical(joined(origin, ours`\${1}`, ending))),
      ),
      statement(ours`default`, describedBy(ours`{llmstxt_index}`)),
    ]),
    { comment: WEIGHTS_COMMENT },
    weight(ours`{llmstxt_weight_markdown}`, ours`text/markdown`),
    weight(ours`{llmstxt_weight_html}`, ours`text/html`),
    map(ours`{llmstxt_weight_markdown}:{llmstxt_weight_html}`, ours`{llmstxt_asked}`, [
      ...GREATER.map((pattern) => statement(joined(ours`~`, pattern), ours`1`)),
      statement(ours`default`, ours`0`),
    ]),
    ...redirects(),
    { words: [ours`@llmstxt_page`, ours`file`], block: [found] },
    {
      words: [ours`@llmstxt_asked`],
      block: [statement(ours`vars`, ours`{llmstxt_asked}`, ours`1`), { words: [ours`file`], block: [found] }],
    },
    matcher(ours`@llmstxt_markdown`, ours`*.md`),
    matcher(ours`@llmstxt_text`, ours`*/llms.txt`, ours`*/llms-full.txt`),
    header(
      ours`@llmstxt_page`,
      ours`Link`,
      joined(alternate(ours`{http.matchers.file.relative}`), ours`, `, describedBy(ours`{llmstxt_index}`)),
    ),
    header(ours`@llmstxt_page`, ours`+Vary`, ours`Accept`),
    ...[ours`@llmstxt_asked`, ours`@llmstxt_markdown`].flatMap((matched) => [
      ...typed(matched, MARKDOWN_TYPE),
      header(matched, ours`+Link`, ours`{llmstxt_source}`),
      ...fields.map(([name, value]) => header(matched, name, value)),
    ]),
    ...typed(ours`@llmstxt_text`, PLAIN_TYPE),
    statement(ours`rewrite`, ours`@llmstxt_asked`, ours`{http.matchers.file.relative}`),
    ...errors(missing),
  ]);
}

const NOTHING: Statement = { words: [ours`default`, ours`/.llmstxt/none`] };

/** New addresses of pages, and of Markdown. */
const moved = (served: Served): readonly Statement[] => [
  { comment: ours`Pages that have moved, and Markdown that has.` },
  map(ours`{http.request.uri}`, ours`{llmstxt_moved}`, [...movedPages(served).map(caddyMove), NOTHING]),
  map(ours`{http.request.uri}`, ours`{llmstxt_moved_file}`, [...movedFiles(served).map(caddyMove), NOTHING]),
];

/** Redirects to the new addresses of pages and Markdown that have moved. */
const redirects = (): readonly Statement[] => [
  {
    words: [ours`@llmstxt_moved`],
    block: [statement(ours`vars`, ours`{llmstxt_asked}`, ours`1`), isNot(ours`{llmstxt_moved}`)],
  },
  { words: [ours`@llmstxt_moved_file`], block: [isNot(ours`{llmstxt_moved_file}`)] },
  header(ours`@llmstxt_moved`, ours`+Vary`, ours`Accept`),
  statement(ours`redir`, ours`@llmstxt_moved`, ours`{llmstxt_moved}`, ours`301`),
  statement(ours`redir`, ours`@llmstxt_moved_file`, ours`{llmstxt_moved_file}`, ours`301`),
];

/** An address with nothing gets Markdown if the client asks for that. */
const errors = (missing: Harmless): readonly Statement[] => [
  { comment: ours`What is not there: Markdown for those who ask for it.` },
  {
    words: [ours`handle_errors`],
    block: [
      {
        words: [ours`@llmstxt_missing`],
        block: [
          statement(
            ours`expression`,
            ours`{http.error.status_code} == 404 && ({llmstxt_asked} == "1" || {http.request.uri.path}.endsWith(".md"))`,
          ),
        ],
      },
      {
        words: [ours`handle`, ours`@llmstxt_missing`],
        block: [
          statement(ours`rewrite`, ours`*`, [missing]),
          statement(ours`header`, ours`Content-Type`, MARKDOWN_TYPE),
          statement(ours`file_server`),
        ],
      },
    ],
  },
];

/** The row of a page in the map of those whose Markdown has another name. */
export const caddyRow = ({ address, file }: Exception): Statement =>
  statement(joined(ours`~^`, [address.pattern], address.hasQuery ? ours`$` : ours`(?:\\?|$)`), [file]);

/** The row of what has moved. */
export const caddyMove = ({ from, to }: Move): Statement => caddyRow({ address: from, file: to });

/** The row of a file that does not lie beside its page. */
export const caddySource = ({ file, page }: SourceRow): Statement =>
  statement(joined(ours`~^`, [diskPattern(file)], ours`$`), canonical([page]));

const statement = (...words: readonly Value[]): Statement => ({ words });

const map = (from: Value, to: Value, block: readonly Statement[]): Statement => ({
  words: [ours`map`, from, to],
  block,
});

/** Condition that a map has found something. */
const isNot = (name: Value): Statement => statement(ours`not`, ours`vars`, name, ours`/.llmstxt/none`);

const weight = (name: Value, type: Ours): Statement =>
  map(ours`{http.request.header.Accept}`, name, [
    ...weightPatterns(type).flatMap(({ range, weighed }) => [
      statement(joined(ours`~(?i)`, weighed), ours`\${1}`),
      statement(joined(ours`~(?i)`, range), ours`1`),
    ]),
    statement(ours`default`, ours`0`),
  ]);

const matcher = (name: Value, ...paths: readonly Value[]): Statement => ({
  words: [name],
  block: [statement(ours`path`, ...paths), statement(ours`file`)],
});

const header = (matched: Value, name: Value, value: Value): Statement => statement(ours`header`, matched, name, value);

const typed = (matched: Value, type: Value): readonly Statement[] => [
  header(matched, ours`Content-Type`, type),
  header(matched, ours`Cache-Control`, CACHE),
];
