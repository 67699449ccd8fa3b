import { diskPattern, joined, type Ours, ourMarkup, ours, type Value } from "../../emit/harmless.ts";
import { alternate, canonical, describedBy } from "../../emit/http-field.ts";
import { NGINX } from "../../emit/nginx.ts";
import type { Statement } from "../../emit/statement.ts";
import { annotationOnTheWay } from "./annotation.ts";
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

/** Writes maps for `http { }`: the type that a client asks for, and the path of a page's Markdown. */
export function nginxHttp(served: Served): string {
  const { exceptions, indexes, sources, missing } = served;
  return NGINX.write([
    { comment: ours`nginx, part 1 of 2. Inside http { }:  include /path/of/this/file;` },
    { comment: WEIGHTS_COMMENT },
    weight(ours`$llmstxt_weight_markdown`, ours`text/markdown`),
    weight(ours`$llmstxt_weight_html`, ours`text/html`),
    map(ours`$llmstxt_weight_markdown:$llmstxt_weight_html`, ours`$llmstxt_asked`, [
      statement(ours`default`, ours``),
      ...GREATER.map((pattern) => statement(joined(ours`~`, pattern), ours`1`)),
    ]),
    { comment: ours`The Markdown of a page: /a and /a.html have /a.md, /a/ has /a/index.md. By the path on disk …` },
    map(ours`$uri`, ours`$llmstxt_file`, [
      statement(ours`~^(?<llmstxt_folder>.*/)$`, ours`\${llmstxt_folder}index.md`),
      statement(ours`~*^(?<llmstxt_stem>.+)\\.html?$`, ours`$llmstxt_stem.md`),
      statement(ours`default`, ours`$uri.md`),
    ]),
    { comment: ours`… and as an address.` },
    map(ours`$request_uri`, ours`$llmstxt_address`, [
      statement(ours`~^(?<llmstxt_path>[^?]*/)(?:\\?|$)`, ours`\${llmstxt_path}index.md`),
      statement(ours`~*^(?<llmstxt_name>[^?]+)\\.html?(?:\\?|$)`, ours`$llmstxt_name.md`),
      statement(ours`~^(?<llmstxt_bare>[^?]+)`, ours`$llmstxt_bare.md`),
      statement(ours`default`, ours``),
    ]),
    { comment: ours`Pages whose Markdown has another name.` },
    map(ours`$request_uri`, ours`$llmstxt_named`, [statement(ours`default`, ours``), ...exceptions.map(nginxRow)]),
    { comment: ours`Pages that have moved, and Markdown that has.` },
    map(ours`$request_uri`, ours`$llmstxt_moved`, [
      statement(ours`default`, ours``),
      ...movedPages(served).map(nginxMove),
    ]),
    map(ours`$request_uri`, ours`$llmstxt_moved_file`, [
      statement(ours`default`, ours``),
      ...movedFiles(served).map(nginxMove),
    ]),
    {
      comment: ours`What is not there: Markdown for those who ask for it, for all others the site's own page, if it has this one.`,
    },
    map(ours`$llmstxt_asked`, ours`$llmstxt_missing`, [
      statement(ours`default`, ours`/404.html`),
      statement(ours`1`, [missing]),
    ]),
    { comment: ours`The index that covers a page.` },
    map(ours`$request_uri`, ours`$llmstxt_index`, [
      statement(ours`default`, ours``),
      ...indexes.map(({ covers, url }) => statement(joined(ours`~^`, [covers.pattern]), [url])),
    ]),
    {
      comment: ours`The page that a file of Markdown repeats, for search engines: by a rule, so a .md file that is no page's has one, too.`,
    },
    map(ours`$uri`, ours`$llmstxt_canonical`, [
      statement(ours`default`, ours``),
      ...sources.rows.map(nginxSource),
      ...sourceRules(sources).map(({ pattern, origin, ending }) =>
        statement(joined(ours`~`, pattern), canonical(joined(origin, ours`$1`, ending))),
      ),
    ]),
  ]);
}

/** The row of a page in the map of those whose Markdown has another name. */
export const nginxRow = ({ address, file }: Exception): Statement =>
  statement(joined(ours`~^`, [address.pattern], address.hasQuery ? ours`$` : ours`(?:\\?|$)`), [file]);

/** The row of what has moved. */
export const nginxMove = ({ from, to }: Move): Statement => nginxRow({ address: from, file: to });

/** The row of a file in the map of those that do not lie beside their page. */
export const nginxSource = ({ file, page }: SourceRow): Statement =>
  statement(joined(ours`~^`, [diskPattern(file)], ours`$`), canonical([page]));

