import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { linksIn, llmstxt, temporaryFolder } from "../command/command.ts";
import { type SiteAnswer, serveSite } from "../servers/site.ts";

/** A small site after a public report, and its expected document. */
export interface Case {
  /** Name of the test. */
  readonly name: string;
  readonly site: (origin: string) => Readonly<Record<string, SiteAnswer>>;
  /** Typed path. Default: `/`. */
  readonly at?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Exactly the listed paths, in any order. */
  readonly listed?: readonly string[];
  /** The same, in order. */
  readonly inOrder?: readonly string[];
  /** Texts that the document must contain, and texts that neither it nor the full text may contain. */
  readonly says?: readonly (string | RegExp)[];
  readonly never?: readonly (string | RegExp)[];
  /** Texts that the Markdown of the pages contains exactly once. */
  readonly full?: readonly string[];
  /** Texts of the progress. */
  readonly told?: readonly RegExp[];
  readonly requests?: number;
}

const FOLDER = temporaryFolder();

/** Makes a test of the built command for each case. */
export function testCases(cases: readonly Case[]): void {
  for (const one of cases) test(one.name, () => runCase(one));
}

async function runCase(one: Case): Promise<void> {
  const answers: Record<string, SiteAnswer> = {};
  const site = await serveSite(answers);
  try {
    Object.assign(answers, one.site(site.origin));
    const full = join(FOLDER, `${site.port}.txt`);
    const args = [site.origin + (one.at ?? "/"), "--full", full, ...(one.args ?? [])];
    const { stdout, stderr } = await llmstxt(args, { env: one.env ?? {} });
    check(
      one,
      stdout,
      stderr,
      await readFile(full, "utf8").catch(() => ""),
      linksIn(stdout).map((url) => url.replace(site.origin, "")),
    );
    if (one.requests !== undefined) expect(site.requests.length).toBeLessThanOrEqual(one.requests);
  } finally {
    await site.close();
  }
}

function check(one: Case, document: string, progress: string, markdown: string, paths: readonly string[]): void {
  if (one.listed !== undefined) expect(paths.toSorted(), progress).toEqual(one.listed.toSorted());
  if (one.inOrder !== undefined) expect(paths, progress).toEqual(one.inOrder);
  for (const text of one.says ?? []) expect(document).toMatch(text);
  for (const text of one.never ?? []) expect(document + markdown).not.toMatch(text);
  for (const text of one.full ?? []) expect(markdown.split(text), `${text} in\n${markdown}`).toHaveLength(2);
  for (const text of one.told ?? []) expect(progress).toMatch(text);
}

interface Around {
  readonly head?: string;
  readonly lang?: string;
  readonly before?: string;
  readonly after?: string;
  readonly h1?: string;
}

export function page(
  title: string,
  main: string,
  { head = "", lang = "en", before = "", after = "", h1 }: Around = {},
) {
  const heading = h1 === "" ? "" : `<h1>${h1 ?? title}</h1>`;
  const body = `${before}<main>${heading}${main}</main>${after}`;
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
}

/** A list of links; a path without a label gets its last segment as label. */
export const links = (...to: readonly (string | readonly [string, string])[]): string =>
  `<ul>${to
    .map((one) => (typeof one === "string" ? ([one, nameOf(one)] as const) : one))
    .map(([path, label]) => `<li><a href="${path}">${label}</a></li>`)
    .join("")}</ul>`;

const nameOf = (path: string): string => `To ${path.split(/[/?#]/).findLast((part) => part !== "") ?? "start"}`;

/** A homepage with these links. */
export const home = (...to: readonly (string | readonly [string, string])[]): string =>
  page("Bee garden", `<p>A garden for bees and for those who keep them.</p>${links(...to)}`);

const [WHO, DOES, WHAT] = [
  ["The keeper", "A young queen", "Each swarm", "The old hive", "A drone", "The meadow", "Every forager"],
  ["carries", "watches", "leaves", "fills", "returns to", "warms", "measures"],
  ["the comb of oak", "a field of clover", "its brood in May", "the jar of wax", "a frame by noon", "the lime tree"],
];

/** Sentences that depend on the seed, so that no two pages are equal. */
export function text(seed: string, sentences = 5): string {
  let state = 17;
  for (const sign of seed) state = (state * 33 + (sign.codePointAt(0) ?? 0)) % 2_147_483_647;
  const next = (words: readonly string[] = []) => {
    state = (state * 48_271) % 2_147_483_647;
    return words[state % words.length] ?? "";
  };
  const sentence = () => `${next(WHO)} ${next(DOES)} ${next(WHAT)} and ${next(DOES)} ${next(WHAT)}.`;
  return `<p>${Array.from({ length: sentences }, sentence).join(" ")}</p>`;
}

/** Pages by path, each with its own title and text. */
export const pages = (titles: Readonly<Record<string, string>>): Record<string, SiteAnswer> =>
  Object.fromEntries(Object.entries(titles).map(([path, title]) => [path, page(title, text(path))]));

export const moved = (location: string, status = 302, headers: Record<string, string | string[]> = {}): SiteAnswer => ({
  status,
  headers: { location, ...headers },
});

/** Exact bytes on the wire, without anything added. */
export const raw =
  (...parts: readonly (string | Buffer)[]): SiteAnswer =>
  (_request, { socket }) => {
    socket?.end(Buffer.concat(parts.map((part) => Buffer.from(part))));
  };
