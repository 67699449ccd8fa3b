import { APACHE } from "../../emit/apache.ts";
import { diskPattern, type Harmless, joined, type Ours, ours, type Value } from "../../emit/harmless.ts";
import { alternate, canonical, describedBy } from "../../emit/http-field.ts";
import type { Statement } from "../../emit/statement.ts";
import { CACHE, type Exception, type Move, PLAIN_TYPE, type Served, type SourceRow, sourceRules } from "./served.ts";
import { GREATER, WEIGHTS_COMMENT, weightPatterns } from "./weights.ts";

/** Writes settings for `.htaccess` in the site's root, or for its `<Directory>`. */
export function apacheConf({ exceptions, indexes, fields: others, sources, moves, missing }: Served): string {
  return APACHE.write([
    {
      comment: ours`Apache 2.4 with mod_rewrite, mod_headers, mod_mime and mod_setenvif: .htaccess in the site's root, or inside its <Directory>.`,
    },
    statement(ours`AddType`, ours`text/markdown`, ours`.md`),
    statement(ours`AddCharset`, ours`utf-8`, ours`.md`),
    { comment: WEIGHTS_COMMENT },
    ...weight(ours`LLMSTXT_WEIGHT_MARKDOWN`, ours`text/markdown`),
    ...weight(ours`LLMSTXT_WEIGHT_HTML`, ours`text/html`),
    statement(ours`RewriteEngine`, ours`On`),
    ...otherwise(moves, missing),
    {
      comment: ours`The Markdown of a page: /a and /a.html have /a.md, /a/ has /a/index.md; some have another name.`,
    },
    condition(ours`%{DOCUMENT_ROOT}%{REQUEST_URI}index.md`, ours`-f`),
    rule(ours`^(?:.*/)?$`, ours`-`, ours`[E=LLMSTXT:%{REQUEST_URI}index.md]`),
    condition(ours`%{REQUEST_URI}`, ours`!\\.html?$`),
    condition(ours`%{DOCUMENT_ROOT}%{REQUEST_URI}.md`, ours`-f`),
    rule(ours`[^/]$`, ours`-`, ours`[E=LLMSTXT:%{REQUEST_URI}.md]`),
    condition(ours`%{REQUEST_URI}`, ours`^(.+)\\.html?$`),
    condition(ours`%{DOCUMENT_ROOT}%1.md`, ours`-f`),
    rule(ours`^`, ours`-`, ours`[E=LLMSTXT:%1.md]`),
    ...exceptions.flatMap(apacheRows),
    { comment: ours`The index that covers a page.` },
    ...indexes.flatMap(({ covers, url }) => [
      condition(ours`%{ENV:LLMSTXT_INDEX}`, ours`^$`),
      requested([covers.pattern]),
      rule(ours`^`, ours`-`, variable(ours`LLMSTXT_INDEX`, url)),
    ]),
    condition(ours`%{ENV:LLMSTXT}`, ours`!^$`),
    condition(ours`%{ENV:LLMSTXT_WEIGHT_MARKDOWN}:%{ENV:LLMSTXT_WEIGHT_HTML}`, greater),
    rule(ours`^`, ours`%{ENV:LLMSTXT}`, ours`[END]`),
    // Inside Apache an answer that was sent on has the variables of the request under other names.
    ...fields({ has: ours`env=LLMSTXT`, markdown: ours`%{LLMSTXT}e`, index: ours`%{LLMSTXT_INDEX}e` }),
    ...fields({
      has: ours`env=REDIRECT_LLMSTXT`,
      markdown: ours`%{REDIRECT_LLMSTXT}e`,
      index: ours`%{REDIRECT_LLMSTXT_INDEX}e`,
    }),
    {
      comment: ours`The page that a file of Markdown repeats, for search engines: by a rule, so a .md file that is no page's has one, too.`,
    },
    ...sourceRules(sources)
      .map(({ pattern, origin, ending }) => source(pattern, joined(origin, ours`$1`, ending)))
      .reverse(),
    ...sources.rows.map(apacheSource),
    statement(
      ours`SetEnvIf`,
      ours`Request_URI`,
      joined(ours`^`, [diskPattern(missing)], ours`$`),
      ours`!LLMSTXT_SOURCE`,
    ),
    files(ours`\\.md$`, [
      statement(ours`Header`, ours`add`, ours`Link`, canonical(ours`%{LLMSTXT_SOURCE}e`), ours`env=LLMSTXT_SOURCE`),
      ...others.map(([name, value]) => statement(ours`Header`, ours`set`, name, value)),
    ]),
    files(ours`\\.md$|^llms(?:-full)?\\.txt$`, [statement(ours`Header`, ours`set`, ours`Cache-Control`, CACHE)]),
    files(ours`^llms(?:-full)?\\.txt$`, [statement(ours`ForceType`, PLAIN_TYPE)]),
  ]);
}

