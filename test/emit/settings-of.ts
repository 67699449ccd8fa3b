import assert from "node:assert/strict";
import { runInNewContext } from "node:vm";
import { apacheConf } from "../../packages/document/src/bundle/snippets/apache.ts";
import { caddyfile } from "../../packages/document/src/bundle/snippets/caddy.ts";
import { nginxAnnotate, nginxHttp, nginxServer } from "../../packages/document/src/bundle/snippets/nginx.ts";
import { headersFile, pageHeaderRules, vercelJson } from "../../packages/document/src/bundle/snippets/platforms.ts";
import { type Served, sourceRules } from "../../packages/document/src/bundle/snippets/served.ts";
import { type Published, servedBy } from "../../packages/document/src/bundle/snippets/served-by.ts";
import { vercelMiddleware, worker } from "../../packages/document/src/bundle/snippets/worker.ts";
import { APACHE } from "../../packages/document/src/emit/apache.ts";
import { CADDY } from "../../packages/document/src/emit/caddy.ts";
import { readHeadersFile } from "../../packages/document/src/emit/headers-file.ts";
import { readJavaScript } from "../../packages/document/src/emit/javascript.ts";
import { NGINX } from "../../packages/document/src/emit/nginx.ts";
import type { Language, ReadStatement } from "../../packages/document/src/emit/statement.ts";

/** Pages at these addresses: every third has Markdown beside it, every third elsewhere, every third at the next page's address. */
export function publishedAt(addresses: readonly string[]): Published {
  return {
    base: addresses[0] ?? "/",
    indexes: [...addresses.slice(0, 5), "/"].map((covers) => ({ covers, url: `${covers}llms.txt` })),
    pages: addresses.map((from, at) => ({
      url: `https://x.dev${from}`,
      from,
      to: at % 3 === 0 ? `${from}.md` : at % 3 === 1 ? `/page-${at}.md` : `${addresses[at + 1] ?? "/"}.md`,
      parts: at % 5 === 0 ? [`${from}.2.md`] : [],
      index: "/llms.txt",
      title: from,
    })),
    moves: addresses.flatMap((from, at) => (at % 3 === 0 ? [[`${from}-old`, from] as const] : [])),
    operations: [],
    missing: `${addresses[0] ?? "/"}404.md`,
    site: "https://x.dev",
    noindex: false,
    notFound: 404,
    isPrivate: false,
  };
}

/** Settings for the addresses, read back: no statement more than the pages that they name, each as it was meant. */
export function settingsOf(addresses: readonly string[]) {
  const published = publishedAt(addresses);
  const { served, unserved } = servedBy(published);
  const files = filesOf(served);
  const none = filesOf(
    servedBy({
      base: "/",
      indexes: [],
      pages: [],
      moves: [],
      operations: [],
      missing: "/404.md",
      site: "https://x.dev",
      noindex: false,
      isPrivate: false,
      notFound: 404,
    }).served,
  );
  const [rows, covers] = [served.exceptions.length, served.indexes.length];
  const more = (language: Language, name: keyof typeof files) =>
    count(language, files[name]) - count(language, none[name]);
  const sources = served.sources.rows.length + sourceRules(served.sources).length;
  const moves = served.moves.length;
  assert.equal(more(NGINX, "nginx-http.conf"), rows + covers + sources + moves);
  assert.equal(more(NGINX, "nginx-server.conf"), 0);
  assert.equal(more(CADDY, "Caddyfile"), rows + covers + sources + moves);
  const named = served.moves.filter(({ path }) => path !== undefined).length;
  assert.equal(more(APACHE, "apache.conf"), 2 * rows + 3 * covers + sources + named);
  const rules = readHeadersFile(files._headers) ?? [];
  const listed = served.pages
    .filter(({ address }) => address.isAsSent && !address.hasQuery)
    .flatMap((page) => pageHeaderRules(page, served));
  assert.equal(rules.length, 2 + Math.min(listed.length, 90));
  assert.equal(JSON.parse(files["vercel.json"]).headers.length, 2 + Math.min(listed.length, 1_000));
  const targets = rowTargets(NGINX.read(files["nginx-http.conf"]) ?? [], "$llmstxt_named");
  assert.deepEqual(targets, ["", ...served.exceptions.map(({ file }) => String(file))]);
  for (const script of [files["worker.js"], files["vercel-middleware.js"]]) checkScript(script, served.pages.length);
  // Caddy refuses a file that says something twice.
  const inputs = rowTargets(CADDY.read(files.Caddyfile) ?? [], "{llmstxt_named}", 0);
  assert.equal(new Set(inputs).size, inputs.length);
  // Each page stands in all tables, or is told.
  const told = unserved.filter(({ by }) => by !== "fileServers").length;
  assert.equal(served.pages.length + told, published.pages.length);
  return { files, served, unserved };
}

const filesOf = (served: Served) => ({
  "nginx-http.conf": nginxHttp(served),
  "nginx-server.conf": nginxServer(served),
  "nginx-annotate.conf": nginxAnnotate(),
  Caddyfile: caddyfile(served),
  "apache.conf": apacheConf(served),
  _headers: headersFile(served),
  "worker.js": worker(served),
  "vercel.json": vercelJson(served),
  "vercel-middleware.js": vercelMiddleware(served),
});

/** Statements in all, those in blocks among them. @throws AssertionError where the server would refuse the text */
function count({ read }: Language, text: string): number {
  const statements = read(text);
  assert.ok(statements, "the server would refuse it");
  const sum = (all: readonly ReadStatement[]): number =>
    all.reduce((total, { block = [] }) => total + 1 + sum(block), 0);
  return sum(statements);
}

const rowTargets = (statements: readonly ReadStatement[], name: string, at = 1): readonly string[] =>
  statements.find(({ words }) => words[2] === name)?.block?.map(({ words }) => words[at] ?? "") ?? [];

/** JavaScript itself reads the same data. */
function checkScript(script: string, pages: number): void {
  const context: { pages?: unknown } = {};
  runInNewContext(`${script.replace(/^export default /m, "void ")}\nthis.pages = JSON.stringify([...PAGES]);`, context);
  const read: unknown = JSON.parse(String(context.pages));
  assert.deepEqual(readJavaScript(script)?.get("PAGES"), read);
  assert.equal(Array.isArray(read) && read.length, pages);
}