/** Writes settings for `server { }`: negotiation, header fields, types. */
export function nginxServer({ fields: others, missing }: Pick<Served, "fields" | "missing">): string {
  const fields = [
    statement(ours`add_header`, ours`Link`, ours`$llmstxt_link`),
    statement(ours`add_header`, ours`Vary`, ours`$llmstxt_vary`),
  ];
  return NGINX.write([
    {
      comment: ours`nginx, part 2 of 2. Inside server { }, whose own root is the folder of the files:  include /path/of/this/file;`,
    },
    { comment: ours`A location with add_header lines of its own needs the two of this file, too.` },
    set(ours`$llmstxt_markdown`, ours``),
    set(ours`$llmstxt_at`, ours``),
    set(ours`$llmstxt_link`, ours``),
    set(ours`$llmstxt_vary`, ours``),
    set(ours`$llmstxt_move`, ours`$llmstxt_asked$llmstxt_moved`),
    where(
      [ours`($llmstxt_move`, ours`~`, ours`^1(.+)$)`],
      [set(ours`$llmstxt_vary`, ours`Accept`), statement(ours`return`, ours`301`, ours`$1`)],
    ),
    where([ours`($llmstxt_moved_file)`], [statement(ours`return`, ours`301`, ours`$llmstxt_moved_file`)]),
    where(
      [ours`(-f`, ours`$document_root$llmstxt_file)`],
      [set(ours`$llmstxt_markdown`, ours`$llmstxt_file`), set(ours`$llmstxt_at`, ours`$llmstxt_address`)],
    ),
    where(
      [ours`(-f`, ours`$document_root$llmstxt_named)`],
      [set(ours`$llmstxt_markdown`, ours`$llmstxt_named`), set(ours`$llmstxt_at`, ours`$llmstxt_named`)],
    ),
    where(
      [ours`($llmstxt_markdown)`],
      [
        set(ours`$llmstxt_link`, joined(alternate(ours`$llmstxt_at`), ours`, `, describedBy(ours`$llmstxt_index`))),
        set(ours`$llmstxt_vary`, ours`Accept`),
      ],
    ),
    set(ours`$llmstxt_answer`, ours`$llmstxt_asked$llmstxt_vary`),
    where(
      [ours`($llmstxt_answer`, ours`=`, ours`1Accept)`],
      [statement(ours`rewrite`, ours`^`, ours`$llmstxt_markdown`, ours`last`)],
    ),
    ...fields,
    { comment: ours`Where the site has an error_page for 404 above, that holds for addresses without .md` },
    statement(ours`error_page`, ours`404`, ours`$llmstxt_missing`),
    typed([ours`=`, [missing]], MARKDOWN_TYPE, []),
    typed([ours`~`, ours`\\.md$`], MARKDOWN_TYPE, [
      statement(ours`error_page`, ours`404`, [missing]),
      ...fields,
      statement(ours`add_header`, ours`Link`, ours`$llmstxt_canonical`),
      ...others.map(([name, value]) => statement(ours`add_header`, name, value)),
    ]),
    typed([ours`~`, ours`/llms(?:-full)?\\.txt$`], PLAIN_TYPE, []),
  ]);
}

/**
 * Writes settings for `server { }` of an nginx with the sub module, which adds the links and the line for agents to
 * each page.
 */
export function nginxAnnotate(): string {
  const { head, body } = annotationOnTheWay({ to: "$llmstxt_at", index: "$llmstxt_index" });
  return NGINX.write([
    {
      comment: ours`nginx, if wanted, after part 2, where "nginx -V" names http_sub_module: links and the line for agents in pages as they are sent.`,
    },
    {
      comment: ours`Not for pages that --annotate wrote to, that are sent compressed from disk, or whose body has attributes: those get the links alone.`,
    },
    set(ours`$llmstxt_head`, ours``),
    set(ours`$llmstxt_line`, ours``),
    where(
      [ours`($llmstxt_link)`],
      [set(ours`$llmstxt_head`, ourMarkup(head)), set(ours`$llmstxt_line`, ourMarkup(body))],
    ),
    statement(ours`sub_filter`, ours`</head>`, ours`$llmstxt_head</head>`),
    statement(ours`sub_filter`, ours`<body>`, ours`<body>$llmstxt_line`),
    statement(ours`sub_filter_last_modified`, ours`on`),
  ]);
}

const statement = (...words: readonly Value[]): Statement => ({ words });

const map = (from: Value, to: Value, block: readonly Statement[]): Statement => ({
  words: [ours`map`, from, to],
  block,
});

const weight = (name: Value, type: Ours): Statement =>
  map(ours`$http_accept`, name, [
    statement(ours`default`, ours`0`),
    ...weightPatterns(type).flatMap(({ range, weighed }) => [
      statement(joined(ours`~*`, weighed), ours`$1`),
      statement(joined(ours`~*`, range), ours`1`),
    ]),
  ]);

const set = (name: Value, value: Value): Statement => statement(ours`set`, name, value);

const where = (condition: readonly Value[], block: readonly Statement[]): Statement => ({
  words: [ours`if`, ...condition],
  block,
});

const typed = (place: readonly Value[], type: Value, fields: readonly Statement[]): Statement => ({
  words: [ours`location`, ...place],
  block: [
    { words: [ours`types`], block: [] },
    statement(ours`default_type`, type),
    statement(ours`add_header`, ours`Cache-Control`, CACHE),
    ...fields,
  ],
});