/** Addresses that have moved, and those where there is nothing. */
const otherwise = (moves: readonly Move[], missing: Harmless): readonly Statement[] => [
  { comment: ours`Pages that have moved, and Markdown that has.` },
  ...moves.flatMap(apacheMove),
  condition(ours`%{ENV:LLMSTXT_MOVED}`, ours`!^$`),
  condition(ours`%{ENV:LLMSTXT_WEIGHT_MARKDOWN}:%{ENV:LLMSTXT_WEIGHT_HTML}`, greater),
  rule(ours`^`, ours`%{ENV:LLMSTXT_MOVED}`, ours`[R=301,NE,L,E=LLMSTXT_VARIES:1]`),
  condition(ours`%{ENV:LLMSTXT_MOVED_FILE}`, ours`!^$`),
  rule(ours`^`, ours`%{ENV:LLMSTXT_MOVED_FILE}`, ours`[R=301,NE,L]`),
  statement(ours`Header`, ours`always`, ours`merge`, ours`Vary`, ours`Accept`, ours`env=LLMSTXT_VARIES`),
  {
    comment: ours`What is not there: Markdown for *.md, and where Accept has text/markdown without a q and no range for HTML without one.`,
  },
  {
    words: [
      ours`If`,
      ours`%{REQUEST_URI} =~ m#\\.md$# || (%{HTTP:Accept} =~ m#(?:^|,)\\s*text/markdown\\s*(?:,|$)#i && !(%{HTTP:Accept} =~ m#(?:^|,)\\s*(?:text/html|text/\\*|\\*/\\*)\\s*(?:,|$)#i))`,
    ],
    block: [statement(ours`ErrorDocument`, ours`404`, [missing])],
  },
];

/** Statements that set the weight of a type; the last one that matches counts. */
const weight = (name: Value, type: Ours): readonly Statement[] => [
  statement(ours`SetEnvIf`, ours`Accept`, ours`^`, joined(name, ours`=0`)),
  ...weightPatterns(type)
    .flatMap(({ range, weighed }) => [
      statement(ours`SetEnvIfNoCase`, ours`Accept`, weighed, joined(name, ours`=$1`)),
      statement(ours`SetEnvIfNoCase`, ours`Accept`, range, joined(name, ours`=1`)),
    ])
    .reverse(),
];

/** Pattern of the weights of Markdown and HTML where that of Markdown is the greater. */
const greater = joined(
  ours`(?:`,
  ...GREATER.flatMap((pattern, at) => (at === 0 ? [pattern] : [ours`|`, pattern])),
  ours`)`,
);

/** The rows of a page whose Markdown has another name. */
export const apacheRows = ({ address, file }: Exception): readonly Statement[] => [
  requested(joined([address.pattern], address.hasQuery ? ours`[ ]` : ours`[ ?]`)),
  rule(ours`^`, ours`-`, variable(ours`LLMSTXT`, file)),
];

/** The row of a page, or of Markdown, that has moved; none where settings cannot name its path. */
export const apacheMove = ({ path, to, isMarkdown }: Move): readonly Statement[] =>
  path === undefined
    ? []
    : [
        statement(
          ours`SetEnvIf`,
          ours`Request_URI`,
          joined(ours`^`, [diskPattern(path)], ours`$`),
          joined(isMarkdown ? ours`LLMSTXT_MOVED_FILE=` : ours`LLMSTXT_MOVED=`, [to]),
        ),
      ];

/** The row of a file that does not lie beside its page. */
export const apacheSource = ({ file, page }: SourceRow): Statement =>
  source(joined(ours`^`, [diskPattern(file)], ours`$`), [page]);

const source = (pattern: Value, page: Value): Statement =>
  statement(ours`SetEnvIf`, ours`Request_URI`, pattern, joined(ours`LLMSTXT_SOURCE=`, page));

const statement = (...words: readonly Value[]): Statement => ({ words });

const condition = (...words: readonly Value[]): Statement => statement(ours`RewriteCond`, ...words);

const rule = (...words: readonly Value[]): Statement => statement(ours`RewriteRule`, ...words);

/** Condition on the address as the client sent it: `GET /a%20b?c HTTP/1.1`. */
const requested = (pattern: Value): Statement => condition(ours`%{THE_REQUEST}`, joined(ours`^[A-Z]+ `, pattern));

const variable = (name: Value, value: Harmless): Value => joined(ours`[E=`, name, ours`:`, [value], ours`]`);

const fields = ({ has, markdown, index }: Readonly<Record<"has" | "markdown" | "index", Value>>) => [
  statement(ours`Header`, ours`set`, ours`Link`, joined(alternate(markdown), ours`, `, describedBy(index)), has),
  statement(ours`Header`, ours`merge`, ours`Vary`, ours`Accept`, has),
];

const files = (pattern: Value, block: readonly Statement[]): Statement => ({
  words: [ours`FilesMatch`, pattern],
  block,
});
